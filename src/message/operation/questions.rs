//! Questions with their own type, where the key alone does not determine the operation.

use std::sync::Arc;

use ledger::{ContractResult, EntityId, ExecutionRef, HexBytes, Timestamp};

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScheduleQuery(pub EntityId);

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenQuery(pub EntityId);

/// The transaction with this consensus time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionAt(pub Timestamp);

/// The transactions of the family with this hash of 48 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionOf(pub HexBytes);

/// The server's opcode trace of a result, without stack, memory and storage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpcodesQuery(pub ExecutionRef);

/// The state before a result, with code and storage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PrestateQuery(pub ExecutionRef);

/// The chains that the verifier knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainsQuery;

/// A result as the server returned it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundResult {
    pub result: Arc<ContractResult>,
    /// Whether the server still lacks parts of it (HTTP 206).
    pub partial: bool,
}
