//! An HTTP cache of answers: used while fresh, then revalidated by `ETag`.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use api::{Answer, AnyOperation, Polled};
use ledger::Timestamp;
use reqwest::header::{CACHE_CONTROL, HeaderMap};

const MAX_ANSWERS: usize = 64;
/// How many bytes their answers take altogether, as estimated by [`Answer::bytes`].
const MAX_BYTES: usize = 8 << 20;
/// What one answer may take of that.
const MAX_ANSWER_BYTES: usize = MAX_BYTES / 4;
/// Answers fresh for less are revalidated by their tag at once.
const MIN_FRESH: Duration = Duration::from_mins(1);
/// The upper bound of freshness, which overrides the server's headers.
const MAX_FRESH: Duration = Duration::from_hours(1);

/// The answers, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<VecDeque<Entry>>);

#[derive(Clone, Debug)]
struct Entry {
    url: String,
    ask: AnyOperation,
    answer: Answer,
    etag: Option<String>,
    /// How long its body was.
    body_bytes: usize,
    /// The memory used, in bytes.
    bytes: usize,
    /// When it was received or revalidated.
    at: Timestamp,
    fresh: Duration,
}

/// A cache entry's state.
#[derive(Debug)]
pub(super) enum Found {
    /// It is fresh, with the time when it was received, and how long its body was.
    Fresh(Answer, Timestamp, usize),
    /// It is stale: revalidate it by this tag.
    Tagged(String),
    Nothing,
}

/// The caching headers of an answer, and its server.
#[derive(Clone, Debug)]
pub(super) struct Label {
    /// `ETag`.
    pub(super) etag: Option<String>,
    /// For how long it is fresh; `None` if it must not be cached.
    pub(super) fresh: Option<Duration>,
    /// How long the body was.
    pub(super) body_bytes: usize,
}

impl Label {
    /// The freshness of the answer to `ask`, unless the server forbids caching.
    pub(super) fn of(self, ask: &AnyOperation, now: Timestamp) -> Self {
        let fresh = self.fresh.map(|fresh| ask.freshness(fresh, now).min(MAX_FRESH));
        Self { fresh, ..self }
    }
}

impl Kept {
    /// Looks the cached answer up.
    pub(super) fn find(&self, url: &str, ask: &AnyOperation, now: Timestamp) -> Found {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = entries.iter().find(|entry| entry.url == url && entry.ask == *ask) else {
            return Found::Nothing;
        };
        // A clock that was set back says nothing about an age.
        let young = entry.at <= now && now.since(entry.at) < entry.fresh.as_nanos();
        match &entry.etag {
            _ if young && entry.fresh >= MIN_FRESH => {
                Found::Fresh(entry.answer.clone(), entry.at, entry.body_bytes)
            }
            Some(etag) => Found::Tagged(etag.clone()),
            None => Found::Nothing,
        }
    }

    /// Expires the stored answers to matching operations.
    pub(super) fn expire(&self, is_such: impl Fn(&AnyOperation) -> bool) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter_mut().filter(|entry| is_such(&entry.ask)).for_each(|entry| entry.fresh = Duration::ZERO);
    }

    /// Expires the verifiers' records of contracts if this answer shows that a job has ended.
    pub(super) fn heed(&self, answer: &Answer) {
        if matches!(answer, Answer::Job(Polled::Record(record, _)) if record.completed.value() != Some(false))
        {
            self.expire(|ask| matches!(ask, AnyOperation::Verified(_) | AnyOperation::AllChains(_)));
        }
    }

    /// The answer that the server says has not changed, which holds from now on, and how long its body was.
    pub(super) fn unchanged(
        &self,
        url: &str,
        ask: &AnyOperation,
        label: &Label,
        now: Timestamp,
    ) -> Option<(Answer, usize)> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.iter_mut().find(|entry| entry.url == url && entry.ask == *ask)?;
        entry.at = now;
        entry.fresh = label.fresh.unwrap_or_default();
        Some((entry.answer.clone(), entry.body_bytes))
    }

    /// Stores an answer instead of an older one, and evicts the oldest ones above the limit.
    pub(super) fn keep(
        &self,
        (url, ask): (&str, &AnyOperation),
        answer: &Answer,
        label: Label,
        now: Timestamp,
    ) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.url != url || entry.ask != *ask);
        let bytes = answer.bytes(label.body_bytes);
        let Some(fresh) = label.fresh.filter(|_| bytes <= MAX_ANSWER_BYTES) else { return };
        if label.etag.is_none() && fresh < MIN_FRESH {
            return;
        }
        let (url, ask, answer) = (url.to_owned(), ask.clone(), answer.clone());
        let body_bytes = label.body_bytes;
        entries.push_back(Entry { url, ask, answer, etag: label.etag, body_bytes, bytes, at: now, fresh });
        let mut all: usize = entries.iter().map(|entry| entry.bytes).sum();
        while entries.len() > MAX_ANSWERS || all > MAX_BYTES {
            all -= entries.pop_front().map_or(all, |entry| entry.bytes);
        }
    }
}

