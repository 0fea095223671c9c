//! The user's changes before a replay, to see what would have happened.

use alloy_primitives::{Address, B256, Bytes, U256};
use evm::Inputs;
use ledger::HexBytes;

/// The changes. Their outcome is hypothetical.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Changes {
    pub sender: Option<Address>,
    /// Base units.
    pub value: Option<u128>,
    /// Call data, or init code.
    pub data: Option<HexBytes>,
    /// The block's time, whole seconds.
    pub seconds: Option<u64>,
    pub prevrandao: Option<B256>,
    /// Slot values before the result, by contract and slot.
    pub slots: Vec<(Address, U256, U256)>,
    /// Account balances before the result, in base units.
    pub balances: Vec<(Address, u128)>,
}

impl Changes {
    /// Whether the changes are empty.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn apply(&self, inputs: &mut Inputs) {
        if let Some(sender) = self.sender {
            inputs.message.sender = inputs.canonical(sender);
        }
        let message = &mut inputs.message;
        if let Some(value) = self.value {
            message.value = U256::from(value);
        }
        if let Some(data) = &self.data {
            message.data = Bytes::copy_from_slice(data.bytes());
        }
        inputs.block.seconds = self.seconds.unwrap_or(inputs.block.seconds);
        inputs.block.prevrandao = self.prevrandao.or(inputs.block.prevrandao);
        for (address, slot, value) in &self.slots {
            inputs.storage.insert((inputs.canonical(*address), *slot), *value);
        }
        for (address, balance) in &self.balances {
            let address = inputs.canonical(*address);
            inputs.account_mut(address).balance = Some(U256::from(*balance));
        }
        if self.sender.is_some() {
            // A signer has no code.
            inputs.account_mut(inputs.message.sender).code.get_or_insert_default();
        }
    }
}
