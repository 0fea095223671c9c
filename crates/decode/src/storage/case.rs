//! The slots to explain, and everything that mapping keys can be found in.

use std::collections::HashSet;

use alloy_primitives::U256;
use ledger::{ContractRef, ContractResult, EvmAddress, Field, HexBytes, Timestamp};

/// Slots of one result, or of one contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Case {
    /// The slots, in the order in which they were received.
    pub slots: Vec<Slot>,
    /// Where keys can be found.
    pub evidence: Evidence,
}

/// A slot and its values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Slot {
    /// The contract with this storage; `None` if the server did not name it.
    pub contract: Option<ContractRef>,
    /// The slot; `None` if the received text is not a slot.
    pub slot: Option<U256>,
    /// The value before the call.
    pub read: Option<U256>,
    /// The value after the call.
    pub written: Option<U256>,
}

/// A call's inputs and effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Evidence {
    /// The sender, in every form that is known.
    pub senders: Vec<EvmAddress>,
    /// The contracts that took part, in every form that is known.
    pub contracts: Vec<EvmAddress>,
    /// Call data: `function_parameters`.
    pub call: HexBytes,
    /// `call_result`.
    pub returned: HexBytes,
    /// The logs of the call, whose topics and data hold probable keys.
    pub logs: Vec<Event>,
    /// The consensus time.
    pub at: Option<Timestamp>,
    /// `block_number`.
    pub block: Option<i64>,
    /// Other addresses that may be keys, such as those of known accounts.
    pub known: Vec<EvmAddress>,
    /// Inputs that an execution hashed in the way of mapping keys: words, and texts.
    pub hashed: Vec<HexBytes>,
}

/// A log, as a source of keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Event {
    /// The emitter, in every form that is known.
    pub(crate) emitters: Vec<EvmAddress>,
    /// The topics that are whole words.
    pub topics: Vec<U256>,
    /// The arguments that are not indexed.
    pub data: HexBytes,
}

impl Case {
    /// The state changes of a result.
    pub fn of_result(result: &ContractResult) -> Self {
        let changes = result.state_changes.known().map(Vec::as_slice).unwrap_or_default();
        let slots = changes.iter().map(|change| Slot {
            contract: (change.contract_id.value().map(ContractRef::Id))
                .or(change.address.value().map(ContractRef::Address)),
            slot: change.slot.known().and_then(word),
            read: change.value_read.known().and_then(word),
            written: change.value_written.known().and_then(word),
        });
        let mut evidence = Evidence::of_result(result);
        for change in changes {
            let id = change.contract_id.value().map(EvmAddress::long_zero);
            evidence.contracts.extend(change.address.value().into_iter().chain(id));
        }
        Self { slots: slots.collect(), evidence }
    }

    /// The contracts whose slots they are, each once, in the order of their first slots.
    pub fn contracts(&self) -> impl Iterator<Item = ContractRef> {
        let mut seen = HashSet::new();
        let all = self.slots.iter().filter_map(|slot| slot.contract);
        all.filter(move |contract| seen.insert(*contract))
    }

    /// The current slots of one contract, without a call.
    pub fn of_state(contract: ContractRef, slots: impl IntoIterator<Item = (U256, U256)>) -> Self {
        let slots = slots.into_iter().map(|(slot, value)| Slot {
            contract: Some(contract),
            slot: Some(slot),
            read: Some(value),
            written: None,
        });
        let contracts = match contract {
            ContractRef::Id(id) => vec![EvmAddress::long_zero(id)],
            ContractRef::Address(address) => vec![address],
        };
        Self { slots: slots.collect(), evidence: Evidence { contracts, ..Evidence::default() } }
    }
}

impl Evidence {
    fn of_result(result: &ContractResult) -> Self {
        let field = |bytes: &Field<HexBytes>| bytes.known().cloned().unwrap_or_default();
        let own = result.contract_id.value().map(EvmAddress::long_zero);
        let created = result.created_contract_ids.known().map(Vec::as_slice).unwrap_or_default();
        let created = created.iter().filter_map(Field::value).map(EvmAddress::long_zero);
        let contracts = [result.to.value(), result.address.value(), own];
        let logs = result.logs.known().map(Vec::as_slice).unwrap_or_default();
        Self {
            senders: result.from.value().into_iter().collect(),
            contracts: contracts.into_iter().flatten().chain(created).collect(),
            call: field(&result.function_parameters),
            returned: field(&result.call_result),
            logs: logs.iter().map(Event::from_log).collect(),
            at: result.timestamp.value(),
            block: result.block_number.value(),
            known: Vec::new(),
            hashed: Vec::new(),
        }
    }
}

impl Event {
    fn from_log(log: &ledger::result::Log) -> Self {
        let id = log.contract_id.value().map(EvmAddress::long_zero);
        let topics = log.topics.known().map(Vec::as_slice).unwrap_or_default();
        Self {
            emitters: log.address.value().into_iter().chain(id).collect(),
            topics: topics.iter().filter_map(|topic| topic.known().and_then(word)).collect(),
            data: log.data.known().cloned().unwrap_or_default(),
        }
    }
}

/// The number in at most a word: servers leave zeros at the front out.
pub fn word(bytes: &HexBytes) -> Option<U256> {
    U256::try_from_be_slice(bytes.bytes())
}