/// Freshness by the response's headers; `None` if it must not be cached, zero without a header.
pub(super) fn freshness(headers: &HeaderMap) -> Option<Duration> {
    let mut fresh = Duration::ZERO;
    for value in headers.get_all(CACHE_CONTROL) {
        for directive in value.to_str().ok()?.split(',') {
            let directive = directive.trim().to_ascii_lowercase();
            match directive.strip_prefix("max-age=") {
                Some(seconds) => fresh = seconds.parse().map(Duration::from_secs).unwrap_or_default(),
                None if matches!(&*directive, "no-store" | "private") => return None,
                None if directive == "no-cache" => return Some(Duration::ZERO),
                None => {}
            }
        }
    }
    Some(fresh.min(MAX_FRESH))
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use std::sync::Arc;

    use super::*;
    use api::{Operation as _, TokenQuery};
    use ledger::{ContractResult, EntityId, Next, Page, RawJson};

    const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

    fn answer() -> Answer {
        Answer::Token(Arc::default())
    }

    fn label(etag: Option<&str>, seconds: u64, body_bytes: usize) -> Label {
        let fresh = Some(Duration::from_secs(seconds));
        Label { etag: etag.map(str::to_owned), fresh, body_bytes }
    }

    fn asked(num: u64) -> (String, AnyOperation) {
        (format!("/{num}"), TokenQuery(EntityId::from_num(num)).any())
    }

    #[test]
    fn headers_say_for_how_long() {
        let of = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(CACHE_CONTROL, HeaderValue::from_static(text));
            freshness(&headers).map(|fresh| fresh.as_secs())
        };
        assert_eq!(of("public, max-age=600"), Some(600));
        assert_eq!(of("Max-Age=99999999999"), Some(3600));
        assert_eq!(of("max-age=99999999999999999999999"), Some(0));
        assert_eq!((of("no-cache, max-age=9"), of("max-age=600, no-store")), (Some(0), None));
        assert_eq!(freshness(&HeaderMap::new()), Some(Duration::ZERO));
    }

    #[test]
    fn what_holds_for_long_is_taken_as_it_is_and_the_rest_is_asked_for_by_its_tag() {
        let kept = Kept::default();
        let ((long, long_ask), (short, short_ask)) = (asked(1), asked(2));
        kept.keep((&long, &long_ask), &answer(), label(Some("a"), 600, 9), NOW);
        kept.keep((&short, &short_ask), &answer(), label(Some("b"), 10, 9), NOW);
        assert!(matches!(kept.find(&long, &long_ask, NOW.plus_millis(599_999)), Found::Fresh(_, NOW, _)));
        let years = 30 * 365 * 86_400;
        for now in [
            NOW.plus_millis(600_000),
            NOW.plus_millis(years * 1_000),
            NOW.minus_seconds(1),
            NOW.minus_seconds(years),
        ] {
            assert!(matches!(kept.find(&long, &long_ask, now), Found::Tagged(tag) if tag == "a"));
        }
        assert!(matches!(kept.find(&short, &short_ask, NOW), Found::Tagged(tag) if tag == "b"));
        assert!(matches!(kept.find(&short, &long_ask, NOW), Found::Nothing));
        let later = NOW.plus_millis(700_000);
        assert!(kept.unchanged(&long, &long_ask, &label(None, 600, 0), later).is_some());
        assert!(matches!(kept.find(&long, &long_ask, later), Found::Fresh(_, at, _) if at == later));
    }

    #[test]
    fn what_is_kept_has_a_bound_in_number_and_in_bytes() {
        let kept = Kept::default();
        let find = |num| {
            let (url, ask) = asked(num);
            !matches!(kept.find(&url, &ask, NOW), Found::Nothing)
        };
        for num in 0..100 {
            let (url, ask) = asked(num);
            kept.keep((&url, &ask), &answer(), label(Some("a"), 1, 9), NOW);
        }
        assert_eq!((0..100).filter(|num| find(*num)).count(), MAX_ANSWERS);
        for num in 100..105 {
            let (url, ask) = asked(num);
            kept.keep((&url, &ask), &answer(), label(Some("a"), 1, MAX_ANSWER_BYTES / 3), NOW);
        }
        assert_eq!((0..105).filter(|num| find(*num)).count(), 4);
        let (url, ask) = asked(200);
        kept.keep((&url, &ask), &answer(), label(Some("a"), 1, MAX_ANSWER_BYTES), NOW);
        assert!(!find(200), "too long to be kept");
    }

    #[test]
    fn rows_count_by_what_they_take_and_not_by_their_text() {
        let kept = Kept::default();
        let page = |rows: usize| {
            let rows = (0..rows).map(|_| Arc::<ContractResult>::default()).collect();
            Answer::Results(Page::new(rows, Next::End, &RawJson::default()))
        };
        let fitting = MAX_ANSWER_BYTES / (size_of::<ContractResult>() + size_of::<usize>());
        for (num, rows, fits) in [(1, fitting, true), (2, fitting + 1, false)] {
            let (url, ask) = asked(num);
            kept.keep((&url, &ask), &page(rows), label(Some("a"), 1, 0), NOW);
            assert_eq!(!matches!(kept.find(&url, &ask, NOW), Found::Nothing), fits, "{rows} rows");
        }
    }
}
