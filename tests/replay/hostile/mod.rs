//! Code, records and source maps of strangers who mean harm: the bounds hold, and what they cut is told.

mod code;
mod maps;
mod records;

use std::collections::BTreeMap;

use alloy_primitives::{Address, U256, address};
use evm::{AccountInputs, Execution, Inputs, Message, Stopped, execute};

const SENDER: Address = address!("0x00000000000000000000000000000000000003ea");
pub(super) const CONTRACT: Address = address!("0x5a1e5a1e5a1e5a1e5a1e5a1e5a1e5a1e5a1e5a1e");

/// A call of a contract with this code, with so much gas.
fn inputs(code: &[u8], gas_limit: u64) -> Inputs {
    let account = |code: &[u8]| AccountInputs {
        code: Some(code.into()),
        balance: Some(U256::from(1_000_000)),
        nonce: Some(1),
    };
    Inputs {
        chain_id: 296,
        message: Message { sender: SENDER, to: Some(CONTRACT), gas_limit, ..Message::default() },
        accounts: BTreeMap::from([(SENDER, account(&[])), (CONTRACT, account(code))]).into(),
        ..Inputs::default()
    }
}

/// What such a call does when nothing stops it.
fn run(code: &[u8], gas_limit: u64) -> Execution {
    let execution = execute(&inputs(code, gas_limit), &|| false).unwrap();
    assert_eq!(execution.stopped, None::<Stopped>);
    execution
}

/// Code that does this again and again.
pub(super) fn repeated(body: &[u8]) -> Vec<u8> {
    [&[0x5b], body, &[0x5f, 0x56]].concat()
}
