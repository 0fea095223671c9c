//! An event search as a place: which event, with which values, among which results of a contract.

use ledger::query::{TimestampFilter, range_fault};
use ledger::{ContractRef, EntityId};

use super::place::PlaceFault;

/// A search for events: `contract/0.0.5001/find?event=Transfer(address,address,uint256)&to=0.0.77`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EventSearchPlace {
    /// The contract whose results are searched.
    pub contract: ContractRef,
    /// The event: its signature, its bare name, or its hash; empty while none is chosen.
    pub event: String,
    /// Who emits it.
    pub emitter: Emitter,
    /// The values of indexed arguments, as they are typed, under the argument's name or its place, counted from 1.
    pub values: Vec<(String, String)>,
    /// Whether to include child transactions: calls by other contracts.
    pub internal: bool,
    /// Conditions on the consensus time.
    pub timestamp: Vec<TimestampFilter>,
}

/// Who emits an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Emitter {
    /// The contract whose results are searched.
    #[default]
    Own,
    /// Any contract that takes part.
    Any,
    /// This contract.
    Other(ContractRef),
}

/// The longest event or value that a place holds.
const MAX_VALUE_LEN: usize = 512;
/// The most values of a place: more arguments are never indexed.
const MAX_VALUES: usize = 8;

impl EventSearchPlace {
    /// The parameters that are no argument's.
    pub const PARAMETERS: [&'static str; 4] = ["event", "emitter", "internal", "timestamp"];

    /// A search in a contract's results, without an event as yet.
    pub fn new(contract: ContractRef) -> Self {
        Self {
            contract,
            event: String::new(),
            emitter: Emitter::Own,
            values: Vec::new(),
            internal: true,
            timestamp: Vec::new(),
        }
    }

    /// Reads pairs; short ids are completed from `home`. A name that is no parameter's is an argument's.
    ///
    /// # Errors
    /// Says which part cannot be read.
    pub fn from_pairs<'a>(
        contract: ContractRef,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        home: EntityId,
    ) -> Result<Self, PlaceFault> {
        let mut query = Self::new(contract);
        for (name, value) in pairs {
            if value.len() > MAX_VALUE_LEN || name.len() > MAX_VALUE_LEN {
                return Err(PlaceFault::Part("the event or a value of the search is too long"));
            }
            match name {
                "event" => value.trim().clone_into(&mut query.event),
                "emitter" => query.emitter = Emitter::parse(value, home).ok_or(EMITTER)?,
                "internal" => {
                    let flag = value.parse().map_err(|_| PlaceFault::Part("internal is true or false"))?;
                    query.internal = flag;
                }
                "timestamp" => {
                    let filter = TimestampFilter::parse(value);
                    let wanted =
                        PlaceFault::Part("write a time as seconds.nanoseconds, with gte: or lt: before it");
                    query.timestamp.push(filter.ok_or(wanted)?);
                }
                name if query.values.len() < MAX_VALUES => {
                    query.values.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(PlaceFault::Part("an event has no more than three indexed arguments")),
            }
        }
        match range_fault(&query.timestamp) {
            Some(_) => Err(PlaceFault::Part("the range of time is empty: it ends before it starts")),
            None => Ok(query),
        }
    }

    /// The pairs of the place: only what differs from [`EventSearchPlace::new`].
    pub fn pairs(&self) -> Vec<(&str, String)> {
        let event = (!self.event.is_empty()).then(|| ("event", self.event.clone()));
        let emitter = match self.emitter {
            Emitter::Own => None,
            Emitter::Any => Some(("emitter", "any".to_owned())),
            Emitter::Other(contract) => Some(("emitter", contract.to_string())),
        };
        let values = self.values.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let times = self.timestamp.iter().map(|filter| ("timestamp", filter.to_string()));
        let internal = (!self.internal).then(|| ("internal", "false".to_owned()));
        event.into_iter().chain(values).chain(emitter).chain(times).chain(internal).collect()
    }
}

const EMITTER: PlaceFault = PlaceFault::Part("the emitter is a contract's id or address, or any");

impl Emitter {
    /// Reads an emitter: empty for the contract itself, `any`, or a contract.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        match text.trim() {
            "" => Some(Self::Own),
            "any" => Some(Self::Any),
            other => ContractRef::parse(other, home).map(Self::Other),
        }
    }
}
