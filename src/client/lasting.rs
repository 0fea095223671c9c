//! Which answers are kept on disk, because they cannot change any more or are long, and when they are taken from there.

use crate::client::call::Call;
use crate::client::connections::is_local;
use crate::client::kept::{Label, is_kept};
use crate::ledger::query::BlockQuery;
use crate::ledger::{RawJson, Success, Timestamp};
use crate::message::{Answer, Ask};
use crate::verification::Grade;

/// How long after its time a result may still gain fields, in milliseconds.
const SETTLING_MILLIS: u64 = 60_000;
/// How long a body is, in bytes, that is kept on disk rather than in memory to be sent once only.
const LONG_BYTES: usize = 1 << 20;

/// When the kept answer to a question is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// At once: there is no other answer.
    AtOnce,
    /// When the server cannot be asked. What the answer is worth keeping for cannot change, but more belongs to it.
    Offline,
    /// When the server says that it has not changed.
    Unchanged,
}

impl Taken {
    /// When the kept answer to this call is taken, if it is kept at all.
    pub(super) fn of(ask: &Ask, call: &Call) -> Option<Self> {
        let taken = match ask {
            // Consensus gives a time to one transaction only.
            Ask::Result(_)
            // The hash is computed from the block.
            | Ask::Block(BlockQuery::Hash(_))
            // A failed transaction can be sent again with the same id or hash; `is_final` admits successes only.
            | Ask::Execution(_)
            // A verifier stores an exact match for good, and no match is better.
            | Ask::Verified(..) => Self::AtOnce,
            // A test network that is reset counts ids and heights from the beginning again.
            Ask::Schedule(_) | Ask::Block(BlockQuery::Number(_))
            // The code is immutable; expiry, keys and balance of the same record are not.
            | Ask::Contract(_)
            // A family gains children, a scheduled execution, and later tries of the same id or hash.
            | Ask::Transaction(_) | Ask::TransactionAt(_) | Ask::TransactionOf(_)
            // Calls are named by id or hash: a later try replaces them.
            | Ask::Actions(..) => Self::Offline,
            // Anything else may change at any time: the server decides.
            _ if is_kept(ask) => return Some(Self::Unchanged),
            _ => return None,
        };
        // A network on this machine may restart with the same ids, hashes and times.
        Some(if is_local(&call.url) { Self::Offline } else { taken })
    }
}

/// Whether an answer, which is whole, is kept on disk.
pub(super) fn is_kept_on_disk(answer: &Answer, body: &RawJson, label: &Label, now: Timestamp) -> bool {
    let is_long = body.raw().len() > LONG_BYTES;
    lasts(answer, now) || is_long && label.etag.is_some() && label.fresh.is_some()
}

/// Whether a stored answer stays the server's answer. The cache may have some that an earlier version stored.
pub(super) fn is_final(ask: &Ask, answer: &Answer) -> bool {
    match (ask, answer) {
        (Ask::Execution(_), Answer::Result(found)) => found.result.success() == Success::Yes,
        _ => true,
    }
}

/// Whether what an answer, which is whole, is worth keeping for cannot change any more.
fn lasts(answer: &Answer, now: Timestamp) -> bool {
    let is_settled = |at: Option<Timestamp>| at.is_some_and(|at| now.is_past(at, SETTLING_MILLIS));
    match answer {
        // A server imports a record in pieces, within seconds.
        Answer::Result(found) => !found.partial && is_settled(found.result.timestamp.value()),
        // An executed schedule can be neither signed nor deleted.
        Answer::Schedule(schedule) => is_settled(schedule.executed_timestamp.value()),
        // A block is immutable once its last transaction has a time.
        Answer::Block(block) => is_settled(block.timestamp.known().and_then(|validity| validity.to.value())),
        // An exact match replaces a partial one.
        Answer::Verified(verified) => verified.grade() == Grade::Exact,
        // Used only while the server cannot be reached, and shown with their age.
        Answer::Contract(_) | Answer::Transaction(_) | Answer::Actions(_) => true,
        _ => false,
    }
}
