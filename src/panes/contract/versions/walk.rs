//! Walks back through a contract's versions: every answer has the start of its version, and the next query is for
//! the one before.

use std::sync::Arc;

use ledger::query::{ContractQuery, Op, TimestampFilter};
use ledger::{Contract, ContractRef, Timestamp};

/// Maximum number of versions per walk; then it waits for the user.
const MAX_VERSIONS: usize = 50;

/// The found versions, and the state of the walk.
#[derive(Debug)]
pub(super) struct Walk {
    contract: ContractRef,
    versions: Vec<Arc<Contract>>,
    /// The versions found by a refresh, which replace the known ones once it reaches them.
    fresh: Option<Vec<Arc<Contract>>>,
    end: Option<End>,
    /// Number of versions left before the walk pauses.
    left: usize,
}

/// Why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The oldest version starts at the contract's creation.
    Creation,
    /// The server has no version before the oldest (404).
    NoneBefore,
    /// The server returned a version that is not older than the previous one.
    Repeats,
    /// The oldest version has no start time.
    NoStart,
    /// [`MAX_VERSIONS`] were loaded; there may be more.
    Bound,
}

impl Walk {
    pub(super) fn new(contract: ContractRef) -> Self {
        Self { contract, versions: Vec::new(), fresh: None, end: None, left: 0 }
    }

    /// The first query of a walk: the current version. Known versions stay until the walk reaches them.
    pub(super) fn begin(&mut self) -> ContractQuery {
        self.fresh = (!self.versions.is_empty()).then(Vec::new);
        self.left = MAX_VERSIONS;
        ContractQuery::now(self.contract)
    }

    /// The query for one more version, if there may be one.
    pub(super) fn go_on(&mut self) -> Option<ContractQuery> {
        if !self.may_go_on() {
            return None;
        }
        self.fresh = None;
        self.left = 1;
        self.end = None;
        self.before_oldest()
    }

    /// Number of found versions, including the one that is pending.
    pub(super) fn goal(&self, is_waiting: bool) -> usize {
        self.reading().len() + if is_waiting { self.left } else { 0 }
    }

    /// Whether there may be older versions.
    pub(super) fn may_go_on(&self) -> bool {
        matches!(self.end, None | Some(End::Bound)) && self.versions.last().and_then(start).is_some()
    }

    /// Adds the requested version. Returns the next query, or `None` at the end.
    pub(super) fn found(&mut self, version: &Arc<Contract>) -> Option<ContractQuery> {
        self.left = self.left.saturating_sub(1);
        let from = start(version);
        let known = self.fresh.is_some().then(|| self.versions.iter().position(|it| start(it) == from));
        if let Some(known) = known.flatten().filter(|_| from.is_some()) {
            // A refresh reached the known versions: the newest of them may have ended since.
            let fresh = self.fresh.take().unwrap_or_default();
            let kept = self.versions.drain(..).skip(known + 1).collect::<Vec<_>>();
            self.versions = fresh.into_iter().chain([Arc::clone(version)]).chain(kept).collect();
            return None;
        }
        if let (Some(from), Some(newer)) = (from, self.reading().last().and_then(start))
            && from >= newer
        {
            return self.over(End::Repeats);
        }
        self.reading_mut().push(Arc::clone(version));
        match from {
            None => self.over(End::NoStart),
            Some(from) if version.created_timestamp.value().is_some_and(|created| from <= created) => {
                self.over(End::Creation)
            }
            Some(_) if self.left == 0 => self.over(End::Bound),
            Some(_) => self.before_oldest(),
        }
    }

    /// Notes that the server has no older version. `false` if it found none: the contract does not exist.
    pub(super) fn none_before(&mut self) -> bool {
        let any = !self.reading().is_empty();
        if any {
            self.over(End::NoneBefore);
        }
        any
    }

    pub(super) fn versions(&self) -> &[Arc<Contract>] {
        &self.versions
    }

    /// Why the walk ended; `None` while it runs or was stopped.
    pub(super) fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the oldest version found is the contract's first.
    pub(super) fn reaches_first(&self) -> bool {
        matches!(self.end, Some(End::Creation | End::NoneBefore))
    }

    fn over(&mut self, end: End) -> Option<ContractQuery> {
        self.end = Some(end);
        if let Some(fresh) = self.fresh.take() {
            self.versions = fresh;
        }
        None
    }

    fn reading(&self) -> &[Arc<Contract>] {
        self.fresh.as_deref().unwrap_or(&self.versions)
    }

