//! The transactions of one id as a tree of cause and effect. [`super::blame`] finds the one to blame for a
//! failure.

use std::collections::HashMap;
use std::sync::Arc;

use ledger::{Timestamp, Transaction, TransactionFamily, TransactionId};

use super::blame::Blame;
use super::member::{Member, Verdict, is_duplicate, kin, nonce, verdict};

/// The transactions in the order of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// The members; parents precede their children.
    pub members: Vec<Member>,
    /// The blame for failures.
    pub blame: Blame,
}

/// Maximum indentation of a tree, levels; deeper members stay at the last.
const MAX_TREE_DEPTH: usize = 6;

impl Family {
    /// Builds the tree: roots by success and time, children by nonce below their parent.
    pub fn arrange(family: &TransactionFamily) -> Self {
        let mut all = family.members.clone();
        all.sort_by_key(|transaction| rank(transaction));
        let parents = parents(&all);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
        for (at, parent) in parents.iter().enumerate() {
            if let Some(siblings) = parent.and_then(|parent| children.get_mut(parent)) {
                siblings.push(at);
            }
        }
        let mut arranged = Self::default();
        let roots = (0..all.len()).rev().filter(|at| parents.get(*at) == Some(&None));
        let mut open: Vec<(usize, usize, Vec<bool>)> = roots.map(|at| (at, 0, Vec::new())).collect();
        while let Some((at, depth, path)) = open.pop() {
            let Some(transaction) = all.get(at) else { continue };
            for (place, child) in children.get(at).into_iter().flatten().rev().enumerate() {
                let mut path = path.clone();
                if path.len() < MAX_TREE_DEPTH {
                    path.push(place > 0);
                }
                open.push((*child, depth + 1, path));
            }
            let kin = kin(transaction);
            arranged.members.push(Member { transaction: Arc::clone(transaction), depth, path, kin });
        }
        arranged.blame = Blame::find(&arranged.members);
        arranged
    }

    /// The index of the member with this consensus time.
    pub fn index_at(&self, time: Timestamp) -> Option<usize> {
        self.members.iter().position(|member| member.transaction.consensus_timestamp.value() == Some(time))
    }

    /// The outcome of the family: a failure if any member is blamed. `None` without members.
    pub fn verdict(&self) -> Option<Verdict> {
        let first = verdict(&self.members.first()?.transaction);
        Some(if self.blame.first.is_some() { Verdict::Failure } else { first })
    }

    /// The transactions, each with its place among the members.
    pub fn transactions(&self) -> impl Iterator<Item = (usize, &Transaction)> {
        self.members.iter().enumerate().map(|(at, member)| (at, &*member.transaction))
    }

    /// Whether there is a tree to be shown.
    pub fn is_tree(&self) -> bool {
        self.members.len() > 1
    }
}

/// The order among siblings: a refused duplicate last, the execution after the others.
fn rank(transaction: &Transaction) -> (bool, bool, i64, Option<Timestamp>) {
    (
        is_duplicate(transaction),
        transaction.scheduled.value() == Some(true),
        nonce(transaction),
        transaction.consensus_timestamp.value(),
    )
}

/// For each transaction, the one that caused it, if that is among them. No chain leads back to itself.
fn parents(all: &[Arc<Transaction>]) -> Vec<Option<usize>> {
    let causes = Causes::collect(all);
    let mut parents: Vec<Option<usize>> = vec![None; all.len()];
    // For each, an ancestor in its chain; a root is its own.
    let mut above: Vec<usize> = (0..all.len()).collect();
    for (at, transaction) in all.iter().enumerate() {
        let found = causes.parent(transaction).filter(|found| top(&mut above, *found) != at);
        if let (Some(found), Some(parent), Some(above)) = (found, parents.get_mut(at), above.get_mut(at)) {
            (*parent, *above) = (Some(found), found);
        }
    }
    parents
}

/// The root of a chain. Each call shortens the chain.
fn top(above: &mut [usize], mut at: usize) -> usize {
    while let Some(next) = above.get(at).copied().filter(|next| *next != at) {
        let further = above.get(next).copied().unwrap_or(next);
        if let Some(step) = above.get_mut(at) {
            *step = further;
        }
        at = further;
    }
    at
}

/// Those that can have caused others, by what the others name: the first of each time, and of each id the first
/// that was submitted and the first that was executed by a schedule.
struct Causes {
    by_time: HashMap<Timestamp, usize>,
    by_id: HashMap<(Option<TransactionId>, bool), usize>,
}

impl Causes {
    fn collect(all: &[Arc<Transaction>]) -> Self {
        let mut causes = Self { by_time: HashMap::new(), by_id: HashMap::new() };
        for (at, transaction) in all.iter().enumerate() {
            if let Some(time) = transaction.consensus_timestamp.value() {
                causes.by_time.entry(time).or_insert(at);
            }
            if nonce(transaction) == 0 && !is_duplicate(transaction) {
                let scheduled = transaction.scheduled.value().unwrap_or(false);
                causes.by_id.entry((transaction.transaction_id.value(), scheduled)).or_insert(at);
            }
        }
        causes
    }

