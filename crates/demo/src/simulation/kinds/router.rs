//! Calls of a router that swaps tokens and wraps the native coin.

use std::collections::BTreeMap;

use evm::{End, Operation};
use ledger::EvmAddress;

use super::{CallContext, somebody, token};
use crate::simulation::abi::{self, Value, Word, account, address, mapped, number, uint};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::execution::Child;
use crate::simulation::machine::{Plan, Service};

/// Tokens that are swapped: contracts, and tokens of the ledger's own token service.
const TOKENS: [u64; 6] = [5002, 5004, 5009, 2001, 2002, 2003];
/// Numbers below this are tokens of the token service, whose transfers have separate records.
const FIRST_CONTRACT: u64 = 5000;
const TOKEN_SERVICE: u64 = 359;
/// Storage slots of the router: the owner with flags and counter, pools by two tokens, wrapped coins by holder.
const OWNER: u128 = 0;
const POOLS: u128 = 1;
const WRAPPED: u128 = 2;
/// The part of a thousand that remains after the pool's fee.
const LEFT_OF_1000: u128 = 997;
/// More coins than the router has.
const TOO_MANY: u128 = 1_000_000_000_000_000_000;

const SWAP: &str = "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)";

/// The events of all its calls.
pub(super) const EVENTS: [&str; 5] = [
    "Swap(address,address,address,uint256,uint256)",
    "Transfer(address,address,uint256)",
    "Deposit(address,uint256)",
    "Withdrawal(address,uint256)",
    "LiquidityAdded(address,address,address,uint256,uint256)",
];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    match chance.below(100) {
        0..=54 => swap(ctx, chance),
        55..=69 => deposit(ctx, 1_000_000 * chance.between(1, 900_000)),
        70..=84 => withdraw_any(ctx, chance),
        85..=92 => transfer_wrapped(ctx, chance),
        _ => add_liquidity(ctx, chance),
    }
}

/// The words that the topics of its events are among, besides the events themselves.
pub(super) fn topics(ctx: &CallContext, plan: &Plan) -> Vec<Word> {
    let words = plan.input.get(4..).unwrap_or_default();
    let mut all = words.as_chunks().0.to_vec();
    all.extend([address(ctx.caller()), address(ctx.itself())]);
    all
}

/// Reserves of pools, by their two tokens in order.
#[derive(Debug, Default)]
struct Pools(BTreeMap<(EvmAddress, EvmAddress), (u128, u128)>);

impl Pools {
    /// The reserves of the token that goes in and of the one that comes out.
    fn reserves(&mut self, into: EvmAddress, out: EvmAddress, chance: &mut Chance) -> (u128, u128) {
        let pool = self.0.entry((into.min(out), into.max(out))).or_insert_with(|| {
            let reserve = u128::from(chance.between(1_000_000_000, 900_000_000_000));
            (reserve, reserve * 2)
        });
        if into < out { *pool } else { (pool.1, pool.0) }
    }

    /// The output by the rule of the constant product.
    fn quote(&mut self, into: EvmAddress, out: EvmAddress, amount: u128, chance: &mut Chance) -> u128 {
        let (reserve_in, reserve_out) = self.reserves(into, out, chance);
        let net = amount * LEFT_OF_1000;
        (net * reserve_out).checked_div(reserve_in * 1000 + net).unwrap_or(0)
    }

    /// Their slots, in the state of half a minute ago.
    fn stored(&self, ctx: &CallContext) -> Vec<(Word, Word)> {
        let at = u32::try_from(ctx.at.seconds.saturating_sub(31)).unwrap_or(0);
        let stored = self.0.iter().map(|((first, second), (reserve_0, reserve_1))| {
            let mut word = [0; 32];
            word[..4].copy_from_slice(&at.to_be_bytes());
            word[4..18].copy_from_slice(&reserve_1.to_be_bytes()[2..]);
            word[18..].copy_from_slice(&reserve_0.to_be_bytes()[2..]);
            (mapped(address(*second), mapped(address(*first), number(POOLS))), word)
        });
        stored.collect()
    }
}

/// A swap along a path: the input passes through all pools, and the output goes to the caller. It may be too late, pay
/// too little, or lack the caller's approval for the router.
fn swap(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let mut path = vec![chance.pick(&TOKENS)];
    while path.len() < 2 || (path.len() < 4 && chance.one_in(4)) {
        let next = chance.pick(&TOKENS);
        if !path.contains(&next) {
            path.push(next);
        }
    }
    let addresses: Vec<EvmAddress> = path.iter().map(|num| address_of(*num)).collect();
    let first = u128::from(chance.between(10_000, 90_000_000_000));
    let mut pools = Pools::default();
    let hops = addresses.iter().zip(addresses.iter().skip(1));
    let out = hops.fold(first, |amount, (into, out)| pools.quote(*into, *out, amount, chance));
    let mishap = chance.below(60);
    let least = if mishap == 0 { out * 2 + 1 } else { out * 995 / 1000 };
    let deadline = if mishap == 1 { ctx.at.seconds - 9 } else { ctx.at.seconds + 600 };
    let is_let = !(2..=3).contains(&mishap);
    let input = abi::call(
        SWAP,
        &[
            uint(first),
            uint(least),
            Value::words(addresses.iter().copied().map(address)),
            account(ctx.caller()),
            uint(deadline),
        ],
    );
    let plan = Plan::new(input).with_all(ctx.contract, pools.stored(ctx));
    let plan = plan.with(ctx.contract, number(OWNER), owner(ctx));
    let (token_in, token_out) =
        (path.first().copied().unwrap_or_default(), path.last().copied().unwrap_or_default());
    paid(taken(plan, ctx, token_in, first, is_let), ctx, token_out, out)
}

