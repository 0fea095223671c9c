//! Encoded arguments, read strictly by the types of a signature: the result says whether the values encode to the
//! same bytes again. A walk before decoding bounds the time for overlapping offsets.

use alloy_dyn_abi::{DynSolType, DynSolValue};
use alloy_primitives::{I256, U256};
use ledger::{EvmAddress, HexBytes, Text};

use super::abi::WORD;
use super::interface::{Bound, Entry, Parameter, bounds, weight};
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
    walk(&shapes, data)?;
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

/// The argument for a parameter; `None` if a value is out of its type's range.
fn argument(parameter: &Parameter, value: &DynSolValue) -> Option<Argument> {
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

/// The remaining steps of a walk.
struct Steps(usize);

/// Walks through the values of these types. `Ok` means that decoding them ends soon.
fn walk(shapes: &[DynSolType], data: &[u8]) -> Result<(), Fault> {
    let mut steps = Steps(data.len().div_ceil(WORD));
    steps.sequence(shapes.iter(), data)
}

impl Steps {
    fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        self.0 = self.0.checked_sub(steps).ok_or(Fault::Overlaps)?;
        Ok(())
    }

    fn sequence<'a>(
        &mut self,
        shapes: impl Iterator<Item = &'a DynSolType>,
        base: &[u8],
    ) -> Result<(), Fault> {
        let mut at = 0;
        for shape in shapes {
            at = self.value(shape, base, at)?;
        }
        Ok(())
    }

    /// Walks through one value whose head is at `at`; where the next one's head is.
    fn value(&mut self, shape: &DynSolType, base: &[u8], at: usize) -> Result<usize, Fault> {
        match shape {
            DynSolType::String | DynSolType::Bytes => {
                let tail = self.follow(base, at)?;
                let (length, content) = self.length(tail)?;
                content.get(..length).ok_or(Fault::TooShort)?;
                self.spend(length.div_ceil(WORD))?;
            }
            DynSolType::Array(inner) => {
                let tail = self.follow(base, at)?;
                let (count, members) = self.length(tail)?;
                if inner.minimum_words().saturating_mul(count) > members.len() / WORD {
                    return Err(Fault::TooShort);
                }
                self.sequence(std::iter::repeat_n(&**inner, count), members)?;
            }
            DynSolType::FixedArray(inner, len) if inner.is_dynamic() => {
                let tail = self.follow(base, at)?;
                self.sequence(std::iter::repeat_n(&**inner, *len), tail)?;
            }
            DynSolType::Tuple(members) if shape.is_dynamic() => {
                let tail = self.follow(base, at)?;
                self.sequence(members.iter(), tail)?;
            }
            _ => {
                let words = shape.minimum_words();
                let end = at.saturating_add(words.saturating_mul(WORD));
                base.get(at..end).ok_or(Fault::TooShort)?;
                self.spend(words)?;
                return Ok(end);
            }
        }
        Ok(at + WORD)
    }

    /// The data at an offset, relative to the enclosing value.
    fn follow<'a>(&mut self, base: &'a [u8], at: usize) -> Result<&'a [u8], Fault> {
        let offset = number(base, at)?;
        self.spend(1)?;
        base.get(offset..).ok_or(Fault::TooShort)
    }

    /// A length and the data after it.
    fn length<'a>(&mut self, tail: &'a [u8]) -> Result<(usize, &'a [u8]), Fault> {
        let length = number(tail, 0)?;
        self.spend(1)?;
        Ok((length, tail.get(WORD..).unwrap_or_default()))
    }
}

fn number(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    let word = bytes.get(at..at.saturating_add(WORD)).ok_or(Fault::TooShort)?;
    usize::try_from(U256::from_be_slice(word)).map_err(|_| Fault::TooShort)
}

#[cfg(test)]
mod tests;
