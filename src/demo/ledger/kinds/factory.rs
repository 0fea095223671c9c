//! Calls of a factory: contracts made, several at once, some of them unknown to the server, and failures to make one.

use super::{Act, CallContext};
use crate::demo::artifacts;
use crate::demo::ledger::abi::{self, Value, account, address, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Call;
use crate::demo::ledger::machine::Plan;

/// Storage slots: the list of what was made, how many by maker.
const MADE: u128 = 0;
const MADE_BY: u128 = 1;
/// What a vault holds, and a fee in basis points that it does not take.
const ASSET: u64 = 5002;
const TOO_HIGH_A_FEE: u128 = 600;
/// Contracts that the factory is said to have made.
const CHILDREN: [u64; 5] = [5011, 5012, 5019, 5025, 5026];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Act {
    let salt: [u8; 32] = chance.bytes();
    let made = chance.pick(&CHILDREN);
    let at = Call { input: abi::call("createAt(bytes32)", &[Value::Word(salt)]), ..Call::default() };
    Act::Told(match ctx.index % 6 {
        0 => return Act::Executed(create(ctx, made)),
        1 => created(ctx, vec![Some(made), None], at.input, salt),
        2 => created(ctx, vec![None], at.input, salt),
        3 => {
            let taken = abi::call("AlreadyThere(address)", &[account(address_of(made))]);
            at.reverted(taken)
        }
        4 => return Act::Executed(failing_constructor()),
        _ => created(ctx, CHILDREN.map(Some).to_vec(), at.input, salt),
    })
}

/// One more counter, which is this contract.
fn create(ctx: &CallContext, made: u64) -> Plan {
    let count = number(u128::from(ctx.index));
    let by = mapped(address(ctx.caller()), number(MADE_BY));
    let plan = Plan::new(abi::call("create()", &[])).with(ctx.contract, number(MADE), count);
    Plan { makes: vec![made], most_gas: 400_000, ..plan.with(ctx.contract, by, number(3)) }
}

/// A vault whose fee is more than its constructor lets through.
fn failing_constructor() -> Plan {
    let code = artifacts::named("Vault").map(|vault| vault.creation.clone()).unwrap_or_default();
    let arguments = abi::encode(&[account(address_of(ASSET)), uint(TOO_HIGH_A_FEE)]);
    Plan { is_creation: true, most_gas: 1_000_000, ..Plan::new([code, arguments].concat()) }
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
