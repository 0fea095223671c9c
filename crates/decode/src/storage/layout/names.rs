//! Walks through the types that a contract declares: for the name of a slot, and for the keys to try.

use std::ops::ControlFlow;

use alloy_primitives::U256;

use super::super::clues::Clues;
use super::super::key::{Key, Origin, below_zero};
use super::super::node::Node;
use super::super::path::{Order, Path, Piece, Root, Step};
use super::super::search::{Halt, Search};
use super::{Layout, Member, SLOT_BYTES, Scalar, Type, Variable};

/// The name of a slot and its values, by a layout.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Named {
    /// The name, in parts.
    pub pieces: Vec<Piece>,
    /// The values in it, from the low end of the word.
    pub members: Vec<Member>,
}

/// Maximum number of packed array elements listed one by one.
const MAX_PACKED_ELEMENTS: u64 = 32;
/// Maximum number of parts of a name: types that contain each other would not terminate.
const MAX_NAME_PARTS: usize = 32;

impl Named {
    pub(in crate::storage) fn in_namespace(mut self, namespace: &str) -> Self {
        if let Some(Piece::Name(first)) = self.pieces.first_mut() {
            *first = format!("{namespace}.{first}");
        } else {
            self.pieces.insert(0, Piece::Name(namespace.to_owned()));
        }
        self
    }
}

impl Layout {
    /// Names the end of a path. `first` is the slot from which this layout counts. `None` if the path does
    /// not fit the declarations.
    pub(in crate::storage) fn name(&self, path: &Path, first: U256) -> Option<Named> {
        let mut steps = path.steps.as_slice();
        let mut slot = path.root.slot().checked_sub(first)?;
        if let (Root::Known(..), [Step::Offset(offset), rest @ ..]) = (&path.root, steps) {
            (slot, steps) = (slot.checked_add(*offset)?, rest);
        }
        let mut named = Named::default();
        self.among(&self.variables, "", (slot, steps), &mut named)?;
        Some(named)
    }

    /// Goes on in the variable or member that covers the slot; several of them may share it.
    fn among(
        &self,
        all: &[Variable],
        dot: &str,
        (slot, steps): (U256, &[Step]),
        named: &mut Named,
    ) -> Option<()> {
        let covers = |it: &&Variable| it.slot <= slot && slot.wrapping_sub(it.slot) < self.slots_of(it.kind);
        let here: Vec<&Variable> = all.iter().filter(covers).collect();
        match here.as_slice() {
            [] => None,
            [one] => {
                if !one.label.is_empty() {
                    named.pieces.push(Piece::Name(format!("{dot}{}", one.label)));
                }
                self.within(one.kind, one.offset, (slot.wrapping_sub(one.slot), steps), named)
            }
            packed if steps.is_empty() => {
                if dot.is_empty() {
                    let labels: Vec<&str> = packed.iter().map(|it| it.label.as_str()).collect();
                    named.pieces.push(Piece::Name(labels.join(", ")));
                }
                for member in packed {
                    let Some(Type::Scalar(scalar)) = self.type_at(member.kind) else { return None };
                    let kind = self.label(member.kind).to_owned();
                    named.members.push(Member {
                        label: member.label.clone(),
                        kind,
                        scalar: *scalar,
                        offset: member.offset,
                    });
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Goes on in a type, `slot` slots from where it begins.
    fn within(
        &self,
        kind: usize,
        offset: u8,
        (slot, steps): (U256, &[Step]),
        named: &mut Named,
    ) -> Option<()> {
        if named.pieces.len() > MAX_NAME_PARTS {
            return None;
        }
        let mut leaf = |scalar| {
            let kind = self.label(kind).to_owned();
            named.members.push(Member { label: String::new(), kind, scalar, offset });
            Some(())
        };
        match (self.type_at(kind)?, steps) {
            (Type::Scalar(scalar), []) if slot.is_zero() => leaf(*scalar),
            (Type::Text, []) if slot.is_zero() => leaf(Scalar::Text),
            (Type::Dynamic { .. }, []) if slot.is_zero() => leaf(Scalar::Length),
            (Type::Text, [Step::Data]) => {
                leaf(Scalar::TextPart)?;
                named.pieces.push(Piece::Index(U256::ZERO));
                Some(())
            }
            (Type::Text, [Step::Data, Step::Offset(part)]) => {
                leaf(Scalar::TextPart)?;
                named.pieces.push(Piece::Index(*part));
                Some(())
            }
            (Type::Dynamic { element }, [Step::Data, Step::Offset(at), rest @ ..]) if slot.is_zero() => {
                self.element(*element, U256::MAX, (*at, rest), named)
            }
            (Type::Dynamic { element }, [Step::Data, rest @ ..]) if slot.is_zero() => {
                self.element(*element, U256::MAX, (U256::ZERO, rest), named)
            }
            (Type::Fixed { element }, steps) => {
                self.element(*element, length(self.label(kind)), (slot, steps), named)
            }
            (Type::Struct { members, .. }, steps) => self.among(members, ".", (slot, steps), named),
            (Type::Mapping { key, value }, [Step::Key(clue, _), rest @ ..]) if slot.is_zero() => {
                named.pieces.push(Piece::Key(clue.clone(), Some(self.label(*key).to_owned())));
                let (slot, rest) = match rest {
                    [Step::Offset(offset), rest @ ..] => (*offset, rest),
                    rest => (U256::ZERO, rest),
                };
                self.within(*value, 0, (slot, rest), named)
            }
            _ => None,
        }
    }

    /// Goes on in an element of an array of at most so many, `at` slots from the first.
    fn element(
        &self,
        kind: usize,
        most: U256,
        (at, steps): (U256, &[Step]),
        named: &mut Named,
    ) -> Option<()> {
        let size = self.bytes_of(kind).max(1);
        let packed = SLOT_BYTES / u64::from(size);
        if let (Some(Type::Scalar(scalar)), true, []) = (self.type_at(kind), packed > 1, steps) {
            let first = at.checked_mul(U256::from(packed))?;
            let places = (0..packed.min(MAX_PACKED_ELEMENTS))
                .map(|place| (place, first.wrapping_add(U256::from(place))));
            let places: Vec<(u64, U256)> = places.filter(|(_, index)| *index < most).collect();
            named.pieces.push(Piece::Indices(first, places.last()?.1));
            named.members.extend(places.into_iter().map(|(place, index)| Member {
                label: format!("#{index}"),
                kind: self.label(kind).to_owned(),
                scalar: *scalar,
                offset: u8::try_from(place * u64::from(size)).unwrap_or_default(),
            }));
            return Some(());
        }
        let slots = self.slots_of(kind);
        named.pieces.push(Piece::Index(at.checked_div(slots)?));
        self.within(kind, 0, (at.checked_rem(slots)?, steps), named)
    }
}

/// How many elements a type of a fixed array has, by its name: `uint8[5]`.
fn length(label: &str) -> U256 {
    let digits = label.rsplit_once('[').and_then(|(_, rest)| rest.strip_suffix(']'));
    digits.and_then(|digits| digits.parse::<u64>().ok()).map_or(U256::MAX, U256::from)
}

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
