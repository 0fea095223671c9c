//! Storage layouts of structs in Solidity source, which is untrusted.

use std::collections::HashMap;
use std::ops::Range;

use alloy_primitives::U256;

use super::{Kind, Layout, SLOT_BYTES, Scalar, Type, Variable};

/// The longest source that is read, bytes.
const MAX_SOURCE_BYTES: usize = 2 << 20;
/// The most types and members of one struct: contracts have some dozens.
const MAX_TYPES: usize = 512;
/// The most declarations that are read, and the most tokens of one.
const MAX_DECLARATIONS: usize = 4096;
/// The longest name that is kept, characters.
const MAX_NAME_CHARS: usize = 100;
/// How deep types are followed.
const MAX_DEPTH: usize = 12;

/// The types that a source declares, by name.
#[derive(Debug, Default)]
pub(in crate::storage) struct Declarations<'s> {
    tokens: Vec<&'s str>,
    named: HashMap<&'s str, Declared>,
}

/// The declaration of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Declared {
    /// A struct: the tokens between its braces.
    Struct(Range<usize>),
    Enum,
    /// A user-defined value type: the tokens of the underlying type.
    Over(Range<usize>),
    Contract,
    /// A constant.
    Number(u64),
    /// Ambiguous: declared more than once, differently.
    Several,
}

impl<'s> Declarations<'s> {
    /// Adds the declarations of a source.
    pub(in crate::storage) fn add(&mut self, source: &'s str) {
        if source.len() > MAX_SOURCE_BYTES {
            return;
        }
        let mut at = self.tokens.len();
        self.tokens.extend(tokens(source));
        while let Some([keyword, name, third, ..]) = self.tokens.get(at..) {
            let (keyword, name, third) = (*keyword, *name, *third);
            let body = match keyword {
                "struct" if third == "{" => self.until(at + 3, "}"),
                "type" if third == "is" => self.until(at + 3, ";"),
                _ => Some(at..at),
            };
            // A declaration without an end: the source was never compiled.
            let Some(body) = body.filter(|_| self.named.len() < MAX_DECLARATIONS) else { return };
            at = body.end + 1;
            let declared = match keyword {
                _ if name.len() > MAX_NAME_CHARS => continue,
                "struct" if third == "{" => Declared::Struct(body),
                "type" if third == "is" => Declared::Over(body),
                "enum" => Declared::Enum,
                "contract" | "interface" | "library" => Declared::Contract,
                "constant" if third == "=" => match self.tokens.get(at + 2).and_then(|it| number(it)) {
                    Some(number) => Declared::Number(number),
                    None => continue,
                },
                _ => continue,
            };
            let is_same = |other: &Declared| match (other, &declared) {
                (Declared::Struct(one), Declared::Struct(two))
                | (Declared::Over(one), Declared::Over(two)) => {
                    self.tokens.get(one.clone()) == self.tokens.get(two.clone())
                }
                (one, two) => one == two,
            };
            let is_other = self.named.get(name).is_some_and(|other| !is_same(other));
            self.named.insert(name, if is_other { Declared::Several } else { declared });
        }
    }

    /// The tokens from here up to this one.
    fn until(&self, from: usize, end: &str) -> Option<Range<usize>> {
        let mut tokens = self.tokens.get(from..)?.iter().take(MAX_DECLARATIONS);
        let length = tokens.position(|token| *token == end)?;
        Some(from..from + length)
    }

    /// The layout of the struct that a source begins with, up to the first member of unknown type. `None` if the source
    /// begins with something else.
    pub(in crate::storage) fn first_layout(&self, source: &str) -> Option<Layout> {
        let found: Vec<&str> =
            tokens(source).take(MAX_DECLARATIONS).take_while(|token| *token != "}").collect();
        let ["struct", _, "{", body @ ..] = found.as_slice() else { return None };
        let mut layout = Layout::default();
        let members = self.members(body, &mut layout, MAX_DEPTH).0;
        (layout.variables, _) = layout.place(members);
        Some(layout)
    }

    /// The members of a struct with their types, and whether the list is complete.
    fn members(&self, body: &[&str], layout: &mut Layout, depth: usize) -> (Vec<(String, usize)>, bool) {
        let mut members = Vec::new();
        for member in body.split(|token| *token == ";") {
            let [kind @ .., name] = member else { continue };
            if !name.starts_with(is_word) || name.len() > MAX_NAME_CHARS {
                return (members, false);
            }
            match self.kind(kind, layout, depth) {
                Some(kind) => members.push(((*name).to_owned(), kind)),
                None => return (members, false),
            }
        }
        (members, true)
    }

