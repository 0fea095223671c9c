//! Retries a GET after a transient failure, with growing waits or the wait that the server asks for in `Retry-After`.

use std::time::Duration;

use api::{Failure, Request, Retrying};
use backon::{ExponentialBuilder, Retryable as _};
use jiff::fmt::rfc2822;
use ledger::Timestamp;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

use super::attempt::{Received, Stopped};
use super::clock;
use super::options::Options;

/// Repeats `attempt` until it succeeds, fails permanently, or reaches the retry limit.
pub(super) async fn with_retries<F: Future<Output = Result<Received, Stopped>>>(
    attempt: impl FnMut() -> F,
    request: &Request,
    options: &Options,
    progress: &impl Fn(Retrying),
) -> Result<Received, Stopped> {
    let waits = ExponentialBuilder::default()
        .with_jitter()
        .with_min_delay(options.first_wait)
        .with_max_delay(options.longest_wait)
        .with_max_times(options.attempts.saturating_sub(1));
    let mut made = 1;
    attempt
        .retry(waits)
        .when(|stopped: &Stopped| stopped.failure.is_passing())
        .adjust(|stopped: &Stopped, wait| next_wait(stopped.wait, wait, options.longest_asked_wait))
        .notify(|stopped: &Stopped, wait| {
            made += 1;
            let at = clock::now().plus_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
            progress(next_try(request, &stopped.failure, made, options, at));
        })
        .await
}

/// The news that this attempt will be made at a time, and why not sooner.
pub(super) fn next_try(
    request: &Request,
    failure: &Failure,
    attempt: usize,
    options: &Options,
    at: Timestamp,
) -> Retrying {
    Retrying { request: request.clone(), failure: failure.clone(), attempt, of: options.attempts, at }
}

/// The least wait, if the client's own is not shorter: a server that asks for none is not to be hurried.
const MIN_WAIT: Duration = Duration::from_secs(1);

/// The wait before the next attempt: what the server asks for, and not much less than the client's own; none if it
/// is too long, or if all attempts are made.
fn next_wait(asked: Option<Duration>, own: Option<Duration>, longest: Duration) -> Option<Duration> {
    match (asked, own) {
        (Some(asked), _) if asked > longest => None,
        (Some(asked), Some(own)) => Some(asked.max(own.min(MIN_WAIT))),
        (_, own) => own,
    }
}

/// Longest wait that is accepted: more is a mistake, or malicious.
const MAX_WAIT: Duration = Duration::from_hours(24);

/// The wait that the server requests, if it does: a day at most.
///
/// A date is relative to the server's own `Date`, because the local clock may be wrong; without that header it is
/// relative to `now`.
pub(super) fn parse_retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let asked = text(RETRY_AFTER).filter(|asked| !asked.is_empty())?;
    if asked.bytes().all(|b| b.is_ascii_digit()) {
        // What does not fit is far beyond the bound.
        return Some(asked.parse().map_or(MAX_WAIT, Duration::from_secs).min(MAX_WAIT));
    }
    let now = text(DATE).and_then(date).unwrap_or(now.seconds);
    date(asked).map(|until| Duration::from_secs(until.saturating_sub(now)).min(MAX_WAIT))
}

/// The seconds since 1970 of an HTTP date.
fn date(text: &str) -> Option<u64> {
    let time = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    u64::try_from(time.as_second()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_decides_how_long_and_the_client_how_often() {
        let of = |asked: Option<u64>, own: Option<u64>| {
            let wait = next_wait(
                asked.map(Duration::from_secs),
                own.map(Duration::from_secs),
                Duration::from_mins(1),
            );
            wait.map(|wait| wait.as_secs())
        };
        assert_eq!(of(None, Some(1)), Some(1));
        assert_eq!(of(Some(60), Some(1)), Some(60));
        assert_eq!(of(Some(0), Some(8)), Some(1));
        assert_eq!(of(Some(61), Some(1)), None);
        assert_eq!(of(Some(1), None), None);
    }

    fn wait(asked: &str, server: Option<&str>) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, asked.parse().unwrap());
        headers.extend(server.map(|date| (DATE, date.parse().unwrap())));
        parse_retry_after(&headers, Timestamp::from_secs(1_795_225_552)).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_and_dates() {
        assert_eq!(wait("0", None), Some(0));
        assert_eq!(wait(" 7 ", None), Some(7));
        assert_eq!(wait("Sat, 21 Nov 2026 01:46:02 GMT", None), Some(10));
        assert_eq!(wait("Sat, 21 Nov 2026 01:46:02 GMT", Some("Sat, 21 Nov 2026 01:46:00 GMT")), Some(2));
        assert_eq!(wait("Sat, 21 Nov 2020 01:46:02 GMT", None), Some(0));
    }

    #[test]
    fn no_wait_is_longer_than_a_day() {
        let huge = ["86401", "18446744073709551615", "18446744073709551616", "99999999999999999999999999"];
        for text in huge.into_iter().chain(["Wed, 29 Dec 9999 23:59:59 GMT"]) {
            assert_eq!(wait(text, None), Some(86_400), "{text}");
        }
    }

    #[test]
    fn anything_else_asks_for_nothing() {
        for text in ["", "soon", "-1", "1.5", "Sat, 99 Nov 2026 01:46:02 GMT"] {
            assert_eq!(wait(text, None), None, "{text}");
        }
        assert_eq!(parse_retry_after(&HeaderMap::new(), Timestamp::from_secs(0)), None);
    }
}
