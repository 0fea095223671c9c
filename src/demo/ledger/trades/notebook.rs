//! Calls of an upgradeable notebook: every call reads the implementation's slot, and an upgrade writes it.

use super::Scene;
use crate::demo::ledger::abi::{self, Value, account, address, number, text};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::contracts::slots::IMPLEMENTATION;
use crate::demo::ledger::execution::{Deed, Slot};

/// The implementation's contract.
const NOTEBOOK: u64 = 5039;

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let here = address(address_of(NOTEBOOK));
    let read = Slot { contract: scene.contract, key: IMPLEMENTATION, read: here, written: None };
    match chance.below(8) {
        0 => Deed {
            input: abi::call(
                "upgradeToAndCall(address,bytes)",
                &[account(address_of(NOTEBOOK)), Value::Bytes(Vec::new())],
            ),
            logs: vec![scene.event("Upgraded(address)", &[here], &[])],
            state: vec![Slot { written: Some(here), ..read }],
            ..Deed::default()
        },
        1 => Deed { input: abi::call("initialize(address)", &[account(scene.caller())]), ..Deed::default() }
            .reverted(abi::call("InvalidInitialization()", &[])),
        2 => Deed {
            input: abi::call(
                "upgradeToAndCall(address,bytes)",
                &[account(scene.caller()), Value::Bytes(Vec::new())],
            ),
            ..Deed::default()
        }
        .reverted(abi::call("OwnableUnauthorizedAccount(address)", &[account(scene.caller())])),
        _ => {
            let at = number(u128::from(scene.index));
            let words = format!("note {} of a long day", scene.index);
            Deed {
                input: abi::call("write(string)", &[text(&words)]),
                output: at.to_vec(),
                logs: vec![scene.event(
                    "Noted(address,uint256,string)",
                    &[address(scene.caller()), at],
                    &[text(&words)],
                )],
                state: vec![read],
                ..Deed::default()
            }
        }
    }
}
