//! One request: its answer is taken from the cache, in memory or on disk, or from the server and then cached.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use api::{
    Answer, AnswerCache, AnswerSource, AnyOperation, CachedBody, CachedHead, Failure, Lasts, Priority,
    Repeats, Request, Response, Retrying, Reuse,
};
use ledger::{RawJson, Timestamp};

use super::attempt::{Asking, Received, Stopped};
use super::call::Call;
use super::kept::Found;
use super::{Client, Rank, answer, clock, retry};
use crate::connections::is_local;
use crate::kept::Label;

/// Called before each wait for another attempt.
pub(super) type Progress<'a> = &'a mut (dyn FnMut(Retrying) + Send);

impl Asking<'_> {
    fn response(self, outcome: Result<Answer, Failure>, origin: Origin) -> Response {
        let Origin { at, source, body_bytes } = origin;
        let (request, url) = (self.request.clone(), self.call.url.into());
        Response { request, outcome, at, source, body_bytes, url }
    }
}

/// Where an answer comes from, and when it came.
struct Origin {
    at: Timestamp,
    source: AnswerSource,
    body_bytes: usize,
}

impl Client {
    /// Asks with this name for the unit parameter.
    pub(super) async fn ask_in(
        &self,
        unit: &str,
        request: &Request,
        rank: &Rank,
        progress: Progress<'_>,
    ) -> Response {
        let call = match Call::new(&request.ask, &self.servers, unit) {
            Ok(call) => call,
            Err(failure) => return Response::here(request.clone(), Err(failure), clock::now()),
        };
        let guard = self.shared.keys.guard(&request.ask, &call);
        let mut asking = Asking { request, call, guard, rank };
        if let Some((answer, origin)) = self.in_memory(&mut asking) {
            return asking.response(Ok(answer), origin);
        }
        let slot = self.slot(&asking);
        if let Some((answer, origin)) = self.immutable(&asking, slot.as_ref()).await {
            return asking.response(Ok(answer), origin);
        }
        let (outcome, origin) = self.at_server(&mut asking, slot.as_ref(), progress).await;
        self.shared.keys.settle(&request.ask, &outcome);
        if let Ok(answer) = &outcome {
            self.shared.kept.heed(answer);
        }
        if let (Err(failure), Some(slot)) = (&outcome, &slot)
            && failure.is_of_the_connection()
            && slot.reuse != Reuse::Revalidated
            && let Some((answer, at, body_bytes)) = self.cached(request, slot).await
        {
            let source = AnswerSource::CacheAfter(failure.clone(), origin.at);
            return asking.response(Ok(answer), Origin { at, source, body_bytes });
        }
        asking.response(outcome, origin)
    }

    /// A fresh answer in memory. A stale one gives the call its tag.
    fn in_memory(&self, asking: &mut Asking<'_>) -> Option<(Answer, Origin)> {
        let ask = &asking.request.ask;
        if ask.reuse() == Reuse::Never {
            return None;
        }
        match self.shared.kept.find(asking.call.url.as_str(), ask, clock::now()) {
            Found::Fresh(answer, at, body_bytes) => {
                self.shared.options.listeners.kept(asking);
                Some((answer, Origin { at, source: AnswerSource::Server, body_bytes }))
            }
            Found::Tagged(etag) => {
                asking.call.etag = Some(etag);
                None
            }
            Found::Nothing => None,
        }
    }

    /// An immutable answer on disk, unless the user asks for it again.
    async fn immutable(&self, asking: &Asking<'_>, slot: Option<&Slot>) -> Option<(Answer, Origin)> {
        let slot = slot.filter(|slot| slot.reuse == Reuse::AtOnce)?;
        if asking.rank.priority() == Priority::Urgent {
            return None;
        }
        let (answer, at, body_bytes) = self.cached(asking.request, slot).await?;
        if asking.request.ask.lasts(&answer, clock::now()) != Lasts::Forever {
            return None;
        }
        self.shared.options.listeners.kept(asking);
        Some((answer, Origin { at, source: AnswerSource::Cache, body_bytes }))
    }

    /// The server's answer, or the stored one that the server says has not changed.
    async fn at_server(
        &self,
        asking: &mut Asking<'_>,
        slot: Option<&Slot>,
        progress: Progress<'_>,
    ) -> (Result<Answer, Failure>, Origin) {
        let head = match slot {
            Some(slot) => slot.head().await,
            None => None,
        };
        // Nobody waits for a server while there is something to see: it is asked again by whoever looks at that.
        let retries = (head.is_none() || slot.is_some_and(|slot| slot.reuse == Reuse::Revalidated))
            && asking.request.ask.repeats() != Repeats::Never;
        asking.call.etag = asking.call.etag.take().or(head.and_then(|head| head.etag));
        let mut received = self.receive(asking, retries, progress).await;
        let mut known = None;
        if let Ok(unchanged) = &received
            && unchanged.status == answer::UNCHANGED
            && asking.request.ask.reuse() != Reuse::Never
        {
            known = self.unchanged(asking, slot, unchanged).await;
            if known.is_none() && asking.call.etag.take().is_some() {
                received = self.receive(asking, retries, progress).await;
            }
        }
        let at = received.as_ref().map_or_else(|_| clock::now(), Received::received_at);
        let received_bytes = received.as_ref().map_or(0, |received| received.body.raw().len());
        let (outcome, body_bytes) = match (known, received) {
            (Some((answer, bytes)), _) => (Ok(answer), bytes),
            (None, Ok(received)) => (self.read(asking, received, slot, at).await, received_bytes),
            (None, Err(stopped)) => (Err(stopped.failure), received_bytes),
        };
        (outcome, Origin { at, source: AnswerSource::Server, body_bytes })
    }

