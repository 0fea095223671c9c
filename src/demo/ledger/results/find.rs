//! Results by moment or by transaction, without looking through lists.

use super::{Origin, child, drawn, pinned, scheduled};
use crate::demo::ledger::contracts;
use crate::demo::ledger::execution::Execution;
use crate::demo::ledger::schedules;
use crate::ledger::{Timestamp, TransactionId};

/// How many nanoseconds after its parent a child can come.
pub(super) const MOST_CHILDREN: u32 = 8;

/// The results at exactly this moment, of any contract. What is still to come is not there.
pub(crate) fn at(moment: Timestamp, now: Timestamp) -> Vec<Execution> {
    if moment > now {
        return pins_at(moment);
    }
    let made = contracts::all()
        .filter(|contract| contract.lists_creation() && contract.created() == moment)
        .map(|contract| Origin::Creation(contract.num));
    let mut found = drawn_at(moment, now);
    found.extend(schedules::executed_at(moment, now).iter().filter_map(scheduled::execution));
    found.extend(made.filter_map(Origin::execution));
    found.extend(pins_at(moment));
    found.extend((1..=MOST_CHILDREN).flat_map(|nonce| children_at(moment, nonce, now)));
    found
}

fn pins_at(moment: Timestamp) -> Vec<Execution> {
    let pins = pinned::all().filter(|pin| pin.at == moment && pin.opens());
    pins.filter_map(|pin| Origin::Pinned(pin.place).execution()).collect()
}

/// Calls number `nonce` at this moment: their parents were as many nanoseconds before.
fn children_at(moment: Timestamp, nonce: u32, now: Timestamp) -> Vec<Execution> {
    let before = moment.as_nanos().saturating_sub(u128::from(nonce));
    let parent = Timestamp::from_nanos(u64::try_from(before).unwrap_or(u64::MAX));
    let mut parents = drawn_at(parent, now);
    parents.extend(pins_at(parent));
    parents.iter().filter_map(|parent| child::of(parent, nonce)).collect()
}

/// Results of the endless rows at this moment.
fn drawn_at(moment: Timestamp, now: Timestamp) -> Vec<Execution> {
    let drawn = contracts::all().filter_map(|contract| {
        let index = contract.stream(1).index_of(moment)?;
        (contract.most > 0 && moment <= contract.last_moment(now))
            .then_some(Origin::Drawn { contract: contract.num, index })
    });
    drawn.filter_map(Origin::execution).collect()
}

/// The results that a user's transaction with this id had, without what they called in turn.
pub(crate) fn by_transaction(id: TransactionId, now: Timestamp) -> Vec<Execution> {
    let start = id.valid_start;
    let usual = Timestamp { seconds: start.seconds.saturating_add(drawn::LAG), ..start };
    let mut found = at(usual, now);
    if id == pinned::first_id() {
        found.extend(pins_at(pinned::FIRST));
    }
    if id == pinned::family_id() {
        found.extend(pins_at(pinned::FAMILY));
    }
    found.retain(|it| it.id == id && it.nonce == 0);
    // A call that a schedule made shares its id with the making of the schedule, which hides it if it failed.
    let made = schedules::by_transaction(id, now).and_then(|schedule| scheduled::execution(&schedule));
    found.extend(made.filter(|it| it.deed.failure.is_none() && it.at <= now));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::contracts::by_num;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn a_result_is_found_by_its_moment_and_by_its_transaction() {
        for contract in contracts::all().filter(|contract| contract.most > 0) {
            let shown = contract.stream(100).shown(contract.last_moment(NOW)).unwrap();
            let origin = Origin::Drawn { contract: contract.num, index: *shown.end() };
            let head = origin.head().unwrap();
            assert!(at(head.at, NOW).iter().any(|found| found.hash == origin.execution().unwrap().hash));
            assert!(by_transaction(head.id, NOW).iter().any(|found| found.at == head.at), "{}", contract.num);
        }
    }

    #[test]
    fn children_are_found_a_nanosecond_later() {
        let stream = by_num(5024).unwrap().stream(1);
        let index = *stream.shown(NOW).unwrap().end();
        let found = at(child::later(stream.at(index), 1), NOW);
        assert_eq!(found.first().map(|it| (it.contract, it.sender, it.nonce)), Some((Some(5001), 5024, 1)));
    }

    #[test]
    fn what_is_to_come_is_not_there() {
        let stream = by_num(5001).unwrap().stream(1);
        let next = stream.at(stream.shown(NOW).unwrap().end() + 1);
        assert!(at(next, NOW).is_empty());
        assert_eq!(at(next, next).len(), 1);
    }

    #[test]
    fn the_best_known_result_is_always_there() {
        let moment = Timestamp::parse("1795216207.123456789").unwrap();
        let found = at(moment, Timestamp::of(1_760_000_000));
        let rich = found.first().unwrap();
        assert_eq!((rich.sender, rich.deed.logs.len(), rich.deed.state.len()), (1043, 3, 8));
        assert_eq!(rich.id.to_string(), "0.0.1001-1795216196-984148703");
        assert_eq!(by_transaction(rich.id, NOW).len(), 1);
    }
}
