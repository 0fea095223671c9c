//! Calls of a factory: contracts made, some of them unknown to the server, and failures to make one.

use super::CallContext;
use crate::artifacts;
use crate::simulation::abi::{self, account, address, mapped, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;

/// Storage slots: the list of created contracts, and their number by creator.
const MADE: u128 = 0;
const MADE_BY: u128 = 1;
/// A vault's asset, and a fee in basis points that it does not charge.
const ASSET: u64 = 5002;
const TOO_HIGH_A_FEE: u128 = 600;
/// Contracts that the factory is said to have made.
const CHILDREN: [u64; 5] = [5011, 5012, 5019, 5025, 5026];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let made = chance.pick(&CHILDREN);
    match ctx.index % 4 {
        0 | 2 => create(ctx, Some(made)),
        1 => create(ctx, None),
        _ => failing_constructor(),
    }
}

/// One more counter, which is this contract; `None` if the server does not know which.
fn create(ctx: &CallContext, made: Option<u64>) -> Plan {
    let by = mapped(address(ctx.caller()), number(MADE_BY));
    let plan = Plan::new(abi::call("create()", &[]))
        .with(ctx.contract, number(MADE), number(u128::from(ctx.index)))
        .with(ctx.contract, by, number(3));
    Plan { makes: Vec::from_iter(made), most_gas: 400_000, ..plan }
}

/// A vault whose fee is more than its constructor lets through.
fn failing_constructor() -> Plan {
    let code = artifacts::named("Vault").map(|vault| vault.creation.clone()).unwrap_or_default();
    let arguments = abi::encode(&[account(address_of(ASSET)), uint(TOO_HIGH_A_FEE)]);
    Plan { is_creation: true, most_gas: 1_000_000, ..Plan::new([code, arguments].concat()) }
}
