//! Nested calls of executions: separate results, a few nanoseconds later.

use ledger::Timestamp;

use super::{Head, drawn};
use crate::simulation::blocks::Position;
use crate::simulation::contracts::Contract;
use crate::simulation::execution::{BloomForm, Call, Child, Envelope, Execution, Failure, WEIBARS};

/// The filter fields of call `nonce` (1 for the first) of a contract's result.
pub(super) fn head(contract: &Contract, index: u64, nonce: u32) -> Head {
    child_head(&drawn::head(contract, index).0, contract.num, nonce)
}

/// The whole result, if there was such a call.
pub(super) fn execution(contract: &Contract, index: u64, nonce: u32) -> Option<Execution> {
    child_of(&drawn::execution(contract, index), nonce)
}

/// Call `nonce` of an execution, if there was one.
pub(crate) fn child_of(parent: &Execution, nonce: u32) -> Option<Execution> {
    let place = usize::try_from(nonce).ok()?.checked_sub(1)?;
    let child = parent.call.children.get(place)?;
    let head = child_head(&parent.head(), parent.contract.unwrap_or_default(), nonce);
    let mut hash = parent.hash;
    hash.iter_mut().rev().zip(nonce.to_le_bytes()).for_each(|(byte, add)| *byte ^= add);
    let executed = child.executed.as_deref();
    let call = executed.map_or_else(|| call(child), |it| it.call.clone());
    Some(Execution {
        at: head.at,
        id: head.id,
        nonce,
        contract: Some(child.contract),
        sender: head.sender,
        weibars: Some(u128::from(call.tinybars) * WEIBARS),
        call,
        gas_limit: executed.map_or(parent.gas_limit, |it| it.gas_limit),
        gas_used: Some(executed.map_or(parent.gas_used.unwrap_or_default() / 10, |it| it.gas_used)),
        gas_consumed: executed.map(|it| it.gas_used),
        envelope: Envelope::Native,
        hash,
        position: head.position,
        bloom: BloomForm::Matching,
        partial: false,
    })
}

fn child_head(parent: &Head, caller: u64, nonce: u32) -> Head {
    Head {
        at: later(parent.at, nonce),
        sender: caller,
        position: parent
            .position
            .map(|at| Position { index: at.index.map(|index| index + u64::from(nonce)), ..at }),
        ..*parent
    }
}

/// This time plus this many nanoseconds.
pub(crate) fn later(at: Timestamp, nanos: u32) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(at.as_nanos() + u128::from(nanos)).unwrap_or(u64::MAX))
}

fn call(child: &Child) -> Call {
    let failure = (child.result != "SUCCESS").then(|| Failure {
        code: child.result,
        message: Some(alloy_primitives::hex::encode_prefixed(&child.output)),
    });
    Call { input: child.input.clone(), output: child.output.clone(), failure, ..Call::default() }
}
