//! The results of calls that schedules made.

use std::sync::Arc;

use ledger::Timestamp;

use super::{Head, Origin, drawn, remembered};
use crate::simulation::chance::{Chance, subject};
use crate::simulation::contracts::BUSIEST;
use crate::simulation::execution::{Envelope, Execution};
use crate::simulation::kinds::{CallContext, router};
use crate::simulation::machine::Plan;
use crate::simulation::schedules::{Inner, Outcome, Schedule};

/// The result of a schedule's call, if it made one.
pub(crate) fn execution(schedule: &Schedule) -> Option<Arc<Execution>> {
    let (Inner::Call(tinybars), Outcome::Executed { at, result }) = (schedule.inner, schedule.outcome) else {
        return None;
    };
    let executed = || executed(schedule, tinybars, at, result);
    Some(remembered::result(Origin::Scheduled(schedule.num, at), executed))
}

fn executed(schedule: &Schedule, tinybars: u64, at: Timestamp, result: &str) -> Execution {
    let mut chance = Chance::new(subject::SCHEDULED_CALLS, schedule.num);
    let plain = drawn::submitted(at, schedule.payer, &Envelope::Native, &mut chance);
    let head = Head { id: schedule.transaction(), ..plain };
    let ctx = CallContext { contract: BUSIEST, sender: schedule.payer, at, index: schedule.num };
    let amount = u128::from(tinybars);
    let has = if result == "SUCCESS" { amount * 3 } else { amount / 3 };
    let withdrawal = Plan { gas_limit: Some(300_000), ..router::withdraw(&ctx, amount, has) };
    drawn::from_plan(&head, BUSIEST, Envelope::Native, &withdrawal, &mut chance).with_hidden_moment()
}
