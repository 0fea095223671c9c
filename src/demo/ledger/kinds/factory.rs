//! Calls of a factory: contracts made, several at once, some of them unknown to the server, and failures to make one.

use super::CallContext;
use crate::demo::artifacts;
use crate::demo::ledger::abi::{self, Value, account, address, mapped, number};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Call;

/// Storage slots: the list of what was made, how many by maker.
const MADE: u128 = 0;
const MADE_BY: u128 = 1;
/// Contracts that the factory is said to have made.
const CHILDREN: [u64; 5] = [5011, 5012, 5019, 5025, 5026];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let salt: [u8; 32] = chance.bytes();
    let made = chance.pick(&CHILDREN);
    let at = Call { input: abi::call("createAt(bytes32)", &[Value::Word(salt)]), ..Call::default() };
    match ctx.index % 6 {
        0 => created(ctx, vec![Some(made)], abi::call("create()", &[]), [0; 32]),
        1 => created(ctx, vec![Some(made), None], at.input, salt),
        2 => created(ctx, vec![None], at.input, salt),
        3 => {
            let taken = abi::call("AlreadyThere(address)", &[account(address_of(made))]);
            at.reverted(taken)
        }
        4 => {
            let reason = abi::call("Error(string)", &[abi::text("constructor: supply must not be zero")]);
            let code = artifacts::named("Token").map(|token| token.creation.clone()).unwrap_or_default();
            let failed = Call { input: code.clone(), ..Call::default() }.reverted(reason);
            Call { failed_initcode: Some(code), ..failed }
        }
        _ => created(ctx, CHILDREN.map(Some).to_vec(), at.input, salt),
    }
}

fn created(ctx: &CallContext, made: Vec<Option<u64>>, input: Vec<u8>, salt: [u8; 32]) -> Call {
    let known = made.iter().copied().flatten();
    let logs = known.clone().map(|num| {
        ctx.event(
            "Created(address,address,bytes32)",
            &[address(ctx.caller())],
            &[account(address_of(num)), Value::Word(salt)],
        )
    });
    let by = mapped(address(ctx.caller()), number(MADE_BY));
    let count = u128::from(ctx.index);
    Call {
        input,
        output: known.clone().next().map(|num| address(address_of(num)).to_vec()).unwrap_or_default(),
        logs: logs.collect(),
        state: vec![ctx.slot(number(MADE), count, count + 1), ctx.slot(by, 3, 4)],
        created: made,
        ..Call::default()
    }
}
