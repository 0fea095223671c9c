//! What the best known result called: each kind of call, two of which failed and were caught.

use crate::demo::ledger::abi::{self, Value, account, number, text, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::{BUSIEST, address_of};
use crate::demo::ledger::execution::{Child, Deed};
use crate::demo::ledger::trace::{Ending, Frame, Operation, Target};
use crate::ledger::EvmAddress;

/// An address where nothing is.
const NOBODY: EvmAddress =
    EvmAddress::new(alloy_primitives::hex!("deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"));
/// Where `ecrecover` is.
const RECOVER: u8 = 1;

/// The calls, in their order. Those with a record of their own call what the record says.
pub(super) fn all(deed: &Deed) -> Vec<Frame> {
    let holder = accounts::address(1043);
    let balance = abi::call("balanceOf(address)", &[account(holder)]);
    let arguments = [account(holder), account(address_of(BUSIEST)), uint(91_286_137_633_590u64)];
    let transfer = abi::call("transferFrom(address,address,uint256)", &arguments);
    let mut calls = vec![
        Frame::call(5002, balance).by(Operation::StaticCall).returning(number(910_000_000_000_000)),
        Frame::call(5002, transfer).returning(number(1)),
    ];
    calls.extend(deed.children.iter().map(Child::frame));
    calls.extend([recovered(holder), note(), refused(), lost()]);
    calls
}

/// A signature checked by a precompile.
fn recovered(signer: EvmAddress) -> Frame {
    let input = abi::encode(&[uint(7u8), uint(27u8), uint(11u8), uint(13u8)]);
    let target = Target::Precompile(RECOVER);
    let call = Frame::call(0, input).by(Operation::StaticCall).returning(abi::address(signer));
    Frame { target, ..call }
}

/// A call of a proxy, which runs the code of another contract.
fn note() -> Frame {
    let input = abi::call("notes(uint256)", &[uint(3u8)]);
    let output = abi::encode(&[
        account(accounts::address(1002)),
        uint(1_795_000_000u64),
        text("note 3 of a long day"),
    ]);
    let inner = Frame::call(5039, input.clone()).by(Operation::DelegateCall).returning(output.clone());
    Frame::call(5038, input).by(Operation::StaticCall).returning(output).making(vec![inner])
}

/// A call that reverts, which the caller catches.
fn refused() -> Frame {
    let reason = abi::call("Error(string)", &[text("not today")]);
    let input = abi::call("rawBytes(bytes)", &[Value::Bytes(reason.clone())]);
    Frame { ending: Ending::Reverted, ..Frame::call(5022, input).returning(reason) }
}

/// A call of what is not there, which the ledger stops.
fn lost() -> Frame {
    let call = Frame::call(0, abi::call("deposit()", &[]));
    Frame { target: Target::Nobody(NOBODY), ending: Ending::Stopped("INVALID_SOLIDITY_ADDRESS"), ..call }
}
