//! Calls of a box that keeps something of every kind: one call changes 28 slots.

use alloy_primitives::{hex, keccak256};

use super::{CallContext, somebody};
use crate::demo::ledger::abi::{
    self, Value, Word, account, address, after, data_of, mapped, number, short, signed, text, uint,
};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::STRONGBOX;
use crate::demo::ledger::contracts::by_num;
use crate::demo::ledger::execution::{Call, Slot};
use crate::ledger::EvmAddress;

/// The base of the ledger, in the namespace `demo.strongbox.ledger` of ERC-7201.
const LEDGER: Word = hex!("8c1e88924f4ef09d1fcac7ca5b507f0b08e45f071c82b1291f3ba81161571500");
/// Slots in namespaces that a well-known library uses: the owner, and the guard against reentrance.
const OWNABLE: Word = hex!("9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300");
const GUARD: Word = hex!("9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00");
/// What the motto begins with.
const MOTTO: &str = "what is kept is kept twice, and what is lost was never kept: ";
const LABELS: [&str; 4] = ["harbour", "north quay", "lamp room", "salt store"];
const REARRANGE: &str = "rearrange(address,uint256,bytes32,int24,int24,string)";

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    match chance.below(6) {
        0 => turn(ctx, chance.below(2)),
        1 => withdraw(ctx, u128::from(chance.between(1, 900_000))),
        _ => rearrange(ctx, chance),
    }
}

fn turn(ctx: &CallContext, lock: u64) -> Call {
    let here = |lock: u64| packed(ctx, ctx.index, u8::try_from(lock).unwrap_or(0));
    let slot =
        Slot { contract: ctx.contract, key: number(0), read: here(1 - lock), written: Some(here(lock)) };
    Call {
        input: abi::call("turn(uint8)", &[uint(lock)]),
        logs: vec![ctx.event("Turned(address,uint8)", &[address(ctx.caller())], &[uint(lock)])],
        state: vec![slot],
        ..Call::default()
    }
}

/// Taking more than there is, which fails with an error of the contract's own.
pub(crate) fn withdraw(ctx: &CallContext, amount: u128) -> Call {
    let reason = [account(ctx.caller()), uint(amount / 2), uint(amount)];
    Call { input: abi::call("take(uint256)", &[uint(amount)]), ..Call::default() }
        .reverted(abi::call("TooFew(address,uint256,uint256)", &reason))
}

/// A multiple of sixty, as pools have them.
fn tick(chance: &mut Chance, below: u64) -> i64 {
    60 * i64::try_from(chance.below(below)).unwrap_or(0)
}

/// What one call changes: all its keys stand in its data or in who makes it.
struct Change<'a> {
    ctx: &'a CallContext,
    by: Word,
    other: Word,
    room: u128,
    tag: Word,
    ticks: [i64; 2],
    labels: [&'static str; 2],
    tinybars: u128,
}

fn rearrange(ctx: &CallContext, chance: &mut Chance) -> Call {
    let other: EvmAddress = somebody(chance);
    let place = usize::try_from(ctx.index % 4).unwrap_or(0);
    let label = |back: usize| LABELS.into_iter().cycle().nth(place + 4 - back).unwrap_or_default();
    let moved = Change {
        ctx,
        by: address(ctx.caller()),
        other: address(other),
        room: u128::from(chance.between(1, 400)),
        tag: chance.bytes(),
        ticks: [-887_220 + tick(chance, 40), tick(chance, 90)],
        labels: [label(1), label(0)],
        tinybars: u128::from(chance.between(1, 900)) * 1_000_000,
    };
    let [lower, upper] = moved.ticks.map(|tick| Value::Word(signed(tick)));
    let arguments =
        [account(other), uint(moved.room), Value::Word(moved.tag), lower, upper, text(moved.labels[1])];
    let indexed = [moved.by, moved.other, number(moved.room)];
    Call {
        input: abi::call(REARRANGE, &arguments),
        output: number(moved.total() + moved.tinybars).to_vec(),
        tinybars: u64::try_from(moved.tinybars).unwrap_or(0),
        logs: vec![ctx.event(
            "Rearranged(address,address,uint256,bytes32)",
            &indexed,
            &[Value::Word(moved.tag)],
        )],
        state: moved.slots(),
        ..Call::default()
    }
}

