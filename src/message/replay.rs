//! The question for a replay of a result.

use crate::ledger::query::ExecutionQuery;
use crate::ledger::{ContractRef, Timestamp};

/// Which result is executed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplayQuery {
    pub of: ResultName,
}

/// How a result is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultName {
    /// By its contract and its consensus time.
    At(ContractRef, Timestamp),
    /// By its transaction or its hash.
    Of(ExecutionQuery),
}
