//! The Ethereum transaction that wrapped the execution, if any, and whether the record matches its hash and its
//! signer.

use ledger::result::{AccessEntry, AccessList, Authorization};
use ledger::{Field, HexBytes, Quantity};

use super::shown::Shown;
use super::words;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let (result, ctx, money) = (shown.result, shown.ctx, &shown.money);
    let wrapped = result.is_wrapped();
    let nonce = match &result.nonce {
        Field::Null if !wrapped => {
            Value::none(format!("{} null: not a wrapped Ethereum transaction", ctx.theme.glyphs.none))
        }
        nonce => values::field(ctx, nonce, values::ordinal),
    };
    let mut sheet = Sheet::default();
    if !wrapped {
        sheet = sheet
            .note(Value::none("No Ethereum transaction was wrapped: no nonce, and no signature to prove."));
    }
    sheet = sheet
        .heading("Envelope")
        .fact("type", values::field(ctx, &result.r#type, |kind| kind_words(*kind, wrapped)))
        .fact("nonce", nonce)
        .fact("chain id", values::field(ctx, &result.chain_id, |chain| chain_id(ctx, chain)))
        .fact("transaction hash", values::field(ctx, &result.hash, |hash| values::bytes(ctx, hash)))
        .fact("gas price", money.gas_price(ctx))
        .fact("maximum fee", money.price(ctx, &money.record.max_fee_per_gas))
        .fact("maximum priority fee", money.price(ctx, &money.record.max_priority_fee_per_gas))
        .heading("Signature")
        .fact("v", values::field(ctx, &result.v, |v| recovery(*v)))
        .fact("r", values::field(ctx, &result.r, |r| values::bytes(ctx, r)))
        .fact("s", values::field(ctx, &result.s, |s| values::bytes(ctx, s)));
    sheet = shown.proof.section(sheet, shown.result, shown.ctx).heading("Access list");
    sheet = access_list(sheet, ctx, &result.access_list);
    if result.r#type.value() == Some(4) || result.authorization_list.known().is_some() {
        sheet = authorizations(sheet.heading("Authorizations"), ctx, &result.authorization_list);
    }
    sheet
}

/// The EIP-7702 authorizations: the code that each account delegates to, and the signatures.
fn authorizations(sheet: Sheet, ctx: &Context<'_>, list: &Field<Vec<Authorization>>) -> Sheet {
    match list {
        Field::Known(all) if all.is_empty() => sheet.fact("entries", Value::none("none")),
        Field::Known(all) => all.iter().fold(sheet, |sheet, it| {
            let quantity = |quantity: &Quantity| Value::plain(quantity.0.unwrap_or_default().to_string());
            sheet
                .fact("code of", values::field(ctx, &it.address, values::address))
                .inner(1, "chain id", values::field(ctx, &it.chain_id, quantity))
                .inner(1, "nonce", values::field(ctx, &it.nonce, values::ordinal))
                .inner(1, "y parity", values::field(ctx, &it.y_parity, quantity))
                .inner(1, "r", values::field(ctx, &it.r, |r| values::bytes(ctx, r)))
                .inner(1, "s", values::field(ctx, &it.s, |s| values::bytes(ctx, s)))
        }),
        other => sheet.fact("entries", values::field(ctx, other, |_| Value::default())),
    }
}

fn kind_words(kind: i64, wrapped: bool) -> Value {
    let value = Value::plain(kind.to_string());
    value.note(match kind {
        _ if !wrapped => "filled in by the server",
        0 => "legacy",
        1 => "with an access list (EIP-2930)",
        2 => "with maximum fees (EIP-1559)",
        3 => "with blobs (EIP-4844)",
        4 => "sets the code of accounts (EIP-7702)",
        _ => "unknown type",
    })
}

/// The chain id in hex and decimal, and whether it is the network's.
fn chain_id(ctx: &Context<'_>, chain: &Quantity) -> Value {
    let Some(id) = chain.0 else {
        return Value::none(format!(
            "{} none (0x): signed for any chain, before EIP-155",
            ctx.theme.glyphs.none
        ))
        .copied("0x");
    };
    let value = Value::plain(id.to_string()).and(Role::Dim, format!("{id:#x}"));
    let Some(own) = &ctx.network.chain else { return value };
    if own.to_string() == id.to_string() {
        value.and(Role::Success, format!("{} the chain of {}", ctx.theme.glyphs.success, ctx.network.name))
    } else {
        let words = format!("{} {} is chain {own}", ctx.theme.glyphs.attention, ctx.network.name);
        value.and(Role::Attention, words)
    }
}

/// The meaning of the recovery id: the parity of the curve point, and in old forms the chain.
fn recovery(v: i64) -> Value {
    let parity = |bit: i64| if bit % 2 == 0 { "even" } else { "odd" };
    let value = Value::plain(v.to_string());
    match v {
        0 | 1 => value.note(format!("{} parity", parity(v))),
        27 | 28 => value.note(format!("27 + parity ({}), no chain: before EIP-155", parity(v - 27))),
        35.. => {
            let chain = (v - 35) / 2;
            value.note(format!("35 + twice the chain ({chain}) + parity ({})", parity(v - 35)))
        }
        _ => value.note("unknown recovery id"),
    }
}

fn access_list(sheet: Sheet, ctx: &Context<'_>, list: &Field<AccessList>) -> Sheet {
    match list {
        Field::Known(AccessList::Entries(entries)) if entries.is_empty() => {
            sheet.fact("entries", Value::none("none"))
        }
        Field::Known(AccessList::Entries(entries)) => {
            entries.iter().fold(sheet, |sheet, entry| access(sheet, ctx, entry))
        }
        Field::Known(AccessList::Hex(bytes)) if bytes.is_empty() => {
            sheet.fact("entries", Value::none("none (0x)").copied("0x"))
        }
        Field::Known(AccessList::Hex(bytes)) => {
            sheet.fact("as bytes", Value::plain(bytes.to_hex()).note(words::size(ctx, bytes).line()))
        }
        other => sheet.fact("entries", values::field(ctx, other, |_| Value::default())),
    }
}

fn access(sheet: Sheet, ctx: &Context<'_>, entry: &AccessEntry) -> Sheet {
    let mut sheet = sheet.fact("address", values::field(ctx, &entry.address, values::address));
    match &entry.storage_keys {
        Field::Known(keys) if keys.is_empty() => {
            sheet = sheet.inner(1, "keys", Value::none("none: the address alone"));
        }
        Field::Known(keys) => {
            for (place, key) in keys.iter().enumerate() {
                let value = values::field(ctx, key, |key: &HexBytes| words::value(ctx, key.bytes()));
                sheet = sheet.inner(1, format!("key {place}"), value);
            }
        }
        other => sheet = sheet.inner(1, "keys", values::field(ctx, other, |_| Value::default())),
    }
    sheet
}
