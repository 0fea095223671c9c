//! Retries a GET after a transient failure, with growing waits or the wait that the server asks for.

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable as _};
use ledger::Timestamp;

use super::clock;
use super::options::Options;
use super::received::{Received, Stopped};
use crate::message::{Failure, OperationRequest, Retrying};

/// Repeats `attempt` until it succeeds, fails permanently, or reaches the retry limit.
pub(super) async fn with_retries<F: Future<Output = Result<Received, Stopped>>>(
    attempt: impl FnMut() -> F,
    request: &OperationRequest,
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
    request: &OperationRequest,
    failure: &Failure,
    attempt: usize,
    options: &Options,
    at: Timestamp,
) -> Retrying {
    Retrying { request: request.into(), failure: failure.clone(), attempt, of: options.attempts, at }
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
}
