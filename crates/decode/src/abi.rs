//! The few forms of the contract ABI that are read without a signature, strictly: a value counts only if it
//! encodes to the same bytes again.

use alloy_primitives::U256;

/// Bytes in a word.
pub const WORD: usize = 32;

/// The number in exactly one word.
pub(crate) fn number(bytes: &[u8]) -> Option<U256> {
    (bytes.len() == WORD).then(|| U256::from_be_slice(bytes))
}

/// The one `string` or `bytes` argument that these bytes encode: an offset, a length, and the bytes filled up
/// with zeros to whole words.
pub(crate) fn only_bytes(encoded: &[u8]) -> Option<&[u8]> {
    let (offset, rest) = encoded.split_at_checked(WORD)?;
    let (length, rest) = rest.split_at_checked(WORD)?;
    let length = usize::try_from(number(length)?).ok()?;
    let (value, padding) = rest.split_at_checked(length)?;
    let whole_words = padding.len() < WORD && rest.len().is_multiple_of(WORD);
    let plain = number(offset)? == U256::from(WORD) && whole_words && padding.iter().all(|byte| *byte == 0);
    plain.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encoding of one `bytes` argument.
    fn encode(value: &[u8]) -> Vec<u8> {
        let word = |n: usize| U256::from(n).to_be_bytes::<WORD>();
        let mut out = [word(WORD), word(value.len())].concat();
        out.extend_from_slice(value);
        out.resize(2 * WORD + value.len().div_ceil(WORD) * WORD, 0);
        out
    }

    #[test]
    fn lengths_about_a_word_are_read() {
        for length in [0, 1, 31, 32, 33, 64] {
            let value = vec![7; length];
            assert_eq!(only_bytes(&encode(&value)), Some(value.as_slice()), "{length}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_read_encodes_to_the_same_bytes(bytes: Vec<u8>, value: Vec<u8>, at: usize, byte: u8) {
            if let Some(value) = only_bytes(&bytes) {
                proptest::prop_assert_eq!(encode(value), bytes.clone());
            }
            let mut bytes = encode(&value);
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Some(value) = only_bytes(&bytes) {
                proptest::prop_assert_eq!(encode(value), bytes.clone());
            }
        }
    }
}
