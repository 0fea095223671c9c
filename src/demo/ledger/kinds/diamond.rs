//! Cuts of a diamond, one a day: its facets follow from these alone.

use super::{CallContext, event};
use crate::demo::ledger::abi::{self, Value, account, uint};
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Event;
use crate::demo::ledger::machine::Plan;

const CUT: &str = "((address,uint8,bytes4[])[],address,bytes)";
const ADD: u128 = 0;
const REPLACE: u128 = 1;
const REMOVE: u128 = 2;
/// The contracts that run its functions.
const FACETS: [u64; 2] = [5204, 5205];
/// What removed functions are run by.
const NOBODY: u64 = 0;

pub(super) fn act(ctx: &CallContext) -> Plan {
    let [_, other] = FACETS;
    let cut = match ctx.index % 3 {
        0 => cut(other, ADD, &["turn(uint8)"]),
        1 => cut(other, REPLACE, &["take(uint256)"]),
        _ => cut(NOBODY, REMOVE, &["turn(uint8)"]),
    };
    Plan::new(abi::call(&format!("diamondCut{CUT}"), &cut))
}

/// The event of its creation: all functions are run by one facet.
pub(crate) fn first_cut(diamond: u64) -> Event {
    let [first, _] = FACETS;
    let cut = cut(first, ADD, &["take(uint256)", "rearrange(address,uint256,bytes32,int24,int24,string)"]);
    event(diamond, &format!("DiamondCut{CUT}"), &[], &cut)
}

/// The arguments of a cut without a call that follows it.
fn cut(facet: u64, action: u128, functions: &[&str]) -> [Value; 3] {
    let selector = |function: &&str| {
        let mut word = [0; 32];
        word[..4].copy_from_slice(&abi::selector(function));
        word
    };
    let nobody = || Value::Word([0; 32]);
    let facet = if facet == NOBODY { nobody() } else { account(address_of(facet)) };
    let cut = Value::Tuple(vec![facet, uint(action), Value::words(functions.iter().map(selector))]);
    [Value::Array(vec![cut]), nobody(), Value::Bytes(Vec::new())]
}
