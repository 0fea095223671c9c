//! Cuts of a diamond, one a day: its facets follow from these alone.

use super::CallContext;
use crate::simulation::abi::{self, Value, account, uint};
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;

const CUT: &str = "((address,uint8,bytes4[])[],address,bytes)";
const ADD: u128 = 0;
const REPLACE: u128 = 1;
const REMOVE: u128 = 2;
/// A contract that runs functions of it; another one has run it from its first cut on, which is a chosen result.
const FACET: u64 = 5205;
/// The facet of removed functions.
const NOBODY: u64 = 0;

pub(super) fn act(ctx: &CallContext) -> Plan {
    let cut = match ctx.index % 3 {
        0 => cut(FACET, ADD, &["turn(uint8)"]),
        1 => cut(FACET, REPLACE, &["take(uint256)"]),
        _ => cut(NOBODY, REMOVE, &["turn(uint8)"]),
    };
    Plan::new(abi::call(&format!("diamondCut{CUT}"), &cut))
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
