//! Which answers are stored on disk, and when they are taken from there.

use ledger::{RawJson, Timestamp};

use crate::client::call::Call;
use crate::client::connections::is_local;
use crate::client::kept::Label;
use crate::message::operation::{Lasts, Reuse};
use crate::message::{Answer, AnyOperation};

/// The length from which a body is stored on disk rather than in memory, to be sent once only, bytes.
const LONG_BYTES: usize = 1 << 20;

/// Whether the stored answer to this call can replace the server's; `None` if none is stored.
pub(super) fn reuse(operation: &AnyOperation, call: &Call) -> Option<Reuse> {
    match operation.reuse() {
        Reuse::Never => None,
        // A network on this machine may restart with the same ids, hashes and times.
        Reuse::AtOnce if is_local(&call.url) => Some(Reuse::Offline),
        reuse => Some(reuse),
    }
}

/// Whether an answer, which is whole, is stored on disk.
pub(super) fn is_stored(
    operation: &AnyOperation,
    answer: &Answer,
    body: &RawJson,
    label: &Label,
    now: Timestamp,
) -> bool {
    let is_long = body.raw().len() > LONG_BYTES;
    operation.lasts(answer, now) != Lasts::No || is_long && label.etag.is_some() && label.fresh.is_some()
}
