//! Words of 32 bytes, each with what it probably is.

use alloy_primitives::U256;
use decode::abi::WORD;
use decode::calldata::Meaning;
use decode::{CallData, Word};
use ledger::amount::{counted, grouped};
use ledger::{ContractRef, EntityId, HexBytes, SystemEntity, SystemKind, Timestamp};

use super::shown::TIMES;
use crate::message::Place;
use crate::panes::Context;
use crate::widgets::{Role, Sheet, Value};

/// Narrower screens show what a word means before its digits: both do not fit.
const MIN_WIDE_COLUMNS: u16 = 118;
/// Numbers in this range may be an entity's; smaller ones are mostly just numbers.
const ENTITY_RANGE: std::ops::RangeInclusive<u64> = 1001..=u32::MAX as u64;

/// How many words of data without a reading are shown.
const MAX_WORDS: usize = 1_000;

/// Adds data to a sheet word by word, then what is behind the last whole word.
pub fn rows(sheet: Sheet, ctx: &Context<'_>, data: CallData<'_>) -> Sheet {
    let left_out = data.len().saturating_sub(MAX_WORDS);
    let sheet = data.words().enumerate().take(MAX_WORDS).fold(sheet, |sheet, (place, word)| {
        if word.bytes.len() == WORD {
            sheet.inner(1, format!("word {place}"), value(ctx, word.bytes))
        } else {
            sheet.inner(1, "rest", Value::plain(word.hex()).note("less than a word"))
        }
    });
    match left_out {
        0 => sheet,
        more => sheet.note(Value::none(format!("{} left out", counted(more, "more word")))),
    }
}

/// One word: its digits whole, and what it is likely to be.
pub fn value(ctx: &Context<'_>, word: &[u8]) -> Value {
    value_and(ctx, word, None)
}

/// The same with something more to say about the word.
pub fn value_and(ctx: &Context<'_>, word: &[u8], more: Option<&str>) -> Value {
    let word = Word { offset: 0, bytes: word };
    let hex = word.hex();
    let (hint, place) = hint(ctx, word);
    let with = |value: Value| match more {
        Some(more) => value.and(Role::Heading, more),
        None => value,
    };
    let value = match hint {
        Some(hint) if ctx.body.width < MIN_WIDE_COLUMNS => with(Value::plain(hint)).note(hex.clone()),
        Some(hint) => with(Value::plain(hex.clone()).note(format!("= {hint}"))),
        None => with(Value::plain(hex.clone())),
    };
    let value = value.copied(hex);
    match place {
        Some(place) => value.link(place),
        None => value,
    }
}

/// What a word is likely to be in words, and where it leads if it is an address.
fn hint(ctx: &Context<'_>, word: Word<'_>) -> (Option<String>, Option<Place>) {
    match word.meaning() {
        Meaning::Number(number) => (Some(number_words(ctx, number)), None),
        Meaning::Negative(distance) => (Some(format!("-{}", grouped(&distance))), None),
        Meaning::Text(text) => (Some(format!("\"{}\"", text.escaped())), None),
        Meaning::Address(address) => {
            (Some(address.checksummed()), Some(Place::contract(ContractRef::Address(address))))
        }
        Meaning::Bytes => (None, None),
    }
}

/// A number, and what else it may be: a time, or the entity that its long-zero address names.
fn number_words(ctx: &Context<'_>, number: U256) -> String {
    let words = grouped(&number);
    match u64::try_from(number) {
        Ok(seconds) if TIMES.contains(&seconds) => {
            let time = Timestamp::from_secs(seconds).utc();
            format!("{words} or {}", time.get(..19).unwrap_or(&time))
        }
        Ok(num) => {
            let id = EntityId { num, ..ctx.network.home };
            match SystemEntity::by_id(id).filter(|system| system.kind == SystemKind::Contract) {
                Some(system) => format!("{words} or {id} {}", system.name),
                None if ENTITY_RANGE.contains(&num) => format!("{words} or {id}"),
                None => words,
            }
        }
        Err(_) => words,
    }
}

/// The same bytes with the zeros before them that servers may leave out.
pub fn padded(bytes: &HexBytes) -> Vec<u8> {
    let missing = WORD.saturating_sub(bytes.len());
    [&vec![0; missing], bytes.bytes()].concat()
}

/// How many bytes there are; all of them are copied.
pub fn size(ctx: &Context<'_>, bytes: &HexBytes) -> Value {
    match bytes.len() {
        0 => Value::none(format!("{} empty (0x)", ctx.theme.glyphs.none)).copied("0x"),
        count => Value::plain(counted(count, "byte")).copied(bytes),
    }
}
