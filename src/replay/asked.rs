//! What a call asked and came back with, as a question for what its bytes say.

use alloy_primitives::Address;

use super::verdict::Replay;
use crate::decode::reading::CallQuestion;
use crate::evm::{End, ExecutedCall};
use crate::ledger::{ContractRef, EntityId, EvmAddress, HexBytes, Text};

impl ExecutedCall {
    /// The question: it is read by the interface of the code that it runs.
    pub fn question(&self) -> CallQuestion {
        let output = self.end.as_ref().filter(|end| end.is_success()).map(|end| hex(end.data()));
        CallQuestion {
            contract: Some(self.interface_of()),
            input: hex(&self.input),
            output,
            error: self.error(),
            creates: self.operation.is_creation(),
        }
    }

    /// Whose interface it is read by.
    pub fn interface_of(&self) -> ContractRef {
        ContractRef::Address(EvmAddress::new(self.code_of.into_array()))
    }

    /// Why it failed, as a result's `error_message` tells it.
    pub fn error(&self) -> Option<Text> {
        match self.end.as_ref()? {
            End::Returned(_) => None,
            End::Reverted(data) => Some(Text::from(hex(data).to_hex())),
            End::Halted(halt) => Some(Text::from(halt.to_string())),
        }
    }
}

impl Replay {
    /// A contract by its number, in the realm of `home`, where that is known.
    pub fn contract(&self, address: Address, home: EntityId) -> ContractRef {
        match self.inputs.entity_num(address) {
            Some(num) => ContractRef::Id(EntityId { num, ..home }),
            None => ContractRef::Address(EvmAddress::new(address.into_array())),
        }
    }
}

fn hex(bytes: &[u8]) -> HexBytes {
    HexBytes::from(bytes.to_vec())
}
