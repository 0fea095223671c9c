//! Calldata, events and storage slots, encoded as the Solidity ABI has them.

use alloy_primitives::keccak256;

use crate::ledger::EvmAddress;

/// Thirty-two bytes.
pub(crate) type Word = [u8; 32];

/// One argument.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Any type of one word: number, address, flag, fixed bytes.
    Word(Word),
    /// `bytes` or `string`.
    Bytes(Vec<u8>),
    /// A dynamic array whose elements are one word each.
    Words(Vec<Word>),
    /// A dynamic array of `bytes` or `string`.
    Many(Vec<Vec<u8>>),
}

/// A number as a word.
pub(crate) fn number(value: u128) -> Word {
    let mut word = [0; 32];
    word[16..].copy_from_slice(&value.to_be_bytes());
    word
}

/// An address as a word.
pub(crate) fn address(value: EvmAddress) -> Word {
    let mut word = [0; 32];
    word[12..].copy_from_slice(value.bytes());
    word
}

/// A number argument.
pub(crate) fn uint(value: impl Into<u128>) -> Value {
    Value::Word(number(value.into()))
}

/// An address argument.
pub(crate) fn account(value: EvmAddress) -> Value {
    Value::Word(address(value))
}

/// A string argument.
pub(crate) fn text(value: &str) -> Value {
    Value::Bytes(value.as_bytes().to_vec())
}

/// The hash of a signature: an event's first topic.
pub(crate) fn topic(signature: &str) -> Word {
    keccak256(signature).0
}

/// The four bytes that select a function or name an error.
pub(crate) fn selector(signature: &str) -> [u8; 4] {
    let [a, b, c, d, ..] = topic(signature);
    [a, b, c, d]
}

/// A call of the function with this signature, or an error of it: selector and arguments.
pub(crate) fn call(signature: &str, arguments: &[Value]) -> Vec<u8> {
    let mut bytes = selector(signature).to_vec();
    bytes.extend(encode(arguments));
    bytes
}

/// Arguments alone, as returned values and event data have them.
pub(crate) fn encode(arguments: &[Value]) -> Vec<u8> {
    let mut head = Vec::new();
    let mut tail = Vec::new();
    for argument in arguments {
        if let Value::Word(word) = argument {
            head.extend(word);
            continue;
        }
        head.extend(number((arguments.len() * 32 + tail.len()) as u128));
        match argument {
            Value::Word(_) => {}
            Value::Bytes(bytes) => tail.extend(counted(bytes)),
            Value::Words(words) => {
                tail.extend(number(words.len() as u128));
                tail.extend(words.iter().flatten());
            }
            Value::Many(items) => {
                tail.extend(number(items.len() as u128));
                tail.extend(encode(&items.iter().cloned().map(Value::Bytes).collect::<Vec<_>>()));
            }
        }
    }
    head.extend(tail);
    head
}

/// Length, bytes, zeros up to a whole word.
fn counted(bytes: &[u8]) -> Vec<u8> {
    let mut counted = number(bytes.len() as u128).to_vec();
    counted.extend(bytes);
    counted.resize(counted.len().next_multiple_of(32), 0);
    counted
}

/// The slot of a mapping's value: the hash of key and slot.
pub(crate) fn mapped(key: Word, slot: Word) -> Word {
    keccak256([key, slot].concat()).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    #[test]
    fn selectors_are_the_published_ones() {
        assert_eq!(hex::encode(selector("transfer(address,uint256)")), "a9059cbb");
        assert_eq!(hex::encode(selector("Error(string)")), "08c379a0");
    }

    #[test]
    fn dynamic_arguments_go_behind_the_words() {
        let bytes =
            encode(&[uint(7u8), text("hi"), Value::Words(vec![number(9)]), Value::Many(vec![vec![0xaa]])]);
        let words: Vec<String> = bytes.chunks(32).map(hex::encode).collect();
        let ends: Vec<&str> = words.iter().map(|word| word.trim_start_matches('0')).collect();
        assert_eq!(ends[..4], ["7", "80", "c0", "100"]);
        assert_eq!(ends[4], "2");
        assert!(words[5].starts_with("6869"));
        assert_eq!(ends[6..10], ["1", "9", "1", "20"]);
        assert_eq!(ends[10], "1");
        assert!(words[11].starts_with("aa00"));
    }

    #[test]
    fn a_mapping_slot_is_the_hash_of_key_and_slot() {
        assert_eq!(
            hex::encode(mapped(number(0), number(0))),
            "ad3228b676f7d3cd4284a5443f17f1962b36e491b30a40b2405849e597ba5fb5"
        );
    }
}
