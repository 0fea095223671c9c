//! Calls of a router that swaps tokens and wraps the native coin.

use super::{CallContext, event, somebody};
use crate::demo::ledger::abi::{self, Value, Word, account, address, mapped, number, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::{Call, Child, Event, Slot};
use crate::ledger::EvmAddress;

/// Tokens that are swapped: contracts, and tokens of the ledger's own token service.
const TOKENS: [u64; 6] = [5002, 5004, 5009, 2001, 2002, 2003];
/// Numbers below this are tokens of the token service, which moves them in a record of its own.
const FIRST_CONTRACT: u64 = 5000;
/// Storage slots of the router: the owner with flags and counter, pools by two tokens, wrapped coins by holder.
const OWNER: u128 = 0;
const POOLS: u128 = 1;
const WRAPPED: u128 = 2;
/// Storage slots of a token: balances by holder, allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

const SWAP: &str = "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)";
const SWAPPED: &str = "Swap(address,address,address,uint256,uint256)";
const TRANSFER: &str = "Transfer(address,address,uint256)";

const DEPOSITED: &str = "Deposit(address,uint256)";
const WITHDRAWN: &str = "Withdrawal(address,uint256)";
const ADDED: &str = "LiquidityAdded(address,address,address,uint256,uint256)";
/// The events of all its calls.
pub(super) const EVENTS: [&str; 5] = [SWAPPED, TRANSFER, DEPOSITED, WITHDRAWN, ADDED];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    match chance.below(100) {
        0..=54 => swap(ctx, chance),
        55..=69 => deposit(ctx, 1_000_000 * u128::from(chance.between(1, 900_000))),
        70..=84 => withdraw(ctx, chance),
        85..=92 => transfer_wrapped(ctx, chance),
        _ => add_liquidity(ctx, chance),
    }
}

fn swap(ctx: &CallContext, chance: &mut Chance) -> Call {
    let mut path = vec![chance.pick(&TOKENS)];
    while path.len() < 2 || (path.len() < 4 && chance.one_in(4)) {
        let next = chance.pick(&TOKENS);
        if path.last() != Some(&next) {
            path.push(next);
        }
    }
    let addresses: Vec<EvmAddress> = path.iter().map(|num| address_of(*num)).collect();
    let first = u128::from(chance.between(10_000, 90_000_000_000));
    let deadline = ctx.at.seconds + 600;
    let mut amounts = vec![first];
    for _ in addresses.windows(2) {
        let last = amounts.last().copied().unwrap_or(first);
        amounts.push(last * u128::from(chance.between(900, 1100)) / 1000);
    }
    let out = amounts.last().copied().unwrap_or(first);
    let input = abi::call(
        SWAP,
        &[
            uint(first),
            uint(out * 995 / 1000),
            Value::words(addresses.iter().copied().map(address)),
            account(ctx.caller()),
            uint(deadline),
        ],
    );
    let call = Call { input, ..Call::default() };
    match chance.below(60) {
        0 => {
            return call.reverted(abi::call("SlippageTooHigh(uint256,uint256)", &[uint(out / 2), uint(out)]));
        }
        1 => {
            return call
                .reverted(abi::call("Expired(uint256,uint256)", &[uint(deadline), uint(deadline + 9)]));
        }
        2 => {
            return call.reverted(abi::call("Error(string)", &[abi::text("Router: token not received")]));
        }
        3 => {
            return call.reverted(abi::call(
                "ERC20InsufficientAllowance(address,uint256,uint256)",
                &[account(ctx.itself()), uint(0u8), uint(first)],
            ));
        }
        _ => {}
    }
    let mut logs = Vec::new();
    let mut state = vec![Slot { written: None, ..swaps(ctx) }];
    let hops: Vec<(u64, u64)> = path.iter().copied().zip(path.iter().copied().skip(1)).collect();
    let token_in = path.first().copied().unwrap_or_default();
    let token_out = path.last().copied().unwrap_or_default();
    logs.push(moved(token_in, ctx.caller(), ctx.itself(), first));
    for ((from, to), (paid, got)) in hops.iter().zip(amounts.iter().zip(amounts.iter().skip(1))) {
        let (from, to) = (address_of(*from), address_of(*to));
        let indexed = [address(ctx.caller()), address(from), address(to)];
        logs.push(ctx.event(SWAPPED, &indexed, &[uint(*paid), uint(*got)]));
        state.push(pool(ctx, from, to, chance));
    }
    logs.push(moved(token_out, ctx.itself(), ctx.caller(), out));
    let mut children = Vec::new();
    for (token, from, to, amount) in
        [(token_in, ctx.caller(), ctx.itself(), first), (token_out, ctx.itself(), ctx.caller(), out)]
    {
        if token < FIRST_CONTRACT {
            children.push(service_transfer(token, from, to, amount));
        } else {
            state.extend(balances(token, from, to, amount, chance));
        }
    }
    state.push(swaps(ctx));
    let output = abi::encode(&[Value::words(amounts.into_iter().map(number))]);
    Call { output, logs, state, children, ..call }
}

/// A deposit of so many tinybars.
pub(crate) fn deposit(ctx: &CallContext, tinybars: u128) -> Call {
    let slot = mapped(address(ctx.caller()), number(WRAPPED));
    Call {
        input: abi::call("deposit()", &[]),
        tinybars: u64::try_from(tinybars).unwrap_or(u64::MAX),
        logs: vec![ctx.event(DEPOSITED, &[address(ctx.caller())], &[uint(tinybars)])],
        state: vec![ctx.slot(slot, 1_000, 1_000 + tinybars)],
        ..Call::default()
    }
}

