//! Calls of a box with a value of every kind: one call changes 28 slots.

use alloy_primitives::{hex, keccak256};
use ledger::EvmAddress;

use super::{CallContext, somebody};
use crate::simulation::abi::{
    self, Value, Word, account, address, after, mapped, number, short, signed, text, uint,
};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

/// The slot of balances.
const BALANCES: u128 = 5;
/// The base of the ledger, in the namespace `demo.strongbox.ledger` of ERC-7201.
const LEDGER: Word = hex!("8c1e88924f4ef09d1fcac7ca5b507f0b08e45f071c82b1291f3ba81161571500");
/// The beginning of the motto.
const MOTTO: &str = "what is kept is kept twice, and what is lost was never kept: ";
const LABELS: [&str; 4] = ["harbour", "north quay", "lamp room", "salt store"];
const REARRANGE: &str = "rearrange(address,uint256,bytes32,int24,int24,string)";

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    match chance.below(6) {
        0 => turn(ctx, chance.below(2)),
        1 => withdraw(ctx, u128::from(chance.between(1, 900_000))),
        _ => rearrange(ctx, chance),
    }
}

fn turn(ctx: &CallContext, lock: u64) -> Plan {
    let before = packed(ctx, ctx.index, u8::from(lock == 0));
    Plan::new(abi::call("turn(uint8)", &[uint(lock)])).with(ctx.contract, number(0), before)
}

/// Takes more than the balance, which fails with a custom error.
fn withdraw(ctx: &CallContext, amount: u128) -> Plan {
    let slot = mapped(address(ctx.caller()), number(BALANCES));
    let plan = Plan::new(abi::call("take(uint256)", &[uint(amount)]));
    plan.with(ctx.contract, slot, number(amount / 2))
}

/// A multiple of sixty, as pools have them.
fn tick(chance: &mut Chance, below: u64) -> i64 {
    60 * i64::try_from(chance.below(below)).unwrap_or(0)
}

/// A call that changes every value; the keys of its slots are in its data, or are its caller.
struct Change<'a> {
    ctx: &'a CallContext,
    by: Word,
    other: Word,
    room: u128,
    ticks: [i64; 2],
    /// The label of the previous value.
    label: &'static str,
    tinybars: u128,
}

fn rearrange(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let other: EvmAddress = somebody(chance);
    let place = usize::try_from(ctx.index % 4).unwrap_or(0);
    let label = |back: usize| LABELS.into_iter().cycle().nth(place + 4 - back).unwrap_or_default();
    let room = u128::from(chance.between(1, 400));
    let tag: Word = chance.bytes();
    let moved = Change {
        ctx,
        by: address(ctx.caller()),
        other: address(other),
        room,
        ticks: [-887_220 + tick(chance, 40), tick(chance, 90)],
        label: label(1),
        tinybars: u128::from(chance.between(1, 900)) * 1_000_000,
    };
    let [lower, upper] = moved.ticks.map(|tick| Value::Word(signed(tick)));
    let arguments = [account(other), uint(room), Value::Word(tag), lower, upper, text(label(0))];
    let plan = Plan::new(abi::call(REARRANGE, &arguments)).with_all(ctx.contract, moved.before());
    let tinybars = u64::try_from(moved.tinybars).unwrap_or(0);
    Plan { tinybars, ..plan }
}

impl Change<'_> {
    /// The slots that hold something before.
    fn before(&self) -> Vec<(Word, Word)> {
        let n = u128::from(self.ctx.index);
        let mut all = vec![
            (number(0), packed(self.ctx, self.ctx.index, 0)),
            (number(1), short(self.label)),
            (number(3), number(n)),
            (number(4), number(n)),
            (number(14), keccak256(number(n)).0),
            (after(number(15), u64::try_from(self.room % 4).unwrap_or(0)), number(self.room / 2)),
            (LEDGER, number(n * 1_000_000)),
            (after(LEDGER, 1), self.by),
        ];
        all.extend(abi::stored(number(2), format!("{MOTTO}{}", self.label)));
        all.extend(self.mappings());
        all
    }

    /// Values behind keys of every kind.
    fn mappings(&self) -> Vec<(Word, Word)> {
        let n = u128::from(self.ctx.index);
        let [lower, upper] = self.ticks;
        let own_key = mapped(self.by, number(8));
        let tight = |tick: i64| signed(tick)[29..].to_vec();
        let position = [&self.by[12..], &tight(lower), &tight(upper)].concat();
        vec![
            (mapped(self.by, number(BALANCES)), number(n)),
            (mapped(self.other, number(BALANCES)), number(7)),
            (after(own_key, 1), short(self.label)),
            (mapped(signed(lower), number(9)), entry(1)),
            (mapped(signed(upper), number(9)), entry(-2)),
            (mapped(keccak256(position).0, number(11)), number(n)),
        ]
    }
}

/// Owner, number of moves, whether it is paused, and the lock.
fn packed(ctx: &CallContext, moves: u64, lock: u8) -> Word {
    let mut word = address(accounts::address(1002 + ctx.contract % 2));
    word[8..12].copy_from_slice(&u32::try_from(moves).unwrap_or(0).to_be_bytes());
    word[6] = lock;
    word
}

/// An entry with a signed change and nothing else.
fn entry(change: i64) -> Word {
    let mut word = [0; 32];
    word[..8].copy_from_slice(&change.to_be_bytes());
    word
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use alloy_primitives::U256;

    use super::*;
    use crate::simulation::execution::Execution;
    use crate::simulation::results::Origin;

    /// The first results of a contract that move everything.
    fn moves(contract: u64) -> impl Iterator<Item = Arc<Execution>> {
        let drawn = (11_700..11_760).filter_map(move |index| Origin::Drawn { contract, index }.execution());
        drawn.filter(|it| it.call.input.starts_with(&abi::selector(REARRANGE)) && it.call.failure.is_none())
    }

    #[test]
    fn one_call_changes_26_slots() {
        for contract in [5204, 5207, 5209, 5210, 5216] {
            for it in moves(contract) {
                let [other, ..] = it.call.input[4..].as_chunks().0 else { panic!("no words") };
                let to_itself = *other == address(crate::simulation::contracts::address_of(it.sender));
                let own = it.call.state.iter().filter(|slot| slot.contract == contract);
                let written = own.filter(|slot| slot.written.is_some()).count();
                assert_eq!(written, if to_itself { 25 } else { 26 }, "{contract} {}", it.at);
                assert_eq!(it.call.logs.len(), 1);
            }
        }
    }

    #[test]
    fn what_was_there_is_what_the_code_reads() {
        let it = moves(5204).next().unwrap();
        let read = it.call.state.iter().filter(|slot| slot.read != [0; 32]).count();
        assert!(read >= 17, "{read}");
        let total = it.call.state.iter().find(|slot| slot.key == LEDGER).unwrap();
        let sent = U256::from(it.call.tinybars);
        assert_eq!(U256::from_be_bytes(total.written.unwrap()), U256::from_be_bytes(total.read) + sent);
        assert_eq!(it.call.output, total.written.unwrap());
    }
}
