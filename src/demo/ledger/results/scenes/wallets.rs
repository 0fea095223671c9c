//! Calls that wallets of several owners and timelocks let through.

use super::batches::{event, transfer};
use crate::demo::ledger::abi::{self, Value, Word, account, address, number, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::contracts::slots::IMPLEMENTATION;
use crate::demo::ledger::execution::{Deed, Event, Slot};
use crate::demo::ledger::trace::{Frame, Operation};
use crate::demo::ledger::trades::Scene;

/// The proxy that is upgraded, and to what.
const PROXY: u64 = 5038;
const NOTEBOOK: u64 = 5039;
const EXECUTE: &str =
    "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)";
/// Seconds that a timelock waits, and the slot of what is ready by id.
const DELAY: u64 = 172_800;
const READY: u128 = 0;

/// The data of a wallet's call.
pub(super) fn send(to: u64, data: Vec<u8>) -> Vec<u8> {
    let nobody = || account(accounts::long_zero(0));
    let zero = || uint(0u8);
    let signatures = [[0x1b; 65], [0x1c; 65]].concat();
    let arguments = [
        account(address_of(to)),
        zero(),
        Value::Bytes(data),
        zero(),
        zero(),
        zero(),
        zero(),
        nobody(),
        nobody(),
        Value::Bytes(signatures),
    ];
    abi::call(EXECUTE, &arguments)
}

/// The event that follows.
pub(super) fn sent(scene: &Scene) -> Event {
    let id = Value::Word(abi::topic(&scene.at.to_string()));
    event(scene.contract, "ExecutionSuccess(bytes32,uint256)", &[], &[id, uint(0u8)])
}

/// A transfer that the owners of a wallet signed.
pub(super) fn owners_send(scene: &Scene) -> Deed {
    let (data, frame, moved) = transfer(1012, 77_000);
    Deed {
        input: send(5002, data),
        output: number(1).to_vec(),
        logs: vec![moved, sent(scene)],
        calls: vec![frame],
        ..Deed::default()
    }
}

/// The upgrade that a timelock announces and makes, with a call in it.
fn upgrade() -> Vec<u8> {
    let write = abi::call("write(string)", &[abi::text("after the upgrade")]);
    abi::call("upgradeToAndCall(address,bytes)", &[account(address_of(NOTEBOOK)), Value::Bytes(write)])
}

fn announced() -> [Value; 5] {
    let target = account(address_of(PROXY));
    [target, uint(0u8), Value::Bytes(upgrade()), Value::Word([0; 32]), Value::Word(abi::topic("salt"))]
}

/// The id by which the timelock knows it.
fn id() -> Word {
    alloy_primitives::keccak256(abi::encode(&announced())).0
}

fn ready(scene: &Scene, read: u64, written: u64) -> Slot {
    let slot = abi::mapped(id(), number(READY));
    let [read, written] = [read, written].map(|at| number(at.into()));
    Slot { contract: scene.contract, key: slot, read, written: Some(written) }
}

/// The announcement.
pub(super) fn announces_upgrade(scene: &Scene) -> Deed {
    let [target, value, data, before, salt] = announced();
    let delay = uint(DELAY);
    let told = [target.clone(), value.clone(), data.clone(), before.clone(), delay.clone()];
    Deed {
        input: abi::call(
            "schedule(address,uint256,bytes,bytes32,bytes32,uint256)",
            &[target, value, data, before, salt, delay],
        ),
        logs: vec![event(
            scene.contract,
            "CallScheduled(bytes32,uint256,address,uint256,bytes,bytes32,uint256)",
            &[id(), number(0)],
            &told,
        )],
        state: vec![ready(scene, 0, scene.at.seconds + DELAY)],
        ..Deed::default()
    }
}

/// The upgrade itself: a call of a proxy, which writes the slot that names what it runs.
pub(super) fn makes_upgrade(scene: &Scene) -> Deed {
    let here = address(address_of(NOTEBOOK));
    let write = abi::call("write(string)", &[abi::text("after the upgrade")]);
    let [target, value, data, ..] = announced();
    let noted = Frame::call(NOTEBOOK, write).by(Operation::DelegateCall).returning(number(81));
    let asked = Frame::call(NOTEBOOK, abi::call("proxiableUUID()", &[]))
        .by(Operation::StaticCall)
        .returning(IMPLEMENTATION);
    let run = Frame::call(NOTEBOOK, upgrade()).by(Operation::DelegateCall).making(vec![asked, noted]);
    let words = [abi::text("after the upgrade")];
    let by = address(address_of(scene.contract));
    Deed {
        input: abi::call("execute(address,uint256,bytes,bytes32,bytes32)", &announced()),
        logs: vec![
            event(PROXY, "Upgraded(address)", &[here], &[]),
            event(PROXY, "Noted(address,uint256,string)", &[by, number(81)], &words),
            event(
                scene.contract,
                "CallExecuted(bytes32,uint256,address,uint256,bytes)",
                &[id(), number(0)],
                &[target, value, data],
            ),
        ],
        state: vec![
            ready(scene, scene.at.seconds - 60, 1),
            Slot { contract: PROXY, key: IMPLEMENTATION, read: here, written: Some(here) },
        ],
        calls: vec![Frame::call(PROXY, upgrade()).making(vec![run])],
        ..Deed::default()
    }
}

/// An upgrade before its time: an error of the contract's own.
pub(super) fn too_early(scene: &Scene) -> Deed {
    let reason = abi::call("NotReady(bytes32,uint256)", &[Value::Word(id()), uint(scene.at.seconds + 9)]);
    let input = abi::call("execute(address,uint256,bytes,bytes32,bytes32)", &announced());
    Deed { input, ..Deed::default() }.reverted(reason)
}
