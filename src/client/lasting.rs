//! Which answers are kept on disk, because they cannot change any more or are long, and when they are taken from there.

use crate::client::call::Call;
use crate::client::connections::is_local;
use crate::client::kept::{Label, is_kept};
use crate::ledger::query::BlockQuery;
use crate::ledger::{RawJson, Timestamp};
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
        Some(match ask {
            Ask::Result(_) | Ask::Execution(_) | Ask::Block(BlockQuery::Hash(_)) => Self::AtOnce,
            // A network on this machine may begin anew, and give the same name to something else.
            Ask::Schedule(_) | Ask::Block(BlockQuery::Number(_)) | Ask::Verified(..) => {
                if is_local(&call.url) { Self::Offline } else { Self::AtOnce }
            }
            // The code of a contract, what happened of a transaction, and the calls of a result.
            Ask::Contract(_)
            | Ask::Transaction(_)
            | Ask::TransactionAt(_)
            | Ask::TransactionOf(_)
            | Ask::Actions(..) => Self::Offline,
            _ if is_kept(ask) => Self::Unchanged,
            _ => return None,
        })
    }
}

/// Whether an answer, which is whole, is kept on disk.
pub(super) fn is_kept_on_disk(answer: &Answer, body: &RawJson, label: &Label, now: Timestamp) -> bool {
    let is_long = body.raw().len() > LONG_BYTES;
    lasts(answer, now) || is_long && label.etag.is_some() && label.fresh.is_some()
}

/// Whether what an answer, which is whole, is worth keeping for cannot change any more.
fn lasts(answer: &Answer, now: Timestamp) -> bool {
    let is_settled = |at: Option<Timestamp>| at.is_some_and(|at| now.is_past(at, SETTLING_MILLIS));
    match answer {
        Answer::Result(found) => !found.partial && is_settled(found.result.timestamp.value()),
        Answer::Schedule(schedule) => is_settled(schedule.executed_timestamp.value()),
        Answer::Block(block) => is_settled(block.timestamp.known().and_then(|validity| validity.to.value())),
        Answer::Verified(verified) => verified.grade() == Grade::Exact,
        Answer::Contract(_) | Answer::Transaction(_) | Answer::Actions(_) => true,
        _ => false,
    }
}
