//! Schedules automatic retries: after growing waits, or when the server says.

use ledger::Timestamp;

use crate::message::{AnswerSource, Failure, Response};

/// The wait after the first failure, in milliseconds; it doubles with each further one.
const FIRST_WAIT_MILLIS: u64 = 5_000;
/// The longest wait, in milliseconds.
const MAX_WAIT_MILLIS: u64 = 60_000;

/// The server's failure and its time, also if an older answer is shown instead.
pub(super) fn failed(response: &Response) -> Option<(&Failure, Timestamp)> {
    match (&response.outcome, &response.source) {
        (Err(failure), _) => Some((failure, response.at)),
        (Ok(_), AnswerSource::CacheAfter(failure, at)) => Some((failure, *at)),
        (Ok(_), _) => None,
    }
}

/// Time of the retry after this number of consecutive failures; `None` if a retry would not help.
pub(super) fn heals_at(response: &Response, failures: u32) -> Option<Timestamp> {
    let (failure, at) = failed(response)?;
    // Without an address, no server was asked: a retry would not help.
    if !failure.is_of_the_connection() || response.url.is_empty() {
        return None;
    }
    let doubled = failures.saturating_sub(1).min(8);
    let wait = (FIRST_WAIT_MILLIS << doubled).min(MAX_WAIT_MILLIS);
    let own = at.plus_millis(wait);
    match failure {
        Failure::RateLimited { until: Some(until), .. } => Some((*until).max(own)),
        _ => Some(own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{ChainsQuery, Request};
    use ledger::Text;

    const NOW: Timestamp = Timestamp::from_secs(1_795_000_000);

    fn failed(failure: Failure) -> Response {
        let request = Request::new("net", &ChainsQuery);
        let url = "http://127.0.0.1:1/chains".to_owned();
        Response { url, ..Response::here(request, Err(failure), NOW) }
    }

    /// Seconds until it is asked again, after each of ten failures.
    fn waits(failure: &Failure) -> Vec<Option<u128>> {
        let wait = |failures| Some(heals_at(&failed(failure.clone()), failures)?.since(NOW) / 1_000_000_000);
        (1..=6).map(wait).collect()
    }

    #[test]
    fn waits_grow_to_a_minute_or_are_what_the_server_asks_for() {
        let unreachable = Failure::Unreachable { words: Text::from("refused"), sent: false };
        assert_eq!(waits(&unreachable), [5, 10, 20, 40, 60, 60].map(Some));
        assert_eq!(waits(&Failure::TimedOut { after: 20 })[0], Some(5));
        let busy = |until| Failure::RateLimited { until, words: Vec::new(), code: None };
        assert_eq!(waits(&busy(Some(NOW.plus_millis(700_000))))[0], Some(700));
        assert_eq!(waits(&busy(Some(NOW)))[1], Some(10), "a server in a hurry is not hurried");
        assert_eq!(waits(&busy(None))[0], Some(5));
    }

    #[test]
    fn what_would_fail_again_is_not_asked_again() {
        let lasting = Failure::NotFound { words: Vec::new(), code: None };
        assert_eq!(waits(&lasting), [None; 6]);
        let unreachable = Failure::Unreachable { words: Text::from("no verifier"), sent: false };
        let unasked = Response { url: String::new(), ..failed(unreachable) };
        assert_eq!(heals_at(&unasked, 1), None);
    }
}
