//! A contract's storage layout: variables with slots and types, from compiler output.

mod declared;
mod names;
mod probe;
mod read;
mod scalar;

use alloy_primitives::U256;

pub(super) use self::declared::Declarations;
pub use self::names::Named;
pub(super) use self::scalar::text;
pub use self::scalar::{Held, Member, Scalar};

/// The variables of a contract and their types.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// The variables, in the order of their slots.
    pub variables: Vec<Variable>,
    kinds: Vec<Kind>,
}

/// A variable, or a member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub label: String,
    /// The slot where it begins, counted from the start of the contract's storage or of the struct.
    pub slot: U256,
    /// The byte where it begins, counted from the low end of the slot.
    pub offset: u8,
    /// Its type, by its place in the layout.
    pub kind: usize,
}

/// A type by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kind {
    /// As the source writes it: `mapping(address => uint256)`.
    label: String,
    /// Its size in place, bytes.
    bytes: U256,
    of: Type,
}

/// The structure of a type. Other types are referred to by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// A value of at most a word.
    Scalar(Scalar),
    /// `string` or `bytes`.
    Text,
    Mapping {
        key: usize,
        value: usize,
    },
    /// An array of any length.
    Dynamic {
        element: usize,
    },
    /// An array of a fixed length.
    Fixed {
        element: usize,
    },
    Struct {
        members: Vec<Variable>,
        slots: u64,
    },
}

const SLOT_BYTES: u64 = 32;

impl Layout {
    /// Adds a type and returns its index.
    pub(super) fn add(&mut self, label: String, of: Type) -> usize {
        let bytes = match &of {
            Type::Scalar(scalar) => U256::from(scalar.bytes()),
            Type::Struct { slots, .. } => U256::from(slots * SLOT_BYTES),
            _ => U256::from(SLOT_BYTES),
        };
        self.kinds.push(Kind { label, bytes, of });
        self.kinds.len() - 1
    }

    /// The size of a type in place, bytes; at most a slot.
    pub(super) fn bytes_of(&self, kind: usize) -> u8 {
        let bytes = self.kinds.get(kind).map_or(U256::from(SLOT_BYTES), |kind| kind.bytes);
        u8::try_from(bytes.min(U256::from(SLOT_BYTES))).unwrap_or(32)
    }

    /// The size of a type in place, slots; at least one.
    fn slots_of(&self, kind: usize) -> U256 {
        let bytes = self.kinds.get(kind).map_or(U256::from(SLOT_BYTES), |kind| kind.bytes);
        bytes.div_ceil(U256::from(SLOT_BYTES)).max(U256::ONE)
    }

    fn type_at(&self, kind: usize) -> Option<&Type> {
        self.kinds.get(kind).map(|kind| &kind.of)
    }

    fn label(&self, kind: usize) -> &str {
        self.kinds.get(kind).map_or("", |kind| &kind.label)
    }
}
