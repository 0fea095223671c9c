//! The transactions of a contract result and of a schedule, each with its children.

use ledger::Timestamp;

use super::Entry;
use super::entry::TokenMove;
use crate::simulation::accounts;
use crate::simulation::execution::{Envelope, Execution, WEIBARS};
use crate::simulation::results::envelope::GAS_PRICE;
use crate::simulation::results::{child, scheduled};
use crate::simulation::schedules::{Outcome, Schedule};

/// Tinybars for the transaction itself.
const BASE: u64 = 100_000;
/// Numbers below this are not contracts of the table but system contracts.
const FIRST_CONTRACT: u64 = 5000;

pub(super) fn of_result(it: &Execution) -> Vec<Entry> {
    let wrapped = matches!(it.envelope, Envelope::Ethereum(_));
    let made = it.call.created.first().copied().flatten().filter(|made| Some(*made) == it.contract);
    let creates = made.is_some() || (it.contract.is_none() && it.call.failed_initcode.is_some());
    let name = match (wrapped, creates) {
        (true, _) => "ETHEREUMTRANSACTION",
        (false, true) => "CONTRACTCREATEINSTANCE",
        (false, false) => "CONTRACTCALL",
    };
    let mut main = Entry::new(it.at, it.id, name);
    main.result = it.result();
    main.entity = it.contract;
    main.memo = if wrapped { b"relay tx".to_vec() } else { Vec::new() };
    main.fee = fee(it);
    let tinybars = it.weibars.unwrap_or_default() / WEIBARS;
    let sent = i64::try_from(tinybars).unwrap_or(i64::MAX);
    if let (Some(contract), None) = (it.contract, &it.call.failure) {
        main.moves = vec![(it.sender, -sent), (contract, sent)];
    }
    let mut children: Vec<Entry> =
        (1..).map_while(|nonce| child::child_of(it, nonce)).map(|it| called(&main, &it)).collect();
    if let (Some(made), true) = (made, wrapped) {
        children.push(Entry { entity: Some(made), ..main.child(1, "CONTRACTCREATEINSTANCE") });
    }
    children.insert(0, main);
    children
}

/// Tinybars charged for an execution: its gas, and the transaction itself.
pub(super) fn fee(it: &Execution) -> i64 {
    let fee = it.gas_used.unwrap_or_default().saturating_mul(GAS_PRICE).saturating_add(BASE);
    i64::try_from(fee).unwrap_or(i64::MAX)
}

/// A contract's nested call: a transfer if it moves tokens, else a call.
fn called(main: &Entry, it: &Execution) -> Entry {
    let tokens = token_moves(it);
    let name = match it.contract {
        Some(361) => "UTILPRNG",
        Some(363) => "SCHEDULECREATE",
        _ if !tokens.is_empty() => "CRYPTOTRANSFER",
        Some(359) => "TOKENASSOCIATE",
        _ => "CONTRACTCALL",
    };
    let entity = it.contract.filter(|num| *num > FIRST_CONTRACT || name == "CONTRACTCALL");
    let moved = if it.result() == "SUCCESS" { tokens } else { Vec::new() };
    Entry { result: it.result(), entity, tokens: moved, ..main.child(it.nonce, name) }
}

/// The moves that a call of `transferToken(token, from, to, amount)` asks for.
fn token_moves(it: &Execution) -> Vec<TokenMove> {
    let Some((selector, words)) = it.call.input.split_first_chunk::<4>() else { return Vec::new() };
    let words: Vec<&[u8; 32]> = words.as_chunks().0.iter().collect();
    let ([token, from, to, amount], [0xec, 0xa3, 0x69, 0x17]) = (words.as_slice(), selector) else {
        return Vec::new();
    };
    let Some(amount) = amount.last_chunk().map(|bytes| i64::from_be_bytes(*bytes)) else { return Vec::new() };
    let token = number(token);
    [(from, -amount), (to, amount)]
        .map(|(who, amount)| TokenMove { token, account: number(who), amount, is_approval: false })
        .to_vec()
}

fn number(word: &[u8; 32]) -> u64 {
    let Some(bytes) = word.last_chunk::<20>() else { return 0 };
    let address = ledger::EvmAddress::new(*bytes);
    let contract = || crate::simulation::contracts::by_address(address).map(|it| it.num);
    address.entity_num().or_else(contract).or_else(|| accounts::by_alias(address)).unwrap_or_default()
}

/// The creation, and the execution if its time has come.
pub(super) fn of_schedule(schedule: &Schedule, now: Timestamp) -> Vec<Entry> {
    let mut made = Entry::new(schedule.created, schedule.transaction(), "SCHEDULECREATE");
    made.entity = Some(schedule.num);
    made.memo = schedule.memo.clone().into_bytes();
    let mut all = vec![made];
    let Outcome::Executed { at, result } = schedule.outcome else { return all };
    if at > now {
        return all;
    }
    let (name, entity) = schedule.inner.subject();
    let mut done = Entry::new(at, schedule.transaction(), name);
    done.scheduled = true;
    done.result = result;
    done.entity = entity;
    done.memo = schedule.inner_memo().into_bytes();
    if let Some(made) = scheduled::execution(schedule) {
        done.fee = fee(&made);
    }
    if result == "SUCCESS" {
        done.moves = schedule.inner.moves();
    }
    let children = (1..=schedule.children).map(|nonce| {
        let child = done.child(nonce, "CRYPTOTRANSFER");
        let failed = result != "SUCCESS";
        let amount = 100 * i64::from(nonce);
        let moved = [(1005, -amount), (1007, amount)].map(|(account, amount)| TokenMove {
            token: 2001,
            account,
            amount,
            is_approval: false,
        });
        Entry {
            result: if failed { "REVERTED_SUCCESS" } else { "SUCCESS" },
            tokens: if failed { Vec::new() } else { moved.to_vec() },
            ..child
        }
    });
    let children: Vec<Entry> = children.collect();
    all.push(done);
    all.extend(children);
    all
}
