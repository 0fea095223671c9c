//! Storage slots on screen: path and content, with names from a layout or the user.

use std::sync::Arc;

use alloy_primitives::{U256, hex};
use api::{Extent, VerifiedQuery};
use decode::Subject;
use decode::functions::built_in;
use decode::storage::{
    Case, Clue, Explanation, Held, Key, Origin, Piece, Slot, as_address, below_zero, guess, typed_text,
};
use ledger::amount::grouped;
use ledger::{ContractRef, EntityId, EvmAddress, Text};

use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::line::{cut, cut_middle};

/// Maximum numbers of contracts to look up, and to load sources of.
const MAX_CONTRACTS: usize = 8;
const MAX_SOURCES: usize = 4;
/// Columns of an address and of a text in a path.
const SHORT_ADDRESS: u16 = 13;
const SHORT_TEXT: u16 = 26;
const SHORT_NUMBER: u16 = 26;
/// Columns of a slot's digits.
const SHORT_DIGITS: u16 = 26;
/// Maximum number of changed bytes that are listed one by one.
const MAX_BYTES: usize = 12;
/// Entities have numbers in this range; smaller ones are the network's own, larger ones are other things.
const ENTITIES: std::ops::RangeInclusive<usize> = 10..=38;

/// Adds the explanation of slots and the interfaces of their contracts. If slots stay without a name, verified
/// sources follow: only sources declare the members of namespaces.
pub fn want(case: &Arc<Case>, ctx: &Context<'_>, wants: &mut Wants) {
    if case.slots.is_empty() {
        return;
    }
    case.contracts().take(MAX_CONTRACTS).for_each(|contract| wants.resolve(Subject::Contract(contract)));
    wants.add_optional(case);
    let (Some(chain), Some(explained)) = (&ctx.network.chain, ctx.get(case).value()) else { return };
    let is_nameless = |contract: &ContractRef| {
        case.slots.iter().zip(&explained.slots).any(|(slot, found)| {
            let is_far = slot.slot.is_some_and(|slot| slot.bit_len() > 64);
            is_far && found.named.is_none() && slot.contract == Some(*contract)
        })
    };
    let nameless = case.contracts().take(MAX_CONTRACTS).filter(is_nameless);
    let addresses = nameless.flat_map(|contract| ctx.known.code_addresses(contract));
    for address in addresses.filter(|address| !ctx.known.has_namespaces(*address)).take(MAX_SOURCES) {
        wants.add_optional(&VerifiedQuery { chain: chain.clone(), address, extent: Extent::Sources });
    }
}

/// A slot's path, with long keys cut: `balances[0.0.1234]`; its digits if unknown.
pub fn name(ctx: &Context<'_>, slot: &Slot, explanation: &Explanation) -> String {
    written(ctx, slot, explanation, Some(ctx.theme.glyphs.cut))
}

/// The same with every digit.
pub fn whole_name(ctx: &Context<'_>, slot: &Slot, explanation: &Explanation) -> String {
    written(ctx, slot, explanation, None)
}

/// A slot's path, cut with this sign.
fn written(ctx: &Context<'_>, slot: &Slot, explanation: &Explanation, sign: Sign) -> String {
    let own = given(ctx, slot, explanation);
    let Some(path) = &explanation.path else {
        let digits = slot.slot.map(word_hex).unwrap_or_default();
        return own.unwrap_or_else(|| short(&digits, SHORT_DIGITS, sign));
    };
    let written =
        |pieces: &[Piece]| pieces.iter().map(|piece| self::piece(ctx, piece, sign)).collect::<String>();
    if let (None, Some(or)) = (&own, &explanation.or) {
        return format!("one of {}, {}", written(&path.pieces()), written(&or.pieces()));
    }
    let mut pieces = explanation.named.as_ref().map_or_else(|| path.pieces(), |named| named.pieces.clone());
    if let (Some(own), Some(Piece::Name(first))) = (own, pieces.first_mut()) {
        *first = own;
        // The member of a namespace has a slot of its own, which is what was named.
        if path.base() != path.root.slot() && explanation.named.is_none() && pieces.len() > 1 {
            pieces.remove(1);
        }
    }
    written(&pieces)
}

/// The user's name for the slot at the start of the path, safe to print.
pub fn given(ctx: &Context<'_>, slot: &Slot, explanation: &Explanation) -> Option<String> {
    let base = base(slot, explanation)?.to_be_bytes::<32>();
    let mut names = ctx.known.slot_names(slot.contract?);
    let name = names.find(|(named, _)| **named == base).map(|(_, name)| name.escaped());
    name.filter(|name| !name.is_empty())
}

