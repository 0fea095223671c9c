//! One slot: its contract, its location with proof, and its values before and after.

use alloy_primitives::hex;
use decode::storage::{Explanation, Key, Order, Origin, Path, Piece, Slot, Step, as_address};
use ledger::amount::grouped;
use ledger::result::StateChange;
use ledger::{ContractRef, HexBytes};

use super::super::words;
use super::StateTab;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{slot_change::SlotChange, slots, slots::Part, values};
use crate::widgets::{Role, Sheet, Value};

pub(super) fn sheet(tab: &StateTab, at: Option<usize>, ctx: &Context<'_>) -> Sheet {
    let Some((change, slot, explanation)) = at.and_then(|at| tab.slot(at)) else {
        return Sheet::default();
    };
    let sheet = Sheet::default();
    let sheet = match &explanation.path {
        Some(path) => place(sheet, path, &explanation),
        None if tab.explained().is_some() => {
            sheet.fact("location", Value::none("unknown: no key found in this call leads here"))
        }
        None => sheet.fact("location", Value::none("not known yet")),
    };
    let sheet = held(sheet, ctx, slot, &explanation);
    let whole = |word: &HexBytes| words::value(ctx, &words::padded(word));
    let written = match SlotChange::new(change) {
        SlotChange::Read => Value::none(format!("{} read, unchanged", ctx.theme.glyphs.none)),
        SlotChange::Unchanged => {
            values::field(ctx, &change.value_written, |word| whole(word).note("unchanged"))
        }
        SlotChange::Changed => values::field(ctx, &change.value_written, whole),
    };
    let sheet = sheet.fact("read", values::field(ctx, &change.value_read, whole)).fact("written", written);
    let sheet = proof(sheet.fact("slot", values::field(ctx, &change.slot, digits)), ctx, &explanation);
    owner(sheet, ctx, change)
}

fn digits(slot: &HexBytes) -> Value {
    Value::plain(hex::encode_prefixed(words::padded(slot)))
}

fn owner(sheet: Sheet, ctx: &Context<'_>, change: &StateChange) -> Sheet {
    sheet
        .fact("contract", values::field(ctx, &change.contract_id, values::contract))
        .fact("address", values::field(ctx, &change.address, values::contract_address))
}

/// The slot's location in full, and its declared name and type.
fn place(sheet: Sheet, path: &Path, explanation: &Explanation) -> Sheet {
    let value = Value::plain(path.to_string());
    let value = match path.steps.is_empty() {
        true if path.is_proof() => value.note("a slot by its number"),
        _ if !path.is_proof() => value.note("based on a slot that is not resolved"),
        _ => value,
    };
    let sheet = sheet.fact("location", value);
    let sheet = match &explanation.or {
        Some(or) => {
            let language = if or.order() == Some(Order::SlotFirst) { "Vyper" } else { "Solidity" };
            sheet.inner(1, "or", Value::plain(or.to_string()).note(format!("if the contract is {language}")))
        }
        None => sheet,
    };
    let Some(named) = explanation.named.as_ref() else { return sheet };
    let name: String = named.pieces.iter().map(Piece::text).collect();
    let kind = match named.members.as_slice() {
        [one] => one.kind.clone(),
        _ => String::new(),
    };
    sheet.fact("declared as", Value::plain(name).note(kind))
}

/// The values before and after, one line each.
fn held(mut sheet: Sheet, ctx: &Context<'_>, slot: &Slot, explanation: &Explanation) -> Sheet {
    let parts = slots::parts(slot, explanation);
    for (at, part) in parts.iter().enumerate() {
        let label = match (part.label.as_str(), at) {
            ("", 0) => "value".to_owned(),
            ("", _) => String::new(),
            (label, _) => label.to_owned(),
        };
        let value = change(ctx, part);
        let value = if parts.len() > 1 { value.note(part.kind.clone()) } else { value };
        sheet = if at == 0 || !part.label.is_empty() {
            sheet.fact(label, value)
        } else {
            sheet.inner(1, label, value)
        };
    }
    sheet
}

fn change(ctx: &Context<'_>, part: &Part) -> Value {
    let text = |held: &Option<_>| held.as_ref().map(|held| slots::held(ctx, held));
    let arrow = ctx.theme.glyphs.arrow;
    let value = match (text(&part.before), text(&part.after)) {
        (Some(before), Some(after)) if before != after => {
            let value = Value::plain(format!("{before} {arrow} {after}"));
            match slots::difference(part) {
                Some(difference) => value.and(Role::Heading, difference),
                None => value,
            }
        }
        (Some(one), _) | (None, Some(one)) => Value::plain(one),
        (None, None) => Value::none(ctx.theme.glyphs.none),
    };
    match part.after.as_ref().or(part.before.as_ref()) {
        Some(decode::storage::Held::Address(address)) if address.bytes() != &[0; 20] => {
            value.link(Place::contract(ContractRef::Address(*address)))
        }
        _ => value,
    }
}

/// The keys with their sources, and every hash of the derivation, so the location can be checked elsewhere.
fn proof(mut sheet: Sheet, ctx: &Context<'_>, explanation: &Explanation) -> Sheet {
    let Some(path) = explanation.path.as_ref().filter(|path| !path.steps.is_empty()) else { return sheet };
    for step in &path.steps {
        if let Step::Key(clue, _) = step {
            let whole = Piece::Key(clue.clone(), None).text();
            let whole = whole.trim_start_matches('[').trim_end_matches(']').to_owned();
            let value = Value::plain(whole).note(clue.origin.label());
            sheet = sheet.fact("key", linked(value, &clue.key, clue.origin));
        }
    }
    let mut hashes = path.hashes().into_iter();
    for step in &path.steps {
        if let Step::Offset(slots) = step {
            let words = if slots.as_limbs() == &[1, 0, 0, 0] { "slot on" } else { "slots on" };
            sheet = sheet.inner(1, "and", Value::plain(format!("{} {words}", grouped(slots))));
            continue;
        }
        let Some(one) = hashes.next() else { continue };
        let preimage = hex::encode_prefixed(&one.preimage);
        let shown = Value::plain(format!("keccak256({preimage})")).copied(preimage);
        let hash = Value::plain(slots::word_hex(one.hash));
        sheet = sheet.inner(1, "hash", shown).inner(1, ctx.theme.glyphs.arrow, hash);
    }
    sheet
}

fn linked(value: Value, key: &Key, origin: Origin) -> Value {
    let party = matches!(origin, Origin::From | Origin::Contract | Origin::Emitter(_));
    match key {
        Key::Word(word) if party || as_address(*word).is_some() => {
            let bytes = word.to_be_bytes::<32>();
            let address: Option<[u8; 20]> = bytes.get(12..).and_then(|bytes| bytes.try_into().ok());
            address.map_or(value.clone(), |address| {
                value.link(Place::contract(ContractRef::Address(ledger::EvmAddress::new(address))))
            })
        }
        _ => value,
    }
}
