//! The endless row of schedules.

use super::{FIRST, Inner, Outcome, ROW, Schedule};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::contracts::Admin;

/// The most seconds from the making to the execution.
pub(super) const MAX_SECONDS_TO_EXECUTION: u64 = 1_500;

/// Schedule `index` of the row: many are executed within minutes, some end unsigned, some wait for weeks.
pub(super) fn schedule(index: u64) -> Schedule {
    let mut chance = Chance::new(ROW.contract, index);
    let created = ROW.time_of(index);
    let creator = accounts::any(&mut chance);
    let payer = if chance.one_in(3) { accounts::any(&mut chance) } else { creator };
    let admin = chance.pick(&[Some(Admin::Ed25519), Some(Admin::Ecdsa), Some(Admin::Threshold), None]);
    let inner = Inner::any(&mut chance);
    let later = created.plus_millis(chance.between(60, MAX_SECONDS_TO_EXECUTION) * 1000);
    let outcome = match chance.below(10) {
        0..=3 => Outcome::Executed { at: later, result: "SUCCESS" },
        4 => Outcome::Executed { at: later, result: inner.failure() },
        5 => Outcome::Deleted(later),
        _ => Outcome::None,
    };
    let long = chance.one_in(2);
    let days = chance.between(1, 61);
    Schedule {
        num: FIRST + index,
        created,
        creator,
        payer,
        admin: admin.unwrap_or(Admin::None),
        memo: format!("schedule {index}"),
        expiration: long.then(|| created.plus_millis(days * 86_400_000)),
        waits: long && outcome == Outcome::None && chance.one_in(2),
        signatures: u32::try_from(chance.below(5)).unwrap_or(0),
        signers: Vec::new(),
        children: if inner.is_call() { 2 } else { 0 },
        inner,
        outcome,
        members: serde_json::Map::new(),
        renewed: None,
        missing: Vec::new(),
    }
}
