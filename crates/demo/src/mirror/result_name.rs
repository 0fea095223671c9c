//! Names that identify one result: the id of its transaction, or a hash of 32 bytes.

use std::sync::Arc;

use ledger::TransactionId;
use ledger::hex::HexBytes;

use super::Asked;
use super::answer::Refusal;
use super::query::Known;
use super::transactions::NO_ID;
use crate::simulation::execution::Execution;
use crate::simulation::results::{by_hash, child, find};

/// Selects one of the results of an id; ignored with a hash.
pub(super) const NONCE: Known = ("nonce", |value| {
    value.strip_prefix("eq:").unwrap_or(value).parse::<i32>().is_ok_and(|nonce| nonce >= 0)
});

/// The name of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultName {
    Id(TransactionId),
    Hash([u8; 32]),
}

impl ResultName {
    /// Reads the last part of a path.
    /// Errors: 400 for anything else, among it a hash of 48 bytes and an id with `@`.
    pub(super) fn parse(name: &str) -> Result<Self, Refusal> {
        let digits = name.strip_prefix("0x").unwrap_or(name);
        let hash = (digits.len() == 64).then(|| HexBytes::parse(digits)).flatten();
        if let Some(hash) = hash.and_then(|hash| hash.bytes().try_into().ok()) {
            return Ok(Self::Hash(hash));
        }
        let id = TransactionId::parse(name).filter(|_| !name.contains('@'));
        id.map(Self::Id).ok_or_else(|| Refusal::Invalid(vec![NO_ID.to_owned()]))
    }

    /// The result, if its time has come. Among several of one id, a success is preferred.
    pub(super) fn find(self, asked: &Asked<'_>) -> Option<Arc<Execution>> {
        match self {
            Self::Hash(hash) => by_hash::find(&hash, asked.now),
            Self::Id(id) => {
                let nonce =
                    asked.query.last("nonce").and_then(|nonce| nonce.parse::<u32>().ok()).unwrap_or(0);
                let mut all = find::by_transaction(id, asked.now);
                all.sort_by_key(|it| (it.call.failure.is_some(), std::cmp::Reverse(it.at)));
                let parent = all.into_iter().next()?;
                if nonce == 0 { Some(parent) } else { child::child_of(&parent, nonce).map(Arc::new) }
            }
        }
    }
}
