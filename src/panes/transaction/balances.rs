//! The net change per account, over one transaction or the whole family.

use std::collections::BTreeMap;

use decode::Parties;
use decode::money::{Asset, Reasons, Sum, Trail};
use ledger::Transaction;

use super::amounts::{aligned, padded, role, signed};
use super::flows::{balance, sum_label};
use super::{flows, kind};
use crate::panes::Context;
use crate::panes::kit::nouns::money_flows::unit;
use crate::widgets::{Role, Sheet, Value};

/// Adds a table of net changes under a heading. Accounts that gained or lost for several reasons have a row for
/// each. Ends with the sum of each asset.
pub(super) fn table(
    sheet: Sheet,
    heading: &str,
    trail: &Trail,
    transactions: &[&Transaction],
    ctx: &Context<'_>,
) -> Sheet {
    let net = &trail.net;
    if net.accounts.is_empty() {
        return sheet;
    }
    let mut sheet = sheet.heading(heading);
    let (reasons, parties) = (trail.reasons(), Parties::new(transactions));
    let ids: Vec<String> = net.accounts.keys().map(ToString::to_string).collect();
    let coins: Vec<String> = net.accounts.values().map(|held| coin(held, ctx)).collect();
    let has_coins = coins.iter().any(|text| !text.is_empty());
    let coins = aligned(coins.iter().map(String::as_str));
    for (((account, held), shown), coin) in net.accounts.iter().zip(padded(&ids)).zip(coins) {
        let mut value = Value::plain(shown).copied(account.to_string());
        if has_coins {
            let amount = held.get(&Asset::Coin).copied();
            let unit = if amount.is_some() { ctx.theme.unit_name() } else { " " };
            value = value.and(amount.map_or(Role::Dim, role), coin);
            value.pieces.push((format!(" {unit}"), Role::Dim));
        }
        for (asset, amount) in held.iter().filter(|(asset, _)| **asset != Asset::Coin) {
            value = value.and(role(*amount), signed(ctx, *amount, *asset));
            value.pieces.push((format!(" {}", unit(ctx, *asset)), Role::Dim));
        }
        value = value.link(flows::place(&parties, *account));
        sheet = sheet.fact(parties.role(*account), value);
        for asset in held.keys() {
            if let Some(why) = reasons.get(&(*account, *asset)).filter(|why| why.len() > 1) {
                sheet = because(sheet, why, *asset, ctx);
            }
        }
    }
    sums(sheet, trail, transactions, ctx)
}

/// Adds the reasons for an account's gain or loss of an asset.
fn because(sheet: Sheet, reasons: &Reasons, asset: Asset, ctx: &Context<'_>) -> Sheet {
    let amounts: Vec<String> = reasons.values().map(|amount| signed(ctx, *amount, asset)).collect();
    let amounts = aligned(amounts.iter().map(String::as_str));
    reasons.iter().zip(amounts).fold(sheet, |sheet, ((kind, amount), shown)| {
        let mut value = Value::styled(Role::Dim, shown).copied(amount.to_string());
        value.pieces.push((format!(" {}", unit(ctx, asset)), Role::Dim));
        sheet.inner(1, kind.label(), value)
    })
}

/// The sum of each asset over all accounts, and whether it is zero, as it must be.
fn sums(sheet: Sheet, trail: &Trail, transactions: &[&Transaction], ctx: &Context<'_>) -> Sheet {
    let changes = transactions.iter().any(|transaction| kind::changes_supply(transaction));
    trail.assets().into_iter().fold(sheet, |sheet, asset| {
        let sum = Sum { total: trail.sum(asset), unknown: trail.net.unknown };
        let label = match asset {
            Asset::Coin => sum_label(ctx).to_owned(),
            Asset::Token(token) | Asset::Unique(token) => format!("{} of {token}", sum_label(ctx)),
        };
        // Mints and burns of unique tokens have no sender or receiver.
        let changes = changes || matches!(asset, Asset::Unique(_));
        sheet.fact(label, balance(sum, asset, changes && asset != Asset::Coin, ctx))
    })
}

fn coin(held: &BTreeMap<Asset, i128>, ctx: &Context<'_>) -> String {
    held.get(&Asset::Coin).map(|amount| signed(ctx, *amount, Asset::Coin)).unwrap_or_default()
}