    /// Adds a type; `None` if its size is unknown.
    fn kind(&self, tokens: &[&str], layout: &mut Layout, depth: usize) -> Option<usize> {
        let depth = depth.checked_sub(1).filter(|_| layout.kinds.len() < MAX_TYPES)?;
        match tokens {
            ["mapping", "(", inner @ .., ")"] => {
                let arrow = arrow(inner)?;
                let (key, value) = (inner.get(..arrow)?, inner.get(arrow + 2..)?);
                let key = self.kind(&unnamed(key), layout, depth)?;
                // The value type has no influence on the size of a mapping.
                let value = self.kind(&unnamed(value), layout, depth);
                let value = value.unwrap_or_else(|| layout.add(String::new(), Type::scalar("")));
                let label = format!("mapping({} => {})", layout.label(key), layout.label(value));
                Some(layout.add(label, Type::Mapping { key, value }))
            }
            [element @ .., "[", "]"] => {
                let element = self.kind(element, layout, depth);
                let element = element.unwrap_or_else(|| layout.add(String::new(), Type::scalar("")));
                let label = format!("{}[]", layout.label(element));
                Some(layout.add(label, Type::Dynamic { element }))
            }
            [element @ .., "[", count, "]"] => {
                let count = number(count).or_else(|| match self.named.get(count)? {
                    Declared::Number(count) => Some(*count),
                    _ => None,
                })?;
                let element = self.kind(element, layout, depth)?;
                let size = layout.kinds.get(element)?.bytes;
                let packed = U256::from(SLOT_BYTES).checked_div(size)?;
                let slots = if packed.is_zero() {
                    size.div_ceil(U256::from(SLOT_BYTES)).checked_mul(U256::from(count))?
                } else {
                    U256::from(count).div_ceil(packed)
                };
                let bytes = slots.checked_mul(U256::from(SLOT_BYTES))?;
                let label = format!("{}[{count}]", layout.label(element));
                layout.kinds.push(Kind { label, bytes, of: Type::Fixed { element } });
                layout.kinds.len().checked_sub(1)
            }
            ["function", ..] if tokens.contains(&"external") => {
                Some(layout.add("function external".to_owned(), Type::Scalar(Scalar::Function)))
            }
            ["function", ..] => Some(layout.add("function".to_owned(), Type::Scalar(Scalar::Defined(8)))),
            ["address", ..] => Some(layout.add("address".to_owned(), Type::scalar("address"))),
            [name] => self.named(name, layout, depth),
            _ => None,
        }
    }

    /// Adds an elementary or declared type by its name.
    fn named(&self, name: &str, layout: &mut Layout, depth: usize) -> Option<usize> {
        let full = match name {
            "uint" | "int" => format!("{name}256"),
            _ => name.to_owned(),
        };
        if matches!(Type::scalar(&full), Type::Text | Type::Scalar(Scalar::Flag)) || is_numbered(&full) {
            let of = Type::scalar(&full);
            return Some(layout.add(full, of));
        }
        let (label, of) =
            match self.named.get(name.rsplit('.').next()?).filter(|_| name.len() <= MAX_NAME_CHARS)? {
                Declared::Enum => (format!("enum {name}"), Type::Scalar(Scalar::Choice(1))),
                Declared::Contract => (format!("contract {name}"), Type::Scalar(Scalar::Address)),
                Declared::Over(tokens) => return self.kind(self.tokens.get(tokens.clone())?, layout, depth),
                Declared::Struct(body) => {
                    let body = self.tokens.get(body.clone())?;
                    let (members, true) = self.members(body, layout, depth) else { return None };
                    let (members, slots) = layout.place(members);
                    (format!("struct {name}"), Type::Struct { members, slots })
                }
                Declared::Number(_) | Declared::Several => return None,
            };
        Some(layout.add(label, of))
    }
}

impl Layout {
    /// The layout of members as written in a struct, with more declarations.
    pub(in crate::storage) fn of_members(members: &str, beside: &str) -> Self {
        let mut declarations = Declarations::default();
        declarations.add(beside);
        declarations.first_layout(&format!("struct Members {{ {members} }}")).unwrap_or_default()
    }

    /// The layout of a single unnamed value.
    pub(in crate::storage) fn of_value(label: &str) -> Self {
        let mut layout = Self::default();
        let kind = layout.add(label.to_owned(), Type::scalar(label));
        layout.variables.push(Variable { label: String::new(), slot: U256::ZERO, offset: 0, kind });
        layout
    }

    /// Assigns slots to members: values are packed, other types start a new slot.
    fn place(&self, members: Vec<(String, usize)>) -> (Vec<Variable>, u64) {
        let (mut slot, mut offset) = (U256::ZERO, 0_u64);
        let mut placed = Vec::new();
        for (label, kind) in members {
            let is_value = matches!(self.type_at(kind), Some(Type::Scalar(_)));
            let size = u64::from(self.bytes_of(kind));
            if offset > 0 && (!is_value || offset + size > SLOT_BYTES) {
                (slot, offset) = (slot.wrapping_add(U256::ONE), 0);
            }
            placed.push(Variable { label, slot, offset: u8::try_from(offset).unwrap_or_default(), kind });
            if is_value {
                offset += size;
            } else {
                slot = slot.wrapping_add(self.slots_of(kind));
            }
        }
        let slots = slot.wrapping_add(U256::from(u8::from(offset > 0)));
        (placed, u64::try_from(slots).unwrap_or(u64::MAX / SLOT_BYTES).min(u64::MAX / SLOT_BYTES))
    }
}

