//! Calls of a wallet with several owners, whose proposals hold calls of other contracts.

use super::{CallContext, somebody};
use crate::demo::ledger::abi::{self, Value, account, address, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Call;
use crate::ledger::EvmAddress;

/// Storage slot of confirmations by proposal and owner.
const CONFIRMED: u128 = 4;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let id = u128::from(ctx.index / 3);
    let mut inner = Chance::new(ctx.contract, ctx.index / 3);
    let (target, data) = proposal(&mut inner);
    let caller = ctx.caller();
    match ctx.index % 3 {
        0 => Call {
            input: abi::call(
                "propose(address,uint96,bytes)",
                &[account(target), uint(0u8), Value::Bytes(data.clone())],
            ),
            output: number(id).to_vec(),
            logs: vec![
                ctx.event(
                    "Proposed(uint256,address,address,uint256,bytes)",
                    &[number(id), address(caller)],
                    &[account(target), uint(0u8), Value::Bytes(data)],
                ),
                ctx.event("Confirmed(uint256,address)", &[number(id), address(caller)], &[]),
            ],
            ..Call::default()
        },
        1 => {
            let call = Call { input: abi::call("confirm(uint256)", &[uint(id)]), ..Call::default() };
            if chance.one_in(4) {
                let refusal = [uint(id), account(caller)];
                return call.reverted(abi::call("AlreadyConfirmed(uint256,address)", &refusal));
            }
            let slot = mapped(address(caller), mapped(number(id), number(CONFIRMED)));
            Call {
                logs: vec![ctx.event("Confirmed(uint256,address)", &[number(id), address(caller)], &[])],
                state: vec![ctx.slot(slot, 0, 1)],
                ..call
            }
        }
        _ => {
            let call = Call { input: abi::call("send(uint256)", &[uint(id)]), ..Call::default() };
            let reason = abi::call(
                "BalanceTooLow(address,uint256,uint256)",
                &[account(ctx.itself()), uint(1u8), uint(2u8)],
            );
            match chance.below(5) {
                0 => call.reverted(abi::call("SendFailed(uint256,bytes)", &[uint(id), Value::Bytes(reason)])),
                1 => call.reverted(abi::call("TooFewConfirmations(uint8,uint8)", &[uint(1u8), uint(2u8)])),
                _ => Call {
                    logs: vec![ctx.event(
                        "Sent(uint256,bytes)",
                        &[number(id)],
                        &[Value::Bytes(number(1).to_vec())],
                    )],
                    ..call
                },
            }
        }
    }
}

/// What a proposal would do: pay tokens, raise an allowance, or do both in one call of many.
fn proposal(chance: &mut Chance) -> (EvmAddress, Vec<u8>) {
    let amount = u128::from(chance.between(1, 1_000_000_000));
    let pay = abi::call("transfer(address,uint256)", &[account(somebody(chance)), uint(amount)]);
    let allow = abi::call("approve(address,uint256)", &[account(address_of(5001)), uint(amount)]);
    match chance.below(3) {
        0 => (address_of(5002), pay),
        1 => (address_of(5004), allow),
        _ => (
            address_of(5004),
            abi::call("multicall(bytes[])", &[Value::Array(vec![Value::Bytes(allow), Value::Bytes(pay)])]),
        ),
    }
}
