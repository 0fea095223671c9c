//! Calls of a token whose pieces are unique.

use super::{CallContext, somebody};
use crate::simulation::abi::{self, Word, account, address, mapped, number, text, uint};
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

/// Storage slots: the minter and the total, owners by piece, balances by owner.
const MINTER: u128 = 2;
const OWNERS: u128 = 3;
const BALANCES: u128 = 4;

const TRANSFER_FROM: &str = "transferFrom(address,address,uint256)";

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (to, piece) = (somebody(chance), u128::from(chance.between(1, 400)));
    let caller = ctx.caller();
    match chance.below(10) {
        0..=2 => {
            let uri = format!("ipfs://piece/{}", ctx.index + 1);
            let plan = Plan::new(abi::call("mint(address,string)", &[account(to), text(&uri)]));
            plan.with(ctx.contract, number(MINTER), minter(ctx))
        }
        3..=4 => Plan::new(abi::call("setApprovalForAll(address,bool)", &[account(to), uint(1u8)])),
        // A piece of another owner.
        5 => owned(
            ctx,
            to,
            piece,
            Plan::new(abi::call(TRANSFER_FROM, &[account(to), account(caller), uint(piece)])),
        ),
        _ => {
            let input = abi::call(TRANSFER_FROM, &[account(caller), account(to), uint(piece)]);
            owned(ctx, caller, piece, Plan::new(input))
        }
    }
}

/// A call about a piece of this owner, which holds others, too.
fn owned(ctx: &CallContext, owner: ledger::EvmAddress, piece: u128, plan: Plan) -> Plan {
    plan.with(ctx.contract, mapped(number(piece), number(OWNERS)), address(owner)).with(
        ctx.contract,
        mapped(address(owner), number(BALANCES)),
        number(4),
    )
}

/// The caller mints; this many pieces exist.
fn minter(ctx: &CallContext) -> Word {
    let mut word = address(ctx.caller());
    word[4..12].copy_from_slice(&ctx.index.to_be_bytes());
    word
}
