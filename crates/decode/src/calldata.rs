//! Call data and return data without a signature: the selector, and every plausible meaning of the words after it.
//! Words are split lazily: large data costs nothing until it is shown.

use alloy_primitives::{U256, hex};
use ledger::{EvmAddress, Text};

use super::abi::WORD;

/// Data split into words, with or without a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallData<'a> {
    selector: Option<&'a [u8; 4]>,
    arguments: &'a [u8],
}

impl<'a> CallData<'a> {
    /// Data of a call: a selector of four bytes, then words. Less than four bytes are no selector.
    pub fn of_call(bytes: &'a [u8]) -> Self {
        match bytes.split_first_chunk() {
            Some((selector, arguments)) => Self { selector: Some(selector), arguments },
            None => Self { selector: None, arguments: bytes },
        }
    }

    /// Return data or an error's arguments: only words.
    pub fn of_words(bytes: &'a [u8]) -> Self {
        Self { selector: None, arguments: bytes }
    }

    /// The selector as text: `0xa9059cbb`.
    pub fn selector(&self) -> Option<String> {
        self.selector.map(hex::encode_prefixed)
    }

    /// How many words there are, with a last one that is cut short.
    pub fn len(&self) -> usize {
        self.arguments.len().div_ceil(WORD)
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// Bytes behind the last whole word: a sign that these are no plain arguments.
    pub fn trailing(&self) -> usize {
        self.arguments.len() % WORD
    }

    /// The word at this index, counted from 0.
    pub fn word(&self, index: usize) -> Option<Word<'a>> {
        let offset = index.checked_mul(WORD)?;
        let rest = self.arguments.get(offset..).filter(|rest| !rest.is_empty())?;
        Some(Word { offset, bytes: rest.get(..WORD).unwrap_or(rest) })
    }

    /// All words, in order.
    pub fn words(self) -> impl Iterator<Item = Word<'a>> {
        (0..self.len()).filter_map(move |index| self.word(index))
    }
}

/// One word: 32 bytes, or fewer at the very end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// Where it begins, counted from the first word, as offsets within the data count.
    pub offset: usize,
    /// 1 to 32 bytes.
    pub bytes: &'a [u8],
}

/// The most likely meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A number; also of a flag, and of an entity in its long-zero form.
    Number(U256),
    /// A number below zero, by its distance from zero.
    Negative(U256),
    /// An address that is not long-zero.
    Address(EvmAddress),
    /// Letters from the left, filled up with zeros.
    Text(Text),
    /// Not recognised: a hash, packed values, a part of bytes.
    Bytes,
}

impl Word<'_> {
    /// Two digits a byte after `0x`.
    pub fn hex(&self) -> String {
        hex::encode_prefixed(self.bytes)
    }

    /// The number that it is, if it is whole.
    pub fn number(&self) -> Option<U256> {
        super::abi::number(self.bytes)
    }

    /// The address that it can be: twelve zero bytes, then twenty that are not all zero.
    pub fn address(&self) -> Option<EvmAddress> {
        let (zeros, address) = self.bytes.split_first_chunk::<12>()?;
        let address: [u8; 20] = address.try_into().ok()?;
        (zeros == &[0; 12] && address != [0; 20]).then(|| EvmAddress::new(address))
    }

    /// The number of the entity that it can be, as a long-zero address.
    pub fn entity_num(&self) -> Option<u64> {
        self.address()?.entity_num()
    }

    /// The letters that it can be: printable ASCII from the left, at least three, and nothing but zeros behind.
    pub fn text(&self) -> Option<Text> {
        let end = self.bytes.iter().rposition(|byte| *byte != 0)? + 1;
        let letters = self.bytes.get(..end)?;
        let printable = letters.iter().all(|byte| matches!(byte, 0x20..=0x7e));
        (letters.len() >= 3 && printable).then(|| Text::from_bytes(letters))
    }

    /// The most likely meaning. A guess: a token amount above 2^96 looks like an address.
    pub fn meaning(&self) -> Meaning {
        let Some(number) = self.number() else {
            return self.text().map_or(Meaning::Bytes, Meaning::Text);
        };
        let bits = number.bit_len();
        let below_zero = U256::ZERO.wrapping_sub(number);
        match (self.address(), self.text()) {
            _ if bits <= 96 => Meaning::Number(number),
            (_, Some(text)) => Meaning::Text(text),
            (Some(address), _) => Meaning::Address(address),
            _ if below_zero.bit_len() <= 96 => Meaning::Negative(below_zero),
            _ => Meaning::Bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "a9059cbb\
        000000000000000000000000b0551e9ecceb06cf6ea2879174aaf4da84633e85\
        000000000000000000000000000000000000000000000000000000003094a9a5\
        fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe\
        68656c6c6f000000000000000000000000000000000000000000000000000000\
        ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef\
        00ff";

    #[test]
    fn words_are_guessed_one_by_one() {
        let bytes = hex::decode(DATA).unwrap();
        let data = CallData::of_call(&bytes);
        assert_eq!(data.selector().as_deref(), Some("0xa9059cbb"));
        assert_eq!((data.len(), data.trailing()), (6, 2));
        let meanings: Vec<Meaning> = data.words().map(|word| word.meaning()).collect();
        let alias = EvmAddress::parse("b0551e9ecceb06cf6ea2879174aaf4da84633e85").unwrap();
        assert_eq!(
            meanings,
            [
                Meaning::Address(alias),
                Meaning::Number(U256::from(0x3094_a9a5)),
                Meaning::Negative(U256::from(2)),
                Meaning::Text(Text::from("hello")),
                Meaning::Bytes,
                Meaning::Bytes,
            ]
        );
        assert_eq!(data.word(1).unwrap().entity_num(), Some(0x3094_a9a5));
        assert_eq!(data.word(5).map(|word| (word.offset, word.hex())), Some((160, "0x00ff".to_owned())));
        assert_eq!(data.word(6), None);
    }

    #[test]
    fn short_data_has_no_selector() {
        assert_eq!(CallData::of_call(&[1, 2, 3]).selector(), None);
        assert!(CallData::of_call(&[1, 2, 3, 4]).is_empty());
        assert_eq!(CallData::of_words(&[0; 32]).word(0).unwrap().meaning(), Meaning::Number(U256::ZERO));
        assert_eq!(CallData::of_words(&[]).word(usize::MAX), None);
    }

    proptest::proptest! {
        #[test]
        fn words_cover_all_bytes(bytes: Vec<u8>) {
            let words: Vec<u8> = CallData::of_words(&bytes).words().flat_map(|word| word.bytes.to_vec()).collect();
            proptest::prop_assert_eq!(&words, &bytes);
            for word in CallData::of_call(&bytes).words() {
                let _ = word.meaning();
            }
        }
    }
}