fn withdraw(ctx: &CallContext, chance: &mut Chance) -> Call {
    let amount = u128::from(chance.between(1, 50_000_000_000));
    let slot = mapped(address(ctx.caller()), number(WRAPPED));
    let call = Call { input: abi::call("withdraw(uint256)", &[uint(amount)]), ..Call::default() };
    match chance.below(12) {
        0 => call.reverted(abi::call(
            "NotEnoughWrapped(address,uint256,uint256)",
            &[account(ctx.caller()), uint(amount / 3), uint(amount)],
        )),
        1 => call.reverted(abi::call("Error(string)", &[abi::text("Router: coin not accepted")])),
        _ => Call {
            logs: vec![ctx.event(WITHDRAWN, &[address(ctx.caller())], &[uint(amount)])],
            state: vec![ctx.slot(slot, amount * 3, amount * 2)],
            ..call
        },
    }
}

fn transfer_wrapped(ctx: &CallContext, chance: &mut Chance) -> Call {
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 5_000_000_000)));
    let slot = |holder| mapped(address(holder), number(WRAPPED));
    Call {
        input: abi::call("transferWrapped(address,uint256)", &[account(to), uint(amount)]),
        output: number(1).to_vec(),
        logs: vec![ctx.event(TRANSFER, &[address(ctx.caller()), address(to)], &[uint(amount)])],
        state: vec![ctx.slot(slot(ctx.caller()), amount * 5, amount * 4), ctx.slot(slot(to), 0, amount)],
        ..Call::default()
    }
}

fn add_liquidity(ctx: &CallContext, chance: &mut Chance) -> Call {
    let (a, b) = (chance.pick(&TOKENS), chance.pick(&TOKENS));
    let (left, right) = (address_of(a), address_of(b));
    let amount = u128::from(chance.between(1_000_000, 80_000_000_000));
    let arguments = [account(left), account(right), uint(amount), uint(amount * 2)];
    let call = Call {
        input: abi::call("addLiquidity(address,address,uint112,uint112)", &arguments),
        ..Call::default()
    };
    if a == b {
        return call.reverted(abi::call("Error(string)", &[abi::text("Router: identical tokens")]));
    }
    let added = ctx.event(ADDED, &[address(ctx.caller())], &arguments);
    let logs = vec![
        moved(a, ctx.caller(), ctx.itself(), amount),
        moved(b, ctx.caller(), ctx.itself(), amount * 2),
        added,
    ];
    Call { logs, state: vec![pool(ctx, left, right, chance)], ..call }
}

/// The first slot with the number of swaps one higher: owner in the low 20 bytes, a flag, then the counter.
fn swaps(ctx: &CallContext) -> Slot {
    let count = ctx.index.max(1);
    let packed = |count: u64| {
        let mut word = address(accounts::address(1002));
        word[3..11].copy_from_slice(&count.to_be_bytes());
        word
    };
    Slot { contract: ctx.contract, key: number(OWNER), read: packed(count - 1), written: Some(packed(count)) }
}

/// The pool of two tokens: both reserves and the time, packed into one slot.
fn pool(ctx: &CallContext, one: EvmAddress, other: EvmAddress, chance: &mut Chance) -> Slot {
    let (first, second) = if one < other { (one, other) } else { (other, one) };
    let packed = |reserve: u64, at: u64| -> Word {
        let mut word = [0; 32];
        word[..4].copy_from_slice(&u32::try_from(at).unwrap_or(0).to_be_bytes());
        word[10..18].copy_from_slice(&(reserve * 2).to_be_bytes());
        word[24..].copy_from_slice(&reserve.to_be_bytes());
        word
    };
    let reserve = chance.between(1_000_000_000, 900_000_000_000);
    Slot {
        contract: ctx.contract,
        key: mapped(address(second), mapped(address(first), number(POOLS))),
        read: packed(reserve, ctx.at.seconds - 31),
        written: Some(packed(reserve + reserve / 100, ctx.at.seconds)),
    }
}

fn moved(token: u64, from: EvmAddress, to: EvmAddress, amount: u128) -> Event {
    event(token, TRANSFER, &[address(from), address(to)], &[uint(amount)])
}

/// A token contract's balances before and after, and the allowance that was used up.
fn balances(token: u64, from: EvmAddress, to: EvmAddress, amount: u128, chance: &mut Chance) -> [Slot; 3] {
    let had = amount + u128::from(chance.below(1_000_000_000));
    let slot = |slot, read, written| Slot {
        contract: token,
        key: slot,
        read: number(read),
        written: Some(number(written)),
    };
    let allowance = mapped(address(to), mapped(address(from), number(ALLOWANCES)));
    [
        slot(mapped(address(from), number(BALANCES)), had, had - amount),
        slot(mapped(address(to), number(BALANCES)), 7, 7 + amount),
        Slot { written: None, ..slot(allowance, u128::MAX, 0) },
    ]
}

/// A transfer by the token service.
fn service_transfer(token: u64, from: EvmAddress, to: EvmAddress, amount: u128) -> Child {
    Child {
        contract: 359,
        input: abi::call(
            "transferToken(address,address,address,int64)",
            &[account(accounts::long_zero(token)), account(from), account(to), uint(amount)],
        ),
        output: number(22).to_vec(),
        result: "SUCCESS",
    }
}
