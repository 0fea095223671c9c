//! Encoded arguments read by the types of a signature, strictly: whether they encode to the same bytes again is
//! part of the answer.

mod value;
mod walk;

use alloy_dyn_abi::{DynSolType, DynSolValue};
use ledger::HexBytes;

use self::value::argument;
use super::abi::WORD;
use super::interface::{Bound, Entry, Parameter, bounds, entry::weight};
use super::reading::{Argument, Fault, Value};

/// Arguments that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// Each with its value; none if there is a fault that leaves none.
    pub(crate) list: Vec<Argument>,
    /// Why these are not the same bytes again.
    pub(crate) fault: Option<Fault>,
}

pub(crate) fn decode_arguments<'a>(
    parameters: impl Iterator<Item = &'a Parameter> + Clone,
    data: &[u8],
) -> Arguments {
    match decode(parameters.clone(), data) {
        Ok((values, trailing)) => {
            let shown = parameters.zip(&values).map(|(parameter, value)| argument(parameter, value));
            let list: Vec<Argument> = shown.collect::<Option<_>>().unwrap_or_default();
            let fault = match trailing {
                _ if list.len() < values.len() => Some(Fault::OutOfRange),
                Some(0) => None,
                Some(trailing) => Some(Fault::Trailing(trailing)),
                None => Some(Fault::Differs),
            };
            Arguments { list, fault }
        }
        Err(fault) => Arguments { list: Vec::new(), fault: Some(fault) },
    }
}

/// The values, and how many bytes follow behind what they encode to; `None` if they encode to other bytes.
fn decode<'a>(
    parameters: impl Iterator<Item = &'a Parameter>,
    data: &[u8],
) -> Result<(Vec<DynSolValue>, Option<usize>), Fault> {
    if data.len() > bounds::MAX_DATA_BYTES {
        return Err(Fault::PastBound(Bound::Data));
    }
    let shapes: Vec<DynSolType> = parameters.map(|parameter| without_text(&parameter.shape)).collect();
    let weight = shapes.iter().map(weight).fold(0, usize::saturating_add);
    if weight.saturating_mul(data.len() / WORD) > bounds::MAX_WORDS_READ {
        return Err(Fault::PastBound(Bound::Work));
    }
    walk::walk(&shapes, data)?;
    // The library has a bound on depth of its own.
    let decoded = DynSolType::Tuple(shapes).abi_decode_sequence(data);
    let decoded = decoded.map_err(|_| Fault::PastBound(Bound::Tuples))?;
    let encoded = decoded.abi_encode_sequence().unwrap_or_default();
    let trailing = data.strip_prefix(encoded.as_slice()).map(<[u8]>::len);
    match decoded {
        DynSolValue::Tuple(values) => Ok((values, trailing)),
        _ => Err(Fault::Differs),
    }
}

/// The type with `bytes` in place of `string`: text need not be UTF-8, and decoding as `string` would change it.
fn without_text(shape: &DynSolType) -> DynSolType {
    match shape {
        DynSolType::String => DynSolType::Bytes,
        DynSolType::Array(inner) => DynSolType::Array(Box::new(without_text(inner))),
        DynSolType::FixedArray(inner, len) => DynSolType::FixedArray(Box::new(without_text(inner)), *len),
        DynSolType::Tuple(members) => DynSolType::Tuple(members.iter().map(without_text).collect()),
        other => other.clone(),
    }
}

/// Decodes a log: indexed arguments from the topics after the first, the others from the data.
pub(crate) fn read_log(entry: &Entry, topics: &[HexBytes], data: &[u8]) -> Arguments {
    let indexed: Vec<&Parameter> = entry.inputs.iter().filter(|input| input.indexed).collect();
    let topics = topics.get(usize::from(!entry.anonymous)..).unwrap_or_default();
    if indexed.len() != topics.len() {
        let own = usize::from(!entry.anonymous);
        let fault = Fault::Topics { expected: indexed.len() + own, found: topics.len() + own };
        return Arguments { list: Vec::new(), fault: Some(fault) };
    }
    let plain = decode_arguments(entry.inputs.iter().filter(|input| !input.indexed), data);
    let mut fault = plain.fault;
    let mut plain = plain.list.into_iter();
    let mut topics = topics.iter();
    let mut list = Vec::with_capacity(entry.inputs.len());
    for input in &entry.inputs {
        let argument = if input.indexed {
            topics.next().and_then(|topic| indexed_argument(input, topic, &mut fault))
        } else {
            plain.next()
        };
        list.extend(argument);
    }
    Arguments { list, fault }
}

/// Decodes a log by a signature without `indexed`: assumes the first arguments, as is customary.
/// Unless there is no other way, that is doubtful.
pub(crate) fn read_unindexed_log(entry: &Entry, topics: &[HexBytes], data: &[u8]) -> Arguments {
    let mut entry = entry.clone();
    let indexed = topics.len().saturating_sub(1);
    entry.inputs.iter_mut().enumerate().for_each(|(at, input)| input.indexed = at < indexed);
    let Arguments { list, fault } = read_log(&entry, topics, data);
    let one_way = indexed == 0 || indexed == list.len();
    Arguments { list, fault: fault.or((!one_way).then_some(Fault::Unindexed)) }
}

/// An argument from its topic: its value, or the hash of one that is longer than a word.
fn indexed_argument(input: &Parameter, topic: &HexBytes, fault: &mut Option<Fault>) -> Option<Argument> {
    match input.shape {
        DynSolType::Array(_)
        | DynSolType::FixedArray(..)
        | DynSolType::Tuple(_)
        | DynSolType::Bytes
        | DynSolType::String => {
            let (name, kind) = (input.name.clone(), input.kind.clone());
            Some(Argument { name, kind, indexed: true, value: Value::Hashed(topic.clone()) })
        }
        _ => {
            let arguments = decode_arguments(std::iter::once(input), topic.bytes());
            *fault = fault.or(arguments.fault);
            arguments.list.into_iter().next()
        }
    }
}

#[cfg(test)]
mod tests;
