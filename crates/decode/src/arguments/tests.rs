//! What counts as read is encoded again by an encoder of this file's own, and held against the bytes.

use alloy_primitives::{I256, U256};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::{collection, sample};

use super::*;
use crate::interface::Interface;

/// The encoding of values of these types side by side: heads, then tails.
fn encode<'a>(parts: impl Iterator<Item = (&'a DynSolType, &'a Value)>) -> Vec<u8> {
    let parts: Vec<(bool, Vec<u8>)> = parts.map(|(shape, value)| encode_one(shape, value)).collect();
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

/// Whether a value of this type goes behind, and its encoding.
fn encode_one(shape: &DynSolType, value: &Value) -> (bool, Vec<u8>) {
    match (shape, value) {
        (_, Value::Address(address)) => (false, [&[0; 12][..], address.bytes()].concat()),
        (_, Value::Number(number, _)) => (false, number.to_be_bytes::<WORD>().to_vec()),
        (_, Value::Signed(number, _)) => (false, number.to_be_bytes::<WORD>().to_vec()),
        (_, Value::Bool(value)) => (false, word(usize::from(*value))),
        (_, Value::Word(bytes)) => (false, padded(bytes.bytes())),
        (_, Value::Bytes(bytes, _)) => (true, [word(bytes.len()), padded(bytes.bytes())].concat()),
        (_, Value::Text(text)) => (true, [word(text.raw().len()), padded(text.raw())].concat()),
        (DynSolType::Array(inner), Value::List(values)) => {
            (true, [word(values.len()), encode(values.iter().map(|value| (&**inner, value)))].concat())
        }
        (DynSolType::FixedArray(inner, length), Value::List(values)) => {
            assert_eq!(values.len(), *length);
            (inner.is_dynamic(), encode(values.iter().map(|value| (&**inner, value))))
        }
        (DynSolType::Tuple(shapes), Value::Tuple(members)) => {
            (shape.is_dynamic(), encode(shapes.iter().zip(members.iter().map(|member| &member.value))))
        }
        (shape, value) => panic!("{value:?} is no {shape:?}"),
    }
}

/// The decoded arguments, encoded again.
fn again(entry: &Entry, read: &Arguments) -> Vec<u8> {
    assert_eq!(entry.inputs.len(), read.list.len());
    encode(entry.inputs.iter().map(|input| &input.shape).zip(read.list.iter().map(|one| &one.value)))
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
        words in collection::vec((0..12_usize, proptest::bool::weighted(0.7), any::<[u8; 32]>()), 0..12),
        cut in 0..40_usize,
    ) {
        let entry = Interface::parse_line(LINES[line]).unwrap();
        let all = words.iter().flat_map(|(small, is_small, any)| {
            if *is_small { word(if small % 2 == 0 { small * 16 } else { *small }) } else { any.to_vec() }
        });
        let mut data: Vec<u8> = all.collect();
        data.truncate(data.len().saturating_sub(if cut < 32 { 0 } else { cut }));
        let read = decode_arguments(entry.inputs.iter(), &data);
        if read.fault.is_none() {
            proptest::prop_assert_eq!(again(&entry, &read), data);
        }
    }

    /// Encodings of any types, as another encoder makes them, are read as they are.
    #[test]
    fn what_is_encoded_is_read((kinds, values) in arguments()) {
        let data = DynSolValue::Tuple(values).abi_encode_sequence().unwrap();
        let entry = Interface::parse_line(&format!("f({})", kinds.join(","))).unwrap();
        let read = decode_arguments(entry.inputs.iter(), &data);
        proptest::prop_assert_eq!(read.fault, None);
        proptest::prop_assert_eq!(again(&entry, &read), data);
    }

    /// The same with words overwritten, cut short and with more behind: what still counts as read says all bytes.
    #[test]
    fn hostile_data_is_a_value_or_a_fault(
        (kinds, values) in arguments(),
        edits in collection::vec((any::<usize>(), edit()), 1..4),
        cut in 0..40_usize,
    ) {
        let mut data = DynSolValue::Tuple(values).abi_encode_sequence().unwrap();
        for (at, edit) in edits {
            let words = data.len() / WORD;
            if words > 0 {
                let at = at % words * WORD;
                data[at..at + WORD].copy_from_slice(&edit);
            }
        }
        data.truncate(data.len().saturating_sub(if cut < 34 { 0 } else { cut }));
        let entry = Interface::parse_line(&format!("f({})", kinds.join(","))).unwrap();
        let read = decode_arguments(entry.inputs.iter(), &data);
        if read.fault.is_none() {
            proptest::prop_assert_eq!(again(&entry, &read), data);
        }
    }
}