    fn reading_mut(&mut self) -> &mut Vec<Arc<Contract>> {
        self.fresh.as_mut().unwrap_or(&mut self.versions)
    }

    fn before_oldest(&self) -> Option<ContractQuery> {
        let at = self.reading().last().and_then(start)?;
        Some(ContractQuery { contract: self.contract, timestamp: vec![TimestampFilter { op: Op::Lt, at }] })
    }
}

/// The start of a version.
pub(super) fn start(version: &Arc<Contract>) -> Option<Timestamp> {
    version.timestamp.known().and_then(|valid| valid.from.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::contract::Validity;
    use ledger::query::Parameters as _;
    use ledger::{EntityId, Field};

    fn version(from: u64) -> Arc<Contract> {
        let validity = Validity { from: Field::Known(Timestamp::from_secs(from)), to: Field::Null };
        Arc::new(Contract {
            timestamp: Field::Known(validity),
            created_timestamp: Field::Known(Timestamp::from_secs(10)),
            ..Contract::default()
        })
    }

    fn walk() -> Walk {
        Walk::new(ContractRef::Id(EntityId::from_num(5001)))
    }

    fn starts(walk: &Walk) -> Vec<u64> {
        walk.versions().iter().filter_map(start).map(|at| at.seconds).collect()
    }

    #[test]
    fn it_steps_back_to_the_creation() {
        let mut walk = walk();
        assert!(walk.begin().timestamp.is_empty());
        let next = walk.found(&version(30)).unwrap();
        assert_eq!(next.pairs(), [("timestamp", "lt:30.000000000".to_owned())]);
        assert!(walk.found(&version(20)).is_some());
        assert!(walk.found(&version(10)).is_none());
        assert_eq!((starts(&walk), walk.end()), (vec![30, 20, 10], Some(End::Creation)));
        assert!(walk.reaches_first() && !walk.may_go_on());
    }

    #[test]
    fn a_404_ends_it_unless_nothing_was_found() {
        let mut empty = walk();
        empty.begin();
        assert!(!empty.none_before());
        let mut walk = walk();
        walk.begin();
        walk.found(&version(30));
        assert!(walk.none_before() && walk.reaches_first());
    }

    #[test]
    fn a_server_that_repeats_itself_is_not_asked_again() {
        for repeated in [30, 31] {
            let mut walk = walk();
            walk.begin();
            walk.found(&version(30));
            assert!(walk.found(&version(repeated)).is_none());
            assert_eq!((starts(&walk), walk.end()), (vec![30], Some(End::Repeats)));
        }
        let mut walk = walk();
        walk.begin();
        assert!(walk.found(&Arc::new(Contract::default())).is_none());
        assert_eq!(walk.end(), Some(End::NoStart));
    }

    #[test]
    fn it_waits_after_so_many_and_can_be_sent_on() {
        let mut walk = walk();
        walk.begin();
        let mut at = 10_000;
        while walk.found(&version(at)).is_some() {
            at -= 1;
        }
        assert_eq!((walk.versions().len(), walk.end()), (MAX_VERSIONS, Some(End::Bound)));
        assert!(walk.go_on().is_some() && walk.found(&version(at - 1)).is_none());
        assert_eq!((walk.versions().len(), walk.end()), (MAX_VERSIONS + 1, Some(End::Bound)));
    }

    #[test]
    fn a_refresh_puts_new_versions_on_top_of_what_is_known() {
        let mut walk = walk();
        walk.begin();
        for from in [30, 20, 10] {
            walk.found(&version(from));
        }
        walk.begin();
        assert!(walk.found(&version(40)).is_some());
        assert_eq!(starts(&walk), [30, 20, 10], "what is known stays while it is asked");
        assert!(walk.found(&version(30)).is_none());
        assert_eq!((starts(&walk), walk.end()), (vec![40, 30, 20, 10], Some(End::Creation)));
        walk.begin();
        walk.found(&version(50));
        assert_eq!(starts(&walk), [40, 30, 20, 10], "a refresh that is stopped changes nothing");
    }

    proptest::proptest! {
        #[test]
        fn it_ends_whatever_the_server_answers(answers in proptest::collection::vec(0_u64..40, 0..200)) {
            let mut walk = walk();
            let mut next = Some(walk.begin());
            let mut asked = 0;
            for from in answers {
                if next.is_none() {
                    break;
                }
                asked += 1;
                next = walk.found(&version(from));
            }
            proptest::prop_assert!(asked <= MAX_VERSIONS);
            proptest::prop_assert!(starts(&walk).is_sorted_by(|newer, older| newer > older));
        }
    }
}
