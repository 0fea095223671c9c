//! The meaning of constants in code: selectors, topics, slots, words, and the targets of jumps.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::{ContractRef, EvmAddress, Text};

use super::{Code, Piece, PieceKind, Pointer};
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
    /// A constant of 20 bytes that may be a contract.
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

/// The known jumps, by destination and by origin.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Jumps {
    /// Offsets of each destination and of the push that names it, sorted.
    by_target: Vec<(usize, usize)>,
}

impl Jumps {
    /// Finds the jumps of the code.
    pub fn find(code: &Code) -> Self {
        let pieces = code.pieces().iter().enumerate();
        let named = pieces.filter_map(|(number, piece)| Some((destination(code, number)?, piece.at)));
        let mut by_target: Vec<_> = named.collect();
        by_target.sort_unstable();
        Self { by_target }
    }

    /// The offsets of the pushes that name this destination.
    pub fn to(&self, target: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        let start = self.by_target.partition_point(|(known, _)| *known < target);
        let end = self.by_target.partition_point(|(known, _)| *known <= target);
        self.by_target.get(start..end).unwrap_or_default().iter().map(|(_, from)| *from)
    }

    /// Where the instruction of this number leads: a push of a destination, or a jump right behind one.
    pub fn from(code: &Code, piece: usize) -> Option<usize> {
        let at = if is_jump(code, piece) { piece.checked_sub(1)? } else { piece };
        destination(code, at)
    }
}

/// The destination that the instruction of this number pushes. Compilers give all destinations of a code the width
/// that the last one needs: what is narrower is a number, unless a jump takes it at once.
fn destination(code: &Code, number: usize) -> Option<usize> {
    let piece = code.pieces().get(number)?;
    let Pointer::Jump(target) = code.pointer(piece)? else { return None };
    let section = code.sections.iter().find(|section| section.contains(&piece.at))?;
    let bits = code.immediate(piece).len().saturating_mul(8);
    let narrow = bits < 32 && section.len() > 1 << bits;
    (!narrow || is_jump(code, number.saturating_add(1))).then_some(target)
}

fn is_jump(code: &Code, number: usize) -> bool {
    let piece = code.pieces().get(number);
    piece.is_some_and(|it| matches!(it.kind, PieceKind::Instruction(Opcode::JUMP | Opcode::JUMPI)))
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

    /// Jumps to a destination at 5 from two places; the other one there is within a value.
    const CODE: [u8; 13] = [0x60, 5, 0x56, 0x60, 0x5b, 0x5b, 0x60, 5, 0x57, 0x60, 4, 0x56, 0x00];

    #[test]
    fn destinations_know_who_jumps_to_them() {
        let code = Code::new(&CODE);
        let jumps = Jumps::find(&code);
        assert_eq!(jumps.to(5).collect::<Vec<_>>(), [0, 6]);
        assert_eq!(jumps.to(4).len(), 0);
        let leads: Vec<_> = (0..code.pieces().len()).map(|piece| Jumps::from(&code, piece)).collect();
        assert_eq!(leads, [Some(5), Some(5), None, None, Some(5), Some(5), None, None, None]);
    }

    #[test]
    fn a_number_that_is_too_narrow_for_all_destinations_is_none() {
        // The free memory pointer of solc, and by chance a destination at that place.
        let mut bytes = vec![0x5b; 300];
        bytes[..2].copy_from_slice(&[0x60, 0x80]);
        let code = Code::new(&bytes);
        assert_eq!((Jumps::from(&code, 0), Jumps::find(&code).to(0x80).len()), (None, 0));
        bytes[2] = 0x56;
        let code = Code::new(&bytes);
        assert_eq!((Jumps::from(&code, 0), Jumps::find(&code).to(0x80).len()), (Some(0x80), 1));
        bytes.truncate(200);
        bytes[2] = 0x5b;
        assert_eq!(Jumps::from(&Code::new(&bytes), 0), Some(0x80));
    }

    proptest::proptest! {
        #[test]
        fn every_jump_lands_on_a_destination(bytes: Vec<u8>) {
            let code = Code::new(&bytes);
            let jumps = Jumps::find(&code);
            for piece in 0..code.pieces().len() {
                if let Some(target) = Jumps::from(&code, piece) {
                    proptest::prop_assert_eq!(bytes[target], 0x5b);
                    proptest::prop_assert!(jumps.to(target).len() > 0);
                }
            }
        }
    }
}