impl Change<'_> {
    fn total(&self) -> u128 {
        u128::from(self.ctx.index) * 1_000_000
    }

    fn at(&self) -> u64 {
        self.ctx.at.seconds
    }

    /// All 28 of them, and where a proxy looks first.
    fn slots(&self) -> Vec<Slot> {
        let (n, [before, after_it]) = (self.ctx.index, self.labels);
        let room = number(self.room);
        let counted = |slot: u128| (number(slot), number(u128::from(n)), number(u128::from(n) + 1));
        let mut all = vec![
            (number(0), packed(self.ctx, n, 0), packed(self.ctx, n + 1, 0)),
            (number(1), short(before), short(after_it)),
        ];
        all.extend(self.motto());
        all.extend([
            counted(3),
            (after(data_of(number(3)), n), [0; 32], room),
            counted(4),
            (
                after(data_of(number(4)), n),
                [0; 32],
                entry(self.tinybars, self.at(), i64::try_from(self.room).unwrap_or(0)),
            ),
        ]);
        all.extend(self.mappings());
        let one_of_four = after(number(15), u64::try_from(self.room % 4).unwrap_or(0));
        let hashed = keccak256([number(u128::from(n)), self.tag].concat()).0;
        all.extend([
            (number(14), keccak256(number(u128::from(n))).0, hashed),
            (one_of_four, number(self.room / 2), room),
            (LEDGER, number(self.total()), number(self.total() + self.tinybars)),
            (after(LEDGER, 1), self.by, self.other),
        ]);
        let slot = |(key, read, written): (Word, Word, Option<Word>)| Slot {
            contract: self.ctx.contract,
            key,
            read,
            written,
        };
        let mut slots: Vec<Slot> =
            all.into_iter().map(|(key, read, written)| slot((key, read, Some(written)))).collect();
        let contract = by_num(self.ctx.contract);
        let first = contract.and_then(|it| it.storage.first().map(|(slot, value)| (slot.0, value.0)));
        if self.ctx.contract == STRONGBOX {
            slots.push(slot((number(0), packed(self.ctx, n + 1, 0), None)));
            slots.push(slot((LEDGER, number(self.total() + self.tinybars), None)));
        } else {
            slots.push(slot((OWNABLE, address(accounts::address(1002)), None)));
            slots.push(slot((GUARD, number(2), Some(number(1)))));
            slots.extend(first.map(|(key, value)| slot((key, value, None))));
        }
        slots
    }

    /// A long string: its length in its own slot, its bytes from the slot's hash on.
    fn motto(&self) -> Vec<(Word, Word, Word)> {
        let [before, now] = self.labels.map(|label| format!("{MOTTO}{label}"));
        let head = |text: &str| number(text.len() as u128 * 2 + 1);
        let mut all = vec![(number(2), head(&before), head(&now))];
        let words = |text: &str| -> Vec<Word> {
            text.as_bytes()
                .chunks(32)
                .map(|chunk| {
                    let mut word = [0; 32];
                    word.iter_mut().zip(chunk).for_each(|(byte, from)| *byte = *from);
                    word
                })
                .collect()
        };
        let pairs = words(&before).into_iter().zip(words(&now)).enumerate();
        all.extend(
            pairs.map(|(place, (read, written))| (after(data_of(number(2)), place as u64), read, written)),
        );
        all
    }

    /// Values behind one, two and three keys, and behind keys of every kind.
    fn mappings(&self) -> Vec<(Word, Word, Word)> {
        let n = u128::from(self.ctx.index);
        let [lower, upper] = self.ticks;
        let [before, now] = self.labels;
        let own_key = mapped(self.by, number(8));
        let tight = |tick: i64| signed(tick)[29..].to_vec();
        let position = [&self.by[12..], &tight(lower), &tight(upper)].concat();
        let done = keccak256([self.by, number(self.room), self.tag].concat()).0;
        let level =
            |keys: &[Word], slot: u128| keys.iter().fold(number(slot), |slot, key| mapped(*key, slot));
        vec![
            (level(&[self.by], 5), number(n), number(n + self.tinybars)),
            (level(&[self.other], 5), number(7), number(8)),
            (level(&[self.by, self.other], 6), number(0), number(self.room)),
            (level(&[self.by, number(self.room), self.tag], 7), number(0), number(1)),
            (own_key, [0; 32], self.key()),
            (after(own_key, 1), short(before), short(now)),
            (level(&[signed(lower)], 9), entry(0, 0, 1), entry(0, 0, 0)),
            (level(&[signed(upper)], 9), entry(0, 0, -2), entry(0, 0, -1)),
            (level(&[signed((lower / 60) >> 8)], 10), number(0), bit(lower / 60)),
            (level(&[keccak256(position).0], 11), number(n), number(n + 1)),
            (keccak256([now.as_bytes(), &number(12)].concat()).0, [0; 32], self.by),
            (level(&[done], 13), number(0), number(1)),
        ]
    }

    /// Holder, time, two flags, packed into one slot from its low end.
    fn key(&self) -> Word {
        let mut word = self.other;
        word[4..12].copy_from_slice(&self.at().to_be_bytes());
        (word[3], word[2]) = (1, 1);
        word
    }
}

