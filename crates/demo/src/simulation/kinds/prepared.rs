//! The state that a call of a contract with many checks needs to succeed.

use super::{CallContext, token};
use crate::simulation::abi::{self, Word, address, after, data_of, mapped, number};
use crate::simulation::contracts::{self, Code};
use crate::simulation::machine::Plan;

/// The token that vaults hold.
const ASSET: u64 = 5002;
/// More than any call moves.
const PLENTY: u128 = 100_000_000_000;
/// Slots of a vault: shares in all, and shares by holder.
const TOTAL_SHARES: u128 = 0;
const SHARES: u128 = 1;
/// The number of slots of an escrow's deal, and the places of its amount and its state in the last one.
const DEAL_SLOTS: u64 = 4;
const FUNDED: u8 = 1;
const DISPUTED: u8 = 4;
/// The stored amount of a deal, in tinybars.
const KEPT: u128 = 25_000_000;

/// The same call of a contract that lets it through.
pub(super) fn prepared(ctx: &CallContext, plan: Plan) -> Plan {
    match contracts::by_num(ctx.contract).map(|contract| contract.code) {
        Some(Code::Built("Vault" | "VaultReworded")) => vault(ctx, plan),
        Some(Code::Built("Escrow" | "EscrowBrief")) => escrow(ctx, plan),
        _ => plan,
    }
}

/// The caller has assets and shares, and lets the vault take assets.
fn vault(ctx: &CallContext, plan: Plan) -> Plan {
    let (caller, vault) = (ctx.caller(), ctx.itself());
    plan.with(ASSET, token::allowance(caller, vault), [0xff; 32])
        .with(ASSET, token::balance(caller), number(PLENTY))
        .with(ASSET, token::balance(vault), number(PLENTY * 11))
        .with(ctx.contract, number(TOTAL_SHARES), number(PLENTY * 10))
        .with(ctx.contract, mapped(address(caller), number(SHARES)), number(PLENTY))
}

/// Both parties of the called deal are the caller, and the deal is in the state that the call requires.
fn escrow(ctx: &CallContext, plan: Plan) -> Plan {
    let is_decision = plan.input.starts_with(&abi::selector("decide(uint256,bool)"));
    let words = plan.input.get(4..).unwrap_or_default();
    let id = words.get(24..32).and_then(|id| id.first_chunk()).map_or(0, |id| u64::from_be_bytes(*id));
    if plan.tinybars > 0 {
        return plan.with(ctx.contract, number(0), number(ctx.index.into()));
    }
    let first = after(data_of(number(0)), id * DEAL_SLOTS);
    let caller = address(ctx.caller());
    let state = if is_decision { DISPUTED } else { FUNDED };
    plan.with(ctx.contract, number(0), number(u128::from(id) + 1))
        .with_all(ctx.contract, (0..3).map(|place| (after(first, place), caller)))
        .with(ctx.contract, after(first, 3), kept(ctx, state))
}

/// The amount, until when, and how far the deal is.
fn kept(ctx: &CallContext, state: u8) -> Word {
    let mut word = number(KEPT);
    word[8..16].copy_from_slice(&(ctx.at.seconds + 600).to_be_bytes());
    word[7] = state;
    word
}
