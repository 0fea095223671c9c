//! Reports each request: when it is queued, when it is sent, and how it ends.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use api::{AnyOperation, Exchange, Stage, Told};

use super::attempt::{Asking, Received, Stopped};
use super::budget::Host;
use super::clock;

/// The listeners to the requests of clients. Clones share them.
#[derive(Clone, Default)]
pub struct Listeners(Arc<Heard>);

#[derive(Default)]
struct Heard {
    all: RwLock<Vec<Listener>>,
    /// How many exchanges have begun.
    begun: AtomicU64,
}

type Listener = Box<dyn Fn(&Told) + Send + Sync>;

impl fmt::Debug for Listeners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listeners")
    }
}

impl Listeners {
    /// Adds a listener to all future requests. It is called while requests are made and must be quick.
    pub fn add(&self, listener: impl Fn(&Told) + Send + Sync + 'static) {
        self.0.all.write().unwrap_or_else(PoisonError::into_inner).push(Box::new(listener));
    }

    fn tell(&self, told: &Told) {
        for listener in self.0.all.read().unwrap_or_else(PoisonError::into_inner).iter() {
            listener(told);
        }
    }

    fn exchange(&self, Asking { request, call, guard, .. }: &Asking<'_>, attempt: usize) -> Exchange {
        Exchange {
            number: self.0.begun.fetch_add(1, Ordering::Relaxed) + 1,
            network: request.network.clone(),
            api: request.ask.api(),
            is_post: call.body.is_some(),
            asked: call.asked(),
            url: guard.header(call.url.as_str()).into_owned(),
            etag: call.etag.as_deref().map(|etag| guard.header(etag).into_owned()),
            attempt,
            at: clock::now(),
            millis: 0,
            stage: Stage::Waiting,
        }
    }

    /// Tells that this was answered from memory.
    pub(super) fn kept(&self, asking: &Asking<'_>) {
        let exchange = Exchange { stage: Stage::Kept, ..self.exchange(asking, 0) };
        self.tell(&Told { exchange, request: Some(asking.request.clone()), budget: None });
    }

    /// Begins an attempt. It waits for the host's budget, unless it is sent at once; a recording has no budget.
    pub(super) fn begin(
        &self,
        asking: &Asking<'_>,
        attempt: usize,
        host: Option<(&Arc<Host>, bool)>,
    ) -> Ongoing<'_> {
        let is_sent = host.is_none_or(|(_, is_sent)| is_sent);
        let stage = if is_sent { Stage::UnderWay } else { Stage::Waiting };
        let host = host.map(|(host, _)| Arc::clone(host));
        let exchange = Exchange { stage, ..self.exchange(asking, attempt) };
        // A submission may hold a key.
        let request = Some(asking.request).filter(|request| !matches!(request.ask, AnyOperation::Submit(_)));
        let budget = host.as_ref().map(|host| host.budget());
        self.tell(&Told { exchange: exchange.clone(), request: request.cloned(), budget });
        Ongoing { listeners: self, exchange, host, since: Instant::now(), is_over: false }
    }
}

/// An attempt in progress. Dropping it before its end reports it as cancelled.
pub(super) struct Ongoing<'a> {
    listeners: &'a Listeners,
    exchange: Exchange,
    host: Option<Arc<Host>>,
    /// When it was sent.
    since: Instant,
    is_over: bool,
}

impl Ongoing<'_> {
    /// Reports that the request is sent, after its wait for the host's budget.
    pub(super) fn sent(&mut self) {
        self.since = Instant::now();
        if self.exchange.stage == Stage::Waiting {
            self.tell(Stage::UnderWay);
        }
    }

    /// Tells what became of it.
    pub(super) fn end(mut self, outcome: &Result<Received, Stopped>) {
        self.is_over = true;
        let stage = match outcome {
            Ok(received) => Stage::Answered(received.answered()),
            Err(Stopped { answered: Some(answered), .. }) => Stage::Answered((**answered).clone()),
            Err(stopped) => Stage::Failed(stopped.failure.clone()),
        };
        self.tell(stage);
    }

    fn tell(&mut self, stage: Stage) {
        if stage != Stage::UnderWay {
            self.exchange.millis = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        }
        self.exchange.stage = stage;
        let budget = self.host.as_ref().map(|host| host.budget());
        self.listeners.tell(&Told { exchange: self.exchange.clone(), request: None, budget });
    }
}

impl Drop for Ongoing<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.tell(Stage::Cancelled);
        }
    }
}
