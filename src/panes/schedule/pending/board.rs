//! The pending schedules, soonest end first, and those that ended while the pane was open.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ledger::query::PendingQuery;
use ledger::schedule::Lifecycle;
use ledger::{ContractRef, EntityId, HexBytes, Schedule, Timestamp};

use crate::message::Notice;
use crate::panes::schedule::{lifecycle, row_text};

#[derive(Debug, Default)]
pub(super) struct Board {
    rows: Vec<Row>,
    /// The sort key of each schedule.
    ranks: HashMap<EntityId, Rank>,
    /// The ids of open schedules.
    open: BTreeSet<EntityId>,
    /// The schedules updated since [`Self::settle`] was last called.
    fresh: Vec<EntityId>,
}

/// The sort key: open schedules by their end, then ended ones, latest first. It changes with the record, and when
/// the end passes.
type Rank = (bool, u128, EntityId);

/// A schedule on the board.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) id: EntityId,
    /// The latest record.
    pub(super) schedule: Arc<Schedule>,
    /// The called contract, and the call data.
    pub(super) call: Option<(ContractRef, HexBytes)>,
    /// When the record was last loaded.
    looked_at: Timestamp,
    rank: Rank,
}

impl Row {
    fn new(id: EntityId, schedule: Arc<Schedule>, now: Timestamp) -> Self {
        let call = row_text::call(&schedule);
        let rank = rank(id, &schedule, now);
        Self { id, schedule, call, looked_at: now, rank }
    }
}

fn rank(id: EntityId, schedule: &Schedule, now: Timestamp) -> Rank {
    match schedule.lifecycle(now) {
        Lifecycle::Expiring(end) | Lifecycle::Pending(end) => (false, end.as_nanos(), id),
        Lifecycle::Executed(at) | Lifecycle::Expired(at) => (true, u128::MAX - at.as_nanos(), id),
        Lifecycle::Deleted | Lifecycle::Unknown => (true, u128::MAX, id),
    }
}

impl Board {
    /// The rows, sorted.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The index of a schedule.
    pub(super) fn place(&self, id: EntityId) -> Option<usize> {
        let rank = self.ranks.get(&id)?;
        self.rows.binary_search_by_key(rank, |row| row.rank).ok()
    }

    /// Adds records that are pending and pass the filters, and updates those on the board.
    pub(super) fn update(
        &mut self,
        schedules: &[Arc<Schedule>],
        query: &PendingQuery,
        home: EntityId,
        now: Timestamp,
    ) {
        let ids = schedules.iter().filter_map(|schedule| schedule.schedule_id.value());
        // Indices stay valid until the rows are sorted again.
        let mut places: HashMap<EntityId, usize> =
            ids.filter_map(|id| self.place(id).map(|at| (id, at))).collect();
        let mut moved = false;
        for schedule in schedules {
            let Some(id) = schedule.schedule_id.value() else { continue };
            let fresh = Row::new(id, Arc::clone(schedule), now);
            if let Some(row) = places.get(&id).and_then(|place| self.rows.get_mut(*place)) {
                self.fresh.push(id);
                moved |= row.rank != fresh.rank;
                self.ranks.insert(id, fresh.rank);
                *row = fresh;
            } else if lifecycle::end(schedule.lifecycle(now)).is_some() && passes(&fresh, query, home) {
                places.insert(id, self.rows.len());
                moved = true;
                self.open.insert(id);
                self.ranks.insert(id, fresh.rank);
                self.rows.push(fresh);
            }
        }
        self.sort_if(moved);
    }

    /// Notifies of schedules that ended since the last call, and moves them below the others. Examines only
    /// new records and those whose end has passed.
    pub(super) fn settle(&mut self, now: Timestamp) -> Vec<Notice> {
        let over = self.rows.iter().take_while(|row| !row.rank.0 && row.rank.1 <= now.as_nanos());
        let mut changed: Vec<EntityId> = over.map(|row| row.id).collect();
        changed.append(&mut self.fresh);
        let mut notices = Vec::new();
        let mut moved = Vec::new();
        for id in changed {
            let Some(row) = self.place(id).and_then(|at| self.rows.get(at)) else { continue };
            let rank = rank(id, &row.schedule, now);
            if rank != row.rank {
                moved.push((id, rank));
            }
            let words = |what: &str| format!("schedule {id} {what}");
            let notice = match row.schedule.lifecycle(now) {
                Lifecycle::Executed(_) => Notice::success(words("was executed")),
                Lifecycle::Deleted => Notice::warning(words("was deleted")),
                Lifecycle::Expired(_) => Notice::warning(words("expired")),
                Lifecycle::Expiring(_) | Lifecycle::Pending(_) | Lifecycle::Unknown => continue,
            };
            if self.open.remove(&id) {
                notices.push(notice);
            }
        }
        let is_moved = !moved.is_empty();
        let places: Vec<_> = moved.iter().map(|(id, rank)| (self.place(*id), *rank)).collect();
        for (at, rank) in places {
            if let Some(row) = at.and_then(|at| self.rows.get_mut(at)) {
                row.rank = rank;
                self.ranks.insert(row.id, rank);
            }
        }
        self.sort_if(is_moved);
        notices
    }

    /// Sorts the rows if one moved; a pass over sorted rows is linear.
    fn sort_if(&mut self, moved: bool) {
        if moved {
            self.rows.sort_by_key(|row| row.rank);
        }
    }

