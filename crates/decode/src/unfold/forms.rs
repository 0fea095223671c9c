//! Inner calls that are not ABI-encoded: the packed calls of token proxies and Safes, and calls with the signature as
//! a separate text argument.

use alloy_primitives::{U256, hex};
use ledger::{ContractRef, EvmAddress, HexBytes, Text};

use super::Budget;
use crate::abi::{WORD, number};
use crate::arguments;
use crate::arguments::Arguments;
use crate::interface::Interface;
use crate::reading::{Argument, Candidate, Inner, Provenance, Raw, Reader, Reading, Value};

/// `redirectForToken(address,bytes)`.
const REDIRECT: [u8; 4] = hex!("618dc65e");

/// The replacement for a signature for the transactions that a Safe sends at once.
const PACKED: &str = "packed transactions";

/// Whether this is what a Safe sends at once, each of it a call.
pub(crate) fn is_packed(candidate: &Candidate) -> bool {
    candidate.signature.is(PACKED)
}

/// Whether this data, behind the selector, has the contract ABI's form: a word with an address, then an offset.
fn is_abi(data: &[u8]) -> bool {
    let offset = data.get(WORD..2 * WORD).map(U256::from_be_slice);
    data.get(..12) == Some(&[0; 12]) && offset == Some(U256::from(2 * WORD))
}

/// The token that a call was redirected to, and the call, in either form.
pub(crate) fn behind_redirect(input: &[u8]) -> Option<(Option<ContractRef>, &[u8])> {
    let data = input.strip_prefix(&REDIRECT)?;
    let (token, call) = if is_abi(data) {
        let (token, encoded) = data.split_at_checked(WORD)?;
        let length = usize::try_from(number(encoded.get(WORD..2 * WORD)?)?).ok()?;
        (token.last_chunk::<20>()?, encoded.get(2 * WORD..)?.get(..length)?)
    } else {
        data.split_first_chunk::<20>()?
    };
    Some((Some(ContractRef::Address(EvmAddress::new(*token))), call))
}

/// A redirected call in its packed form: the selector, twenty bytes of the token, then the call. `None` if it is no
/// redirected call, or one in the contract ABI.
pub(crate) fn redirect(reader: &Reader<'_>, input: &[u8], budget: &mut Budget) -> Option<Reading> {
    let data = input.strip_prefix(&REDIRECT).filter(|data| !is_abi(data))?;
    let (token, call) = data.split_first_chunk::<20>()?;
    let token = EvmAddress::new(*token);
    let nested = budget.spend(|budget| reader.call_within(Some(ContractRef::Address(token)), call, budget));
    let arguments = vec![
        argument("token", "address", Value::Address(token)),
        argument("call", "bytes", handed_on(call, nested)),
    ];
    let candidate = Candidate {
        signature: Text::from("redirectForToken(address,bytes)"),
        name: Text::from("redirectForToken"),
        provenance: Provenance::System,
        arguments,
        fault: None,
    };
    Some(Reading { candidates: vec![candidate], raw: None })
}

/// Reads the transactions in the argument of `multiSend`: each an operation, an address, a value, a length, and
/// the call.
pub(super) fn transactions(reader: &Reader<'_>, candidate: &mut Candidate, budget: &mut Budget) {
    let Some(Argument { value: Value::Bytes(bytes, inner), .. }) = candidate.arguments.first_mut() else {
        return;
    };
    let mut rest = bytes.bytes();
    let mut arguments = Vec::new();
    while !rest.is_empty() {
        let Some((transaction, behind)) = transaction(reader, rest, budget) else { return };
        let name = (arguments.len() + 1).to_string();
        arguments.push(argument(&name, "(uint8,address,uint256,bytes)", Value::Tuple(transaction)));
        rest = behind;
    }
    let candidate = Candidate {
        signature: Text::from(PACKED),
        name: Text::from("transactions"),
        provenance: candidate.provenance,
        arguments,
        fault: None,
    };
    *inner = Some(Box::new(Inner::Call(Reading { candidates: vec![candidate], raw: None })));
}

fn transaction<'a>(
    reader: &Reader<'_>,
    bytes: &'a [u8],
    budget: &mut Budget,
) -> Option<(Vec<Argument>, &'a [u8])> {
    let (operation, rest) = bytes.split_first()?;
    let (target, rest) = rest.split_first_chunk::<20>()?;
    let (value, rest) = rest.split_first_chunk::<WORD>()?;
    let (length, rest) = rest.split_first_chunk::<WORD>()?;
    let (call, rest) = rest.split_at_checked(usize::try_from(U256::from_be_bytes(*length)).ok()?)?;
    let target = EvmAddress::new(*target);
    let nested = match call {
        [] => None,
        _ => Some(
            budget.spend(|budget| reader.call_within(Some(ContractRef::Address(target)), call, budget))?,
        ),
    };
    let members = vec![
        argument("operation", "uint8", Value::Number(U256::from(*operation), 8)),
        argument("to", "address", Value::Address(target)),
        argument("value", "uint256", Value::Number(U256::from_be_bytes(*value), 256)),
        argument("data", "bytes", handed_on(call, nested)),
    ];
    Some((members, rest))
}

/// The bytes of a call.
fn handed_on(call: &[u8], reading: Option<Reading>) -> Value {
    Value::Bytes(HexBytes::from(call.to_vec()), reading.map(Inner::Call).map(Box::new))
}

fn argument(name: &str, kind: &str, value: Value) -> Argument {
    Argument { name: Text::from(name), kind: Text::from(kind), indexed: false, value }
}

/// Functions with a signature, or a list of them, in front of their data.
const SPELLED: [&str; 4] = [
    "queueTransaction(address,uint256,string,bytes,uint256)",
    "executeTransaction(address,uint256,string,bytes,uint256)",
    "cancelTransaction(address,uint256,string,bytes,uint256)",
    "propose(address[],uint256[],string[],bytes[],string)",
];

/// Whether a function has signatures in front of its data.
pub(super) fn is_spelled(candidate: &Candidate) -> bool {
    SPELLED.iter().any(|signature| candidate.signature.is(signature))
}

/// Reads the data by the signature in front of it, where there is one; an empty text means that the data has a
/// selector.
pub(super) fn unfold_spelled(candidate: &mut Candidate) {
    let provenance = candidate.provenance;
    if let [_, _, Argument { value: texts, .. }, Argument { value: data, .. }, ..] = &mut *candidate.arguments
    {
        read_pair(texts, data, provenance);
    }
}

fn read_pair(texts: &Value, data: &mut Value, provenance: Provenance) {
    match (texts, data) {
        (Value::Text(text), Value::Bytes(bytes, inner)) => {
            *inner = call(text, bytes.bytes(), provenance).map(Inner::Call).map(Box::new);
        }
        (Value::List(texts), Value::List(data)) => {
            for (text, data) in texts.iter().zip(data) {
                read_pair(text, data, provenance);
            }
        }
        _ => {}
    }
}

/// What the data says by this signature, which is a stranger's text and is read as such.
fn call(text: &Text, data: &[u8], provenance: Provenance) -> Option<Reading> {
    let signature = std::str::from_utf8(text.raw()).ok().filter(|text| !text.is_empty())?;
    let entry = Interface::parse_line(signature).ok()?;
    let Arguments { list, fault } = arguments::decode_arguments(entry.inputs.iter(), data);
    let candidate =
        Candidate { signature: entry.signature, name: entry.name, provenance, arguments: list, fault };
    Some(Reading::new(vec![candidate], Raw::Empty))
}
