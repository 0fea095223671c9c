//! The ledger of the embedded network: contracts, results, transactions and schedules, each generated on request.

pub(crate) mod abi;
pub(crate) mod accounts;
pub(crate) mod blocks;
pub(crate) mod chance;
pub(crate) mod contracts;
pub(crate) mod execution;
pub(crate) mod hash;
pub(crate) mod kinds;
pub(crate) mod machine;
pub(crate) mod protobuf;
pub(crate) mod rates;
pub(crate) mod records;
pub(crate) mod results;
pub(crate) mod schedules;
pub(crate) mod storage;
pub(crate) mod tokens;
pub(crate) mod trace;
pub(crate) mod transactions;

/// An entity's id as text, in shard 0 and realm 0.
pub(crate) fn id(num: u64) -> String {
    format!("0.0.{num}")
}