/// A deposit of this many tinybars.
fn deposit(ctx: &CallContext, tinybars: u64) -> Plan {
    let plan = Plan::new(abi::call("deposit()", &[]));
    Plan { tinybars, ..plan.with(ctx.contract, wrapped(ctx.caller()), number(1_000)) }
}

/// A withdrawal of `amount` from a balance of `has`.
pub(crate) fn withdraw(ctx: &CallContext, amount: u128, has: u128) -> Plan {
    let plan = Plan::new(abi::call("withdraw(uint256)", &[uint(amount)]));
    plan.with(ctx.contract, wrapped(ctx.caller()), number(has))
}

/// A withdrawal, now and then of more than the caller has, or than the router has.
fn withdraw_any(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let amount = u128::from(chance.between(1, 50_000_000_000));
    match chance.below(12) {
        0 => withdraw(ctx, amount, amount / 3),
        1 => withdraw(ctx, TOO_MANY + amount, TOO_MANY * 3),
        _ => withdraw(ctx, amount, amount * 3),
    }
}

fn transfer_wrapped(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 5_000_000_000)));
    let plan = Plan::new(abi::call("transferWrapped(address,uint256)", &[account(to), uint(amount)]));
    plan.with(ctx.contract, wrapped(ctx.caller()), number(amount * 5))
}

fn add_liquidity(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (a, b) = (chance.pick(&TOKENS), chance.pick(&TOKENS));
    let (left, right) = (address_of(a), address_of(b));
    let amount = u128::from(chance.between(1_000_000, 80_000_000_000));
    let arguments = [account(left), account(right), uint(amount), uint(amount * 2)];
    let plan = Plan::new(abi::call("addLiquidity(address,address,uint112,uint112)", &arguments));
    let mut pools = Pools::default();
    pools.reserves(left, right, chance);
    let plan = plan.with_all(ctx.contract, pools.stored(ctx));
    taken(taken(plan, ctx, a, amount, true), ctx, b, amount * 2, true)
}

/// The same with the first slot: owner in the low 20 bytes, a flag, then the number of swaps.
fn owner(ctx: &CallContext) -> Word {
    let mut word = address(accounts::address(1002));
    word[3..11].copy_from_slice(&ctx.index.max(1).to_be_bytes());
    word
}

fn wrapped(holder: EvmAddress) -> Word {
    mapped(address(holder), number(WRAPPED))
}

/// The router takes tokens of the caller, which may have approved it or not.
fn taken(plan: Plan, ctx: &CallContext, token: u64, amount: u128, is_let: bool) -> Plan {
    let (from, to) = (ctx.caller(), ctx.itself());
    if token < FIRST_CONTRACT {
        let arguments = [account(from), account(to), uint(amount)];
        let input = abi::call("transferFrom(address,address,uint256)", &arguments);
        return moved_by_service(plan, token, &input, (from, to, amount), is_let);
    }
    let allowed = if is_let { [0xff; 32] } else { number(amount / 2) };
    plan.with(token, token::allowance(from, to), allowed).with(
        token,
        token::balance(from),
        number(amount + amount / 9),
    )
}

/// The router pays tokens to the caller.
fn paid(plan: Plan, ctx: &CallContext, token: u64, amount: u128) -> Plan {
    let (from, to) = (ctx.itself(), ctx.caller());
    if token < FIRST_CONTRACT {
        let input = abi::call("transfer(address,uint256)", &[account(to), uint(amount)]);
        return moved_by_service(plan, token, &input, (from, to, amount), true);
    }
    plan.with(token, token::balance(from), number(amount * 3 + 1))
}

/// A transfer by the token service, which answers whether it did it.
fn moved_by_service(
    mut plan: Plan,
    token: u64,
    input: &[u8],
    (from, to, amount): (EvmAddress, EvmAddress, u128),
    is_let: bool,
) -> Plan {
    let (response, result) = if is_let { (22, "SUCCESS") } else { (292, "SPENDER_DOES_NOT_HAVE_ALLOWANCE") };
    let asked = [account(accounts::long_zero(token)), account(from), account(to), uint(amount)];
    let asked = abi::call("transferToken(address,address,address,int64)", &asked);
    let record = Some(Child::of_service(TOKEN_SERVICE, asked, number(response).to_vec(), result));
    let end = End::Returned(number(is_let.into()).to_vec().into());
    let token = accounts::long_zero(token);
    plan.services.push(Service { record, ..Service::new(1, Operation::Call, token, input, end) });
    plan
}