/// The slot that a name applies to: the start of the path, or the slot itself.
pub fn base(slot: &Slot, explanation: &Explanation) -> Option<U256> {
    explanation.path.as_ref().map(decode::storage::Path::base).or(slot.slot)
}

/// The sign of a cut; `None` if nothing is cut.
type Sign = Option<&'static str>;

/// A text without its middle if it is longer than this and may be cut.
fn short(text: &str, most: u16, sign: Sign) -> String {
    sign.map_or_else(|| text.to_owned(), |sign| cut_middle(text, most, sign).into_owned())
}

fn piece(ctx: &Context<'_>, piece: &Piece, sign: Sign) -> String {
    match piece {
        Piece::Key(clue, kind) => format!("[{}]", key(ctx, clue, kind.as_deref(), sign)),
        _ => piece.text(),
    }
}

/// A mapping key by its type, or by where it was found.
fn key(ctx: &Context<'_>, clue: &Clue, kind: Option<&str>, sign: Sign) -> String {
    let begun =
        |text: String| sign.map_or_else(|| text.clone(), |sign| cut(&text, SHORT_TEXT, sign).into_owned());
    match &clue.key {
        Key::Word(word) => {
            let party =
                matches!(clue.origin, Origin::From | Origin::Contract | Origin::Emitter(_) | Origin::Known);
            let address =
                kind.map_or(party, |kind| kind.starts_with("address") || kind.starts_with("contract"));
            match kind.filter(|kind| !address && (kind.starts_with("bytes") || kind.starts_with("uint"))) {
                Some(kind) => {
                    let most = if kind.starts_with("bytes") { SHORT_ADDRESS } else { SHORT_NUMBER };
                    short(&typed_text(*word, Some(kind)), most, sign)
                }
                None => word_text(ctx, *word, address, sign),
            }
        }
        Key::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => format!("\"{}\"", begun(Text::from(text).escaped())),
            Err(_) => begun(hex::encode_prefixed(bytes)),
        },
        Key::Hash { of, parts } if parts.is_empty() => begun(Text::from_bytes(of.clone()).escaped()),
        Key::Hash { parts, .. } => {
            let parts: Vec<String> = parts.iter().map(|part| word_text(ctx, *part, false, sign)).collect();
            format!("hash of {}", parts.join(", "))
        }
    }
}

fn word_text(ctx: &Context<'_>, word: U256, address: bool, sign: Sign) -> String {
    if let (true, Ok(num)) = (address && ENTITIES.contains(&word.bit_len()), u64::try_from(word)) {
        return EntityId { num, ..ctx.network.home }.to_string();
    }
    if word.bit_len() <= 64 {
        return word.to_string();
    }
    if let Some(address) = as_address(word) {
        return short(&address.checksummed(), SHORT_ADDRESS, sign);
    }
    match below_zero(word) {
        Some(distance) => format!("-{distance}"),
        None => short(&word_hex(word), SHORT_ADDRESS, sign),
    }
}

pub fn word_hex(word: U256) -> String {
    hex::encode_prefixed(word.to_be_bytes::<32>())
}

/// A value in a word: its name within the word, its type, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name; empty if it fills the word.
    pub label: String,
    /// Its type as the source writes it; empty if it was guessed.
    pub kind: String,
    pub before: Option<Held>,
    pub after: Option<Held>,
}

/// The values in a slot before and after: by their types, or guessed.
pub fn parts(slot: &Slot, explanation: &Explanation) -> Vec<Part> {
    let members = explanation.named.as_ref().map(|named| named.members.as_slice()).unwrap_or_default();
    if members.is_empty() {
        let (mut before, mut after) =
            (slot.read.map(guess).unwrap_or_default(), slot.written.map(guess).unwrap_or_default());
        let longest = before.len().max(after.len());
        // Zero means zero for every value of the word, before or after.
        for (word, held) in [(slot.read, &mut before), (slot.written, &mut after)] {
            if word == Some(U256::ZERO) {
                held.resize(longest, Held::Number(U256::ZERO));
            }
        }
        let part = |at: usize| Part {
            label: String::new(),
            kind: String::new(),
            before: before.get(at).cloned(),
            after: after.get(at).cloned(),
        };
        return (0..longest).map(part).collect();
    }
    let alone = members.len() == 1;
    let part = |it: &decode::storage::Member| Part {
        label: if alone { String::new() } else { it.label.clone() },
        kind: it.kind.clone(),
        before: slot.read.map(|word| it.held(word)),
        after: slot.written.map(|word| it.held(word)),
    };
    // A packed element that never existed is not reported.
    let reported =
        |part: &Part| alone || !is_element(&part.label) || part.before != part.after || !is_zero(part);
    members.iter().map(part).filter(reported).collect()
}

