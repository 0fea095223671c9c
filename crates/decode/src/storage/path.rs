//! The path of a slot: reproducible steps from a slot that needs no proof.

use std::sync::Arc;

use std::fmt;

use alloy_primitives::{U256, hex, keccak256};

use super::key::{Clue, Key, Origin, typed_text, word_text};

/// Declared slots from which a search begins.
pub(super) const MAX_DECLARED_SLOTS: u64 = 320;

/// The way to a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The slot that the first step begins at.
    pub root: Root,
    /// The steps from the root.
    pub steps: Vec<Step>,
}

/// The start of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// A slot by its number, in the order in which the contract declares its variables.
    Declared(U256),
    /// A slot that a standard names, or the first of a namespace.
    Known(Arc<str>, U256),
    /// Another touched slot, whose path is unknown.
    Touched(U256),
}

/// A step towards a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To the value of a key in the mapping here.
    Key(Clue, Order),
    /// To the data of the dynamic array or long string whose length is here.
    Data,
    /// By this many slots: to a struct member or an array element.
    Offset(U256),
}

/// The order of the hashed parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The key, then the slot: Solidity.
    KeyFirst,
    /// The slot, then the key: Vyper.
    SlotFirst,
}

/// One hash of a proof, with its preimage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashed {
    /// The hashed bytes: a key and a slot, or a slot alone.
    pub preimage: Vec<u8>,
    /// keccak-256 of the preimage: the next slot.
    pub hash: U256,
}

impl Order {
    /// The preimage of a key in the mapping at `slot`.
    pub(super) fn preimage(self, key: &Key, slot: U256) -> Vec<u8> {
        let place = slot.to_be_bytes::<32>();
        match (self, key, key.word()) {
            (_, _, Some(key)) => self.block(key, slot).to_vec(),
            (Self::KeyFirst, Key::Bytes(bytes), _) => [bytes, place.as_slice()].concat(),
            (Self::SlotFirst, Key::Bytes(bytes), _) => [place, keccak256(bytes).0].concat(),
            (_, Key::Word(_) | Key::Hash { .. }, None) => place.to_vec(),
        }
    }

    /// The preimage of a key of one word.
    pub(super) fn block(self, key: U256, slot: U256) -> [u8; 64] {
        let (first, second) = match self {
            Self::KeyFirst => (key, slot),
            Self::SlotFirst => (slot, key),
        };
        let mut block = [0; 64];
        let (head, tail) = block.split_at_mut(32);
        head.copy_from_slice(&first.to_be_bytes::<32>());
        tail.copy_from_slice(&second.to_be_bytes::<32>());
        block
    }
}

impl Root {
    /// The slot's number.
    pub fn slot(&self) -> U256 {
        match self {
            Self::Declared(slot) | Self::Known(_, slot) | Self::Touched(slot) => *slot,
        }
    }
}

impl Path {
    /// The path to the root itself, without steps.
    pub fn new(root: Root) -> Self {
        Self { root, steps: Vec::new() }
    }

    /// The same path, a step further.
    #[must_use]
    pub(super) fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// The same path, this many slots on.
    #[must_use]
    pub fn on(mut self, offset: U256) -> Self {
        match self.steps.last_mut() {
            _ if offset.is_zero() => {}
            Some(Step::Offset(before)) => *before = before.wrapping_add(offset),
            _ => self.steps.push(Step::Offset(offset)),
        }
        self
    }

    /// The same path from a declared slot itself, if it goes some slots on from the first one.
    #[must_use]
    pub(super) fn declared(mut self) -> Self {
        if let (Root::Declared(first), Some(Step::Offset(offset))) = (&self.root, self.steps.first()) {
            self.root = Root::Declared(first.wrapping_add(*offset));
            self.steps.remove(0);
        }
        self
    }

    /// The order of its keys, if it has any.
    pub fn order(&self) -> Option<Order> {
        self.steps.iter().find_map(|step| match step {
            Step::Key(_, order) => Some(*order),
            _ => None,
        })
    }

    /// The way to the same slot if the hash has the slot where this one has the key.
    pub(super) fn swapped(&self) -> Option<Self> {
        let (Root::Declared(slot), [Step::Key(clue, order), rest @ ..]) = (&self.root, &*self.steps) else {
            return None;
        };
        let Key::Word(key) = clue.key else { return None };
        let is_alike = rest.iter().all(|step| !matches!(step, Step::Key(..))) && key != *slot;
        let other = match order {
            Order::KeyFirst => Order::SlotFirst,
            Order::SlotFirst => Order::KeyFirst,
        };
        let first = Step::Key(Clue { key: Key::Word(*slot), origin: Origin::Small }, other);
        let path = Self { root: Root::Declared(key), steps: [&[first], rest].concat() };
        (is_alike && key < U256::from(MAX_DECLARED_SLOTS)).then_some(path)
    }

