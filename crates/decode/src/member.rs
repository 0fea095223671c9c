//! A transaction within a family: its place in the tree, its role, and its outcome.

use std::sync::Arc;

use ledger::Transaction;

/// A transaction and its place in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The mirror node's record.
    pub transaction: Arc<Transaction>,
    /// Its depth in the tree.
    pub depth: usize,
    /// For each step down from the root, whether more siblings follow there; of a deeper one, the last steps are left out.
    pub path: Vec<bool>,
    /// The role in the family.
    pub kin: Kin,
}

/// The role of a transaction in its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kin {
    /// It was submitted by a user.
    Submitted,
    /// The same transaction, submitted once more.
    Duplicate,
    /// Another transaction caused it.
    Child,
    /// A schedule executed it.
    Execution,
    /// An atomic batch carried it.
    Inner,
}

/// The outcome that `result` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `SUCCESS`, or a code that reports success of another kind.
    Success,
    /// Succeeded, but was rolled back with its parent.
    RolledBack,
    /// Any other known code.
    Failure,
    /// The server has no name for the code, or sent none.
    Unknown,
}

/// The outcome of a transaction.
pub fn verdict(transaction: &Transaction) -> Verdict {
    match transaction.succeeded() {
        Some(true) => Verdict::Success,
        Some(false) if has_result(transaction, "REVERTED_SUCCESS") => Verdict::RolledBack,
        Some(false) if !has_result(transaction, "UNKNOWN") => Verdict::Failure,
        _ => Verdict::Unknown,
    }
}

/// A transaction's role in its family, derived from its own record.
pub(super) fn kin(transaction: &Transaction) -> Kin {
    if is_duplicate(transaction) {
        Kin::Duplicate
    } else if nonce(transaction) > 0 {
        Kin::Child
    } else if transaction.scheduled.value() == Some(true) {
        Kin::Execution
    } else if transaction.parent_consensus_timestamp.known().is_some() {
        Kin::Inner
    } else {
        Kin::Submitted
    }
}

pub(super) fn nonce(transaction: &Transaction) -> i64 {
    transaction.nonce.value().unwrap_or(0)
}

pub(super) fn is_duplicate(transaction: &Transaction) -> bool {
    has_result(transaction, "DUPLICATE_TRANSACTION")
}

fn has_result(transaction: &Transaction, name: &str) -> bool {
    transaction.result.known().is_some_and(|result| result.is(name))
}
