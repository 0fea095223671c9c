//! Calls of an upgradeable notebook: every call reads the implementation's slot, and an upgrade writes it.

use super::CallContext;
use crate::demo::ledger::abi::{self, Value, account, address, number, text};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::contracts::slots::IMPLEMENTATION;
use crate::demo::ledger::execution::{Call, Slot};

/// The implementation's contract.
const NOTEBOOK: u64 = 5039;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let here = address(address_of(NOTEBOOK));
    let read = Slot { contract: ctx.contract, key: IMPLEMENTATION, read: here, written: None };
    match chance.below(8) {
        0 => Call {
            input: abi::call(
                "upgradeToAndCall(address,bytes)",
                &[account(address_of(NOTEBOOK)), Value::Bytes(Vec::new())],
            ),
            logs: vec![ctx.event("Upgraded(address)", &[here], &[])],
            state: vec![Slot { written: Some(here), ..read }],
            ..Call::default()
        },
        1 => Call { input: abi::call("initialize(address)", &[account(ctx.caller())]), ..Call::default() }
            .reverted(abi::call("InvalidInitialization()", &[])),
        2 => Call {
            input: abi::call(
                "upgradeToAndCall(address,bytes)",
                &[account(ctx.caller()), Value::Bytes(Vec::new())],
            ),
            ..Call::default()
        }
        .reverted(abi::call("OwnableUnauthorizedAccount(address)", &[account(ctx.caller())])),
        _ => {
            let at = number(u128::from(ctx.index));
            let words = format!("note {} of a long day", ctx.index);
            Call {
                input: abi::call("write(string)", &[text(&words)]),
                output: at.to_vec(),
                logs: vec![ctx.event(
                    "Noted(address,uint256,string)",
                    &[address(ctx.caller()), at],
                    &[text(&words)],
                )],
                state: vec![read],
                ..Call::default()
            }
        }
    }
}
