//! The schedules that are pending, soonest end first, and those that ended while one looked.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ledger::query::RadarQuery;
use crate::ledger::schedule::Lifecycle;
use crate::ledger::{ContractRef, EntityId, HexBytes, Schedule, Timestamp};
use crate::message::Notice;
use crate::panes::{lifecycle, schedule_words};

/// The rows.
#[derive(Debug, Default)]
pub(super) struct Board {
    rows: Vec<Row>,
}

/// A schedule on the board.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Its id.
    pub(super) id: EntityId,
    /// The record as it was read last.
    pub(super) schedule: Arc<Schedule>,
    /// The contract that it calls, and the call data.
    pub(super) call: Option<(ContractRef, HexBytes)>,
    /// When it was read last.
    looked_at: Timestamp,
    /// Whether it was open when that was looked at last.
    open: bool,
}

impl Row {
    fn of(id: EntityId, schedule: Arc<Schedule>, now: Timestamp) -> Self {
        let open = lifecycle::end(schedule.lifecycle(now)).is_some();
        let call = schedule_words::call(&schedule);
        Self { id, schedule, call, looked_at: now, open }
    }

    /// Open ones by their end, then those that ended, the last one first.
    fn order(&self, now: Timestamp) -> (bool, u128, EntityId) {
        let nanos = |at: Timestamp| at.as_nanos();
        match self.schedule.lifecycle(now) {
            Lifecycle::Expiring(end) | Lifecycle::Pending(end) => (false, nanos(end), self.id),
            Lifecycle::Executed(at) | Lifecycle::Expired(at) => (true, u128::MAX - nanos(at), self.id),
            Lifecycle::Deleted | Lifecycle::Unknown => (true, u128::MAX, self.id),
        }
    }
}

impl Board {
    /// The rows, in order.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The place of a schedule.
    pub(super) fn place(&self, id: EntityId) -> Option<usize> {
        self.rows.iter().position(|row| row.id == id)
    }

    /// Takes records: those that are pending and pass the filters, and those that are on the board already.
    pub(super) fn take(
        &mut self,
        schedules: &[Arc<Schedule>],
        query: &RadarQuery,
        home: EntityId,
        now: Timestamp,
    ) {
        let mut places: HashMap<EntityId, usize> =
            self.rows.iter().enumerate().map(|(place, row)| (row.id, place)).collect();
        for schedule in schedules {
            let Some(id) = schedule.schedule_id.value() else { continue };
            let fresh = Row::of(id, Arc::clone(schedule), now);
            if let Some(row) = places.get(&id).and_then(|place| self.rows.get_mut(*place)) {
                *row = Row { open: row.open, ..fresh };
            } else if fresh.open && passes(&fresh, query, home) {
                places.insert(id, self.rows.len());
                self.rows.push(fresh);
            }
        }
    }

    /// Sorts, and says which schedules ended since this was done last.
    pub(super) fn settle(&mut self, now: Timestamp) -> Vec<Notice> {
        let mut notices = Vec::new();
        for row in self.rows.iter_mut().filter(|row| row.open) {
            let words = |what: &str| format!("schedule {} {what}", row.id);
            notices.push(match row.schedule.lifecycle(now) {
                Lifecycle::Executed(_) => Notice::success(words("was executed")),
                Lifecycle::Deleted => Notice::warning(words("was deleted")),
                Lifecycle::Expired(_) => Notice::warning(words("expired")),
                Lifecycle::Expiring(_) | Lifecycle::Pending(_) | Lifecycle::Unknown => continue,
            });
            row.open = false;
        }
        self.rows.sort_by_key(|row| row.order(now));
        notices
    }

    /// How many are open, and how many ended while one looked.
    pub(super) fn count(&self) -> (usize, usize) {
        let open = self.rows.iter().filter(|row| row.open).count();
        (open, self.rows.len() - open)
    }

    /// The oldest open schedule.
    pub(super) fn oldest(&self) -> Option<EntityId> {
        self.rows.iter().filter(|row| row.open).map(|row| row.id).min_by_key(|id| id.num)
    }