fn is_element(label: &str) -> bool {
    label.starts_with('#')
}

fn is_zero(part: &Part) -> bool {
    let zero = |held: &Option<Held>| {
        matches!(
            held,
            None | Some(Held::Number(U256::ZERO) | Held::Defined(U256::ZERO, _) | Held::Flag(false))
        )
    };
    zero(&part.before) && zero(&part.after)
}

/// A value in short.
pub fn held(ctx: &Context<'_>, held: &Held) -> String {
    match held {
        Held::Number(U256::MAX) => "max uint256".to_owned(),
        Held::Number(number) => grouped(number),
        Held::Defined(number, bytes) => format!("{} ({})", grouped(number), hex::encode_prefixed(bytes)),
        Held::Function(address, _) if address.bytes() == &[0; 20] => "no function".to_owned(),
        Held::Function(address, selector) => {
            let name = built_in([*selector]).pop().map(|known| format!(" ({})", known.entry.name.escaped()));
            let function = hex::encode_prefixed(selector);
            format!("{}.{function}{}", self::address(ctx, address), name.unwrap_or_default())
        }
        Held::Negative(distance) => format!("-{}", grouped(distance)),
        Held::Flag(on) => on.to_string(),
        Held::Address(address) => self::address(ctx, address),
        Held::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) if bytes.len() == 32 && !text.chars().any(char::is_control) => {
                format!("\"{}\"", Text::from(text).escaped())
            }
            _ => cut_middle(&hex::encode_prefixed(bytes), 22, ctx.theme.glyphs.cut).into_owned(),
        },
        Held::Text(text) => format!("\"{}\"", Text::from_bytes(text.clone()).escaped()),
        Held::LongText(length) => format!("text of {} bytes", grouped(length)),
    }
}

fn address(ctx: &Context<'_>, address: &EvmAddress) -> String {
    match address.entity_num() {
        Some(num) => EntityId { num, ..ctx.network.home }.to_string(),
        None if address.bytes() == &[0; 20] => "no address".to_owned(),
        None => address.checksummed(),
    }
}

/// The bytes that changed within a word of bytes, before and after, counted from the left: `byte 6: 0x03 → 0x04`.
pub fn changed_bytes(ctx: &Context<'_>, part: &Part) -> Option<String> {
    let (Held::Bytes(before), Held::Bytes(after)) = (part.before.as_ref()?, part.after.as_ref()?) else {
        return None;
    };
    let differs =
        || before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new).map(|(at, _)| at);
    let (first, last) = (differs().min()?, differs().max()?);
    let cut = |bytes: &[u8]| bytes.get(first..=last).map(hex::encode_prefixed);
    let bytes = if first == last { format!("byte {first}") } else { format!("bytes {first}-{last}") };
    let short = last - first < MAX_BYTES && before.len() == after.len();
    Some(format!("{bytes}: {} {} {}", cut(before)?, ctx.theme.glyphs.arrow, cut(after)?)).filter(|_| short)
}

/// The exact difference of two numbers.
pub fn difference(part: &Part) -> Option<String> {
    let (before, after) = (sides(part.before.as_ref()?)?, sides(part.after.as_ref()?)?);
    let (grown, distance) = match (before, after) {
        ((false, before), (false, after)) | ((true, after), (true, before)) => (
            after >= before,
            if after >= before { after.checked_sub(before)? } else { before.checked_sub(after)? },
        ),
        ((true, below), (false, above)) => (true, below.checked_add(above)?),
        ((false, above), (true, below)) => (false, below.checked_add(above)?),
    };
    (!distance.is_zero()).then(|| format!("{}{}", if grown { "+" } else { "-" }, grouped(&distance)))
}

/// Whether a number is below zero, and its distance from zero.
fn sides(held: &Held) -> Option<(bool, U256)> {
    match held {
        Held::Number(number) if *number < U256::MAX => Some((false, *number)),
        Held::Negative(distance) => Some((true, *distance)),
        _ => None,
    }
}
