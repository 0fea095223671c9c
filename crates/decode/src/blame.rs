//! Finds the transaction to blame when transactions of one id failed.
//!
//! The rule: descend from a failed transaction to its earliest failed child until no child failed; blame that
//! transaction. A failure whose parent succeeded was survived and is not blamed. `REVERTED_SUCCESS` is not a failure:
//! the transaction succeeded and was rolled back with a failed ancestor. A duplicate was refused before it had any
//! effect.

use super::member::{Kin, Member, Verdict, verdict};

/// The rule, as text for the screen.
pub const RULE: &str = "the earliest child that failed by itself, down to where nothing below failed";

/// The blame within a family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blame {
    /// The index of the member that failed first; `None` if every failure was survived.
    pub first: Option<usize>,
    /// The part of each member, in member order.
    parts: Vec<Part>,
}

/// A member's part in the failure. Numbers are indices of members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Nothing failed here.
    #[default]
    Clear,
    /// Failed without a failure below: the cause of the failures above.
    Blamed,
    /// Failed because that member failed.
    Because(usize),
    /// Failed independently of that member, but later.
    Later(usize),
    /// Failed, but the transaction that caused it succeeded.
    Survived,
    /// Succeeded and was rolled back because that member failed; `None` if the failed transaction is not a member.
    Collateral(Option<usize>),
    /// A duplicate, which was refused.
    Refused,
}

impl Blame {
    /// Finds the blame among members in the order of their tree.
    pub fn find(members: &[Member]) -> Self {
        let parents = parents(members);
        let causes = causes(members, &parents);
        let above = above(members, &parents);
        let parts: Vec<Part> = (0..members.len()).map(|at| part(at, members, &above, &causes)).collect();
        let blamed = parts.iter().enumerate().filter(|(_, part)| **part == Part::Blamed).map(|(at, _)| at);
        Self { first: blamed.min_by_key(|at| order(members, *at)), parts }
    }

    /// The part of the member at this place.
    pub fn part(&self, at: usize) -> Part {
        self.parts.get(at).copied().unwrap_or_default()
    }

    /// How many members have a part of this kind.
    pub fn count(&self, fits: impl Fn(Part) -> bool) -> usize {
        self.parts.iter().filter(|part| fits(**part)).count()
    }
}

/// The place of the member above each.
fn parents(members: &[Member]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut parents = Vec::with_capacity(members.len());
    for (at, member) in members.iter().enumerate() {
        open.truncate(member.depth);
        parents.push(open.last().copied());
        open.push(at);
    }
    parents
}

/// For each member that failed, the one that it failed for: the end of the chain of earliest failing children.
fn causes(members: &[Member], parents: &[Option<usize>]) -> Vec<usize> {
    let mut earliest: Vec<Option<usize>> = vec![None; members.len()];
    for at in (0..members.len()).filter(|at| failed(members, *at) && !stands_alone(members, *at)) {
        let slot = parents.get(at).copied().flatten().and_then(|parent| earliest.get_mut(parent));
        if let Some(slot) = slot
            && slot.is_none_or(|other| order(members, at) < order(members, other))
        {
            *slot = Some(at);
        }
    }
    let mut causes: Vec<usize> = (0..members.len()).collect();
    // Children follow their parents, so theirs are known already.
    for at in (0..members.len()).rev() {
        let below = earliest.get(at).copied().flatten().and_then(|child| causes.get(child).copied());
        if let (Some(below), Some(cause)) = (below, causes.get_mut(at)) {
            *cause = below;
        }
    }
    causes
}

/// The ancestors of a member that its failure affects.
#[derive(Clone, Copy, Debug)]
struct Above {
    /// The parent; `None` for a root.
    parent: Option<usize>,
    /// The nearest failed ancestor.
    failed: Option<usize>,
    /// The topmost member of the unbroken chain of failures that ends at this one.
    top: usize,
}

fn above(members: &[Member], parents: &[Option<usize>]) -> Vec<Above> {
    let mut all: Vec<Above> = Vec::with_capacity(members.len());
    // Parents precede their children, so theirs are known already.
    for at in 0..members.len() {
        let parent = parents.get(at).copied().flatten().filter(|_| !stands_alone(members, at));
        let known = parent.and_then(|parent| all.get(parent).copied());
        all.push(match parent {
            Some(parent) if failed(members, parent) => {
                Above { parent: Some(parent), failed: Some(parent), top: known.map_or(parent, |it| it.top) }
            }
            _ => Above { parent, failed: known.and_then(|it| it.failed), top: at },
        });
    }
    all
}

fn part(at: usize, members: &[Member], above: &[Above], causes: &[usize]) -> Part {
    let cause = |at: usize| causes.get(at).copied().unwrap_or(at);
    let (Some(member), Some(up)) = (members.get(at), above.get(at)) else { return Part::Clear };
    if member.kin == Kin::Duplicate {
        return Part::Refused;
    }
    match verdict(&member.transaction) {
        Verdict::RolledBack => Part::Collateral(up.failed.map(cause)),
        Verdict::Failure => match above.get(up.top).and_then(|top| top.parent) {
            Some(above) if worked(members, above) => Part::Survived,
            _ if cause(at) != at => Part::Because(cause(at)),
            _ if cause(up.top) == at => Part::Blamed,
            _ => Part::Later(cause(up.top)),
        },
        Verdict::Success | Verdict::Unknown => Part::Clear,
    }
}

/// Whether a member failed: neither refused as a duplicate nor rolled back.
fn failed(members: &[Member], at: usize) -> bool {
    let fails =
        |member: &Member| member.kin != Kin::Duplicate && verdict(&member.transaction) == Verdict::Failure;
    members.get(at).is_some_and(fails)
}

