//! Parses the text of an argument by its type: no deeper than the type, each character once.

use alloy_dyn_abi::{DynSolType, DynSolValue};
use alloy_primitives::{Address, B256, Function};

use super::{InputFault, Names, Unlearned, wanted_of};
use crate::interface::{Bound, Parameter};

/// The position in a text, and the entities without a known address so far.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    names: &'a Names<'a>,
    /// How many values may follow.
    left: usize,
    pub(super) unlearned: Vec<Unlearned>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, names: &'a Names<'a>, left: usize) -> Self {
        Self { text, at: 0, names, left, unlearned: Vec::new() }
    }

    /// Parses the complete text as one value.
    pub(super) fn whole(
        &mut self,
        shape: &DynSolType,
        members: &[Parameter],
    ) -> Result<DynSolValue, InputFault> {
        // Around a text there are no brackets: it needs no quotes, and spaces are part of it.
        if *shape == DynSolType::String && !self.text.trim_start().starts_with('"') {
            return Ok(DynSolValue::String(self.text.to_owned()));
        }
        let value = self.value(shape, members)?;
        self.skip_space();
        if self.at < self.text.len() { Err(fault(self.at, "nothing follows here")) } else { Ok(value) }
    }

    fn value(&mut self, shape: &DynSolType, members: &[Parameter]) -> Result<DynSolValue, InputFault> {
        self.left = self.left.checked_sub(1).ok_or_else(|| fault(self.at, Bound::Data.to_string()))?;
        self.skip_space();
        match shape {
            DynSolType::Array(inner) => self.list(inner, members).map(DynSolValue::Array),
            DynSolType::FixedArray(inner, len) => {
                let start = self.at;
                let values = self.list(inner, members)?;
                if values.len() == *len {
                    return Ok(DynSolValue::FixedArray(values));
                }
                let words = format!("{len} values belong here, and there are {}", values.len());
                Err(fault(start, words))
            }
            DynSolType::Tuple(shapes) => self.tuple(shapes, members),
            DynSolType::String if self.rest().starts_with('"') => self.quoted().map(DynSolValue::String),
            leaf => {
                let start = self.at;
                let word = self.word();
                self.leaf(leaf, word, start)
            }
        }
    }

    fn list(&mut self, inner: &DynSolType, members: &[Parameter]) -> Result<Vec<DynSolValue>, InputFault> {
        self.expect('[')?;
        let mut values = Vec::new();
        if self.take(']') {
            return Ok(values);
        }
        loop {
            values.push(self.value(inner, members)?);
            if !self.take(',') {
                self.expect(']')?;
                return Ok(values);
            }
        }
    }

    fn tuple(&mut self, shapes: &[DynSolType], members: &[Parameter]) -> Result<DynSolValue, InputFault> {
        self.expect('(')?;
        let mut values = Vec::with_capacity(shapes.len());
        for (at, shape) in shapes.iter().enumerate() {
            if at > 0 {
                self.expect(',')?;
            }
            let member = members.get(at);
            if let Some(member) = member {
                self.skip_name(member);
            }
            values.push(self.value(shape, member.map_or(&[][..], |member| &member.members))?);
        }
        self.expect(')')?;
        Ok(DynSolValue::Tuple(values))
    }

    /// A value that is one word.
    fn leaf(&mut self, shape: &DynSolType, word: &str, start: usize) -> Result<DynSolValue, InputFault> {
        let value = match shape {
            DynSolType::Bool => super::boolean(word).map(DynSolValue::Bool),
            DynSolType::Uint(bits) => {
                super::unsigned(word, *bits).map(|number| DynSolValue::Uint(number, *bits))
            }
            DynSolType::Int(bits) => super::signed(word, *bits).map(|number| DynSolValue::Int(number, *bits)),
            DynSolType::FixedBytes(size) => super::fixed(word, *size)
                .map(|bytes| DynSolValue::FixedBytes(B256::right_padding_from(bytes.bytes()), *size)),
            DynSolType::Function => super::fixed(word, super::FUNCTION_BYTES)
                .map(|bytes| DynSolValue::Function(Function::left_padding_from(bytes.bytes()))),
            DynSolType::Bytes => super::bytes(word).map(|bytes| DynSolValue::Bytes(bytes.bytes().to_vec())),
            DynSolType::Address => {
                let (address, unlearned) = self.names.address(word).map_err(|words| fault(start, words))?;
                self.unlearned.extend(unlearned);
                Some(DynSolValue::Address(Address::from(*address.bytes())))
            }
            _ => Some(DynSolValue::String(word.to_owned())),
        };
        value.ok_or_else(|| fault(start, format!("write {}", wanted_of(shape))))
    }

    /// A text in quotes, without them.
    fn quoted(&mut self) -> Result<String, InputFault> {
        let start = self.at;
        let mut text = String::new();
        let mut letters = self.rest().char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += at + 1;
                    return Ok(text);
                }
                '\\' => text.push(match letters.next() {
                    Some((_, 'n')) => '\n',
                    Some((_, 'r')) => '\r',
                    Some((_, 't')) => '\t',
                    Some((_, letter @ ('"' | '\\'))) => letter,
                    _ => return Err(fault(start + at, r#"write \", \\, \n, \r or \t"#)),
                }),
                letter => text.push(letter),
            }
        }
        Err(fault(start, "close the quote"))
    }

    /// The text up to the next comma or closing bracket.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find([',', ']', ')']).unwrap_or(rest.len());
        let (word, _) = rest.split_at(end);
        self.at += end;
        word.trim_end()
    }

    /// Goes past the name of a member before its value.
    fn skip_name(&mut self, member: &Parameter) {
        self.skip_space();
        let named = str::from_utf8(member.name.raw()).ok().filter(|name| !name.is_empty());
        let behind = named.and_then(|name| self.rest().strip_prefix(name));
        if let Some(behind) = behind.filter(|behind| behind.starts_with([' ', ':', '='])) {
            let value = behind.trim_start().trim_start_matches([':', '=']);
            // Without a value behind it, it is the value.
            if !value.trim_start().starts_with([',', ')']) {
                self.at = self.text.len() - value.len();
            }
        }
    }

    fn expect(&mut self, sign: char) -> Result<(), InputFault> {
        if self.take(sign) { Ok(()) } else { Err(fault(self.at, format!("{sign} belongs here"))) }
    }

    fn take(&mut self, sign: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

fn fault(at: usize, words: impl Into<String>) -> InputFault {
    InputFault { at, words: words.into() }
}
