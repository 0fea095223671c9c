//! The transfer lists of a transaction as tables with their sums, linked to the accounts. Empty lists are named
//! together.

use std::collections::HashMap;

use decode::Parties;
use decode::money::{Asset, Sum};
use ledger::amount::grouped;
use ledger::transaction::{AssessedCustomFee, MaxCustomFee, NftTransfer, TokenTransfer};
use ledger::{ContractRef, EntityId, Field, Transaction};

use super::amounts::{aligned, entry, id, padded, signed};
use super::kind;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::money_flows::{digits, unit};
use crate::panes::kit::nouns::{tokens, values};
use crate::widgets::{Role, Sheet, Value};

/// A line of an amount table.
#[derive(Clone, Copy)]
struct Entry<'a> {
    account: &'a Field<EntityId>,
    amount: &'a Field<i64>,
    is_approval: Option<bool>,
}

/// Adds a table for each non-empty list. `is_net` says that the coin transfers are the whole net change.
pub(super) fn tables(sheet: Sheet, transaction: &Transaction, is_net: bool, ctx: &Context<'_>) -> Sheet {
    let sheet = coin(sheet, transaction, is_net, ctx);
    let sheet = tokens(sheet, transaction, ctx);
    let sheet = unique(sheet, transaction, ctx);
    let sheet = rewards(sheet, transaction, ctx);
    let sheet = assessed(sheet, transaction, ctx);
    limits(sheet, transaction, ctx)
}

/// Adds the empty lists, each with the reason.
pub(super) fn empty(sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let t = transaction;
    let lists = [
        ("transfers", empty_state(&t.transfers, ctx)),
        ("token transfers", empty_state(&t.token_transfers, ctx)),
        ("NFT transfers", empty_state(&t.nft_transfers, ctx)),
        ("staking rewards", empty_state(&t.staking_reward_transfers, ctx)),
        ("assessed custom fees", empty_state(&t.assessed_custom_fees, ctx)),
        ("max custom fees", empty_state(&t.max_custom_fees, ctx)),
    ];
    let mut lists = lists.into_iter().filter_map(|(name, value)| Some((name, value?))).peekable();
    let sheet = if lists.peek().is_some() { sheet.heading("Nothing in") } else { sheet };
    lists.fold(sheet, |sheet, (name, value)| sheet.fact(name, value))
}

fn empty_state<T>(list: &Field<Vec<T>>, ctx: &Context<'_>) -> Option<Value> {
    match list {
        Field::Known(entries) if !entries.is_empty() => None,
        list => Some(values::field(ctx, list, |_| Value::none("empty"))),
    }
}

fn listed<T>(list: &Field<Vec<T>>) -> Option<&[T]> {
    list.known().map(Vec::as_slice).filter(|entries| !entries.is_empty())
}

fn coin(sheet: Sheet, transaction: &Transaction, is_net: bool, ctx: &Context<'_>) -> Sheet {
    let Some(list) = listed(&transaction.transfers) else { return sheet };
    let entries: Vec<Entry<'_>> = list
        .iter()
        .map(|it| Entry { account: &it.account, amount: &it.amount, is_approval: it.is_approval.value() })
        .collect();
    let sum = Sum::of_amounts(list.iter().map(|it| &it.amount));
    let heading = if is_net { "Coin transfers, net per account" } else { "Coin transfers" };
    let sheet = rows(sheet.heading(heading), &entries, Asset::Coin, transaction, ctx);
    sheet.fact(sum_label(ctx), balance(sum, Asset::Coin, false, ctx))
}

fn tokens(mut sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(list) = listed(&transaction.token_transfers) else { return sheet };
    sheet = sheet.heading("Token transfers");
    let mut tokens: Vec<(&Field<EntityId>, Vec<&TokenTransfer>)> = Vec::new();
    let mut places: HashMap<&Field<EntityId>, usize> = HashMap::new();
    for moved in list {
        let place = *places.entry(&moved.token_id).or_insert(tokens.len());
        match tokens.get_mut(place) {
            Some((_, all)) => all.push(moved),
            None => tokens.push((&moved.token_id, vec![moved])),
        }
    }
    for (token, moved) in tokens {
        let asset = Asset::Token(token.value().unwrap_or(ctx.network.home));
        let sum = balance(
            Sum::of_amounts(moved.iter().map(|it| &it.amount)),
            asset,
            kind::changes_supply(transaction),
            ctx,
        );
        let name = values::field(ctx, token, |id| {
            let name = tokens::id(ctx, *id);
            if tokens::whole_tokens(ctx, *id, 0).is_none() { name.note("smallest units") } else { name }
        });
        let pieces =
            name.pieces.into_iter().chain([(format!("  {} ", sum_label(ctx)), Role::Dim)]).chain(sum.pieces);
        sheet =
            sheet.fact("token", Value { pieces: pieces.collect(), ..Value::default() }.copied(name.copied));
        let entries: Vec<Entry<'_>> = moved
            .iter()
            .map(|it| Entry { account: &it.account, amount: &it.amount, is_approval: it.is_approval.value() })
            .collect();
        sheet = rows(sheet, &entries, asset, transaction, ctx);
    }
    sheet
}

fn unique(mut sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(list) = listed(&transaction.nft_transfers) else { return sheet };
    sheet = sheet.heading("NFT transfers");
    for NftTransfer { is_approval, receiver_account_id, sender_account_id, serial_number, token_id } in list {
        let side = |account: &Field<EntityId>, nobody: &str| match account {
            Field::Null => nobody.to_owned(),
            account => id(ctx, account),
        };
        let serial = values::field(ctx, serial_number, |serial| Value::plain(serial.to_string())).line();
        let (from, to) = (side(sender_account_id, "minted"), side(receiver_account_id, "burned"));
        let mut value = values::field(ctx, token_id, |id| tokens::id(ctx, *id))
            .and(Role::Plain, format!("{from} {} {to}", ctx.theme.glyphs.arrow))
            .copied(format!("{serial}: {from} -> {to}"));
        if is_approval.value() == Some(true) {
            value = value.note("by allowance");
        }
        sheet = sheet.fact(format!("serial {serial}"), value);
    }
    sheet
}

