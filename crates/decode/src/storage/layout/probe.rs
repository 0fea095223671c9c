//! The search along the types that a contract declares: only keys of the right type are tried.

use std::ops::ControlFlow;

use alloy_primitives::U256;

use super::super::clues::Clues;
use super::super::key::{Key, Origin, below_zero};
use super::super::node::Node;
use super::super::path::Order;
use super::super::search::{Halt, Search};
use super::{Layout, Scalar, Type};

/// Keys to try at each level of a mapping, by its number of levels: first the likely ones, then more.
const ROUNDS: [[usize; 4]; 2] = [[64, 16, 8, 4], [512, 96, 20, 8]];
/// How deep types are followed: structs, arrays and mappings within each other.
const MAX_TYPE_DEPTH: usize = 8;
/// Array elements that are searched further.
const MAX_ELEMENTS: u64 = 24;

/// For each type, the result of [`Layout::levels`].
type Levels = Vec<Option<usize>>;

impl Layout {
    /// Searches from the slot from which this layout counts.
    pub(in crate::storage) fn probe(&self, search: &mut Search<'_>, root: Node) -> ControlFlow<Halt> {
        let levels = self.levels();
        for round in ROUNDS {
            for it in &self.variables {
                let Some(count) = levels.get(it.kind).copied().flatten() else { continue };
                let most = round.get(count.saturating_sub(1)).or(round.last()).copied().unwrap_or_default();
                let at = search.offset(root, it.slot)?;
                Probe { layout: self, levels: &levels, most }.follow(search, it.kind, at, MAX_TYPE_DEPTH)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Number of nested mappings in each type, up to [`MAX_TYPE_DEPTH`]; `None` for a type that is only a value.
    fn levels(&self) -> Levels {
        let mut levels: Levels = vec![None; self.kinds.len()];
        for _ in 0..MAX_TYPE_DEPTH {
            let of = |kind: &usize| levels.get(*kind).copied().flatten();
            let next = self.kinds.iter().map(|kind| match &kind.of {
                Type::Scalar(_) => None,
                Type::Text => Some(0),
                Type::Mapping { value, .. } => Some(1 + of(value).unwrap_or_default()),
                Type::Dynamic { element } => Some(of(element).unwrap_or_default()),
                Type::Fixed { element } => of(element),
                Type::Struct { members, .. } => members.iter().filter_map(|it| of(&it.kind)).max(),
            });
            levels = next.collect();
        }
        levels
    }

    /// The first keys that a type can hold.
    fn fitting(&self, clues: &Clues, kind: usize, most: usize) -> Vec<usize> {
        let text = matches!(self.type_at(kind), Some(Type::Text));
        let scalar = match self.type_at(kind) {
            Some(Type::Scalar(scalar)) => *scalar,
            _ => Scalar::Bytes(32),
        };
        let fits = |key: &Key, origin| match key {
            Key::Bytes(_) => text,
            Key::Hash { .. } => !text && scalar.bytes() == 32,
            Key::Word(word) => !text && fits(scalar, *word, origin),
        };
        let all = clues.iter().enumerate().filter(|(_, clue)| fits(&clue.key, clue.origin));
        all.map(|(place, _)| place).take(most).collect()
    }
}

/// A way along the types of a layout.
struct Probe<'l> {
    layout: &'l Layout,
    levels: &'l Levels,
    /// Keys to try at each level of a mapping, by its number of levels: first the likely ones, then more.
    most: usize,
}

impl Probe<'_> {
    fn leads_on(&self, kind: usize) -> bool {
        self.levels.get(kind).is_some_and(Option::is_some)
    }

    fn follow(&self, search: &mut Search<'_>, kind: usize, at: Node, depth: usize) -> ControlFlow<Halt> {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.leads_on(kind)) else {
            return ControlFlow::Continue(());
        };
        match self.layout.type_at(kind) {
            Some(Type::Text) => _ = search.data(at)?,
            Some(Type::Dynamic { element }) => {
                let data = search.data(at)?;
                self.elements(search, *element, data, depth)?;
            }
            Some(Type::Fixed { element }) => self.elements(search, *element, at, depth)?,
            Some(Type::Struct { members, .. }) => {
                for it in members.iter().filter(|it| self.leads_on(it.kind)) {
                    let at = search.offset(at, it.slot)?;
                    self.follow(search, it.kind, at, depth)?;
                }
            }
            Some(Type::Mapping { key, value }) => {
                for clue in self.layout.fitting(search.clues(), *key, self.most) {
                    if self.leads_on(*value) {
                        let at = search.keyed(at, clue, Order::KeyFirst)?;
                        self.follow(search, *value, at, depth)?;
                    } else {
                        search.probe(at, clue, Order::KeyFirst)?;
                    }
                }
            }
            Some(Type::Scalar(_)) | None => {}
        }
        ControlFlow::Continue(())
    }

    fn elements(&self, search: &mut Search<'_>, kind: usize, at: Node, depth: usize) -> ControlFlow<Halt> {
        let slots = self.layout.slots_of(kind);
        for place in 0..if self.leads_on(kind) { MAX_ELEMENTS } else { 0 } {
            let at = search.offset(at, slots.wrapping_mul(U256::from(place)))?;
            self.follow(search, kind, at, depth)?;
        }
        ControlFlow::Continue(())
    }
}

/// Whether a word can be a value of a type.
fn fits(scalar: Scalar, word: U256, origin: Origin) -> bool {
    let bits = usize::from(scalar.bytes()) * 8;
    match scalar {
        Scalar::Address => {
            word.bit_len() <= 160 && !matches!(origin, Origin::Small | Origin::Cut | Origin::Time)
        }
        Scalar::Flag => word.bit_len() <= 1,
        Scalar::Unsigned(_) | Scalar::Choice(_) | Scalar::Defined(_) | Scalar::Function => {
            word.bit_len() <= bits
        }
        Scalar::Signed(_) => {
            word.bit_len() < bits || bits == 256 || below_zero(word).is_some_and(|it| it.bit_len() <= bits)
        }
        Scalar::Bytes(bytes) => word.trailing_zeros() >= 256 - usize::from(bytes) * 8,
        Scalar::Text | Scalar::TextPart | Scalar::Length => true,
    }
}
