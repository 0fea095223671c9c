//! The name of a slot: the way to it, walked through the types that the contract declares.

use alloy_primitives::U256;

use super::super::path::{Path, Piece, Root, Step};
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
        self.among(&self.variables, "", slot, steps, &mut named)?;
        Some(named)
    }

    /// Goes on in the variable or member that covers the slot; several of them may share it.
    fn among(
        &self,
        all: &[Variable],
        dot: &str,
        slot: U256,
        steps: &[Step],
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
                self.within(one.kind, one.offset, slot.wrapping_sub(one.slot), steps, named)
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
    fn within(&self, kind: usize, offset: u8, slot: U256, steps: &[Step], named: &mut Named) -> Option<()> {
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
                self.element(*element, U256::MAX, *at, rest, named)
            }
            (Type::Dynamic { element }, [Step::Data, rest @ ..]) if slot.is_zero() => {
                self.element(*element, U256::MAX, U256::ZERO, rest, named)
            }
            (Type::Fixed { element }, steps) => {
                self.element(*element, length(self.label(kind)), slot, steps, named)
            }
            (Type::Struct { members, .. }, steps) => self.among(members, ".", slot, steps, named),
            (Type::Mapping { key, value }, [Step::Key(clue, _), rest @ ..]) if slot.is_zero() => {
                named.pieces.push(Piece::Key(clue.clone(), Some(self.label(*key).to_owned())));
                let (slot, rest) = match rest {
                    [Step::Offset(offset), rest @ ..] => (*offset, rest),
                    rest => (U256::ZERO, rest),
                };
                self.within(*value, 0, slot, rest, named)
            }
            _ => None,
        }
    }

    /// Goes on in an element of an array of at most so many, `at` slots from the first.
    fn element(&self, kind: usize, most: U256, at: U256, steps: &[Step], named: &mut Named) -> Option<()> {
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
        self.within(kind, 0, at.checked_rem(slots)?, steps, named)
    }
}

/// How many elements a type of a fixed array has, by its name: `uint8[5]`.
fn length(label: &str) -> U256 {
    let digits = label.rsplit_once('[').and_then(|(_, rest)| rest.strip_suffix(']'));
    digits.and_then(|digits| digits.parse::<u64>().ok()).map_or(U256::MAX, U256::from)
}
