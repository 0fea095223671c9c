//! Timeouts and limits of the client.

use std::sync::Arc;
use std::time::Duration;

use api::{AnswerCache, AnswerWait, MAX_AT_ONCE};

use super::news::Listeners;
use super::replay::Replay;

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
    /// The longest wait (`Retry-After`) that a server may request before the client fails the request.
    pub longest_asked_wait: Duration,
    /// The longest body that is read, bytes after decompression.
    pub longest_body: usize,
    /// The maximum number of concurrent requests per API.
    pub at_once: usize,
    /// The listeners to all requests.
    pub listeners: Listeners,
    /// What keeps answers on disk that cannot change any more.
    pub cache: Option<Arc<dyn AnswerCache>>,
    /// The recording that answers instead of the servers.
    pub replay: Option<Arc<Replay>>,
}

/// The slowest line that a whole upload must get through, bytes in a second: half a megabit.
const MIN_BYTES_PER_SECOND: u64 = 64 << 10;

impl Options {
    /// How long a GET may take, or a POST with a body of so many bytes: sources take their time on a slow line. What a
    /// network's profile says of it goes first.
    pub(super) fn limit(&self, body: Option<usize>, wanted: AnswerWait) -> Duration {
        let or =
            |seconds: Option<u32>, own| seconds.map_or(own, |seconds| Duration::from_secs(seconds.into()));
        let Some(bytes) = body else { return or(wanted.answer, self.read) };
        let seconds = u64::try_from(bytes).unwrap_or(u64::MAX) / MIN_BYTES_PER_SECOND;
        or(wanted.submission, self.submit).saturating_add(Duration::from_secs(seconds))
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
    fn a_large_body_may_take_longer_and_a_profile_says_how_long_the_rest_may() {
        let (options, own) = (Options::default(), AnswerWait::default());
        let wanted = AnswerWait { answer: Some(2), submission: Some(3) };
        let limits = |body| [own, wanted].map(|wanted| options.limit(body, wanted));
        assert_eq!(limits(None), [options.read, Duration::from_secs(2)]);
        assert_eq!(limits(Some(200)), [options.submit, Duration::from_secs(3)]);
        let more = Duration::from_mins(8);
        assert_eq!(limits(Some(30 << 20)), [options.submit + more, Duration::from_secs(3) + more]);
    }
}
