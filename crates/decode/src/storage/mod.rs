//! Decodes storage without sources: the path of a slot and its value, each with a reproducible proof.
//!
//! A mapping's value has its slot at the hash of its key and the mapping's slot. Hashes cannot be inverted, but most
//! keys occur in the call: in its arguments, its events, the values it read. Candidate keys are combined and hashed,
//! likely ones first, until every slot was found or a limit is reached. A matching hash is a proof, not a guess. With
//! a verified layout, only keys of the declared type are tried, and slots get their declared names and types.

mod case;
mod clues;
mod derivation;
mod key;
mod layout;
mod layouts;
mod node;
mod path;
mod plan;
mod search;
mod well_known;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use alloy_primitives::{U256, hex};
use ledger::document::{Document, document};
use ledger::{ContractRef, EvmAddress, Text};
use serde_json::Value as Json;

use self::clues::Clues;
use self::layout::text;
use self::layouts::Namespace;
use self::search::{Halt, Search};
use super::Known;
use super::stop::Stop;

pub use self::case::{Case, Event, Evidence, Slot, word};
pub use self::key::{Clue, Key, Origin, as_address, below_zero, typed_text};
pub use self::layout::{Held, Layout, Member, Named, Scalar};
pub use self::layouts::{Layouts, Namespaces};
pub use self::path::{Hashed, Order, Path, Piece, Root, Step};
pub use self::well_known::erc7201;
pub(crate) use self::well_known::named_words;

/// What a search takes by default.
pub const MAX_STEPS: u32 = 400_000;
/// Maximum number of slots of one case that are searched for; more are left as they are.
const MAX_SLOTS: usize = 4096;
/// The slots that a namespace covers.
const NAMESPACE_SLOTS: u64 = 64;

/// Explanations for the slots of a case.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Explained {
    /// The explanation of each slot of the case, in order.
    pub slots: Vec<Explanation>,
    /// How many steps were made, nearly all of them hashes.
    pub steps: u32,
    /// Whether the steps were used up before every slot was reached.
    pub spent: bool,
}

/// An explanation of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Explanation {
    /// The way to it; `None` if none was found.
    pub path: Option<Path>,
    /// Declared name and values, if the contract's layout is known or a standard applies.
    pub named: Option<Named>,
    /// The way to the same slot in the other language: `m5[3]` of Vyper is `m3[5]` of Solidity.
    pub or: Option<Path>,
}

impl Explanation {
    /// Whether the slot's path has exactly one proof.
    pub fn is_resolved(&self) -> bool {
        self.path.as_ref().is_some_and(Path::is_proof) && self.or.is_none()
    }
}

/// Explains the slots of a case with the layouts that are known. `None` if it was stopped.
pub fn explain(case: &Case, known: &Known, budget: u32, stop: &Stop) -> Option<Explained> {
    let received = Layouts::new(case, known);
    let layouts = received.parse();
    let clues = Clues::collect(case);
    let slots = case.slots.iter().filter_map(|slot| Some((slot.slot?, received.order(slot.contract))));
    let slots = slots.filter(|(slot, _)| slot.bit_len() > 64).take(MAX_SLOTS);
    let mut search = Search::new(slots.collect(), &clues, budget, stop);
    let standards = received.namespaces(well_known::all());
    let mut end = reach(&mut search, case, layouts.iter().map(|(_, layout)| layout), &standards);
    if end == ControlFlow::Break(Halt::Spent) && search.settle().is_break() {
        end = ControlFlow::Break(Halt::Done);
    }
    if end == ControlFlow::Break(Halt::Stopped) {
        return None;
    }
    let explain = |slot: &Slot| {
        let path = path_to(&search, slot.slot?, 0)?;
        let standard =
            standards.iter().find(|it| matches!(&path.root, Root::Known(name, _) if *name == it.name));
        let layout =
            layouts.iter().find(|(contract, _)| slot.contract == Some(*contract)).map(|(_, layout)| layout);
        let named = match (&path.root, standard) {
            (Root::Known(name, first), Some(standard)) => {
                standard.layout.name(&path, *first).map(|named| named.in_namespace(name))
            }
            _ => layout.and_then(|layout| layout.name(&path, U256::ZERO)),
        };
        Some(Explanation { path: Some(path), named, or: None })
    };
    let mut slots: Vec<Explanation> =
        case.slots.iter().map(|slot| explain(slot).unwrap_or_default()).collect();
    doubt(case, &mut slots, &received);
    Some(Explained {
        slots,
        steps: budget.saturating_sub(search.left()),
        spent: end == ControlFlow::Break(Halt::Spent),
    })
}

/// Adds the other reading of each path that both languages have, unless the contract's language is known: by its
/// verifier, or by a path that only one of them has.
fn doubt(case: &Case, slots: &mut [Explanation], known: &Layouts) {
    let certain: HashSet<Option<ContractRef>> = (case.slots.iter().zip(&*slots))
        .filter(|(slot, found)| {
            let tells =
                found.path.as_ref().is_some_and(|path| path.order().is_some() && path.swapped().is_none());
            tells || found.named.is_some() || known.order(slot.contract).is_some()
        })
        .map(|(slot, _)| slot.contract)
        .collect();
    for (slot, found) in case.slots.iter().zip(slots).filter(|(slot, _)| !certain.contains(&slot.contract)) {
        found.or = found.path.as_ref().and_then(Path::swapped).filter(|_| slot.slot.is_some());
    }
}