/// Types and a value of each.
fn arguments() -> impl Strategy<Value = (Vec<String>, Vec<DynSolValue>)> {
    let values = |kinds: Vec<DynSolType>| {
        let names = kinds.iter().map(written).collect::<Vec<_>>();
        let values = kinds.iter().map(value_of).collect::<Vec<_>>();
        (Just(names), values)
    };
    collection::vec(kind(), 1..4).prop_flat_map(values)
}

/// A type as signatures write it: the library puts a comma behind the only member of a tuple.
fn written(kind: &DynSolType) -> String {
    kind.sol_type_name().replace(",)", ")")
}

/// A type, up to three levels deep.
fn kind() -> impl Strategy<Value = DynSolType> {
    let stems = ["address", "uint8", "uint256", "int64", "bool", "bytes4", "bytes32", "bytes", "string"];
    let stem = sample::select(stems.map(|stem| DynSolType::parse(stem).unwrap()).to_vec());
    stem.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| DynSolType::Array(Box::new(inner))),
            (inner.clone(), 1..3_usize).prop_map(|(inner, len)| DynSolType::FixedArray(Box::new(inner), len)),
            collection::vec(inner, 1..4).prop_map(DynSolType::Tuple),
        ]
    })
}

/// A value of a type.
fn value_of(kind: &DynSolType) -> BoxedStrategy<DynSolValue> {
    let any_word = any::<[u8; WORD]>();
    match kind.clone() {
        DynSolType::Address => any::<[u8; 20]>().prop_map(|one| DynSolValue::Address(one.into())).boxed(),
        DynSolType::Uint(bits) => any_word
            .prop_map(move |word| DynSolValue::Uint(U256::from_be_bytes(word) >> (256 - bits), bits))
            .boxed(),
        DynSolType::Int(bits) => any::<i64>()
            .prop_map(move |number| DynSolValue::Int(I256::try_from(number).unwrap(), bits))
            .boxed(),
        DynSolType::Bool => any::<bool>().prop_map(DynSolValue::Bool).boxed(),
        DynSolType::FixedBytes(size) => any_word
            .prop_map(move |mut word| {
                word[size..].fill(0);
                DynSolValue::FixedBytes(word.into(), size)
            })
            .boxed(),
        DynSolType::Bytes => collection::vec(any::<u8>(), 0..70).prop_map(DynSolValue::Bytes).boxed(),
        DynSolType::String => any::<String>().prop_map(DynSolValue::String).boxed(),
        DynSolType::Array(inner) => {
            collection::vec(value_of(&inner), 0..4).prop_map(DynSolValue::Array).boxed()
        }
        DynSolType::FixedArray(inner, len) => {
            collection::vec(value_of(&inner), len).prop_map(DynSolValue::FixedArray).boxed()
        }
        DynSolType::Tuple(members) => {
            members.iter().map(value_of).collect::<Vec<_>>().prop_map(DynSolValue::Tuple).boxed()
        }
        DynSolType::Function => Just(DynSolValue::Function([7; 24].into())).boxed(),
    }
}

/// A word that an attacker may write: an offset, a length, much too much, or anything.
fn edit() -> impl Strategy<Value = [u8; WORD]> {
    prop_oneof![
        (0..20_u64).prop_map(|number| U256::from(number * 32).to_be_bytes()),
        (0..70_u64).prop_map(|number| U256::from(number).to_be_bytes()),
        any::<u64>().prop_map(|number| U256::from(number).to_be_bytes()),
        Just([0xff; WORD]),
        any::<[u8; WORD]>(),
    ]
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
        assert!(decode_arguments(entry.inputs.iter(), &data).fault.is_some(), "{line}");
    }
}

#[test]
fn more_data_than_is_read() {
    let entry = Interface::parse_line("f(uint256[])").unwrap();
    let read = decode_arguments(entry.inputs.iter(), &vec![0; bounds::MAX_DATA_BYTES + 1]);
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
    assert_eq!(decode_arguments(entry.inputs.iter(), &data).fault, Some(Fault::Overlaps));
}
