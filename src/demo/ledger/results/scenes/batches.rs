//! Batches: many calls in one, of which some may fail.

use crate::demo::ledger::abi::{self, Value, Word, account, address, number, text, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::contracts::showcase::SWITCHBOARD;
use crate::demo::ledger::execution::{Deed, Event};
use crate::demo::ledger::trace::{Ending, Frame, Operation};
use crate::demo::ledger::trades::Scene;

const TOKEN: u64 = 5002;
const TRANSFER: &str = "transfer(address,uint256)";
const MANY: &str = "multicall(bytes[])";
const SOME: &str = "aggregate3((address,bool,bytes)[])";

/// An event of any contract.
pub(super) fn event(contract: u64, signature: &str, indexed: &[Word], rest: &[Value]) -> Event {
    let topics = std::iter::once(abi::topic(signature)).chain(indexed.iter().copied()).collect();
    Event { contract, topics, data: abi::encode(rest) }
}

/// A transfer of a token by the switchboard: its data, its call in the trace, and its event.
pub(super) fn transfer(to: u64, amount: u64) -> (Vec<u8>, Frame, Event) {
    let input = abi::call(TRANSFER, &[account(accounts::address(to)), uint(amount)]);
    let frame = Frame::call(TOKEN, input.clone()).returning(number(1));
    let parties = [address(address_of(SWITCHBOARD)), address(accounts::address(to))];
    (input, frame, event(TOKEN, "Transfer(address,address,uint256)", &parties, &[uint(amount)]))
}

/// A transfer that the token refuses: its data, its call in the trace, and the reason.
fn refused(to: u64, amount: u64) -> (Vec<u8>, Frame, Vec<u8>) {
    let itself = account(address_of(SWITCHBOARD));
    let input = abi::call(TRANSFER, &[account(accounts::address(to)), uint(amount)]);
    let reason =
        abi::call("ERC20InsufficientBalance(address,uint256,uint256)", &[itself, uint(7u8), uint(amount)]);
    let frame = Frame::call(TOKEN, input.clone()).returning(reason.clone());
    (input, Frame { ending: Ending::Reverted, ..frame }, reason)
}

/// The arguments of a batch whose calls may fail or not.
fn batch(calls: &[(u64, bool, Vec<u8>)]) -> Value {
    let each = |(target, may_fail, data): &(u64, bool, Vec<u8>)| {
        Value::Tuple(vec![
            account(address_of(*target)),
            uint(u8::from(*may_fail)),
            Value::Bytes(data.clone()),
        ])
    };
    Value::Array(calls.iter().map(each).collect())
}

fn answers(all: &[(bool, Vec<u8>)]) -> Vec<u8> {
    let each = |(fine, data): &(bool, Vec<u8>)| {
        Value::Tuple(vec![uint(u8::from(*fine)), Value::Bytes(data.clone())])
    };
    abi::encode(&[Value::Array(all.iter().map(each).collect())])
}

/// Two calls of itself in one, the second of which calls a token.
pub(super) fn two_calls(scene: &Scene) -> Deed {
    let burn = abi::call("burn(uint256)", &[uint(5u8)]);
    let (inner, frame, moved) = transfer(1004, 250_000);
    let sent = abi::call(SOME, &[batch(&[(TOKEN, false, inner)])]);
    let answer = answers(&[(true, number(1).to_vec())]);
    let itself = |input: &[u8]| Frame::call(scene.contract, input.to_vec()).by(Operation::DelegateCall);
    Deed {
        input: abi::call(MANY, &[Value::Array(vec![Value::Bytes(burn.clone()), Value::Bytes(sent.clone())])]),
        output: abi::encode(&[Value::Array(vec![Value::Bytes(Vec::new()), Value::Bytes(answer.clone())])]),
        logs: vec![event(scene.contract, "Burnt(uint256)", &[], &[uint(5u8)]), moved],
        calls: vec![itself(&burn), itself(&sent).returning(answer).making(vec![frame])],
        ..Deed::default()
    }
}

/// Three calls, the second of which fails and is caught, as it may.
pub(super) fn one_may_fail(_: &Scene) -> Deed {
    let (first, sent, moved) = transfer(1006, 40);
    let (second, failing, reason) = refused(1008, 9_000_000_000);
    let third = abi::call("balanceOf(address)", &[account(accounts::address(1006))]);
    let held = number(640).to_vec();
    Deed {
        input: abi::call(
            SOME,
            &[batch(&[(TOKEN, false, first), (TOKEN, true, second), (TOKEN, true, third.clone())])],
        ),
        output: answers(&[(true, number(1).to_vec()), (false, reason), (true, held.clone())]),
        logs: vec![moved],
        calls: vec![sent, failing, Frame::call(TOKEN, third).returning(held)],
        ..Deed::default()
    }
}

/// The same, but the failure is let through to the top, three calls up.
pub(super) fn bubbles_up(scene: &Scene) -> Deed {
    let (first, sent, _) = transfer(1006, 40);
    let (second, failing, reason) = refused(1008, 9_000_000_000);
    let inner = abi::call(SOME, &[batch(&[(TOKEN, false, first), (TOKEN, false, second)])]);
    let call = Frame::call(scene.contract, inner.clone()).by(Operation::DelegateCall);
    let call = Frame { ending: Ending::Reverted, ..call.returning(reason.clone()) };
    let input = abi::call(MANY, &[Value::Array(vec![Value::Bytes(inner)])]);
    let failed = Deed { input, ..Deed::default() }.reverted(reason);
    Deed { calls: vec![call.making(vec![sent, failing])], ..failed }
}

/// A wallet's call of a batch of a batch, each in the data of the one before.
pub(super) fn three_deep(scene: &Scene) -> Deed {
    let (inner, frame, moved) = transfer(1010, 3);
    let some = abi::call(SOME, &[batch(&[(TOKEN, false, inner)])]);
    let many = abi::call(MANY, &[Value::Array(vec![Value::Bytes(some.clone())])]);
    let answer = answers(&[(true, number(1).to_vec())]);
    let list = abi::encode(&[Value::Array(vec![Value::Bytes(answer.clone())])]);
    let low =
        Frame::call(scene.contract, some).by(Operation::DelegateCall).returning(answer).making(vec![frame]);
    let high = Frame::call(scene.contract, many.clone()).returning(list).making(vec![low]);
    Deed {
        input: super::wallets::send(scene.contract, many),
        output: number(1).to_vec(),
        logs: vec![moved, super::wallets::sent(scene)],
        calls: vec![high],
        ..Deed::default()
    }
}

/// A function that shares its selector with another, whose argument fits too: sixteen bytes and then zeros.
pub(super) fn burns(scene: &Scene) -> Deed {
    let mut amount: Word = [0; 32];
    amount[..16].copy_from_slice(b"sixteen bytes in");
    let amount = Value::Word(amount);
    Deed {
        input: abi::call("burn(uint256)", std::slice::from_ref(&amount)),
        logs: vec![event(scene.contract, "Burnt(uint256)", &[], &[amount])],
        ..Deed::default()
    }
}

/// Events whose signatures everybody knows, from a contract whose interface nobody does.
pub(super) fn well_known_events(scene: &Scene) -> Deed {
    let [who, other] = [1004, 1006].map(|num| address(accounts::address(num)));
    let emit = |signature, indexed: &[Word], rest: &[Value]| event(scene.contract, signature, indexed, rest);
    let amounts = [uint(1_000u32), uint(0u8), uint(0u8), uint(990u32)];
    Deed {
        input: abi::call(MANY, &[Value::Array(Vec::new())]),
        output: abi::encode(&[Value::Array(Vec::new())]),
        logs: vec![
            emit("Transfer(address,address,uint256)", &[who, other], &[uint(1_000u32)]),
            emit("Transfer(address,address,uint256)", &[who, other, number(17)], &[]),
            emit("Approval(address,address,uint256)", &[who, other], &[uint(u128::MAX)]),
            emit("RoleGranted(bytes32,address,address)", &[abi::topic("MINTER_ROLE"), who, other], &[]),
            emit("OwnershipTransferred(address,address)", &[who, other], &[]),
            emit("Swap(address,uint256,uint256,uint256,uint256,address)", &[who, other], &amounts),
            emit("Deposit(address,address,uint256,uint256)", &[who, other], &[uint(50u8), uint(49u8)]),
            emit(
                "TransferSingle(address,address,address,uint256,uint256)",
                &[who, who, other],
                &[uint(3u8), uint(1u8)],
            ),
            emit("URI(string,uint256)", &[number(3)], &[text("ipfs://piece/3")]),
        ],
        ..Deed::default()
    }
}