    /// The schedule near its end that is to be looked at next by itself, and when. Those that ended are not
    /// looked at any more.
    pub(super) fn next(&self, now: Timestamp) -> Option<(Timestamp, EntityId)> {
        let due = |row: &Row| {
            let near = lifecycle::is_near(&row.schedule, now);
            let at = lifecycle::next_look(&row.schedule, row.looked_at, now)?;
            (row.open && near).then_some((at, row.id))
        };
        let nears = self.rows.iter().filter_map(|row| {
            // One that is not near yet is looked at when it comes near.
            due(row).or_else(|| Some((lifecycle::near_at(&row.schedule, now)?, row.id)).filter(|_| row.open))
        });
        nears.min_by_key(|(at, id)| (*at, id.num))
    }

    /// A look at a schedule failed: it counts as looked at.
    pub(super) fn looked(&mut self, id: EntityId, now: Timestamp) {
        for row in self.rows.iter_mut().filter(|row| row.id == id) {
            row.looked_at = now;
        }
    }
}

/// Whether a row is one that the filters let through. Who created it, the server was asked.
fn passes(row: &Row, query: &RadarQuery, home: EntityId) -> bool {
    query.contract.is_none_or(|wanted| {
        row.call.as_ref().is_some_and(|(called, _)| {
            let same = called.entity_id(home).zip(wanted.entity_id(home)).is_some_and(|(a, b)| a == b);
            same || *called == wanted
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Field;

    const NOW: Timestamp = Timestamp::of(1000);

    fn ends(id: u64, at: u64) -> Arc<Schedule> {
        Arc::new(Schedule {
            schedule_id: Field::Known(EntityId::of(id)),
            expiration_time: Field::Known(Timestamp::of(at)),
            ..Schedule::default()
        })
    }

    fn taken(rows: &[Arc<Schedule>]) -> Board {
        let mut board = Board::default();
        board.take(rows, &RadarQuery::default(), EntityId::of(0), NOW);
        board.settle(NOW);
        board
    }

    fn ids(board: &Board) -> Vec<u64> {
        board.rows().iter().map(|row| row.id.num).collect()
    }

    #[test]
    fn what_ends_first_stands_first_and_what_is_final_is_left_out() {
        let board = taken(&[ends(1, 9000), ends(2, 1500), ends(3, 10), ends(4, 4000)]);
        assert_eq!((ids(&board), board.count()), (vec![2, 4, 1], (3, 0)));
        assert_eq!(board.oldest(), Some(EntityId::of(1)));
    }

    #[test]
    fn what_ends_is_told_once_and_sinks() {
        let mut board = taken(&[ends(1, 9000), ends(2, 1500)]);
        let executed = Schedule { executed_timestamp: Field::Known(NOW), ..Schedule::clone(&ends(2, 1500)) };
        board.take(&[Arc::new(executed)], &RadarQuery::default(), EntityId::of(0), NOW);
        let notices = board.settle(NOW);
        assert_eq!(notices, [Notice::success("schedule 0.0.2 was executed")]);
        assert_eq!((ids(&board), board.count()), (vec![1, 2], (1, 1)));
        assert!(board.settle(NOW).is_empty());
        let later = Timestamp::of(9061);
        assert_eq!(board.settle(later), [Notice::warning("schedule 0.0.1 expired")]);
        assert_eq!(board.next(later), None, "what ended is looked at no more");
    }

    #[test]
    fn one_near_its_end_is_looked_at_every_five_seconds() {
        let board = taken(&[ends(1, 9000), ends(2, 1030)]);
        assert_eq!(board.next(NOW), Some((Timestamp::of(1005), EntityId::of(2))));
        let far = taken(&[ends(1, 9000)]);
        assert_eq!(far.next(NOW), Some((Timestamp::of(8940), EntityId::of(1))));
    }

    #[test]
    fn calls_of_other_contracts_are_left_out() {
        let query = RadarQuery { contract: Some(ContractRef::Id(EntityId::of(5001))), creator: None };
        let mut board = Board::default();
        let body = alloy_primitives::hex!("1a11 0a0318 8927 10e0a712 1800 2204 d0e30db0");
        let call = Schedule {
            transaction_body: Field::Known(HexBytes::from(body.to_vec())),
            ..Schedule::clone(&ends(1, 9000))
        };
        board.take(&[Arc::new(call), ends(2, 9000)], &query, EntityId::of(0), NOW);
        assert_eq!(ids(&board), [1]);
    }
}
