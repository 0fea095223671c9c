//! Decodes storage without sources: the path of a slot and its value, each with a reproducible proof.
//!
//! A mapping's value has its slot at the hash of its key and the mapping's slot. Hashes cannot be inverted, but most
//! keys occur in the call: in its arguments, its events, the values it read. Candidate keys are combined and hashed,
//! likely ones first, until every slot was found or a limit is reached. A matching hash is a proof, not a guess. With
//! a verified layout, only keys of the declared type are tried, and slots get their declared names and types.

mod case;
mod clues;
mod cut;
mod document;
mod key;
mod layout;
mod layouts;
mod namespace;
mod node;
mod path;
mod plan;
mod probes;
mod search;
mod together;
mod value;
mod well_known;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use alloy_primitives::U256;

pub use self::case::{Case, Event, Evidence, Slot, word};
pub use self::key::{Clue, Key, Origin, as_address, below_zero, typed_text, word_text};
pub use self::layout::{Held, Layout, Member, Named, Scalar};
pub use self::layouts::Layouts;
pub use self::namespace::Namespaces;
pub use self::path::{Hashed, Order, Path, Piece, Root, Step};
pub use self::value::guess;
pub use self::well_known::erc7201;
pub(crate) use self::well_known::named_words;

use self::clues::Clues;
use self::namespace::Namespace;
use self::search::{Halt, Search};
use super::Known;
use super::stop::Stop;
use ledger::ContractRef;

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
