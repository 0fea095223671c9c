//! Decoded values as the tree that is shown, if each is in the range of its type.

use alloy_dyn_abi::{DynSolType, DynSolValue};
use alloy_primitives::I256;
use ledger::{EvmAddress, HexBytes, Text};

use super::super::interface::Parameter;
use super::super::reading::{Argument, Value};

/// The argument for a parameter; `None` if a value is out of its type's range.
pub(super) fn argument(parameter: &Parameter, value: &DynSolValue) -> Option<Argument> {
    let (name, kind) = (parameter.name.clone(), parameter.kind.clone());
    let value = decode_value(&parameter.shape, &parameter.members, value)?;
    Some(Argument { name, kind, indexed: parameter.indexed, value })
}

fn decode_value(shape: &DynSolType, members: &[Parameter], value: &DynSolValue) -> Option<Value> {
    let list = |inner: &DynSolType, values: &[DynSolValue]| {
        values.iter().map(|value| decode_value(inner, members, value)).collect::<Option<_>>().map(Value::List)
    };
    Some(match (shape, value) {
        (DynSolType::String, DynSolValue::Bytes(bytes)) => Value::Text(Text::from_bytes(bytes.as_slice())),
        (_, DynSolValue::Bytes(bytes)) => Value::Bytes(HexBytes::from(bytes.clone()), None),
        (_, DynSolValue::Address(address)) => Value::Address(EvmAddress::new(address.0.0)),
        (_, DynSolValue::Bool(value)) => Value::Bool(*value),
        (_, DynSolValue::Uint(number, bits)) if number.bit_len() <= *bits => Value::Number(*number, *bits),
        (_, DynSolValue::Int(number, bits)) if fits(*number, *bits) => Value::Signed(*number, *bits),
        (_, DynSolValue::FixedBytes(word, size)) => Value::Word(word_of(word.as_slice(), *size)?),
        (_, DynSolValue::Function(function)) => Value::Word(HexBytes::from(function.to_vec())),
        (DynSolType::Array(inner), DynSolValue::Array(values))
        | (DynSolType::FixedArray(inner, _), DynSolValue::FixedArray(values)) => list(inner, values)?,
        (DynSolType::Tuple(shapes), DynSolValue::Tuple(values)) => {
            Value::Tuple(tuple(shapes, members, values)?)
        }
        _ => return None,
    })
}

/// The members of a tuple, by name where the signature has names.
fn tuple(shapes: &[DynSolType], members: &[Parameter], values: &[DynSolValue]) -> Option<Vec<Argument>> {
    let one = |(at, (shape, value)): (usize, (&DynSolType, &DynSolValue))| {
        if let Some(member) = members.get(at) {
            return argument(member, value);
        }
        let kind = Text::from(shape.sol_type_name().as_ref());
        Some(Argument {
            name: Text::default(),
            kind,
            indexed: false,
            value: decode_value(shape, &[], value)?,
        })
    };
    shapes.iter().zip(values).enumerate().map(one).collect()
}

fn fits(number: I256, bits: usize) -> bool {
    number.bits() as usize <= bits
}

/// The first bytes of a word, if the rest is empty.
fn word_of(word: &[u8], size: usize) -> Option<HexBytes> {
    let (head, rest) = word.split_at_checked(size)?;
    rest.iter().all(|byte| *byte == 0).then(|| HexBytes::from(head.to_vec()))
}