fn rewards(sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(list) = listed(&transaction.staking_reward_transfers) else { return sheet };
    let entries: Vec<Entry<'_>> =
        list.iter().map(|it| Entry { account: &it.account, amount: &it.amount, is_approval: None }).collect();
    let sheet = sheet.heading("Staking rewards, part of the coin transfers");
    rows(sheet, &entries, Asset::Coin, transaction, ctx)
}

fn assessed(mut sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(list) = listed(&transaction.assessed_custom_fees) else { return sheet };
    sheet = sheet.heading("Assessed custom fees, part of the transfers");
    for fee in list {
        let AssessedCustomFee { amount, collector_account_id, effective_payer_account_ids, token_id } = fee;
        let value = money(ctx, amount, token_id);
        let to = format!("{} {}", ctx.theme.glyphs.arrow, id(ctx, collector_account_id));
        let payers = match effective_payer_account_ids.known() {
            Some(payers) if !payers.is_empty() => {
                let payers: Vec<String> = payers.iter().map(|payer| id(ctx, payer)).collect();
                format!("paid by {}", payers.join(", "))
            }
            _ => "payer not reported".to_owned(),
        };
        sheet = sheet.fact("fee", value.and(Role::Plain, to).note(payers));
    }
    sheet
}

fn limits(mut sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(list) = listed(&transaction.max_custom_fees) else { return sheet };
    sheet = sheet.heading("Max custom fees");
    for MaxCustomFee { account_id, amount, denominating_token_id } in list {
        let payer = match account_id {
            Field::Null => "by any account".to_owned(),
            account => format!("by {}", id(ctx, account)),
        };
        sheet = sheet.fact("at most", money(ctx, amount, denominating_token_id).and(Role::Plain, payer));
    }
    sheet
}

/// An amount of the coin if `token` is null, otherwise of the token.
fn money(ctx: &Context<'_>, amount: &Field<i64>, token: &Field<EntityId>) -> Value {
    let asset = token.value().map_or(Asset::Coin, Asset::Token);
    let unit = match token {
        Field::Odd(_) => format!("of {}", id(ctx, token)),
        _ => unit(ctx, asset),
    };
    values::field(ctx, amount, |amount| {
        let digits = match token {
            Field::Odd(_) => grouped(amount),
            _ => digits(ctx, i128::from(*amount), asset),
        };
        Value::plain(format!("{digits} {unit}")).copied(amount.to_string())
    })
}

/// A line per entry: role, account and amount. Token entries follow the token's name.
fn rows(
    mut sheet: Sheet,
    entries: &[Entry<'_>],
    asset: Asset,
    transaction: &Transaction,
    ctx: &Context<'_>,
) -> Sheet {
    let parties = Parties::new(&[transaction]);
    let accounts: Vec<String> = entries.iter().map(|it| id(ctx, it.account)).collect();
    let amounts: Vec<(String, Role)> = entries.iter().map(|it| entry(ctx, it.amount, asset)).collect();
    let columns = padded(&accounts).into_iter().zip(aligned(amounts.iter().map(|(text, _)| text.as_str())));
    for ((columns, it), (account, (_, role))) in columns.zip(entries).zip(accounts.iter().zip(&amounts)) {
        let label = it.account.value().map_or_else(|| "account".to_owned(), |id| parties.role(id));
        let mut value = Value::plain(columns.0).copied(account.as_str()).and(*role, columns.1);
        if asset == Asset::Coin {
            value.pieces.push((format!(" {}", ctx.theme.unit_name()), Role::Dim));
        }
        if it.is_approval == Some(true) {
            value = value.note("by allowance");
        }
        if let Some(id) = it.account.value() {
            value = value.link(place(&parties, id));
        }
        sheet = sheet.inner(u16::from(asset != Asset::Coin), label, value);
    }
    sheet
}

/// The label of a sum in the terminal's glyphs.
pub(super) fn sum_label(ctx: &Context<'_>) -> &'static str {
    if ctx.theme.glyphs.rule.is_ascii() { "sum" } else { "Σ" }
}

/// A sum, and whether it is zero, as it must be.
pub(super) fn balance(sum: Sum, asset: Asset, changes_supply: bool, ctx: &Context<'_>) -> Value {
    let glyphs = &ctx.theme.glyphs;
    let shown = signed(ctx, sum.total, asset);
    let value = Value::plain(format!("= {shown}")).copied(sum.total.to_string());
    let (role, words) = match (sum.unknown, sum.total, changes_supply) {
        (0, 0, _) => (Role::Success, format!("{} credits and debits are equal", glyphs.success)),
        (0, _, true) => (Role::Attention, format!("{} the supply changed by this much", glyphs.attention)),
        (0, _, false) => {
            (Role::Failure, format!("{} credits and debits differ by this much", glyphs.failure))
        }
        (count, _, _) => {
            (Role::Attention, format!("{} amounts that could not be read: {count}", glyphs.attention))
        }
    };
    value.and(role, words)
}

/// The place of an account: its contract if it belongs to one, otherwise the account.
pub(super) fn place(parties: &Parties, account: EntityId) -> Place {
    if parties.is_contract(account) {
        Place::contract(ContractRef::Id(account))
    } else {
        Place::Account(account.into())
    }
}
