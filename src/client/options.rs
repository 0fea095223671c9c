//! Timeouts and limits of the client.

use std::sync::Arc;
use std::time::Duration;

use super::replay::Replay;
use super::telling::Listeners;
use crate::message::AnswerCache;
use crate::message::exchange::MAX_AT_ONCE;

/// Limits of time, size and number. The defaults suit public servers; tests shorten them.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long a connection may take to open.
    pub connect: Duration,
    /// How long a GET may take as a whole, one attempt.
    pub read: Duration,
    /// How long a POST may take as a whole: the server asks a block explorer meanwhile.
    pub submit: Duration,
    /// How often a GET is made at most, the first time included.
    pub attempts: usize,
    /// The wait before the second attempt; it doubles from there.
    pub first_wait: Duration,
    /// The longest wait that the client chooses.
    pub longest_wait: Duration,
    /// The longest wait that a server may ask for (`Retry-After`) without the request being given up.
    pub longest_asked_wait: Duration,
    /// The longest body that is read, bytes after decompression.
    pub longest_body: usize,
    /// How many requests each API is asked at once.
    pub at_once: usize,
    /// Who hears of all that is sent.
    pub listeners: Listeners,
    /// What keeps answers on disk that cannot change any more.
    pub cache: Option<Arc<dyn AnswerCache>>,
    /// What answers instead of servers, none of which is asked then.
    pub replay: Option<Arc<Replay>>,
}

/// The slowest line that a whole upload must get through, bytes in a second: half a megabit.
const MIN_BYTES_PER_SECOND: u64 = 64 << 10;

impl Options {
    /// How long a POST with so large a body may take: sources take their time on a slow line.
    pub(super) fn to_submit(&self, bytes: usize) -> Duration {
        let seconds = u64::try_from(bytes).unwrap_or(u64::MAX) / MIN_BYTES_PER_SECOND;
        self.submit.saturating_add(Duration::from_secs(seconds))
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            read: Duration::from_secs(20),
            submit: Duration::from_secs(65),
            attempts: 4,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(8),
            longest_asked_wait: Duration::from_mins(1),
            longest_body: 32 << 20,
            at_once: MAX_AT_ONCE,
            listeners: Listeners::default(),
            cache: None,
            replay: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_body_may_take_longer() {
        let options = Options::default();
        assert_eq!(options.to_submit(200), options.submit);
        assert_eq!(options.to_submit(30 << 20), options.submit + Duration::from_mins(8));
    }
}
