//! The net per account as a table: over one transaction, or over the whole family.

use std::collections::BTreeMap;

use super::amounts::{aligned, padded, role, signed, unit};
use super::flows::{balance, sum_label};
use super::net::{Asset, Net, Sum};
use super::party;
use crate::ledger::Transaction;
use crate::panes::Context;
use crate::widgets::{Role, Sheet, Value};

/// Adds a table of the net of these transactions together under a heading.
pub(super) fn table(sheet: Sheet, heading: &str, transactions: &[&Transaction], ctx: &Context<'_>) -> Sheet {
    let net = Net::of(transactions.iter().copied());
    if net.accounts.is_empty() {
        return sheet;
    }
    let mut sheet = sheet.heading(heading);
    let ids: Vec<String> = net.accounts.keys().map(ToString::to_string).collect();
    let coins: Vec<String> = net.accounts.values().map(|held| coin(held, ctx)).collect();
    let has_coins = coins.iter().any(|text| !text.is_empty());
    let coins = aligned(coins.iter().map(String::as_str));
    for (((account, held), shown), coin) in net.accounts.iter().zip(padded(&ids)).zip(coins) {
        let mut value = Value::plain(shown).copied(account.to_string());
        if has_coins {
            let amount = held.get(&Asset::Coin).copied();
            let unit = if amount.is_some() { ctx.look.unit_name() } else { " " };
            value = value.and(amount.map_or(Role::Dim, role), coin);
            value.pieces.push((format!(" {unit}"), Role::Dim));
        }
        for (asset, amount) in held.iter().filter(|(asset, _)| **asset != Asset::Coin) {
            value = value.and(role(*amount), signed(ctx, *amount, *asset));
            value.pieces.push((format!(" {}", unit(ctx, *asset)), Role::Dim));
        }
        if let Some(place) = party::place(transactions, *account) {
            value = value.link(place);
        }
        sheet = sheet.fact(party::role(transactions, *account), value);
    }
    let total = net.accounts.values().filter_map(|held| held.get(&Asset::Coin)).sum();
    let sum = Sum { total, unknown: net.unknown };
    if has_coins { sheet.fact(sum_label(ctx), balance(sum, Asset::Coin, false, ctx)) } else { sheet }
}

fn coin(held: &BTreeMap<Asset, i128>, ctx: &Context<'_>) -> String {
    held.get(&Asset::Coin).map(|amount| signed(ctx, *amount, Asset::Coin)).unwrap_or_default()
}
