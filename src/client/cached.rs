//! Answers from the cache on disk, and into it.

use std::sync::Arc;

use super::call::Call;
use super::lasting::Taken;
use super::secrets::Guard;
use super::send::Received;
use super::{Client, answer};
use crate::ledger::Timestamp;
use crate::message::{Answer, Ask, CachedBody, Request};

impl Client {
    /// When the kept answer to this call is taken, if answers are kept at all.
    pub(super) fn taken(&self, ask: &Ask, call: &Call) -> Taken {
        let options = &self.shared.options;
        let is_kept = options.cache.is_some() && options.replay.is_none() && !self.servers.is_generated;
        if is_kept { Taken::of(ask, call) } else { Taken::Never }
    }

    /// The answer that is kept, and when the server gave it.
    pub(super) async fn cached(
        &self,
        request: &Request,
        call: &Call,
        guard: &Guard,
    ) -> Option<(Answer, Timestamp)> {
        let cache = Arc::clone(self.shared.options.cache.as_ref()?);
        let (network, url) = (request.network.clone(), guard.header(call.url.as_str()).into_owned());
        let found = tokio::task::spawn_blocking(move || cache.find(&network, &url)).await.ok()??;
        let received = Received {
            status: answer::WHOLE,
            etag: None,
            fresh: None,
            headers: Vec::new(),
            body: found.body,
            at: Some(found.at),
            is_recorded: false,
        };
        let answer = answer::parse_answer(&request.ask, call, received, &self.servers).ok()?;
        Some((answer, found.at))
    }

    /// Keeps an answer before anybody hears of it: a program may end with it.
    pub(super) async fn cache(&self, request: &Request, call: &Call, guard: &Guard, answer: CachedBody) {
        let Some(cache) = self.shared.options.cache.clone() else { return };
        let (network, url) = (request.network.clone(), guard.header(call.url.as_str()).into_owned());
        // Only the end of the program ends the thread.
        let _ = tokio::task::spawn_blocking(move || cache.keep(&network, &url, &answer)).await;
    }
}
