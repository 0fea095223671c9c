//! The decoded calls of a replay, by the verified interfaces of the contracts involved.

use decode::Known;
use decode::reading::{CallReading, Reader};
use decode::revert::Revert;
use evm::{ExecutedCall, Operation};
use ledger::EvmAddress;
use replay::{Replayed, question};

use crate::app::verified_code;
use crate::panes::kit::nouns::replay_document::CallWords;

/// The data about the contracts involved.
pub(super) struct Readings(Known);

impl Readings {
    pub(super) fn new(replayed: &Replayed) -> Self {
        let mut known = Known::default();
        for (address, verified) in replayed.verified() {
            known.add_code(EvmAddress::new(address.into_array()), verified_code(verified));
        }
        // A call that was passed on whole shows what is behind a proxy.
        let calls =
            replayed.outcome.as_ref().map(|outcome| outcome.execution.calls.as_slice()).unwrap_or_default();
        for call in calls.iter().filter(|call| call.operation == Operation::DelegateCall) {
            let caller = call.parent.and_then(|parent| calls.get(parent));
            if caller.is_some_and(|caller| !call.input.is_empty() && caller.input == call.input) {
                let [proxy, target] = [call.target, call.code_of].map(|at| EvmAddress::new(at.into_array()));
                known.add_targets(proxy, [target]);
            }
        }
        Self(known)
    }

    /// The decoded input and output of a call.
    pub(super) fn call(&self, call: &ExecutedCall) -> CallReading {
        Reader::new(&self.0).read_call(&question(call))
    }
}

impl CallWords for Readings {
    fn method(&self, _at: usize, call: &ExecutedCall) -> String {
        self.call(call).method()
    }

    fn error(&self, replayed: &Replayed, at: usize) -> Option<String> {
        let call = replayed.outcome.as_ref().ok()?.execution.calls.get(replayed.thrower(at))?;
        let revert = Revert::parse(&call.error()?);
        Some(Reader::new(&self.0).read_error(Some(call.interface_of()), revert).summary())
    }
}
