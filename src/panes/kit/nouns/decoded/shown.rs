//! Values that were decoded, as they are shown: numbers grouped and whole, addresses that lead on, bytes in hex.

use alloy_primitives::{I256, U256};
use decode::Word;
use decode::reading::Value as Read;
use ledger::amount::{counted, grouped};
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes, SystemEntity, SystemKind, Timestamp};

use crate::panes::Context;
use crate::panes::kit::nouns::{entities, tokens, values};
use crate::widgets::{Role, Value};

/// Numbers in this range may be a time in seconds; others hardly are.
pub const TIMES: std::ops::Range<u64> = 1_500_000_000..2_500_000_000;

/// A value that takes one row.
pub fn value(ctx: &Context<'_>, value: &Read) -> Value {
    match value {
        Read::Address(address) => party(ctx, *address),
        Read::Number(number, bits) => unsigned(*number, *bits),
        Read::Signed(number, _) => signed(*number),
        Read::Bool(flag) => Value::plain(flag.to_string()),
        Read::Bytes(bytes, _) => values::bytes(ctx, bytes),
        Read::Word(bytes) => word(bytes),
        Read::Text(text) => {
            let copied = Value::text(text).copied;
            Value::plain(format!("\"{}\"", text.escaped())).copied(copied)
        }
        Read::Hashed(bytes) => {
            Value::styled(Role::Dim, "hash  ").and(Role::Plain, bytes.to_hex()).copied(bytes)
        }
        Read::List(_) | Read::Tuple(_) => Value::plain(text_of(value)),
    }
}

/// A value in one line, for what takes more than one.
pub fn text_of(value: &Read) -> String {
    match value {
        Read::Tuple(members) => format!("a tuple of {}", members.len()),
        _ => value.summary(),
    }
}

/// How many members a list has, in words.
pub fn count(members: usize) -> String {
    match members {
        0 => "empty list".to_owned(),
        more => counted(more, "item"),
    }
}

/// Who is meant by an address: the entity of a long-zero address by its id, with the name of a system entity.
pub fn party(ctx: &Context<'_>, address: EvmAddress) -> Value {
    if address.bytes() == &[0; 20] {
        return Value::none(format!("{} nobody (the zero address)", ctx.theme.glyphs.none))
            .copied(address.to_string());
    }
    let Some(num) = address.entity_num() else {
        let value = values::aliased(ctx, address, Value::plain(address.checksummed()));
        return value.link(entities::place(ctx, ContractRef::Address(address)));
    };
    let id = EntityId { num, ..ctx.network.home };
    let value = Value::plain(id.to_string()).copied(id.to_string());
    match SystemEntity::by_id(id) {
        Some(system) if system.kind == SystemKind::File => value.note(system.name),
        Some(system) => value.link(entities::place(ctx, ContractRef::Id(id))).note(system.name),
        None => {
            let value = value.link(entities::place(ctx, ContractRef::Id(id)));
            tokens::symbol(ctx, id).map_or_else(|| value.clone(), |symbol| value.clone().note(symbol))
        }
    }
}

fn unsigned(number: U256, bits: usize) -> Value {
    let value = Value::plain(grouped(&number)).copied(number.to_string());
    let largest = U256::MAX.checked_shr(256_usize.saturating_sub(bits)).unwrap_or(U256::MAX);
    match u64::try_from(number) {
        _ if bits >= 64 && number == largest => value.note(format!("the largest uint{bits}: no limit")),
        Ok(seconds) if TIMES.contains(&seconds) => {
            let time = Timestamp::from_secs(seconds).utc();
            value.note(format!("or {} UTC", time.get(..19).unwrap_or(&time)))
        }
        _ => value,
    }
}

fn signed(number: I256) -> Value {
    let sign = if number.is_negative() { "-" } else { "" };
    Value::plain(format!("{sign}{}", grouped(&number.unsigned_abs()))).copied(number.to_string())
}

/// Fixed bytes, with the letters that they are if they are some.
fn word(bytes: &HexBytes) -> Value {
    let value = Value::plain(bytes.to_hex());
    match (Word { offset: 0, bytes: bytes.bytes() }).text() {
        Some(text) => value.note(format!("\"{}\"", text.escaped())),
        None => value,
    }
}
