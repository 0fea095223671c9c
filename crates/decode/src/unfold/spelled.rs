//! Calls with the signature as a separate text argument, as in Compound's timelock and governor: the data has no
//! selector.

use ledger::Text;

use crate::arguments::{self, Arguments};
use crate::interface::Interface;
use crate::reading::{Argument, Candidate, Inner, Provenance, Raw, Reading, Value};

/// Functions with a signature, or a list of them, in front of their data.
const SPELLED: [&str; 4] = [
    "queueTransaction(address,uint256,string,bytes,uint256)",
    "executeTransaction(address,uint256,string,bytes,uint256)",
    "cancelTransaction(address,uint256,string,bytes,uint256)",
    "propose(address[],uint256[],string[],bytes[],string)",
];

/// Whether a function has signatures in front of its data.
pub(super) fn is_meant(candidate: &Candidate) -> bool {
    SPELLED.iter().any(|signature| candidate.signature.is(signature))
}

/// Reads the data by the signature in front of it, where there is one; an empty text means that the data has a
/// selector.
pub(super) fn unfold(candidate: &mut Candidate) {
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