fn reach<'l>(
    search: &mut Search<'_>,
    case: &Case,
    layouts: impl Iterator<Item = &'l Layout>,
    standards: &[Namespace],
) -> ControlFlow<Halt> {
    // Slots by their number need no search; where there are no others, none is made.
    search.begin()?;
    for standard in standards {
        let root = search.root(Root::Known(Arc::clone(&standard.name), standard.slot));
        search.claim(root, NAMESPACE_SLOTS)?;
    }
    // Who reads an element reads the length first: its slot was touched as well.
    for slot in case.slots.iter().filter_map(|slot| slot.slot).take(MAX_SLOTS) {
        let root = search.root(Root::Touched(slot));
        search.data(root)?;
    }
    for layout in layouts {
        let root = search.root(Root::Declared(U256::ZERO));
        layout.probe(search, root)?;
    }
    for standard in standards {
        let root = search.root(Root::Known(Arc::clone(&standard.name), standard.slot));
        standard.layout.probe(search, root)?;
    }
    search.settle()?;
    plan::run(search)?;
    search.settle()
}

/// The way to a slot; that to the data of a touched slot goes on from the way to that one.
fn path_to(search: &Search<'_>, slot: U256, depth: usize) -> Option<Path> {
    if slot.bit_len() <= 64 {
        return Some(Path::new(Root::Declared(slot)));
    }
    let path = search.path(slot)?;
    match path.root {
        // Arrays lie within arrays, but not without end.
        Root::Touched(length) if length != slot && depth < 8 => {
            Some(match path_to(search, length, depth + 1) {
                Some(before) => Path { root: before.root, steps: [before.steps, path.steps].concat() },
                None => path,
            })
        }
        Root::Declared(first) if first.is_zero() => Some(path.declared()),
        _ => Some(path),
    }
}

/// Fewer letters than these may be chance.
const MIN_TEXT_LETTERS: usize = 2;

/// The most likely content of a word, from the low end. Several values are separated only if an address is
/// among them, or if they are two halves.
pub fn guess(word: U256) -> Vec<Held> {
    if word.bit_len() <= 96 {
        return vec![Held::Number(word)];
    }
    if let Some(Held::Text(text)) = text(word)
        && text.len() >= MIN_TEXT_LETTERS
        && std::str::from_utf8(&text).is_ok_and(|text| !text.chars().any(char::is_control))
    {
        return vec![Held::Text(text)];
    }
    if let Some(address) = as_address(word).filter(|address| few_zeros(address.bytes())) {
        return vec![Held::Address(address)];
    }
    match below_zero(word) {
        // No limit, rather than one below zero.
        Some(U256::ONE) => return vec![Held::Number(word)],
        Some(distance) => return vec![Held::Negative(distance)],
        None => {}
    }
    packed(word)
        .or_else(|| halves(word))
        .unwrap_or_else(|| vec![Held::Bytes(word.to_be_bytes::<32>().to_vec())])
}

/// An address in the low twenty bytes or behind one byte, and a number of at most eight bytes above it.
fn packed(word: U256) -> Option<Vec<Held>> {
    let at = |byte: usize| {
        let address = (word >> (byte * 8)) & (U256::MAX >> 96_usize);
        let above = word >> (byte * 8 + 160);
        let bytes = address.to_be_bytes::<32>();
        let address: [u8; 20] = bytes.get(12..)?.try_into().ok()?;
        let plausible = address.first() != Some(&0) && few_zeros(&address) && above.bit_len() <= 64;
        plausible.then(|| {
            let below = (byte > 0).then(|| Held::Number(word & U256::from(0xff)));
            let above = (!above.is_zero()).then_some(Held::Number(above));
            below.into_iter().chain([Held::Address(EvmAddress::new(address))]).chain(above).collect()
        })
    };
    at(0).or_else(|| at(1).filter(|_| word.bit_len() <= 168))
}

/// Two numbers of half a word each. Whether packed numbers have a sign only a layout says.
fn halves(word: U256) -> Option<Vec<Held>> {
    let (low, high) = (word & (U256::MAX >> 128_usize), word >> 128_usize);
    (low.bit_len() <= 96 && high.bit_len() <= 96).then(|| vec![Held::Number(low), Held::Number(high)])
}

/// Whether bytes may be an address: the hash that an address is cut from hardly has many zeros in it.
fn few_zeros(address: &[u8; 20]) -> bool {
    address.iter().fold(0, |zeros, byte| zeros + u8::from(*byte == 0)) <= 3
}

impl Explanation {
    /// The keys on the way to the slot as they are hashed: numbers, addresses, bytes, or a text.
    pub fn keys(&self) -> Vec<String> {
        let pieces = match (&self.named, &self.path) {
            (Some(named), _) => named.pieces.clone(),
            (None, Some(path)) if self.or.is_none() => path.pieces(),
            _ => Vec::new(),
        };
        pieces.iter().filter_map(Piece::key).collect()
    }
}

impl Document for Held {
    fn document(&self) -> Json {
        match self {
            Self::Number(number) => number.document(),
            Self::Negative(distance) => match i64::try_from(*distance) {
                Ok(distance) => (-distance).document(),
                Err(_) => format!("-{distance}").into(),
            },
            Self::Flag(on) => (*on).into(),
            Self::Address(address) => address.document(),
            Self::Bytes(bytes) => hex::encode_prefixed(bytes).into(),
            Self::Text(text) => Text::from_bytes(text.clone()).document(),
            Self::LongText(length) => document! { "text_length": length },
            Self::Defined(number, bytes) => {
                document! { "number": number, "bytes": hex::encode_prefixed(bytes) }
            }
            Self::Function(address, selector) => {
                document! { "address": address, "selector": hex::encode_prefixed(selector) }
            }
        }
    }
}

#[cfg(test)]
mod tests;
