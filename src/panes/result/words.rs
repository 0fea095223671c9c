//! Words of 32 bytes: whole, and what each is likely to be.

use alloy_primitives::{I256, U256};

use crate::ledger::ContractRef;
use crate::ledger::amount::grouped;
use crate::ledger::{EntityId, EvmAddress, HexBytes, SystemEntity, Text, Timestamp};
use crate::message::Place;
use crate::panes::Context;
use crate::widgets::{Role, Sheet, Value};

/// Bytes in a word.
pub(super) const WORD: usize = 32;
/// Narrower screens show what a word means before its digits: both do not fit.
const WIDE: u16 = 118;
/// Numbers in this range may be a time; others hardly are.
const TIMES: std::ops::Range<u64> = 1_500_000_000..2_500_000_000;
/// Numbers in this range may be an entity's; smaller ones are mostly just numbers.
const ENTITIES: std::ops::RangeInclusive<u64> = 101..=u32::MAX as u64;

/// Adds the bytes to a sheet word by word, and what is left over.
pub(super) fn rows(mut sheet: Sheet, ctx: &Context<'_>, bytes: &[u8]) -> Sheet {
    let words = bytes.chunks_exact(WORD);
    let rest = words.remainder();
    for (place, word) in words.enumerate() {
        sheet = sheet.inner(1, format!("word {place}"), value(ctx, word));
    }
    if !rest.is_empty() {
        let hex = HexBytes::from(rest.to_vec()).to_hex();
        sheet = sheet.inner(1, "rest", Value::plain(hex).note("fills no word"));
    }
    sheet
}

/// One word: its digits whole, and what it is likely to be.
pub(super) fn value(ctx: &Context<'_>, word: &[u8]) -> Value {
    value_and(ctx, word, None)
}

/// The same with something more to say about the word.
pub(super) fn value_and(ctx: &Context<'_>, word: &[u8], more: Option<&str>) -> Value {
    let hex = HexBytes::from(word.to_vec()).to_hex();
    let hint = hint(ctx, word);
    let with = |value: Value| match more {
        Some(more) => value.and(Role::Heading, more),
        None => value,
    };
    let value = match &hint {
        Some((words, _)) if ctx.body.width < WIDE => with(Value::plain(words.clone())).note(hex.clone()),
        Some((words, _)) => with(Value::plain(hex.clone()).note(format!("= {words}"))),
        None => with(Value::plain(hex.clone())),
    };
    let value = value.copied(hex);
    match hint {
        Some((_, Some(address))) => value.link(Place::contract(ContractRef::Address(address))),
        _ => value,
    }
}

/// What a word is likely to be, and the address if it is one. Guesses, except for the number.
fn hint(ctx: &Context<'_>, word: &[u8]) -> Option<(String, Option<EvmAddress>)> {
    let bytes = <[u8; WORD]>::try_from(word).ok()?;
    let number = U256::from_be_bytes(bytes);
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    if let Ok(small) = u64::try_from(number) {
        return Some((small_number(ctx, small), None));
    }
    if zeros >= 16 {
        return Some((grouped(&number), None));
    }
    if (12..16).contains(&zeros) {
        let address = EvmAddress::new(*bytes.last_chunk::<20>()?);
        return Some((address.checksummed(), Some(address)));
    }
    if bytes.starts_with(&[0xff; 16]) {
        return Some((grouped(&I256::from_raw(number)), None));
    }
    text(&bytes).map(|text| (format!("\"{}\"", text.shown()), None))
}

fn small_number(ctx: &Context<'_>, number: u64) -> String {
    let mut words = grouped(&number);
    if TIMES.contains(&number) {
        let time = Timestamp::of(number).utc();
        words = format!("{words} or {}", time.get(..19).unwrap_or(&time));
    } else if ENTITIES.contains(&number) {
        let id = EntityId { num: number, ..ctx.network.home };
        words = match SystemEntity::by_id(id) {
            Some(system) => format!("{words} or {id} {}", system.name),
            None => format!("{words} or {id}"),
        };
    }
    words
}

/// Letters from the left and zeros behind them, as `bytes32` texts are.
fn text(bytes: &[u8; WORD]) -> Option<Text> {
    let length = bytes.iter().rposition(|byte| *byte != 0)? + 1;
    let letters = bytes.get(..length)?;
    let plain = letters.iter().all(|byte| matches!(byte, 0x20..=0x7e));
    (length >= 3 && plain).then(|| Text::from_bytes(letters))
}

/// The number in a word of any length up to 32 bytes, if it is below 2^128: so that changes can be counted.
pub(super) fn counted(bytes: &HexBytes) -> Option<i128> {
    (bytes.len() <= WORD)
        .then(|| U256::from_be_slice(bytes.bytes()))
        .and_then(|number| i128::try_from(number).ok())
}

/// Whether two words are the same number, whatever zeros stand before it.
pub(super) fn same(one: &HexBytes, other: &HexBytes) -> bool {
    let significant = |bytes: &HexBytes| {
        let zeros = bytes.bytes().iter().take_while(|byte| **byte == 0).count();
        bytes.bytes().get(zeros..).map(<[u8]>::to_vec)
    };
    significant(one) == significant(other)
}

/// Bytes that are too many for one line, or none, in a summary line before their words.
pub(super) fn size(ctx: &Context<'_>, bytes: &HexBytes) -> Value {
    match bytes.len() {
        0 => Value::none(format!("{} empty (0x)", ctx.look.glyphs.none)).copied("0x"),
        1 => Value::of(Role::Plain, "1 byte").copied(bytes.to_hex()),
        count => Value::of(Role::Plain, format!("{} bytes", grouped(&count))).copied(bytes.to_hex()),
    }
}