    /// Whether it begins at a place that needs no proof.
    pub fn is_proof(&self) -> bool {
        !matches!(self.root, Root::Touched(_))
    }

    /// The slot that it leads to, by hashing every step again.
    pub fn slot(&self) -> U256 {
        self.walk(|_| {})
    }

    /// The hashes on the way, in order.
    pub fn hashes(&self) -> Vec<Hashed> {
        let mut hashes = Vec::new();
        self.walk(|hashed| hashes.push(hashed));
        hashes
    }

    fn walk(&self, mut seen: impl FnMut(Hashed)) -> U256 {
        self.steps.iter().fold(self.root.slot(), |slot, step| {
            let preimage = match step {
                Step::Offset(offset) => return slot.wrapping_add(*offset),
                Step::Data => slot.to_be_bytes::<32>().to_vec(),
                Step::Key(clue, order) => order.preimage(&clue.key, slot),
            };
            let hash = keccak256(&preimage).into();
            seen(Hashed { preimage, hash });
            hash
        })
    }

    /// The slot of the variable where it begins: what a name for all its values is given to.
    pub fn base(&self) -> U256 {
        match (&self.root, self.steps.first()) {
            (Root::Known(_, first), Some(Step::Offset(member))) => first.wrapping_add(*member),
            (root, _) => root.slot(),
        }
    }

    /// The names along the path: `m3`, `[key]`, `.+1`.
    pub fn pieces(&self) -> Vec<Piece> {
        let first = match (&self.root, self.steps.first()) {
            (Root::Known(name, _), _) => name.to_string(),
            (Root::Touched(slot), _) => format!("slot {}", hex::encode_prefixed(slot.to_be_bytes::<32>())),
            (Root::Declared(slot), Some(Step::Key(..))) => format!("m{slot}"),
            (Root::Declared(slot), Some(Step::Data)) => format!("a{slot}"),
            (Root::Declared(slot), _) => format!("s{slot}"),
        };
        let mut pieces = vec![Piece::Name(first)];
        let mut steps = self.steps.iter().peekable();
        while let Some(step) = steps.next() {
            match step {
                Step::Key(clue, _) => pieces.push(Piece::Key(clue.clone(), None)),
                Step::Offset(offset) => pieces.push(Piece::Name(format!(".+{offset}"))),
                Step::Data => {
                    let index = match steps.peek() {
                        Some(Step::Offset(index)) => *index,
                        _ => U256::ZERO,
                    };
                    if !index.is_zero() {
                        steps.next();
                    }
                    pieces.push(Piece::Index(index));
                }
            }
        }
        pieces
    }
}

/// A piece of a path as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The name of a variable or of a member, with the sign before it.
    Name(String),
    /// A key, with its type if that is known: `address`.
    Key(Clue, Option<String>),
    /// The place of an element in an array.
    Index(U256),
    /// The places of the elements that share a slot: the first and the last.
    Indices(U256, U256),
}

impl Piece {
    /// The key as it is hashed.
    pub(super) fn key(&self) -> Option<String> {
        let Self::Key(clue, kind) = self else { return None };
        let word = clue.key.word().map(|word| typed_text(word, kind.as_deref()));
        word.or_else(|| Some(clue.key.text()?.escaped()))
    }

    /// The piece as it is written, with every digit.
    pub fn text(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Index(index) => format!("[#{index}]"),
            Self::Indices(first, last) => format!("[#{first}-#{last}]"),
            Self::Key(clue, kind) => format!("[{}]", key_text(&clue.key, kind.as_deref())),
        }
    }
}

fn key_text(key: &Key, kind: Option<&str>) -> String {
    match (key, key.text()) {
        (Key::Bytes(_), Some(text)) => format!("\"{}\"", text.escaped()),
        (_, Some(text)) => format!("keccak \"{}\"", text.escaped()),
        (Key::Hash { parts, .. }, _) => {
            let parts: Vec<String> = parts.iter().map(|part| word_text(*part)).collect();
            format!("keccak({})", parts.join(", "))
        }
        (_, None) => key.word().map(|word| typed_text(word, kind)).unwrap_or_default(),
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().iter().try_for_each(|piece| f.write_str(&piece.text()))
    }
}
