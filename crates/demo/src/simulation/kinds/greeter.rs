//! Calls of a contract that greets, with text from strangers in calldata, events and storage.

use super::CallContext;
use crate::simulation::abi::{self, address, number, text};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

/// Storage slots: the owner, the greeting.
const OWNER: u128 = 0;
const GREETING: u128 = 1;

const GREETINGS: [&str; 6] = [
    "Hello",
    "Grüezi mitenand, this greeting is too long for one slot of storage",
    "\u{1b}[31mred\u{1b}[0m \u{7}bell",
    "\u{202e}desrever",
    "line one\nline two",
    "",
];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (before, greeting) = (chance.pick(&GREETINGS), chance.pick(&GREETINGS));
    let plan = if chance.one_in(5) {
        Plan::new(abi::call("greet()", &[]))
    } else {
        let owner = if chance.one_in(4) { accounts::address(accounts::RELAY) } else { ctx.caller() };
        Plan::new(abi::call("setGreeting(string)", &[text(greeting)])).with(
            ctx.contract,
            number(OWNER),
            address(owner),
        )
    };
    plan.with_all(ctx.contract, abi::stored(number(GREETING), before))
}
