//! The results of calls that schedules made.

use super::{Head, drawn, hash};
use crate::demo::ledger::abi::{self, account, address, uint};
use crate::demo::ledger::chance::{Chance, subject};
use crate::demo::ledger::contracts::{BUSIEST, address_of};
use crate::demo::ledger::execution::{Call, Envelope, Event, Execution};
use crate::demo::ledger::schedules::{Inner, Outcome, Schedule};

/// The result of a schedule's call, if it made one.
pub(crate) fn execution(schedule: &Schedule) -> Option<Execution> {
    let (Inner::Call(tinybars), Outcome::Executed { at, result }) = (schedule.inner, schedule.outcome) else {
        return None;
    };
    let mut chance = Chance::new(subject::SCHEDULED_CALLS, schedule.num);
    let plain = drawn::submitted(at, schedule.payer, &Envelope::Native, &mut chance);
    let head = Head { id: schedule.transaction(), ..plain };
    let input = abi::call("withdraw(uint256)", &[uint(tinybars)]);
    let call = Call { input, gas: Some((300_000, 61_240)), ..Call::default() };
    let who = address_of(schedule.payer);
    let call = if result == "SUCCESS" {
        let topics = vec![abi::topic("Withdrawal(address,uint256)"), address(who)];
        Call { logs: vec![Event { contract: BUSIEST, topics, data: abi::encode(&[uint(tinybars)]) }], ..call }
    } else {
        let reason = [account(who), uint(tinybars / 3), uint(tinybars)];
        let gas = call.gas;
        let reverted = call.reverted(abi::call("NotEnoughWrapped(address,uint256,uint256)", &reason));
        Call { gas, ..reverted }
    };
    let made = drawn::from_call(&head, Some(BUSIEST), Envelope::Native, call, &mut chance);
    Some(hash::named(made))
}
