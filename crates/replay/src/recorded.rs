//! The recorded end of a result, in the EVM's terms.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address, B256, Bytes, U256};
use evm::{End, Halt, RecordedCall};
use ledger::result::{Log, StateChange};
use ledger::{EvmAddress, Field, HexBytes, Success};

use super::gathered::Gathered;
use super::record::{address_of, bytes, word};

/// The values compared with an execution; `None` if the record lacks one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub success: Option<bool>,
    /// The returned data, or the reason of the halt.
    pub end: Option<End>,
    pub logs: Option<Vec<RecordedLog>>,
    /// Values after the transaction, by contract and slot.
    pub writes: Option<BTreeMap<(Address, U256), U256>>,
    /// In the order of entry; empty if none were recorded.
    pub calls: Vec<RecordedCall>,
    /// The contracts with recorded accesses to storage.
    pub accessed: BTreeSet<Address>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedLog {
    pub address: Address,
    pub topics: Vec<B256>,
    pub data: Bytes,
}

impl Gathered {
    /// The recorded values, with its calls already parsed.
    pub fn recorded(&self, calls: &[RecordedCall]) -> Recorded {
        let result = &*self.result;
        let aliases = self.aliases();
        let canonical = |address: &EvmAddress| {
            let address = address_of(address);
            aliases.get(&address).copied().unwrap_or(address)
        };
        let success = match result.success() {
            Success::Yes => Some(true),
            Success::No => Some(false),
            Success::Unknown => None,
        };
        let changes = result.state_changes.known();
        let addresses = changes.into_iter().flatten().filter_map(|change| change.address.known());
        Recorded {
            success,
            end: success.and_then(|success| self.end(success)),
            logs: result.logs.known().and_then(|logs| logs.iter().map(|it| log(it, canonical)).collect()),
            writes: changes.map(|changes| changes.iter().filter_map(|it| write(it, canonical)).collect()),
            calls: calls.to_vec(),
            accessed: addresses.map(canonical).collect(),
        }
    }

    /// How the result ended. The message of a failure holds its data or the name of its halt; some servers also return
    /// the data separately.
    fn end(&self, success: bool) -> Option<End> {
        let result = &*self.result;
        if success {
            return result.call_result.known().map(|_| End::Returned(bytes(&result.call_result)));
        }
        let message = result.error_message.known().filter(|message| !message.is_empty());
        let returned = Some(bytes(&result.call_result)).filter(|data| !data.is_empty());
        let Some(message) = message else { return returned.map(End::Reverted) };
        let data = std::str::from_utf8(message.raw()).ok().filter(|text| text.starts_with("0x"));
        Some(match data.and_then(HexBytes::parse) {
            Some(data) => End::Reverted(Bytes::copy_from_slice(data.bytes())),
            None => End::Halted(Halt::of(message)),
        })
    }
}

fn log(log: &Log, canonical: impl Fn(&EvmAddress) -> Address) -> Option<RecordedLog> {
    let topics = log.topics.known().into_iter().flatten().map(|topic| word(topic).map(B256::from));
    Some(RecordedLog {
        address: canonical(log.address.known()?),
        topics: topics.collect::<Option<_>>()?,
        data: bytes(&log.data),
    })
}

fn write(
    change: &StateChange,
    canonical: impl Fn(&EvmAddress) -> Address,
) -> Option<((Address, U256), U256)> {
    let Field::Known(_) = change.value_written else { return None };
    Some(((canonical(change.address.known()?), word(&change.slot)?), word(&change.value_written)?))
}
