//! One host: which request is sent to it next, and when.
//!
//! The first in the queue is the most urgent, and among equals the oldest. It is sent once the bucket has a request
//! left, the host is not paused, and not too many equally urgent requests are in flight: less urgent ones never block
//! it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use api::{HostBudget, Priority, RequestBudget};
use ledger::Timestamp;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::Bucket;
use crate::clock;

/// A request's place in the order of those that wait. Clones are of the same request.
#[derive(Clone, Debug)]
pub struct Rank(Arc<Ranked>);

#[derive(Debug)]
struct Ranked {
    priority: AtomicU8,
    /// The host that it waits for, or that answers it.
    host: Mutex<Weak<Host>>,
}

impl From<Priority> for Rank {
    fn from(priority: Priority) -> Self {
        Self(Arc::new(Ranked { priority: AtomicU8::new(priority as u8), host: Mutex::default() }))
    }
}

impl Rank {
    /// The priority that it has now, which [`Self::set`] changes.
    pub fn priority(&self) -> Priority {
        let number = self.0.priority.load(Ordering::Relaxed);
        Priority::ALL.into_iter().find(|priority| *priority as u8 == number).unwrap_or_default()
    }

    /// Gives it another priority from now on.
    pub fn set(&self, priority: Priority) {
        self.0.priority.store(priority as u8, Ordering::Relaxed);
        let host = self.0.host.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        if let Some(host) = host {
            host.wake_first();
        }
    }

    /// Notes which host it waits for.
    fn waits_for(&self, host: &Arc<Host>) {
        *self.0.host.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(host);
    }
}

/// The queue of one host.
#[derive(Debug)]
pub(crate) struct Host {
    at_once: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    bucket: Bucket,
    /// Until when the host asks to be left alone, by both clocks.
    paused: Option<(Instant, Timestamp)>,
    /// By their numbers.
    waiting: BTreeMap<u64, (Rank, Arc<Notify>)>,
    under_way: BTreeMap<u64, Rank>,
    /// The number of the next.
    next: u64,
}

/// Why a request does not go yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Others go first, or as many as may be are under way.
    Queued,
    /// The bucket is empty until then.
    Until(Instant),
    /// The host asks to be left alone until then.
    Paused(Instant, Timestamp),
}

impl State {
    fn first(&self) -> Option<(u64, &Arc<Notify>)> {
        let order = |(number, (rank, _)): &(&u64, &(Rank, Arc<Notify>))| (rank.priority(), **number);
        self.waiting.iter().min_by_key(order).map(|(number, (_, wake))| (*number, wake))
    }

    fn wake_first(&self) {
        if let Some((_, wake)) = self.first() {
            wake.notify_one();
        }
    }

    /// Lets the request of this number go, or says why it does not.
    fn admit(&mut self, number: u64, at_once: usize, now: Instant) -> Result<(), Held> {
        let Some((rank, _)) = self.waiting.get(&number) else { return Err(Held::Queued) };
        let priority = rank.priority();
        if let Some((at, until)) = self.paused.filter(|(at, _)| *at > now && priority != Priority::Urgent) {
            return Err(Held::Paused(at, until));
        }
        if self.first().is_none_or(|(first, _)| first != number) {
            self.wake_first();
            return Err(Held::Queued);
        }
        if self.under_way.values().filter(|rank| rank.priority() <= priority).count() >= at_once {
            return Err(Held::Queued);
        }
        let opens_at = self.bucket.opens_at(now);
        if opens_at > now {
            return Err(Held::Until(opens_at));
        }
        self.bucket.take(now);
        if let Some((rank, _)) = self.waiting.remove(&number) {
            self.under_way.insert(number, rank);
        }
        self.wake_first();
        Ok(())
    }
}

impl Host {
    pub(super) fn new(budget: RequestBudget, at_once: usize) -> Self {
        let state = State {
            bucket: Bucket::new(budget, Instant::now()),
            paused: None,
            waiting: BTreeMap::new(),
            under_way: BTreeMap::new(),
            next: 0,
        };
        Self { at_once, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn limit(&self, budget: RequestBudget) {
        self.state().bucket.limit(budget);
    }

    /// Wakes the first request in the queue to check whether it may be sent.
    fn wake_first(&self) {
        self.state().wake_first();
    }

    pub(crate) fn enter(self: &Arc<Self>, rank: &Rank) -> Turn {
        rank.waits_for(self);
        let wake = Arc::new(Notify::new());
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        state.waiting.insert(number, (rank.clone(), Arc::clone(&wake)));
        Turn { host: Arc::clone(self), number, wake }
    }

    /// What is left of the budget, and until when the host asks to be left alone.
    pub(crate) fn budget(&self) -> HostBudget {
        let state = self.state();
        let now = Instant::now();
        HostBudget {
            at: clock::now(),
            left: state.bucket.left(now),
            burst: state.bucket.budget().burst,
            refill_millis: u32::try_from(state.bucket.refill().as_millis()).unwrap_or(u32::MAX),
            paused_until: state.paused.filter(|(at, _)| *at > now).map(|(_, until)| until),
        }
    }

    /// Notes that the host answered.
    pub(crate) fn answered(&self) {
        self.state().bucket.answered();
    }

    /// Pauses a host that reported too many requests.
    pub(crate) fn pause(&self, wait: Duration) {
        let now = Instant::now();
        let until = clock::now().plus_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        let mut state = self.state();
        state.bucket.slow_down(now);
        // A wait that the monotonic clock cannot hold is as good as none that ends.
        let at = now.checked_add(wait).unwrap_or(now + Duration::from_hours(24));
        if state.paused.is_none_or(|(before, _)| before < at) {
            state.paused = Some((at, until));
        }
        // Whoever waits says so.
        state.waiting.values().for_each(|(_, wake)| wake.notify_one());
    }
}

/// A request that waits, and then is under way. Dropped, it is neither any more.
#[derive(Debug)]
pub(crate) struct Turn {
    host: Arc<Host>,
    number: u64,
    wake: Arc<Notify>,
}

impl Turn {
    /// Goes if it may, or says why it does not.
    pub(crate) fn try_go(&self) -> Result<(), Held> {
        self.host.state().admit(self.number, self.host.at_once, Instant::now())
    }

    /// Waits until the request may be sent, or must be checked again.
    pub(crate) async fn wait(&self, held: Held) {
        match held {
            Held::Queued => self.wake.notified().await,
            Held::Until(at) | Held::Paused(at, _) => {
                tokio::select! {
                    () = sleep_until(at) => {}
                    () = self.wake.notified() => {}
                }
            }
        }
    }

    pub(crate) fn host(&self) -> &Arc<Host> {
        &self.host
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.host.state();
        state.waiting.remove(&self.number);
        state.under_way.remove(&self.number);
        state.wake_first();
    }
}

#[cfg(test)]
mod tests;