/// Whether a member succeeded, even if it was rolled back later.
fn worked(members: &[Member], at: usize) -> bool {
    let works =
        |member: &Member| matches!(verdict(&member.transaction), Verdict::Success | Verdict::RolledBack);
    members.get(at).is_some_and(works)
}

/// Whether a member's failure does not affect its parent: the creation of a schedule does not fail with its execution.
fn stands_alone(members: &[Member], at: usize) -> bool {
    members.get(at).is_some_and(|member| member.kin == Kin::Execution)
}

/// The order in which failures count: by consensus time, those without one last.
fn order(members: &[Member], at: usize) -> (bool, Option<ledger::Timestamp>, usize) {
    let time = members.get(at).and_then(|member| member.transaction.consensus_timestamp.value());
    (time.is_none(), time, at)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::family::Family;
    use crate::family::tests::one;
    use ledger::{Field, RawJson, Transaction, TransactionFamily};

    /// The parts by consensus second.
    fn parts(members: impl IntoIterator<Item = Transaction>) -> (Option<u64>, Vec<(u64, Part)>) {
        let members = members.into_iter().map(Arc::new).collect();
        let family = Family::arrange(&TransactionFamily { members, raw: RawJson::default() });
        let second = |at: usize| {
            let time = family.members.get(at).and_then(|it| it.transaction.consensus_timestamp.value());
            time.map_or(0, |at| at.seconds)
        };
        let parts = (0..family.members.len()).map(|at| (second(at), family.blame.part(at))).collect();
        (family.blame.first.map(second), parts)
    }

    #[test]
    fn the_earliest_failing_child_is_blamed_down_to_where_nothing_failed() {
        let (first, parts) = parts([
            one(10, 0, None, "CONTRACT_REVERT_EXECUTED"),
            one(11, 1, Some(10), "REVERTED_SUCCESS"),
            one(12, 2, Some(10), "CONTRACT_REVERT_EXECUTED"),
            one(13, 3, Some(12), "REVERTED_SUCCESS"),
            one(14, 4, Some(12), "INSUFFICIENT_TOKEN_BALANCE"),
            one(15, 5, Some(10), "INVALID_TOKEN_ID"),
        ]);
        assert_eq!(first, Some(14));
        // The blamed one is the fifth of the tree.
        assert_eq!(
            parts,
            [
                (10, Part::Because(4)),
                (11, Part::Collateral(Some(4))),
                (12, Part::Because(4)),
                (13, Part::Collateral(Some(4))),
                (14, Part::Blamed),
                (15, Part::Later(4)),
            ]
        );
    }

    #[test]
    fn a_failure_that_its_parent_survived_is_not_blamed() {
        let (first, parts) = parts([
            one(10, 0, None, "SUCCESS"),
            one(11, 1, Some(10), "CONTRACT_REVERT_EXECUTED"),
            one(12, 2, Some(11), "INVALID_TOKEN_ID"),
        ]);
        assert_eq!((first, parts[1].1, parts[2].1), (None, Part::Survived, Part::Survived));
    }

    #[test]
    fn a_failure_below_what_was_undone_is_not_the_cause() {
        let (first, parts) = parts([
            one(10, 0, None, "CONTRACT_REVERT_EXECUTED"),
            one(11, 1, Some(10), "REVERTED_SUCCESS"),
            one(12, 2, Some(11), "INVALID_TOKEN_ID"),
        ]);
        assert_eq!((first, parts[0].1, parts[2].1), (Some(10), Part::Blamed, Part::Survived));
        assert_eq!(parts[1].1, Part::Collateral(Some(0)));
    }

    #[test]
    fn an_execution_fails_by_itself() {
        let execution =
            Transaction { scheduled: Field::Known(true), ..one(20, 0, None, "INVALID_SIGNATURE") };
        let below = Transaction { scheduled: Field::Known(true), ..one(21, 1, Some(20), "REVERTED_SUCCESS") };
        let (first, parts) = parts([one(10, 0, None, "SUCCESS"), execution, below]);
        assert_eq!(first, Some(20));
        assert_eq!(
            parts.iter().map(|(_, part)| *part).collect::<Vec<_>>(),
            [Part::Clear, Part::Blamed, Part::Collateral(Some(1))]
        );
    }

    #[test]
    fn duplicates_are_refused_and_orphans_answer_for_themselves() {
        let (first, all) = parts([one(10, 0, None, "SUCCESS"), one(11, 0, None, "DUPLICATE_TRANSACTION")]);
        assert_eq!((first, all[1].1), (None, Part::Refused));
        assert_eq!(parts([one(11, 4, Some(10), "INVALID_TOKEN_ID")]).0, Some(11));
        assert_eq!(parts([one(11, 4, Some(10), "REVERTED_SUCCESS")]).1, [(11, Part::Collateral(None))]);
    }

    proptest::proptest! {
        #[test]
        fn any_family_has_its_blame(
            shape in proptest::collection::vec((0_u64..12, 0_i64..4, proptest::option::of(0_u64..12), 0_usize..4), 0..20),
        ) {
            let results = ["SUCCESS", "REVERTED_SUCCESS", "INVALID_TOKEN_ID", "DUPLICATE_TRANSACTION"];
            let members = shape.into_iter().map(|(at, nonce, parent, result)| one(at, nonce, parent, results[result]));
            let (_, parts) = parts(members);
            for (_, part) in &parts {
                if let Part::Because(at) | Part::Later(at) | Part::Collateral(Some(at)) = part {
                    proptest::prop_assert!(matches!(parts[*at].1, Part::Blamed | Part::Survived | Part::Later(_)), "{:?}", parts);
                }
            }
        }
    }
}