    /// What caused a transaction: the parent that it names, else what has its id.
    fn parent(&self, transaction: &Transaction) -> Option<usize> {
        if let Some(time) = transaction.parent_consensus_timestamp.value() {
            return self.by_time.get(&time).copied();
        }
        let scheduled = transaction.scheduled.value() == Some(true);
        let head =
            |scheduled: bool| self.by_id.get(&(transaction.transaction_id.value(), scheduled)).copied();
        match (nonce(transaction), scheduled) {
            (1.., _) => head(scheduled),
            (_, true) => head(false),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::member::Kin;
    use ledger::{Field, RawJson, Text};

    /// A member of a family.
    pub(crate) fn one(seconds: u64, nonce: i64, parent: Option<u64>, result: &str) -> Transaction {
        Transaction {
            consensus_timestamp: Field::Known(Timestamp::from_secs(seconds)),
            nonce: Field::Known(nonce),
            parent_consensus_timestamp: parent
                .map_or(Field::Null, |at| Field::Known(Timestamp::from_secs(at))),
            result: Field::Known(Text::from(result)),
            scheduled: Field::Known(false),
            ..Transaction::default()
        }
    }

    fn family(members: impl IntoIterator<Item = Transaction>) -> Family {
        let members = members.into_iter().map(Arc::new).collect();
        Family::arrange(&TransactionFamily { members, raw: RawJson::default() })
    }

    fn shape(family: &Family) -> Vec<(u64, usize, Kin)> {
        let time =
            |member: &Member| member.transaction.consensus_timestamp.value().map_or(0, |at| at.seconds);
        family.members.iter().map(|member| (time(member), member.depth, member.kin)).collect()
    }

    #[test]
    fn children_stand_by_nonce_below_their_parent_and_the_cause_is_the_first_failure() {
        let family = family([
            one(9, 2, Some(10), "REVERTED_SUCCESS"),
            one(10, 0, None, "CONTRACT_REVERT_EXECUTED"),
            one(11, 1, Some(10), "REVERTED_SUCCESS"),
            one(14, 4, Some(12), "INSUFFICIENT_TOKEN_BALANCE"),
            one(12, 3, Some(10), "CONTRACT_REVERT_EXECUTED"),
            one(15, 5, Some(10), "INVALID_TOKEN_ID"),
        ]);
        let shape = shape(&family);
        let child = Kin::Child;
        assert_eq!(
            shape,
            [
                (10, 0, Kin::Submitted),
                (11, 1, child),
                (9, 1, child),
                (12, 1, child),
                (14, 2, child),
                (15, 1, child)
            ]
        );
        assert_eq!(family.blame.first, Some(4));
        assert_eq!(family.members[4].path, [true, false]);
    }

    #[test]
    fn an_execution_hangs_below_the_transaction_that_made_its_schedule() {
        let scheduled = |seconds, nonce, parent| Transaction {
            scheduled: Field::Known(true),
            ..one(seconds, nonce, parent, "SUCCESS")
        };
        let family = family([
            scheduled(20, 0, None),
            scheduled(21, 1, Some(20)),
            one(10, 0, None, "SUCCESS"),
            one(11, 1, None, "SUCCESS"),
        ]);
        assert_eq!(
            shape(&family),
            [(10, 0, Kin::Submitted), (11, 1, Kin::Child), (20, 1, Kin::Execution), (21, 2, Kin::Child)]
        );
        assert_eq!(family.blame.first, None);
    }

    #[test]
    fn the_successful_one_of_duplicates_comes_first_and_none_is_blamed() {
        let family = family([
            one(10, 0, None, "DUPLICATE_TRANSACTION"),
            one(11, 0, None, "SUCCESS"),
            one(12, 0, None, "DUPLICATE_TRANSACTION"),
        ]);
        assert_eq!(
            shape(&family),
            [(11, 0, Kin::Submitted), (10, 0, Kin::Duplicate), (12, 0, Kin::Duplicate)]
        );
        assert_eq!(family.blame.first, None);
    }

    #[test]
    fn a_batch_carries_its_inner_transactions() {
        let family = family([
            one(10, 0, None, "INNER_TRANSACTION_FAILED"),
            one(11, 0, Some(10), "SUCCESS"),
            one(12, 0, Some(10), "INSUFFICIENT_PAYER_BALANCE"),
        ]);
        assert_eq!(shape(&family), [(10, 0, Kin::Submitted), (11, 1, Kin::Inner), (12, 1, Kin::Inner)]);
        assert_eq!(family.blame.first, Some(2));
    }

    #[test]
    fn circles_and_orphans_lose_nobody() {
        let family = family([
            one(10, 1, Some(11), "SUCCESS"),
            one(11, 2, Some(10), "SUCCESS"),
            one(12, 3, Some(12), "SUCCESS"),
            one(13, 4, Some(99), "SUCCESS"),
            Transaction::default(),
        ]);
        assert_eq!(family.members.len(), 5);
    }

    #[test]
    fn a_chain_as_long_as_a_server_may_send_is_arranged_at_once() {
        let chain = (1..=50_000_u64).map(|at| {
            let nonce = i64::try_from(at).unwrap() - 1;
            one(at, nonce, Some(at - 1).filter(|parent| *parent > 0), "INVALID_TOKEN_ID")
        });
        let long = family(chain);
        assert_eq!((long.members.len(), long.members.last().map(|it| it.depth)), (50_000, Some(49_999)));
        assert_eq!(long.blame.first, Some(49_999));
        let round = family((0..50_000_u64).map(|at| one(at, 1, Some((at + 1) % 50_000), "SUCCESS")));
        assert_eq!(
            (round.members.len(), round.members.iter().filter(|it| it.depth == 0).count()),
            (50_000, 1)
        );
        let wide = family((0..50_000).map(|nonce| one(1, nonce, None, "SUCCESS")));
        assert!(wide.members.iter().skip(1).all(|it| it.depth == 1));
    }
}