/// Owner, number of moves, whether it is paused, and the lock.
fn packed(ctx: &CallContext, moves: u64, lock: u8) -> Word {
    let mut word = address(accounts::address(1002 + ctx.contract % 2));
    word[8..12].copy_from_slice(&u32::try_from(moves).unwrap_or(0).to_be_bytes());
    word[6] = lock;
    word
}

/// An amount, a time and a signed change.
fn entry(amount: u128, at: u64, change: i64) -> Word {
    let mut word = number(amount);
    word[8..16].copy_from_slice(&at.to_be_bytes());
    word[..8].copy_from_slice(&change.to_be_bytes());
    word
}

/// A word with only this bit of its 256 set.
fn bit(place: i64) -> Word {
    let mut word = [0; 32];
    let place = usize::try_from(place.rem_euclid(256)).unwrap_or(0);
    if let Some(byte) = word.get_mut(31 - place / 8) {
        *byte = 1 << (place % 8);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Timestamp;

    fn ctx(contract: u64) -> CallContext {
        CallContext { contract, sender: 1004, at: Timestamp::from_secs(1_795_217_000), index: 11_727 }
    }

    #[test]
    fn one_call_changes_28_slots() {
        let call = rearrange(&ctx(STRONGBOX), &mut Chance::new(1, 1));
        assert_eq!(call.state.len(), 28);
        let written: Vec<Word> =
            call.state.iter().filter(|slot| slot.written.is_some()).map(|slot| slot.key).collect();
        let mut distinct = written.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), written.len());
        assert_eq!(written.len(), 26);
    }

    #[test]
    fn the_namespace_is_the_one_of_the_source() {
        let inner = keccak256("demo.strongbox.ledger").0;
        let mut less = inner;
        less[31] -= 1;
        let mut slot = keccak256(less).0;
        slot[31] = 0;
        assert_eq!(slot, LEDGER);
    }

    #[test]
    fn every_slot_follows_from_what_stands_in_the_call() {
        let ctx = ctx(5205);
        let call = rearrange(&ctx, &mut Chance::new(1, 2));
        let words: &[Word] = call.input[4..].as_chunks().0;
        let by = address(ctx.caller());
        let [other, room, tag, lower, upper] = [words[0], words[1], words[2], words[3], words[4]];
        let length = usize::from(words[6][31]);
        let label = &words[7][..length];
        let done = keccak256([by, room, tag].concat()).0;
        let position = keccak256([&by[12..], &lower[29..], &upper[29..]].concat()).0;
        let low = i64::from_be_bytes(lower[24..].try_into().unwrap());
        let own = mapped(by, number(8));
        let mut expected: Vec<Word> = [0, 1, 2, 3, 4, 14].map(number).to_vec();
        expected.extend((0..3).map(|place| after(data_of(number(2)), place)));
        expected.extend([3, 4].map(|slot| after(data_of(number(slot)), ctx.index)));
        expected.extend([
            mapped(by, number(5)),
            mapped(other, number(5)),
            mapped(other, mapped(by, number(6))),
            mapped(tag, mapped(room, mapped(by, number(7)))),
            own,
            after(own, 1),
            mapped(lower, number(9)),
            mapped(upper, number(9)),
            mapped(signed((low / 60) >> 8), number(10)),
            mapped(position, number(11)),
            keccak256([label, &number(12)].concat()).0,
            mapped(done, number(13)),
            number(15 + u128::from(room[31] % 4)),
            LEDGER,
            after(LEDGER, 1),
            GUARD,
        ]);
        let mut written: Vec<Word> =
            call.state.iter().filter(|slot| slot.written.is_some()).map(|slot| slot.key).collect();
        expected.sort_unstable();
        written.sort_unstable();
        assert_eq!(written, expected);
    }
}