    /// The number of pending schedules, and of those that ended.
    pub(super) fn count(&self) -> (usize, usize) {
        (self.open.len(), self.rows.len() - self.open.len())
    }

    pub(super) fn oldest(&self) -> Option<EntityId> {
        self.open.first().copied()
    }

    /// The next schedule near its end to poll, and when. Ended ones are not polled.
    pub(super) fn next(&self, now: Timestamp) -> Option<(Timestamp, EntityId)> {
        let is_open = |row: &&Row| self.open.contains(&row.id);
        let mut open = self.rows.iter().take_while(|row| !row.rank.0).filter(is_open).peekable();
        let mut next: Option<(Timestamp, EntityId)> = None;
        let mut take = |found: Option<(Timestamp, EntityId)>| {
            next = next.into_iter().chain(found).min_by_key(|(at, id)| (*at, id.num));
        };
        while let Some(row) = open.next_if(|row| lifecycle::is_near(&row.schedule, now)) {
            take(lifecycle::next_poll(&row.schedule, row.looked_at, now).map(|at| (at, row.id)));
        }
        // The first one not near its end is polled when it gets there.
        if let Some(row) = open.next() {
            take(lifecycle::near_at(&row.schedule, now).map(|at| (at, row.id)));
        }
        next
    }

    /// Counts a failed poll of a schedule as a poll.
    pub(super) fn note_failed_poll(&mut self, id: EntityId, now: Timestamp) {
        if let Some(row) = self.place(id).and_then(|at| self.rows.get_mut(at)) {
            row.looked_at = now;
        }
    }
}

/// Whether a row passes the filters, except the creator's, which the server applies.
fn passes(row: &Row, query: &PendingQuery, home: EntityId) -> bool {
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
    use ledger::Field;

    const NOW: Timestamp = Timestamp::from_secs(1000);

    fn ends(id: u64, at: u64) -> Arc<Schedule> {
        Arc::new(Schedule {
            schedule_id: Field::Known(EntityId::from_num(id)),
            expiration_time: Field::Known(Timestamp::from_secs(at)),
            ..Schedule::default()
        })
    }

    fn taken(rows: &[Arc<Schedule>]) -> Board {
        let mut board = Board::default();
        board.update(rows, &PendingQuery::default(), EntityId::from_num(0), NOW);
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
        assert_eq!(board.oldest(), Some(EntityId::from_num(1)));
    }

    #[test]
    fn what_ends_is_told_once_and_sinks() {
        let mut board = taken(&[ends(1, 9000), ends(2, 1500)]);
        let executed = Schedule { executed_timestamp: Field::Known(NOW), ..Schedule::clone(&ends(2, 1500)) };
        board.update(&[Arc::new(executed)], &PendingQuery::default(), EntityId::from_num(0), NOW);
        let notices = board.settle(NOW);
        assert_eq!(notices, [Notice::success("schedule 0.0.2 was executed")]);
        assert_eq!((ids(&board), board.count()), (vec![1, 2], (1, 1)));
        assert!(board.settle(NOW).is_empty());
        let later = Timestamp::from_secs(9061);
        assert_eq!(board.settle(later), [Notice::warning("schedule 0.0.1 expired")]);
        assert_eq!(board.next(later), None, "what ended is looked at no more");
    }

    #[test]
    fn one_near_its_end_is_looked_at_every_five_seconds() {
        let board = taken(&[ends(1, 9000), ends(2, 1030)]);
        assert_eq!(board.next(NOW), Some((Timestamp::from_secs(1005), EntityId::from_num(2))));
        let far = taken(&[ends(1, 9000)]);
        assert_eq!(far.next(NOW), Some((Timestamp::from_secs(8940), EntityId::from_num(1))));
    }

    #[test]
    fn of_many_only_those_that_change_are_put_elsewhere() {
        let all: Vec<_> = (0..500).map(|id| ends(id, 2000 + (id * 7919) % 500 * 10)).collect();
        let mut board = taken(&all);
        let order = |board: &Board| {
            let end = |row: &Row| row.schedule.expiration_time.value();
            board.rows().iter().map(end).collect::<Vec<_>>()
        };
        assert!(order(&board).is_sorted());
        let later = Timestamp::from_secs(2000 + 61 + 100);
        assert_eq!(board.settle(later).len(), 11, "whose end and a minute have passed");
        assert_eq!(board.count(), (489, 11));
        assert!(order(&board).iter().take(489).is_sorted());
        for (at, row) in board.rows().iter().enumerate() {
            assert_eq!(board.place(row.id), Some(at));
        }
        board.update(&[ends(3, 90_000)], &PendingQuery::default(), EntityId::from_num(0), later);
        assert!(board.settle(later).is_empty());
        assert_eq!(board.place(EntityId::from_num(3)), Some(488));
        assert_eq!(board.settle(Timestamp::from_secs(100_000)).len(), 489);
    }

    #[test]
    fn calls_of_other_contracts_are_left_out() {
        let query = PendingQuery { contract: Some(ContractRef::Id(EntityId::from_num(5001))), creator: None };
        let mut board = Board::default();
        let body = alloy_primitives::hex!("1a11 0a0318 8927 10e0a712 1800 2204 d0e30db0");
        let call = Schedule {
            transaction_body: Field::Known(HexBytes::from(body.to_vec())),
            ..Schedule::clone(&ends(1, 9000))
        };
        board.update(&[Arc::new(call), ends(2, 9000)], &query, EntityId::from_num(0), NOW);
        assert_eq!(ids(&board), [1]);
    }
}
