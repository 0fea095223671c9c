//! The storage set by constructors.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use alloy_primitives::{Bytes, U256};
use evm::{self, Execution, MAX_GAS, Message};

use super::entities::{address, inputs};
use crate::simulation::abi::Word;
use crate::simulation::blocks;
use crate::simulation::contracts::Contract;

type Slots = BTreeMap<Word, Word>;

/// The initial non-zero slots of a contract: from its constructor, and from the scenario.
pub(crate) fn storage(contract: &Contract) -> Arc<Slots> {
    static KNOWN: LazyLock<Mutex<HashMap<u64, Arc<Slots>>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(slots) = known().get(&contract.num) {
        return Arc::clone(slots);
    }
    let mut slots = constructed(contract);
    slots.extend(contract.storage.iter().map(|(slot, value)| (slot.0, value.0)));
    let slots = Arc::new(slots);
    known().insert(contract.num, Arc::clone(&slots));
    slots
}

/// The writes of the creation code; empty if it fails, as it does without the arguments that it needs.
fn constructed(contract: &Contract) -> Slots {
    let Some(done) = construct(contract, contract.maker().0, MAX_GAS) else { return Slots::new() };
    let own = address(contract.num);
    let written = done.slots.into_iter().filter(|((of, _), (_, after))| *of == own && *after != U256::ZERO);
    written.map(|((_, slot), (_, after))| (slot.to_be_bytes(), after.to_be_bytes())).collect()
}

/// Executes the creation code of a contract; `None` if it cannot begin.
pub(super) fn construct(contract: &Contract, sender: u64, gas_limit: u64) -> Option<Execution> {
    let own = address(contract.num);
    let message = Message {
        sender: address(sender),
        creates: Some(own),
        data: Bytes::from(contract.deployed().creation),
        gas_limit,
        ..Message::default()
    };
    let mut inputs = inputs(message, blocks::number(contract.created()));
    inputs.forget_account(own);
    evm::outcome(&inputs).ok()
}
