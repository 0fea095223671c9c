//! One question: its answer is taken from what is kept, or from the server, whose answer is kept in turn.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::cached::Slot;
use super::call::Call;
use super::kept::Found;
use super::lasting;
use super::secrets::Guard;
use super::send::{Received, Stopped};
use super::{Client, Rank, answer, clock, retry};
use crate::ledger::Timestamp;
use crate::message::operation::{Lasts, Repeats, Reuse};
use crate::message::{
    Answer, AnswerSource, CachedBody, Failure, OperationRequest, OperationResponse, Priority, Retrying,
};

impl Client {
    /// Asks with this name for the unit parameter.
    pub(super) async fn ask_in(
        &self,
        unit: &str,
        request: &OperationRequest,
        rank: &Rank,
        progress: &mut (impl FnMut(Retrying) + Send),
    ) -> OperationResponse {
        let mut call = match Call::new(&request.ask, &self.servers, unit) {
            Ok(call) => call,
            Err(failure) => {
                return OperationResponse::here(request.clone(), Err(failure), clock::now());
            }
        };
        let guard = self.shared.keys.guard(&request.ask, &call);
        let response = |outcome, at, source, body_bytes, call: Call| OperationResponse {
            request: request.clone(),
            outcome,
            at,
            source,
            body_bytes,
            url: call.url.into(),
        };
        let is_kept = request.ask.reuse() != Reuse::Never;
        if is_kept {
            match self.shared.kept.find(call.url.as_str(), &request.ask, clock::now()) {
                Found::Fresh(answer, at, body_bytes) => {
                    self.shared.options.listeners.kept(request, &call, &guard);
                    return response(Ok(answer), at, AnswerSource::Server, body_bytes, call);
                }
                Found::Tagged(etag) => call.etag = Some(etag),
                Found::Nothing => {}
            }
        }
        let slot = self.slot(request, &call, &guard);
        // What the user asks for again is not what is here already.
        if let Some(slot) = slot.as_ref().filter(|slot| slot.reuse == Reuse::AtOnce)
            && rank.priority() != Priority::Urgent
            && let Some((answer, at, body_bytes)) = self.cached(request, slot).await
            && request.ask.lasts(&answer, clock::now()) == Lasts::Forever
        {
            self.shared.options.listeners.kept(request, &call, &guard);
            return response(Ok(answer), at, AnswerSource::Cache, body_bytes, call);
        }
        let head = match &slot {
            Some(slot) => slot.head().await,
            None => None,
        };
        // Nobody waits for a server while there is something to see: it is asked again by whoever looks at that.
        let retries = (head.is_none() || slot.as_ref().is_some_and(|slot| slot.reuse == Reuse::Revalidated))
            && request.ask.repeats() != Repeats::Never;
        call.etag = call.etag.or(head.and_then(|head| head.etag));
        let mut received = self.receive(request, &call, &guard, retries, rank, progress).await;
        let mut known = None;
        if is_kept
            && let Ok(unchanged) = &received
            && unchanged.status == answer::UNCHANGED
        {
            known = self.unchanged(request, &call, slot.as_ref(), unchanged).await;
            if known.is_none() && call.etag.take().is_some() {
                received = self.receive(request, &call, &guard, retries, rank, progress).await;
            }
        }
        let at = received.as_ref().map_or_else(|_| clock::now(), Received::received_at);
        let mut body_bytes = received.as_ref().map_or(0, |received| received.body.raw().len());
        let outcome = match (known, received) {
            (Some((answer, bytes)), _) => {
                body_bytes = bytes;
                Ok(answer)
            }
            (None, Ok(received)) => self.read(request, &call, received, slot.as_ref(), at).await,
            (None, Err(stopped)) => Err(stopped.failure),
        };
        self.shared.keys.settle(&request.ask, &outcome);
        if let Ok(answer) = &outcome {
            self.shared.kept.heed(answer);
        }
        if let (Err(failure), Some(slot)) = (&outcome, &slot)
            && failure.is_of_the_connection()
            && slot.reuse != Reuse::Revalidated
            && let Some((answer, then, bytes)) = self.cached(request, slot).await
        {
            return response(Ok(answer), then, AnswerSource::CacheAfter(failure.clone(), at), bytes, call);
        }
        response(outcome, at, AnswerSource::Server, body_bytes, call)
    }

    /// Asks the server; what fails in passing is repeated if `retries`.
    async fn receive(
        &self,
        request: &OperationRequest,
        call: &Call,
        guard: &Guard,
        retries: bool,
        rank: &Rank,
        progress: &mut (impl FnMut(Retrying) + Send),
    ) -> Result<Received, Stopped> {
        let attempts = AtomicUsize::new(1);
        let progress = Mutex::new(progress);
        let told = |retrying| progress.lock().unwrap_or_else(PoisonError::into_inner)(retrying);
        let attempt = || {
            let number = attempts.fetch_add(1, Ordering::Relaxed);
            self.attempt(request, call, guard, (number, retries), rank, &told)
        };
        match call.submitted() {
            None if retries => retry::with_retries(attempt, request, &self.shared.options, &told).await,
            _ => attempt().await,
        }
    }

    /// The answer that the server says has not changed, if it is still here, and how long its body was.
    async fn unchanged(
        &self,
        request: &OperationRequest,
        call: &Call,
        slot: Option<&Slot>,
        received: &Received,
    ) -> Option<(Answer, usize)> {
        let now = received.received_at();
        let label = received.label().of(&request.ask, now);
        match self.shared.kept.unchanged(call.url.as_str(), &request.ask, &label, now) {
            None => self.cached(request, slot?).await.map(|(answer, _, body_bytes)| (answer, body_bytes)),
            known => known,
        }
    }

    /// Reads what a server sent, and keeps it if it is worth keeping.
    async fn read(
        &self,
        request: &OperationRequest,
        call: &Call,
        received: Received,
        slot: Option<&Slot>,
        now: Timestamp,
    ) -> Result<Answer, Failure> {
        let (ask, status) = (&request.ask, received.status);
        let (label, body) = (received.label().of(ask, now), received.body.clone());
        let answer = answer::parse_answer(ask, call, received, &self.servers)?;
        if status == answer::WHOLE && ask.reuse() != Reuse::Never {
            if let Some(slot) = slot.filter(|_| lasting::is_stored(ask, &answer, &body, &label, now)) {
                slot.keep(CachedBody { body, at: now, etag: label.etag.clone() }).await;
            }
            self.shared.kept.keep(call.url.as_str(), ask, &answer, label, now);
        }
        Ok(answer)
    }
}