    /// Asks the server; transient failures are repeated if `retries`.
    async fn receive(
        &self,
        asking: &Asking<'_>,
        retries: bool,
        progress: Progress<'_>,
    ) -> Result<Received, Stopped> {
        let attempts = AtomicUsize::new(1);
        let progress = Mutex::new(progress);
        let told = |retrying| progress.lock().unwrap_or_else(PoisonError::into_inner)(retrying);
        let attempt = || {
            let number = attempts.fetch_add(1, Ordering::Relaxed);
            self.attempt(asking, (number, retries), &told)
        };
        match asking.call.submitted() {
            None if retries => {
                retry::with_retries(attempt, asking.request, &self.shared.options, &told).await
            }
            _ => attempt().await,
        }
    }

    /// The answer that the server says has not changed, if it is still here, and how long its body was.
    async fn unchanged(
        &self,
        asking: &Asking<'_>,
        slot: Option<&Slot>,
        received: &Received,
    ) -> Option<(Answer, usize)> {
        let (ask, now) = (&asking.request.ask, received.received_at());
        let label = received.label().of(ask, now);
        match self.shared.kept.unchanged(asking.call.url.as_str(), ask, &label, now) {
            None => {
                let cached = self.cached(asking.request, slot?).await;
                cached.map(|(answer, _, body_bytes)| (answer, body_bytes))
            }
            known => known,
        }
    }

    /// Parses a server's response, and caches it if it may be reused.
    async fn read(
        &self,
        asking: &Asking<'_>,
        received: Received,
        slot: Option<&Slot>,
        now: Timestamp,
    ) -> Result<Answer, Failure> {
        let (ask, status) = (&asking.request.ask, received.status);
        let (label, body) = (received.label().of(ask, now), received.body.clone());
        let answer = answer::parse_answer(ask, &asking.call, received, &self.servers)?;
        if status == answer::WHOLE && ask.reuse() != Reuse::Never {
            if let Some(slot) = slot.filter(|_| is_stored(ask, &answer, &body, &label, now)) {
                slot.keep(CachedBody { body, at: now, etag: label.etag.clone() }).await;
            }
            self.shared.kept.keep((asking.call.url.as_str(), ask), &answer, label, now);
        }
        Ok(answer)
    }
}

/// Where the cache keeps the answer to one call.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    cache: Arc<dyn AnswerCache>,
    network: String,
    url: String,
    pub(super) reuse: Reuse,
}

impl Client {
    /// Where the answer to this call is kept, if it is of those that are.
    pub(super) fn slot(&self, Asking { request, call, guard, .. }: &Asking<'_>) -> Option<Slot> {
        let options = &self.shared.options;
        let reuse = reuse(&request.ask, call)?;
        let cache =
            options.cache.clone().filter(|_| options.replay.is_none() && !self.servers.is_generated)?;
        let (network, url) = (request.network.clone(), guard.header(call.url.as_str()).into_owned());
        Some(Slot { cache, network, url, reuse })
    }

    /// The answer that is kept here, when the server gave it, and how long its body is.
    pub(super) async fn cached(&self, request: &Request, slot: &Slot) -> Option<(Answer, Timestamp, usize)> {
        let found = slot.on_disk(|cache, network, url| cache.find(network, url)).await??;
        let body_bytes = found.body.raw().len();
        let answer = self.parse_answer(&request.ask, answer::WHOLE, found.body).ok()?;
        Some((answer, found.at, body_bytes))
    }
}

impl Slot {
    /// The tag and other metadata of the answer on disk, without its body; `None` without a stored answer.
    pub(super) async fn head(&self) -> Option<CachedHead> {
        self.on_disk(|cache, network, url| cache.head(network, url)).await.flatten()
    }

    /// Stores an answer before it is passed on: the program may end with it.
    pub(super) async fn keep(&self, answer: CachedBody) {
        self.on_disk(move |cache, network, url| cache.keep(network, url, &answer)).await;
    }

    /// Only the end of the program ends the work without a result.
    async fn on_disk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn AnswerCache, &str, &str) -> T + Send + 'static,
    ) -> Option<T> {
        let slot = self.clone();
        tokio::task::spawn_blocking(move || work(&*slot.cache, &slot.network, &slot.url)).await.ok()
    }
}

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
fn is_stored(
    operation: &AnyOperation,
    answer: &Answer,
    body: &RawJson,
    label: &Label,
    now: Timestamp,
) -> bool {
    let is_long = body.raw().len() > LONG_BYTES;
    operation.lasts(answer, now) != Lasts::No || is_long && label.etag.is_some() && label.fresh.is_some()
}
