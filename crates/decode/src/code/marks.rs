//! The meaning of constants in code: selectors, topics, slots and words.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::{ContractRef, EvmAddress, Text};

use super::{Code, Piece, PieceKind};
use crate::dispatch::Dispatch;
use crate::interface::Kind;
use crate::known::Known;
use crate::reading::Provenance;
use crate::signatures::Signature;
use crate::{Opcode, storage};

/// A signature for a selector or topic, and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The signature, such as `transfer(address,uint256)`; untrusted text.
    pub signature: Text,
    /// The source in one word: `verified`, `shipped`.
    pub whence: &'static str,
}

/// The known names of the constants in a contract's code.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Names {
    selectors: BTreeMap<[u8; 4], Named>,
    words: BTreeMap<[u8; 32], Named>,
}

/// The meaning of an instruction's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<'a> {
    /// The selector of a function or error.
    Selector(&'a Named),
    /// The first topic of an event, a storage slot that standards set aside, or a common role.
    Word(&'a Named),
    Address(EvmAddress),
    /// Printable text.
    Text(String),
}

/// The fewest letters that count as text: shorter rows of bytes look like text by chance.
const MIN_TEXT_LETTERS: usize = 4;

impl Names {
    /// Collects the known names of all constants that these codes push and selectors that they dispatch to.
    pub fn collect(
        codes: [&Code; 2],
        dispatch: &Dispatch,
        contract: Option<ContractRef>,
        known: &Known,
    ) -> Self {
        let mut names = Self { selectors: BTreeMap::new(), words: well_known() };
        for function in &dispatch.functions {
            names.add_selector(function.selector, contract, known);
        }
        for code in codes {
            for piece in code.pieces() {
                names.add_pushed(code.immediate(piece), contract, known);
            }
        }
        names
    }

    /// Looks up a value as a selector, also left-aligned in a word, or as a topic.
    fn add_pushed(&mut self, value: &[u8], contract: Option<ContractRef>, known: &Known) {
        match value.len() {
            4 => {
                if let Some(selector) = value.first_chunk() {
                    self.add_selector(*selector, contract, known);
                }
            }
            32 => {
                let Some((selector, rest)) = value.split_first_chunk::<4>() else { return };
                if rest.iter().all(|byte| *byte == 0) {
                    self.add_selector(*selector, contract, known);
                } else if let Some(word) = value.first_chunk::<32>() {
                    self.add_topic(*word, contract, known);
                }
            }
            _ => {}
        }
    }

    fn add_selector(&mut self, selector: [u8; 4], contract: Option<ContractRef>, known: &Known) {
        let named = || {
            let kinds = [Kind::Function, Kind::Error];
            let learned = known.interfaces(contract).find_map(|(provenance, interface)| {
                let entry = kinds.iter().find_map(|kind| interface.by_selector(*kind, selector).next())?;
                Some(Named { signature: entry.signature.clone(), whence: provenance.label() })
            });
            learned.or_else(|| {
                let shipped = kinds.iter().find_map(|kind| Signature::by_selector(*kind, selector).next())?;
                let whence = if shipped.system { Provenance::System } else { Provenance::Shipped };
                Some(Named { signature: shipped.entry()?.signature.clone(), whence: whence.label() })
            })
        };
        if !self.selectors.contains_key(&selector)
            && let Some(named) = named()
        {
            self.selectors.insert(selector, named);
        }
    }

    fn add_topic(&mut self, topic: [u8; 32], contract: Option<ContractRef>, known: &Known) {
        let named = || {
            let learned = known.interfaces(contract).find_map(|(provenance, interface)| {
                let entry = interface.by_topic(topic).next()?;
                Some(Named { signature: entry.signature.clone(), whence: provenance.label() })
            });
            learned.or_else(|| {
                let signature = Signature::by_topic(topic).next()?.entry()?.signature.clone();
                Some(Named { signature, whence: Provenance::Shipped.label() })
            })
        };
        if !self.words.contains_key(&topic)
            && let Some(named) = named()
        {
            self.words.insert(topic, named);
        }
    }

    /// The function or error with this selector.
    pub fn selector(&self, selector: [u8; 4]) -> Option<&Named> {
        self.selectors.get(&selector)
    }

    /// The selectors whose signature contains the text, ignoring case.
    pub fn like<'a>(&'a self, text: &'a str) -> impl Iterator<Item = [u8; 4]> + 'a {
        let wanted = text.to_lowercase();
        let has = move |named: &Named| named.signature.escaped().to_lowercase().contains(&wanted);
        self.selectors.iter().filter(move |(_, named)| has(named)).map(|(selector, _)| *selector)
    }

    /// The meaning of an instruction's value, if known.
    pub fn meaning(&self, code: &Code, piece: &Piece) -> Option<Meaning<'_>> {
        let PieceKind::Instruction(opcode) = piece.kind else { return None };
        let value = code.immediate(piece);
        match (opcode, value.len()) {
            (Opcode::PUSH4, 4) => self.selector(*value.first_chunk()?).map(Meaning::Selector),
            // Twenty bytes of ones are the mask of an address, not one.
            (Opcode::PUSH20, 20) => {
                let address = EvmAddress::new(*value.first_chunk()?);
                value.iter().any(|byte| *byte != 0xff).then_some(Meaning::Address(address))
            }
            (Opcode::PUSH32, 32) => self.word(value.first_chunk()?),
            _ => text(value).map(Meaning::Text),
        }
    }

    fn word(&self, word: &[u8; 32]) -> Option<Meaning<'_>> {
        if let Some(named) = self.words.get(word) {
            return Some(Meaning::Word(named));
        }
        // Errors are thrown with their selector at the left of a word.
        let (head, rest) = word.split_first_chunk::<4>()?;
        let padded = rest.iter().all(|byte| *byte == 0);
        match self.selector(*head).filter(|_| padded) {
            Some(named) => Some(Meaning::Selector(named)),
            None => text(word).map(Meaning::Text),
        }
    }
}

