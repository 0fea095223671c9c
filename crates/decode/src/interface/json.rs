//! The ABI as JSON, parsed on first use. Its text is measured before the ABI library sees a type, and each entry is
//! taken or refused separately.

use std::sync::OnceLock;

use alloy_json_abi::{Error, Event, Function, Param, StateMutability};
use ledger::RawJson;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Bound, Entry, Interface, Refusal, bounds, event_param, parameters};

/// An entry as compilers write it. Unknown fields are ignored.
#[derive(Deserialize)]
struct JsonEntry {
    #[serde(rename = "type", default = "function")]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    inputs: Vec<JsonParameter>,
    outputs: Option<Vec<JsonParameter>>,
    #[serde(default)]
    anonymous: bool,
    #[serde(default, rename = "stateMutability")]
    mutability: Mutability,
    /// The equivalent of compilers before 0.4.16.
    constant: Option<bool>,
}

/// A function's mutability; unknown words are ignored.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Mutability {
    Known(StateMutability),
    #[default]
    #[serde(skip)]
    Unsaid,
    Other(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct JsonParameter {
    #[serde(default)]
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    components: Vec<JsonParameter>,
    #[serde(default)]
    indexed: bool,
}

/// The default type of an entry: old compilers omitted it.
fn function() -> String {
    "function".to_owned()
}

/// An artefact of a compiler, with the ABI in it.
#[derive(Deserialize)]
struct Artefact<'a> {
    #[serde(borrow)]
    abi: &'a RawValue,
}

/// Parses an array of entries, or an artefact with one as `abi`.
pub(super) fn parse_json(text: &str) -> Result<Interface, Refusal> {
    if text.len() > bounds::MAX_TEXT_BYTES {
        return Err(Refusal::PastBound(Bound::Text));
    }
    let list = if text.trim_start().starts_with('{') {
        serde_json::from_str::<Artefact<'_>>(text).map_err(|_| Refusal::Json)?.abi.get()
    } else {
        text
    };
    let entries: Vec<&RawValue> = serde_json::from_str(list).map_err(|_| Refusal::Json)?;
    if entries.len() > bounds::MAX_ENTRIES {
        return Err(Refusal::PastBound(Bound::Entries));
    }
    let mut interface = Interface::default();
    for entry in entries {
        match serde_json::from_str(entry.get()).map_err(|_| Refusal::Json).and_then(JsonEntry::measured) {
            Ok(entry) => entry.put_into(&mut interface),
            Err(refusal) => interface.refused.push(refusal),
        }
    }
    interface.index();
    Ok(interface)
}

impl JsonEntry {
    /// The entry, if all its types are within bounds.
    fn measured(self) -> Result<Self, Refusal> {
        name(&self.name)?;
        for parameter in self.inputs.iter().chain(self.outputs.iter().flatten()) {
            parameter.measure(0, 0)?;
        }
        Ok(self)
    }

    fn put_into(self, interface: &mut Interface) {
        let entry = match self.kind.as_str() {
            "function" => self.function(),
            "error" => {
                params(self.inputs).and_then(|inputs| Entry::error(&Error { name: self.name, inputs }))
            }
            "event" => self.event(),
            "constructor" => {
                match params(self.inputs).and_then(|inputs| parameters(&inputs)) {
                    Ok(inputs) => interface.constructor = Some(inputs),
                    Err(refusal) => interface.refused.push(refusal),
                }
                return;
            }
            _ => return,
        };
        match entry {
            Ok(entry) => interface.entries.push(entry),
            Err(refusal) => interface.refused.push(refusal),
        }
    }

    fn function(self) -> Result<Entry, Refusal> {
        let returns_known = self.outputs.is_some();
        let mutability = match self.mutability {
            Mutability::Known(known) => Some(known),
            _ => self.constant.map(|is_constant| {
                if is_constant { StateMutability::View } else { StateMutability::NonPayable }
            }),
        };
        let function = Function {
            name: self.name,
            inputs: params(self.inputs)?,
            outputs: params(self.outputs.unwrap_or_default())?,
            state_mutability: StateMutability::NonPayable,
        };
        Entry::function(&function, returns_known, mutability)
    }

    fn event(self) -> Result<Entry, Refusal> {
        let one = |input: JsonParameter| {
            let indexed = input.indexed;
            let param = input.param()?;
            Ok(event_param(param.name, param.ty, param.components, indexed))
        };
        let inputs = self.inputs.into_iter().map(one).collect::<Result<_, Refusal>>()?;
        Entry::event(&Event { name: self.name, inputs, anonymous: self.anonymous })
    }
}

fn params(list: Vec<JsonParameter>) -> Result<Vec<Param>, Refusal> {
    list.into_iter().map(JsonParameter::param).collect()
}

fn name(name: &str) -> Result<(), Refusal> {
    if name.len() > bounds::MAX_NAME_LEN {
        return Err(Refusal::PastBound(Bound::Name));
    }
    Ok(())
}

impl JsonParameter {
    /// Refuses a type past the bounds, with the tuples and array suffixes that it lies within.
    fn measure(&self, tuples: usize, suffixes: usize) -> Result<(), Refusal> {
        name(&self.name)?;
        if self.kind.len() > bounds::MAX_TYPE_LEN {
            return Err(Refusal::PastBound(Bound::Type));
        }
        let suffixes = suffixes + bounds::measure(&self.kind, 0)?;
        if suffixes > bounds::MAX_ARRAY_SUFFIXES {
            return Err(Refusal::PastBound(Bound::Suffixes));
        }
        let tuples = tuples + usize::from(!self.components.is_empty());
        if tuples > bounds::MAX_NESTED_TUPLES {
            return Err(Refusal::PastBound(Bound::Tuples));
        }
        self.components.iter().try_for_each(|member| member.measure(tuples, suffixes))
    }

    fn param(self) -> Result<Param, Refusal> {
        let components = params(self.components)?;
        // The ABI library takes any word that begins like this for a tuple.
        let behind = self.kind.strip_prefix("tuple");
        if !components.is_empty() && !behind.is_some_and(|rest| rest.is_empty() || rest.starts_with('[')) {
            return Err(Refusal::Type);
        }
        Param::new(&self.name, &self.kind, components, None).map_err(|_| Refusal::Type)
    }
}

/// The text of an ABI. Reading it costs some time, which is why it is done once, by the first analysis that asks.
#[derive(Clone, Debug)]
pub struct AbiText {
    text: RawJson,
    read: OnceLock<Result<Interface, Refusal>>,
}

impl AbiText {
    /// The text as it was received.
    pub fn raw(&self) -> &RawJson {
        &self.text
    }

    /// The interface that it describes.
    ///
    /// # Errors
    /// The reason for the refusal.
    pub fn interface(&self) -> Result<&Interface, Refusal> {
        self.read.get_or_init(|| Interface::from_json(self.text.raw())).as_ref().map_err(|refusal| *refusal)
    }
}

impl From<RawJson> for AbiText {
    fn from(text: RawJson) -> Self {
        Self { text, read: OnceLock::new() }
    }
}

impl PartialEq for AbiText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for AbiText {}
