//! Calls whose data is made to be hard to read.

use alloy_primitives::hex;

use crate::demo::ledger::abi::{self, Value, account, number, text, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::execution::Deed;
use crate::demo::ledger::trades::Scene;

const SPRING: &str = "spring(bytes[][][])";
/// How many lists lie in each other, and how many offsets of each lead to the same place.
const LEVELS: usize = 8;
const FAN: u64 = 8;

/// Lists within lists, all of whose offsets lead to the same few bytes: short data, but millions of values.
pub(super) fn overlapping(_: &Scene) -> Deed {
    let mut input = abi::selector(&format!("fan(bytes{})", "[]".repeat(LEVELS))).to_vec();
    input.extend(number(32));
    for _ in 0..LEVELS {
        // Each level counts its items, all of which begin behind the last offset.
        input.extend(number(FAN.into()));
        (0..FAN).for_each(|_| input.extend(number(u128::from(FAN) * 32)));
    }
    input.extend(number(32));
    input.extend([0x5a; 32]);
    Deed { input, ..Deed::default() }
}

/// A function of two thousand lists within lists, which only the interface names.
pub(super) fn endless(_: &Scene) -> Deed {
    let signature = format!("endless(uint256{})", "[]".repeat(2_000));
    Deed { input: abi::call(&signature, &[Value::Array(Vec::new())]), ..Deed::default() }
}

/// A call whose data lay in a file: the server gives the file's text, which is hex.
pub(super) fn from_a_file(_: &Scene) -> Deed {
    let data = abi::call("approve(address,uint256)", &[account(accounts::long_zero(1003)), uint(250u8)]);
    Deed { input: hex::encode(data).into_bytes(), output: number(1).to_vec(), ..Deed::default() }
}

/// A reason that tries to clear the screen.
pub(super) fn caught(_: &Scene) -> Deed {
    let input = abi::call(SPRING, &[Value::Array(Vec::new())]);
    let reason = abi::call("Caught(string)", &[text("\u{1b}[2J\u{202e}thguac\u{202c}")]);
    Deed { input, ..Deed::default() }.reverted(reason)
}
