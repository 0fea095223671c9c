//! Stores the answers to needs.

use std::sync::Arc;

use alloy_primitives::{B256, U256};
use ledger::{Account, Block, CallAction, Contract, Prestate, StateSlot};

use super::gathered::Gathered;
use super::gathered::Need;
use super::record::word;

/// The answer to a need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing to find, or the server does not say.
    Nothing,
    Actions(Vec<Arc<CallAction>>),
    Block(Arc<Block>),
    Contract(Arc<Contract>),
    Account(Arc<Account>),
    Prestate(Arc<Prestate>),
    /// The slots of a page.
    Slots(Vec<Arc<StateSlot>>),
}

impl Gathered {
    /// Stores the answer to a need. The need is not requested again.
    pub fn take(&mut self, need: Need, found: Found) {
        self.asked.insert(need);
        match (need, found) {
            (Need::Actions, Found::Actions(actions)) => self.actions = actions,
            (Need::Prestate, Found::Prestate(state)) => self.prestate = Some(state),
            (Need::Block(_), Found::Block(block)) => self.block = Some(block),
            (Need::BlockHash(number), Found::Block(block)) => {
                let hash = block.hash.known().and_then(|hash| hash.bytes().first_chunk::<32>());
                self.block_hashes.extend(hash.map(|hash| (number, B256::new(*hash))));
            }
            (Need::Contract(address), Found::Contract(contract)) => {
                self.contracts.insert(address, Some(contract));
            }
            (Need::Contract(address), Found::Nothing) => _ = self.contracts.insert(address, None),
            (Need::Account(address), Found::Account(account)) => {
                self.accounts.insert(address, Some(account));
            }
            (Need::Account(address), Found::Nothing) => _ = self.accounts.insert(address, None),
            (Need::Slot(address, slot), Found::Slots(rows)) => {
                let value = rows.iter().find(|row| word(&row.slot) == Some(slot));
                let value: Option<U256> = value.and_then(|row| word(&row.value));
                self.slots.extend(value.map(|value| ((address, slot), value)));
            }
            _ => {}
        }
    }
}
