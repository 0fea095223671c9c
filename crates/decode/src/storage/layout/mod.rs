//! A contract's storage layout: variables with slots and types, from compiler output. The output comes from a server
//! and is untrusted.

mod declared;
mod names;
mod scalar;

use std::collections::HashMap;

use alloy_primitives::U256;
use ledger::text::visible;
use serde_json::{Map, Value};

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

/// The most types, and the most variables and members, that are read: contracts have some dozens.
const MAX_TYPES: usize = 4096;
/// The longest name that is kept, characters.
const MAX_NAME_CHARS: usize = 100;

impl Layout {
    /// Parses the JSON. `None` if it is no storage layout of Solidity, or one without variables.
    pub fn parse(json: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(json).ok()?;
        let storage = json.get("storage")?.as_array()?;
        let none = Map::new();
        let types = json.get("types").and_then(Value::as_object).unwrap_or(&none);
        let places: HashMap<&str, usize> =
            types.keys().take(MAX_TYPES).enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let mut left = MAX_TYPES;
        let variables = variables(storage, &places, &mut left);
        let kinds = types.values().take(MAX_TYPES).map(|kind| read_kind(kind, &places, &mut left)).collect();
        (!variables.is_empty()).then_some(Self { variables, kinds })
    }
}

fn variables(list: &[Value], places: &HashMap<&str, usize>, left: &mut usize) -> Vec<Variable> {
    let read = |it: &Value| {
        Some(Variable {
            label: name(it.get("label")?).filter(|label| !label.is_empty())?,
            slot: number(it.get("slot")?)?,
            offset: u8::try_from(number(it.get("offset")?)?).ok().filter(|offset| *offset < 32)?,
            kind: *places.get(it.get("type")?.as_str()?)?,
        })
    };
    let variables: Vec<Variable> = list.iter().take(*left).filter_map(read).collect();
    *left -= variables.len();
    variables
}

fn read_kind(json: &Value, places: &HashMap<&str, usize>, left: &mut usize) -> Kind {
    let label = json.get("label").and_then(name).unwrap_or_default();
    let bytes = json.get("numberOfBytes").and_then(number).unwrap_or(U256::from(32));
    let place = |field: &str| places.get(json.get(field)?.as_str()?).copied();
    let members = json.get("members").and_then(Value::as_array);
    let of = match json.get("encoding").and_then(Value::as_str).unwrap_or_default() {
        "mapping" => place("key").zip(place("value")).map(|(key, value)| Type::Mapping { key, value }),
        "dynamic_array" => place("base").map(|element| Type::Dynamic { element }),
        "bytes" => Some(Type::Text),
        _ => match (members, place("base")) {
            (Some(members), _) => {
                let slots = u64::try_from(bytes.div_ceil(U256::from(32))).unwrap_or(u64::MAX);
                Some(Type::Struct { members: variables(members, places, left), slots })
            }
            (None, Some(element)) => Some(Type::Fixed { element }),
            (None, None) => None,
        },
    };
    let of = of.unwrap_or_else(|| sized(Type::scalar(&label), bytes));
    Kind { label, bytes, of }
}

/// A type with an unknown name has the size that the compiler gives.
fn sized(of: Type, bytes: U256) -> Type {
    match (of, u8::try_from(bytes)) {
        (Type::Scalar(Scalar::Bytes(32)), Ok(bytes @ 1..=31)) => Type::Scalar(Scalar::Defined(bytes)),
        (Type::Scalar(Scalar::Choice(_)), Ok(bytes @ 1..=32)) => Type::Scalar(Scalar::Choice(bytes)),
        (of, _) => of,
    }
}

fn name(json: &Value) -> Option<String> {
    let name: String = json.as_str()?.chars().take(MAX_NAME_CHARS).collect();
    Some(visible(&name))
}

/// A number as a string of digits, as compilers write it, or as a number.
fn number(json: &Value) -> Option<U256> {
    match json {
        Value::String(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            U256::from_str_radix(digits, 10).ok()
        }
        Value::Number(number) => number.as_u64().map(U256::from),
        _ => None,
    }
}
