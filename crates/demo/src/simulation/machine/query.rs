//! Executes a read-only call on the storage at the end of a block.

use std::collections::BTreeSet;

use alloy_primitives::{Address, Bytes, U256};
use evm::{self, Assumed, Execution, Inputs, Message, Refused};
use ledger::{EvmAddress, Timestamp};

use super::entities::{self, contract_at, to_evm};
use crate::simulation::{blocks, storage};

/// The most rounds of loading storage: each for contracts called by those of the previous round.
const MAX_ROUNDS: usize = 8;

/// A requested call.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) from: EvmAddress,
    /// The contract; `None` to try a creation.
    pub(crate) to: Option<EvmAddress>,
    pub(crate) data: Vec<u8>,
    /// Tinybars.
    pub(crate) value: u64,
    pub(crate) gas: u64,
    /// Tinybars.
    pub(crate) gas_price: u64,
    pub(crate) block: u64,
}

/// Executes the call.
///
/// # Errors
/// When its gas does not cover its own data.
pub(crate) fn answer(query: &Query, busiest: u64, now: Timestamp) -> Result<Execution, Refused> {
    let mut inputs = inputs(query);
    let mut loaded = BTreeSet::new();
    let mut done = evm::outcome(&inputs)?;
    for _ in 1..MAX_ROUNDS {
        let missing = done.uses.iter().filter_map(|used| match used.assumed {
            Assumed::Slot(address, _) => Some(address).filter(|address| !loaded.contains(address)),
            _ => None,
        });
        let missing: BTreeSet<Address> = missing.collect();
        if missing.is_empty() {
            break;
        }
        for address in &missing {
            load(&mut inputs, *address, blocks::end(query.block), busiest, now);
        }
        loaded.extend(missing);
        done = evm::outcome(&inputs)?;
    }
    Ok(done)
}

/// The least gas with which the call succeeds, within a thousandth; `None` if it fails with all that it may have.
///
/// # Errors
/// See [`answer`].
pub(crate) fn estimate(query: &Query, busiest: u64, now: Timestamp) -> Result<Option<u64>, Refused> {
    let with = |gas| answer(&Query { gas, ..query.clone() }, busiest, now);
    let most = with(query.gas)?;
    if !most.end.is_success() {
        return Ok(None);
    }
    let (mut too_little, mut enough) = (most.gas_used.saturating_sub(1), query.gas);
    while enough - too_little > 1 + enough / 1_000 {
        let middle = too_little + (enough - too_little) / 2;
        match with(middle) {
            Ok(done) if done.end.is_success() => enough = middle,
            _ => too_little = middle,
        }
    }
    Ok(Some(enough))
}

fn inputs(query: &Query) -> Inputs {
    let message = Message {
        sender: to_evm(query.from),
        to: query.to.map(to_evm),
        value: U256::from(query.value),
        data: Bytes::from(query.data.clone()),
        gas_limit: query.gas,
        gas_price: Some(query.gas_price.into()),
        ..Message::default()
    };
    let mut inputs = entities::inputs(message, query.block);
    // The EVM uses one of an entity's two addresses.
    inputs.message.sender = inputs.canonical(inputs.message.sender);
    inputs
}

/// Puts all that is in a contract's storage at this moment into what an execution begins with.
fn load(inputs: &mut Inputs, address: Address, moment: Timestamp, busiest: u64, now: Timestamp) {
    let Some(contract) = contract_at(address) else { return };
    let slots = storage::as_of(contract.num, moment, busiest, now);
    let slots = slots.into_iter().map(|(slot, lies)| (slot, lies.value));
    let word = |word: [u8; 32]| U256::from_be_bytes(word);
    inputs.storage.extend(slots.map(|(slot, value)| ((address, word(slot)), word(value))));
}
