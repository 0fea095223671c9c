//! Calls of a contract that greets, with text from strangers in calldata, events and storage.

use alloy_primitives::keccak256;

use super::CallContext;
use crate::demo::ledger::abi::{self, Word, account, address, number, text};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::{Call, Slot};

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

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let (before, greeting) = (chance.pick(&GREETINGS), chance.pick(&GREETINGS));
    if chance.one_in(5) {
        return Call {
            input: abi::call("greet()", &[]),
            output: abi::encode(&[text(before)]),
            state: vec![Slot { written: None, ..slot(ctx, before, before) }],
            ..Call::default()
        };
    }
    let call = Call { input: abi::call("setGreeting(string)", &[text(greeting)]), ..Call::default() };
    if chance.one_in(4) {
        return call.reverted(abi::call("NotOwner(address)", &[account(ctx.caller())]));
    }
    let owner = Slot { read: address(accounts::address(1002)), ..ctx.slot(number(OWNER), 0, None) };
    let mut state = vec![owner, slot(ctx, before, greeting)];
    let data = keccak256(number(GREETING)).0;
    for (at, chunk) in greeting.as_bytes().chunks(32).enumerate().filter(|_| greeting.len() > 31) {
        let mut place = data;
        place[31] = place[31].wrapping_add(u8::try_from(at).unwrap_or(0));
        let mut word = [0; 32];
        word.iter_mut().zip(chunk).for_each(|(byte, from)| *byte = *from);
        state.push(Slot { contract: ctx.contract, key: place, read: [0; 32], written: Some(word) });
    }
    Call {
        logs: vec![ctx.event("GreetingChanged(address,string)", &[address(ctx.caller())], &[text(greeting)])],
        state,
        ..call
    }
}

/// The slot of a string: short text in the slot itself with twice its length, else twice its length and one.
fn slot(ctx: &CallContext, before: &str, after: &str) -> Slot {
    let held = |text: &str| -> Word {
        if text.len() > 31 {
            return number(text.len() as u128 * 2 + 1);
        }
        let mut word = [0; 32];
        word.iter_mut().zip(text.bytes()).for_each(|(byte, from)| *byte = from);
        word[31] = u8::try_from(text.len() * 2).unwrap_or(0);
        word
    };
    Slot { contract: ctx.contract, key: number(GREETING), read: held(before), written: Some(held(after)) }
}