/// A number as sources write it: `20`, `1_000`, `0x20`.
fn number(token: &str) -> Option<u64> {
    let digits = token.replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// Where `=>` stands between a key and its value.
fn arrow(tokens: &[&str]) -> Option<usize> {
    tokens.windows(2).position(|pair| pair == ["=", ">"])
}

/// A key or value type of a mapping, without its optional name.
fn unnamed<'t>(tokens: &[&'t str]) -> Vec<&'t str> {
    match tokens {
        [kind @ .., last] if !kind.is_empty() && last.starts_with(is_word) && *last != "payable" => {
            kind.to_vec()
        }
        all => all.to_vec(),
    }
}

/// Whether the name of a value type has its size: `uint64`, `bytes4`.
fn is_numbered(name: &str) -> bool {
    let digits = ["uint", "int", "bytes"].iter().find_map(|kind| name.strip_prefix(kind));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a name may contain this character.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_$.".contains(c)
}

/// The tokens of a source, without comments and string literals.
fn tokens(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            let end = if rest.starts_with("//") {
                rest.find('\n')
            } else if rest.starts_with("/*") {
                rest.find("*/").map(|at| at + 2)
            } else if let Some(quote) = rest.chars().next().filter(|c| "\"'".contains(*c)) {
                rest.get(1..)?.find([quote, '\n']).map(|at| at + 2)
            } else {
                break;
            };
            rest = rest.get(end.unwrap_or(rest.len())..)?;
        }
        let first = rest.chars().next()?;
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, more) = rest.split_at_checked(end)?;
        rest = more;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(source: &str, name: &str) -> Vec<(String, u64, u8, String)> {
        let mut declarations = Declarations::default();
        declarations.add(source);
        let start = source.find(&format!("struct {name}")).unwrap_or(source.len());
        let layout = declarations.first_layout(source.get(start..).unwrap_or_default()).unwrap_or_default();
        let variable = |it: &Variable| {
            (it.label.clone(), u64::try_from(it.slot).unwrap(), it.offset, layout.label(it.kind).to_owned())
        };
        layout.variables.iter().map(variable).collect()
    }

    #[test]
    fn members_are_packed_as_the_compiler_packs_them() {
        let source = r"
            interface IToken { event E(string s); }
            type Price is uint128;
            library L { enum Phase { Idle, Open } }
            struct Inner { uint64 a; address b; bool[] flags; }
            struct Main {
                uint128 one; // uint256 commented;
                Price two; bool three; /* bytes32 no; */
                L.Phase phase; IToken token; Inner inner; uint16[20] small;
                mapping(address owner => mapping(uint id => Inner) held) deep;
                address payable last; string text; bytes4 selector;
            }";
        let of = |label: &str, slot, offset, kind: &str| (label.to_owned(), slot, offset, kind.to_owned());
        assert_eq!(
            placed(source, "Main"),
            [
                of("one", 0, 0, "uint128"),
                of("two", 0, 16, "uint128"),
                of("three", 1, 0, "bool"),
                of("phase", 1, 1, "enum L.Phase"),
                of("token", 1, 2, "contract IToken"),
                of("inner", 2, 0, "struct Inner"),
                of("small", 4, 0, "uint16[20]"),
                of("deep", 6, 0, "mapping(address => mapping(uint256 => struct Inner))"),
                of("last", 7, 0, "address"),
                of("text", 8, 0, "string"),
                of("selector", 9, 0, "bytes4"),
            ]
        );
    }

    #[test]
    fn nothing_is_said_behind_a_type_that_nobody_knows() {
        let source = "struct A { uint8 a; Foreign b; uint8 c; } struct B { B[] next; B one; uint8 x; }
            struct C { uint8[N] a; } contract Two { struct D { uint8 a; } } contract Three { struct D { bool a; } }
            struct E { uint8 e; D d; }";
        assert_eq!(placed(source, "A").len(), 1);
        assert_eq!(placed(source, "B").len(), 1);
        assert_eq!(placed(source, "C"), []);
        assert_eq!(placed(source, "E").len(), 1);
        for hostile in ["struct", "struct X", "struct X {", "struct X { mapping( }", "/*", "\"", "type Y is"]
        {
            assert_eq!(placed(hostile, "X"), [], "{hostile}");
        }
        let constants =
            "uint256 constant N = 0x2; struct F { uint128[N] a; uint8 b; function(uint) internal c; }";
        let slots = placed(constants, "F").into_iter().map(|(_, slot, offset, _)| (slot, offset));
        assert_eq!(slots.collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
        let nested =
            format!("struct X {{ {}uint8{} a; }}", "mapping(uint8 => ".repeat(5_000), ")".repeat(5_000));
        assert!(placed(&nested, "X").len() <= 1);
    }
}
