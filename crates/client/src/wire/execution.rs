//! Parses opcode traces, and the state before a result.

use std::borrow::Cow;
use std::fmt;

use ledger::execution::{OpcodeStep, OpcodeTrace, Prestate};
use ledger::json::FromJson;
use ledger::{RawJson, Text};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::page::{BodyFault, whole};

/// The most entries that are read: as many as an execution here keeps.
const MAX_ENTRIES: usize = 2_000_000;

/// An entry, of which most is left out.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(default)]
    depth: Option<u64>,
    #[serde(default, borrow)]
    op: Option<Cow<'a, str>>,
}

/// The entries, up to [`MAX_ENTRIES`].
struct Entries(Vec<OpcodeStep>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Entries, A::Error> {
                let mut steps = Vec::new();
                while let Some(Entry { depth, op }) = entries.next_element::<Entry<'de>>()? {
                    if steps.len() == MAX_ENTRIES {
                        return Err(A::Error::custom("too many entries"));
                    }
                    steps.push(OpcodeStep { depth, op: Text::new(op.unwrap_or_default().into_owned()) });
                }
                Ok(Entries(steps))
            }
        }

        deserializer.deserialize_seq(Each)
    }
}

/// Reads a body that is a trace.
pub(crate) fn read_opcodes(body: &RawJson) -> Result<OpcodeTrace, BodyFault> {
    let object = whole(body)?;
    let fault = |words: &str| BodyFault { at: "opcodes".to_owned(), words: Text::from(words) };
    let list = object.get("opcodes").ok_or_else(|| fault("the list is missing"))?;
    let Entries(opcodes) =
        serde_json::from_str(list.text()).map_err(|_| fault("this is not a list that can be read"))?;
    Ok(OpcodeTrace { failed: object.field("failed"), gas: object.field("gas"), opcodes })
}

/// Reads a body that is such a state.
pub(crate) fn read_prestate(body: &RawJson) -> Result<Prestate, BodyFault> {
    let object = whole(body)?;
    let fault = |words: &str| BodyFault { at: "pre".to_owned(), words: Text::from(words) };
    let list = object.get("pre").ok_or_else(|| fault("the list is missing"))?;
    let accounts = Vec::from_json(list).ok_or_else(|| fault("this is not a list that can be read"))?;
    Ok(Prestate { accounts: accounts.into_iter().collect() })
}
