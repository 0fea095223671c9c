//! Answers from a recording instead of a server: the same method, path, query and question of the same kind of server. What was
//! answered several times is answered in that order, and then as it was answered last.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use api::{
    Answered, Api, Failure, Request,
    recording::{Recorded, Recording},
};
use ledger::{Text, Timestamp};
use reqwest::Url;

use super::attempt::{Asking, Received, Stopped};
use super::call::Call;
use super::clock;

/// The time between what was asked and what was recorded that is overlooked, in seconds: a bound that means "now".
const MAX_DRIFT_SECONDS: u64 = 3_600;

/// The exchanges of a recording, and which of them come next.
#[derive(Debug, Default)]
pub struct Replay {
    exchanges: Vec<Recorded>,
    /// Those with the same key, in their order.
    by_key: HashMap<Key, Vec<usize>>,
    /// Those that differ in their times alone.
    by_shape: HashMap<Key, Vec<usize>>,
    /// How far its clock is behind this machine's, in seconds.
    back: u64,
    /// How often each was given.
    given: Mutex<HashMap<Key, usize>>,
}

/// Network, kind of server, whether it is a POST, the path, and what a POST asks. Without a network it was recorded without
/// one.
type Key = (Option<String>, Api, bool, String, Option<String>);

impl Replay {
    /// A replay from its beginning.
    pub fn new(recording: &Recording) -> Self {
        // A 304 says that what was answered before holds: that is given again.
        let exchanges: Vec<Recorded> =
            recording.exchanges.iter().filter(|recorded| recorded.status != 304).cloned().collect();
        let mut replay = Self::default();
        for (at, recorded) in exchanges.iter().enumerate() {
            let key = |path: String| {
                let (network, asked) = (recorded.network.clone(), recorded.asked.clone());
                (network, recorded.api(), recorded.method == "POST", path, asked)
            };
            replay.by_key.entry(key(recorded.path.clone())).or_default().push(at);
            replay.by_shape.entry(key(shape(&recorded.path).0)).or_default().push(at);
        }
        Self { exchanges, ..replay }
    }

    /// Sets the recording's clock back by so many seconds. No answer arrives later than that clock says: a poller would
    /// otherwise ask again at once, for the rest of the recording.
    #[must_use]
    pub fn with_clock_back(self, seconds: u64) -> Self {
        Self { back: seconds, ..self }
    }

    /// What was answered to this.
    pub(super) fn answer(
        &self,
        Asking { request, call, guard, .. }: &Asking<'_>,
    ) -> Result<Received, Stopped> {
        let Some(recorded) = self.find(request, call) else { return Err(Failure::NotRecorded.into()) };
        let body = guard.body(recorded.body.clone());
        let told = |(name, value): (&String, &String)| (name.clone(), Text::new(value.clone()));
        let headers: Vec<(String, Text)> = recorded.headers.iter().map(told).collect();
        let (status, at) = (recorded.status, recorded.at.as_deref().and_then(Timestamp::parse));
        let at = at.map(|at| at.min(clock::now().minus_seconds(self.back)));
        if call.reads(status) {
            return Ok(Received { status, etag: None, fresh: None, headers, body, at, is_recorded: true });
        }
        let (failure, bytes) = (call.failure(status, &body, None), body.raw().len());
        let answered = Answered { status, headers, bytes, body: Some(body), until: None, is_recorded: true };
        Err(Stopped { failure, wait: None, answered: Some(Box::new(answered)) })
    }

    fn find(&self, request: &Request, call: &Call) -> Option<&Recorded> {
        let path = path(&call.url);
        let (api, is_post) = (request.ask.api(), call.body.is_some());
        [Some(request.network.clone()), None].into_iter().find_map(|network| {
            let key = (network, api, is_post, path.clone(), call.asked());
            let at = match self.by_key.get(&key) {
                Some(all) => self.next(key, all),
                None if self.is_further_page(&path) => None,
                None => self.nearest(&(key.0, key.1, key.2, shape(&path).0, key.4), &path),
            };
            self.exchanges.get(at?)
        })
    }

    /// The one of these that comes next.
    fn next(&self, key: Key, all: &[usize]) -> Option<usize> {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let count = given.entry(key).or_default();
        let at = all.get(*count).or(all.last()).copied();
        *count = count.saturating_add(1);
        at
    }

    /// Whether a page that was recorded leads on to this: what is nearest to it in time is another page of the list.
    fn is_further_page(&self, path: &str) -> bool {
        self.exchanges.iter().any(|recorded| recorded.body.contains(path))
    }

    /// The recorded request that differs in its times only, with the smallest difference.
    fn nearest(&self, shaped: &Key, path: &str) -> Option<usize> {
        let (_, times) = shape(path);
        let drift = |at: &usize| -> Option<(u64, usize)> {
            let (_, recorded) = shape(&self.exchanges.get(*at)?.path);
            let drifts = times.iter().zip(&recorded).map(|(one, other)| one.abs_diff(*other));
            drifts.max().map(|drift| (drift, *at))
        };
        let (drift, at) = self.by_shape.get(shaped)?.iter().filter_map(drift).min()?;
        (drift <= MAX_DRIFT_SECONDS).then_some(at)
    }
}

/// The path with its query.
fn path(url: &Url) -> String {
    match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    }
}

/// A path without the times of its conditions, and these, in seconds.
fn shape(path: &str) -> (String, Vec<u64>) {
    let Some((before, query)) = path.split_once('?') else { return (path.to_owned(), Vec::new()) };
    let mut times = Vec::new();
    let shaped = |pair: &str| {
        let Some(value) = pair.strip_prefix("timestamp=") else { return pair.to_owned() };
        let value = value.replace("%3A", ":");
        let (op, time) = value.rsplit_once(':').unwrap_or(("", &value));
        times.extend(Timestamp::parse(time).map(|time| time.seconds));
        format!("timestamp={op}")
    };
    let pairs: Vec<String> = query.split('&').map(shaped).collect();
    (format!("{before}?{}", pairs.join("&")), times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_from_the_rest_of_a_path() {
        let (shaped, times) =
            shape("/a?timestamp=gte:1791000000.000000001&timestamp=lt%3A1792000000&limit=2");
        assert_eq!(shaped, "/a?timestamp=gte&timestamp=lt&limit=2");
        assert_eq!(times, [1_791_000_000, 1_792_000_000]);
    }
}
