//! What the calls of an execution say, read with the verified interfaces of those who took part.

use crate::app::verified_code;
use crate::decode::Known;
use crate::decode::reading::{CallQuestion, CallReading, Reader};
use crate::decode::revert::Revert;
use crate::evm::{End, ExecutedCall};
use crate::ledger::{ContractRef, EvmAddress, HexBytes, Text};
use crate::replay::Replayed;

/// What is known of those who took part.
pub(super) struct Readings(Known);

impl Readings {
    pub(super) fn new(replayed: &Replayed) -> Self {
        let mut known = Known::default();
        for (address, verified) in &replayed.verified {
            known.add_code(EvmAddress::new(address.into_array()), verified_code(verified));
        }
        Self(known)
    }

    /// What a call asked and was answered.
    pub(super) fn call(&self, call: &ExecutedCall) -> CallReading {
        let output = call.end.as_ref().filter(|end| end.is_success()).map(|end| hex(end.data()));
        let question = CallQuestion {
            contract: Some(contract(call)),
            input: hex(&call.input),
            output,
            error: error(call),
            creates: call.operation.is_creation(),
        };
        Reader::new(&self.0).read_call(&question)
    }

    /// Why a call failed.
    pub(super) fn error(&self, call: &ExecutedCall) -> Option<String> {
        let revert = Revert::parse(&error(call)?);
        Some(Reader::new(&self.0).read_error(Some(contract(call)), revert).summary())
    }
}

/// Whose interface a call is read by: that of the code that it runs.
fn contract(call: &ExecutedCall) -> ContractRef {
    ContractRef::Address(EvmAddress::new(call.code_of.into_array()))
}

fn hex(bytes: &[u8]) -> HexBytes {
    HexBytes::from(bytes.to_vec())
}

/// As a result's `error_message` tells it.
fn error(call: &ExecutedCall) -> Option<Text> {
    match call.end.as_ref()? {
        End::Returned(_) => None,
        End::Reverted(data) => Some(Text::from(hex(data).to_hex())),
        End::Halted(halt) => Some(Text::from(halt.to_string())),
    }
}
