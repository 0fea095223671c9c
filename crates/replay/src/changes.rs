//! What is changed before a result is executed again, to see what would have happened.

use alloy_primitives::{Address, B256, Bytes, U256};
use evm::Inputs;
use ledger::HexBytes;

/// The changes. What comes of them is not what happened.
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
    /// What slots held before, by contract and slot.
    pub slots: Vec<(Address, U256, U256)>,
    /// What accounts had before, base units.
    pub balances: Vec<(Address, u128)>,
}

impl Changes {
    /// Whether nothing is changed.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Makes them.
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
            // Who signs has no code.
            inputs.account_mut(inputs.message.sender).code.get_or_insert_default();
        }
    }
}
