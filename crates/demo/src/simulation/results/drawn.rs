//! Results of a contract's endless row, drawn by chance from contract and index.

use std::sync::Arc;

use ledger::{EntityId, Timestamp, TransactionId};

use super::{Head, Origin, envelope, remembered};
use crate::simulation::abi::Word;
use crate::simulation::accounts;
use crate::simulation::blocks::{self, Position};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::Contract;
use crate::simulation::execution::{BloomForm, Call, Envelope, Execution, WEIBARS};
use crate::simulation::kinds::CallContext;
use crate::simulation::machine::{self, Outcome, Plan};

/// Seconds from a transaction's valid start to its consensus.
pub(super) const LAG: u64 = 5;
/// The callers' gas limits.
const LIMITS: [u64; 5] = [150_000, 300_000, 400_000, 1_000_000, 15_000_000];
/// The most gas that a creation uses, without its bytes, and per byte sent or stored.
const CREATION: u64 = 500_000;
const BYTE_SENT: u64 = 18;
const BYTE_KEPT: u64 = 200;

/// The filter fields, the envelope, and the random source for the rest.
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

pub(super) fn execution(contract: &Contract, index: u64) -> Arc<Execution> {
    remembered::result(Origin::Drawn { contract: contract.num, index }, || executed(contract, index))
}

fn executed(contract: &Contract, index: u64) -> Execution {
    let (head, plan, envelope, mut chance) = planned(contract, index);
    from_plan(&head, contract.num, envelope, &plan, &mut chance).with_hidden_moment()
}

/// The execution behind a drawn result; `None` if nothing was drawn at that timestamp.
pub(super) fn trace(contract: &Contract, it: &Execution) -> Option<evm::Execution> {
    let (_, plan, ..) = planned(contract, contract.stream(1).index_of(it.at)?);
    let call =
        machine::Call { sender: it.sender, contract: contract.num, at: it.at, gas_limit: it.gas_limit };
    machine::trace(call, &plan)
}

/// The inputs of a result, before its effects are computed.
fn planned(contract: &Contract, index: u64) -> (Head, Plan, Envelope, Chance) {
    let (head, envelope, mut chance) = head(contract, index);
    let ctx = CallContext { contract: contract.num, sender: head.sender, at: head.at, index };
    let plan = contract.kind.act(&ctx, &mut chance);
    (head, plan, envelope, chance)
}

/// The words from which the topics of its events are taken, besides the events' own hashes, if known without an
/// execution. Lets a search for other events skip executing many results.
pub(super) fn topics(contract: &Contract, index: u64) -> Option<Vec<Word>> {
    let (head, plan, ..) = planned(contract, index);
    let ctx = CallContext { contract: contract.num, sender: head.sender, at: head.at, index };
    contract.kind.topics(&ctx, &plan)
}

/// The result of an executed call. Its gas limit is drawn before its gas use is known.
pub(super) fn from_plan(
    head: &Head,
    contract: u64,
    envelope: Envelope,
    plan: &Plan,
    chance: &mut Chance,
) -> Execution {
    let (spare, picked) = (chance.below(60_000), chance.pick(&LIMITS));
    let short = 21_000 + 16 * plan.input.len() as u64 + spare / 4;
    let gas_limit = plan.gas_limit.unwrap_or(if plan.is_short { short } else { picked.max(plan.most_gas) });
    let call = machine::Call { sender: head.sender, contract, at: head.at, gas_limit };
    let called = (!plan.is_creation).then_some(contract);
    finished(head, called, envelope, machine::execute(call, plan), chance)
}

/// The result of a creation that succeeds, with gas that suffices.
pub(super) fn created(
    head: &Head,
    contract: &Contract,
    envelope: Envelope,
    chance: &mut Chance,
) -> Option<Execution> {
    let (_, picked) = (chance.below(60_000), chance.pick(&LIMITS));
    let deployed = contract.deployed();
    let needs =
        CREATION + BYTE_SENT * deployed.creation.len() as u64 + BYTE_KEPT * deployed.runtime.len() as u64;
    let limit = LIMITS.iter().copied().find(|limit| *limit >= needs).unwrap_or(15_000_000).max(picked);
    let outcome = machine::create(contract, head.sender, limit)?;
    Some(finished(head, Some(contract.num), envelope, outcome, chance))
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
    let (gas_limit, burned) = call.gas.unwrap_or((limit, if out_of_gas { limit } else { burned }));
    let outcome = Outcome { call, gas_limit, gas_used: burned, gas_consumed: burned };
    finished(head, contract, envelope, outcome, chance)
}

/// A result whose call and gas are known.
fn finished(
    head: &Head,
    contract: Option<u64>,
    envelope: Envelope,
    Outcome { call, gas_limit, gas_used, gas_consumed }: Outcome,
    chance: &mut Chance,
) -> Execution {
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
        gas_limit,
        gas_used: Some(gas_used.max(gas_limit / 5 * 4)),
        gas_consumed: Some(gas_consumed),
        envelope,
        hash: chance.bytes(),
        position: head.position,
        bloom: if chance.one_in(300) { BloomForm::Null } else { BloomForm::Matching },
        partial: false,
    }
}
