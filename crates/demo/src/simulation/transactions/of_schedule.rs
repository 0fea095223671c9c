//! The transactions of a schedule: its creation, and its execution with its children.

use ledger::Timestamp;

use super::entry::TokenMove;
use super::{Entry, of_result};
use crate::simulation::results::scheduled;
use crate::simulation::schedules::{Outcome, Schedule};

/// The creation, and the execution if its time has come.
pub(super) fn entries(schedule: &Schedule, now: Timestamp) -> Vec<Entry> {
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
        done.fee = of_result::fee(&made);
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
