//! Answers from the cache on disk, and into it.

use std::sync::Arc;

use ledger::Timestamp;

use super::asking::Asking;
use super::lifetime;
use super::{Client, answer};
use crate::message::operation::Reuse;
use crate::message::{Answer, AnswerCache, CachedBody, CachedHead, OperationRequest};

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
        let reuse = lifetime::reuse(&request.ask, call)?;
        let cache =
            options.cache.clone().filter(|_| options.replay.is_none() && !self.servers.is_generated)?;
        let (network, url) = (request.network.clone(), guard.header(call.url.as_str()).into_owned());
        Some(Slot { cache, network, url, reuse })
    }

    /// The answer that is kept here, when the server gave it, and how long its body is.
    pub(super) async fn cached(
        &self,
        request: &OperationRequest,
        slot: &Slot,
    ) -> Option<(Answer, Timestamp, usize)> {
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
