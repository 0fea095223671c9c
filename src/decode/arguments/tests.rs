//! What counts as read is encoded again by an encoder of this file's own, and held against the bytes.

use alloy_primitives::U256;

use super::*;
use crate::decode::interface::Interface;

/// The encoding of values side by side: heads, then tails.
fn encode<'a>(values: impl Iterator<Item = &'a Value> + Clone) -> Vec<u8> {
    let parts: Vec<(bool, Vec<u8>)> = values.map(encode_one).collect();
    let heads: usize = parts.iter().map(|(dynamic, part)| if *dynamic { WORD } else { part.len() }).sum();
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    for (dynamic, part) in parts {
        if dynamic {
            head.extend(word(heads + tail.len()));
            tail.extend(part);
        } else {
            head.extend(part);
        }
    }
    [head, tail].concat()
}

/// Whether a value goes behind, and its encoding. Lists are all taken for such of no fixed length.
fn encode_one(value: &Value) -> (bool, Vec<u8>) {
    match value {
        Value::Address(address) => (false, [&[0; 12][..], address.bytes()].concat()),
        Value::Number(number, _) => (false, number.to_be_bytes::<WORD>().to_vec()),
        Value::Signed(number, _) => (false, number.to_be_bytes::<WORD>().to_vec()),
        Value::Bool(value) => (false, word(usize::from(*value))),
        Value::Word(bytes) => (false, padded(bytes.bytes())),
        Value::Bytes(bytes, _) => (true, [word(bytes.len()), padded(bytes.bytes())].concat()),
        Value::Text(text) => (true, [word(text.raw().len()), padded(text.raw())].concat()),
        Value::List(values) => (true, [word(values.len()), encode(values.iter())].concat()),
        Value::Tuple(members) => {
            let dynamic = members.iter().any(|member| encode_one(&member.value).0);
            (dynamic, encode(members.iter().map(|member| &member.value)))
        }
        Value::Hashed(bytes) => (false, bytes.bytes().to_vec()),
    }
}

fn word(number: usize) -> Vec<u8> {
    U256::from(number).to_be_bytes::<WORD>().to_vec()
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().div_ceil(WORD) * WORD, 0);
    bytes
}

const LINES: [&str; 8] = [
    "f(uint256,bool,int64,bytes4)",
    "f(string)",
    "f(bytes,address[])",
    "f((address,bytes)[],uint8)",
    "f(uint256[][],string[])",
    "f((uint64,(string,int8)),bytes32)",
    "f(uint8)",
    "f()",
];

proptest::proptest! {
    /// Words that are mostly small numbers, so that many are offsets and lengths that make sense.
    #[test]
    fn what_counts_as_read_encodes_to_the_same_bytes(
        line in 0..LINES.len(),
        words in proptest::collection::vec((0..12_usize, proptest::bool::weighted(0.7), proptest::prelude::any::<[u8; 32]>()), 0..12),
        cut in 0..40_usize,
    ) {
        let entry = Interface::parse_line(LINES[line]).unwrap();
        let all = words.iter().flat_map(|(small, is_small, any)| {
            if *is_small { word(if small % 2 == 0 { small * 16 } else { *small }) } else { any.to_vec() }
        });
        let mut data: Vec<u8> = all.collect();
        data.truncate(data.len().saturating_sub(if cut < 32 { 0 } else { cut }));
        let read = read(entry.inputs.iter(), &data);
        if read.fault.is_none() {
            proptest::prop_assert_eq!(encode(read.list.iter().map(|one| &one.value)), data);
        }
    }

    /// Real encodings with one byte changed: either they still say all bytes, or there is a fault.
    #[test]
    fn a_changed_byte_is_a_value_or_a_fault(text: String, amounts: Vec<u64>, at: usize, byte: u8) {
        let entry = Interface::parse_line("f((string,uint64[])[],address)").unwrap();
        let values = Value::Tuple(vec![
            argument(Value::Text(text.as_str().into())),
            argument(Value::List(amounts.iter().map(|one| Value::Number(U256::from(*one), 64)).collect())),
        ]);
        let list = Value::List(vec![values.clone(), values]);
        let mut data = encode([list, Value::Number(U256::from(7), 256)].iter());
        proptest::prop_assert_eq!(read(entry.inputs.iter(), &data).fault, None);
        let at = at % data.len();
        data[at] = byte;
        let read = read(entry.inputs.iter(), &data);
        if read.fault.is_none() {
            proptest::prop_assert_eq!(encode(read.list.iter().map(|one| &one.value)), data);
        }
    }
}

fn argument(value: Value) -> Argument {
    Argument { name: "".into(), kind: "".into(), indexed: false, value }
}

#[test]
fn values_out_of_range_do_not_count() {
    for (line, hex) in [
        ("f(uint8)", "0100"),
        ("f(bool)", "02"),
        ("f(int8)", "80"),
        ("f(bytes4)", "01"),
        ("f(address)", "010000000000000000000000000000000000000000"),
    ] {
        let entry = Interface::parse_line(line).unwrap();
        let data = U256::from_str_radix(hex, 16).unwrap().to_be_bytes::<WORD>();
        assert!(read(entry.inputs.iter(), &data).fault.is_some(), "{line}");
    }
}

#[test]
fn more_data_than_is_read() {
    let entry = Interface::parse_line("f(uint256[])").unwrap();
    let read = read(entry.inputs.iter(), &vec![0; bounds::DATA + 1]);
    assert_eq!(read.fault, Some(Fault::PastBound(Bound::Data)));
}

/// The second attack: two thousand bytes whose offsets all lead to the same words, five levels deep.
#[test]
fn two_thousand_bytes_of_overlapping_offsets() {
    let entry = Interface::parse_line("f(uint256[][][][])").unwrap();
    let mut data = word(WORD);
    for level in 0..4 {
        data.extend(word(16));
        data.extend((0..16).flat_map(|_| word(if level < 3 { 16 * WORD } else { 1 })));
    }
    assert!(data.len() > 2000);
    assert_eq!(read(entry.inputs.iter(), &data).fault, Some(Fault::Overlaps));
}