/// The words of slots and roles.
fn well_known() -> BTreeMap<[u8; 32], Named> {
    let named = |(word, name, whence): ([u8; 32], Arc<str>, _)| {
        (word, Named { signature: Text::from(&*name), whence })
    };
    storage::named_words().map(named).collect()
}

/// Printable ASCII, optionally followed by zeros.
fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().rposition(|byte| *byte != 0)? + 1;
    let letters = bytes.get(..end).filter(|letters| letters.len() >= MIN_TEXT_LETTERS)?;
    let printable = letters.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
    printable.then(|| letters.iter().copied().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(code: &[u8]) -> Option<String> {
        let code = Code::new(code);
        let names = Names::collect([&code, &Code::default()], &Dispatch::default(), None, &Known::default());
        let shown = match names.meaning(&code, &code.pieces()[0])? {
            Meaning::Selector(known) | Meaning::Word(known) => known.signature.escaped(),
            Meaning::Address(address) => address.to_string(),
            Meaning::Text(text) => format!("{text:?}"),
        };
        Some(shown)
    }

    #[test]
    fn constants_that_are_known_are_named() {
        let word = |start: &[u8]| [&[0x7f][..], start, &vec![0; 32 - start.len()]].concat();
        let transfer = [0xa9, 0x05, 0x9c, 0xbb];
        assert_eq!(meaning(&[&[0x63][..], &transfer].concat()).as_deref(), Some("transfer(address,uint256)"));
        assert_eq!(meaning(&word(&transfer)).as_deref(), Some("transfer(address,uint256)"));
        assert_eq!(meaning(&word(b"not the owner")).as_deref(), Some("\"not the owner\""));
        let slot = [&[0x7f][..], &crate::proxy::SLOTS[0].0].concat();
        assert_eq!(meaning(&slot).as_deref(), Some("ERC-1967 implementation"));
        assert_eq!(meaning(&[&[0x73][..], &[0xff; 20]].concat()), None);
        assert_eq!(meaning(&[0x60, 0x40]), None);
        assert_eq!(meaning(&[0x63, 1, 2, 3]), None);
    }
}
