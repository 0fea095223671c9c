//! Results of a contract's endless row, drawn by chance from contract and index.

use super::Head;
use super::envelope;
use super::hash;
use crate::demo::ledger::accounts;
use crate::demo::ledger::blocks::{self, Position};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::Contract;
use crate::demo::ledger::execution::{BloomForm, Call, Envelope, Execution, WEIBARS};
use crate::demo::ledger::kinds::CallContext;
use crate::ledger::{EntityId, Timestamp, TransactionId};

/// Seconds from a transaction's valid start to its consensus.
pub(super) const LAG: u64 = 5;
/// The gas limits that callers ask for.
const LIMITS: [u64; 5] = [150_000, 300_000, 400_000, 1_000_000, 15_000_000];

/// What lists are filtered by, how it is submitted, and the chance to go on with.
pub(super) fn head(contract: &Contract, index: u64) -> (Head, Envelope, Chance) {
    let mut chance = Chance::new(contract.num, index);
    let at = contract.stream(0).time_of(index);
    let sender = accounts::any(&mut chance);
    let envelope = envelope::any(&mut chance);
    let head = submitted(at, sender, &envelope, &mut chance);
    (head, envelope, chance)
}

/// A submission at this time by this sender. Its transaction is valid from five seconds before; the relay pays for
/// it if it is an Ethereum transaction, else the sender.
pub(super) fn submitted(at: Timestamp, sender: u64, envelope: &Envelope, chance: &mut Chance) -> Head {
    let payer = match envelope {
        Envelope::Ethereum(_) => accounts::RELAY,
        Envelope::Native | Envelope::NativeUntyped => sender,
    };
    let position = Some(Position { block: blocks::number(at), index: Some(chance.below(12)) });
    let id = TransactionId { payer: EntityId::from_num(payer), valid_start: at.minus_seconds(LAG) };
    Head { at, id, sender, position }
}

pub(super) fn execution(contract: &Contract, index: u64) -> Execution {
    let (head, envelope, mut chance) = head(contract, index);
    let ctx = CallContext { contract: contract.num, sender: head.sender, at: head.at, index };
    let call = contract.kind.act(&ctx, &mut chance);
    let called = call.failed_initcode.is_none().then_some(contract.num);
    hash::named(from_call(&head, called, envelope, call, &mut chance))
}

/// The result of a call, with gas that fits it.
pub(super) fn from_call(
    head: &Head,
    contract: Option<u64>,
    envelope: Envelope,
    call: Call,
    chance: &mut Chance,
) -> Execution {
    let work = 21_000 + 8 * call.input.len() as u64;
    let burned = work + 3_000 * (call.logs.len() + 2 * call.state.len()) as u64 + chance.below(60_000);
    let at_least = LIMITS.iter().copied().find(|limit| *limit >= burned).unwrap_or(15_000_000);
    let limit = at_least.max(chance.pick(&LIMITS));
    let out_of_gas = call.failure.as_ref().is_some_and(|failure| failure.code == "INSUFFICIENT_GAS");
    let (limit, burned) = call.gas.unwrap_or((limit, if out_of_gas { limit } else { burned }));
    // Amounts below a tinybar can only come in an Ethereum transaction, and are lost on the ledger.
    let dust = match envelope {
        Envelope::Ethereum(_) if chance.one_in(9) => u128::from(chance.between(1, 9_999_999_999)),
        _ => 0,
    };
    Execution {
        at: head.at,
        id: head.id,
        nonce: 0,
        contract,
        sender: head.sender,
        weibars: Some(u128::from(call.tinybars) * WEIBARS + dust),
        call,
        gas_limit: limit,
        gas_used: Some(burned.max(limit / 5 * 4)),
        gas_consumed: Some(burned),
        envelope,
        hash: chance.bytes(),
        position: head.position,
        bloom: if chance.one_in(300) { BloomForm::Null } else { BloomForm::Matching },
        partial: false,
    }
}
