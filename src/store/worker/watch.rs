//! Watches for other instances' changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::{News, OnNews, StoreRequest};
use crate::store::{Store, StoreFault};

/// The polling interval for changes where the system does not report them, and for the end of other instances with jobs
/// or batches.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// The polling interval where the system reports changes: some file systems report only local ones, or none.
pub(super) const SELDOM_CHECK_INTERVAL: Duration = Duration::from_secs(20);

/// The pause after the last change before the write-ahead log is copied into the file.
const REST: Duration = Duration::from_secs(1);

/// Watches for other instances' changes.
#[derive(Default)]
pub(super) struct Watch {
    pub(super) on_news: Option<OnNews>,
    /// Whether the system reports changes to the directory.
    pub(super) notified: bool,
    /// Whether a reported change is pending: one request covers many.
    pub(super) pending: Arc<AtomicBool>,
}

impl Watch {
    pub(super) fn begin(&mut self, store: &mut Store, requests: &mpsc::Sender<StoreRequest>) {
        let (requests, pending) = (requests.clone(), Arc::clone(&self.pending));
        self.notified = store.watch(move || {
            pending.swap(true, Ordering::AcqRel) || requests.send(StoreRequest::Changed).is_ok()
        });
    }

    /// Reports that the store is open at last, to a follower.
    pub(super) fn opened(
        &mut self,
        store: &mut Store,
        requests: &mpsc::Sender<StoreRequest>,
    ) -> Result<(), StoreFault> {
        if self.on_news.is_some() {
            self.begin(store, requests);
        }
        if let Some(on_news) = &self.on_news {
            on_news(News::Opened(Box::new(store.take_over()?)));
        }
        Ok(())
    }

    /// The next request; `None` after the last one.
    pub(super) fn next(
        &self,
        store: &Result<Store, StoreFault>,
        inbox: &mpsc::Receiver<StoreRequest>,
    ) -> Option<StoreRequest> {
        let rests = store.as_ref().is_ok_and(Store::has_log);
        let (interval, then) = match self.interval(store.as_ref().ok().map(Store::has_others)) {
            _ if rests => (REST, StoreRequest::Rest),
            Some(interval) => (interval, StoreRequest::Changed),
            None => return inbox.recv().ok(),
        };
        match inbox.recv_timeout(interval) {
            Err(RecvTimeoutError::Timeout) => Some(then),
            request => request.ok(),
        }
    }

    /// The polling interval for changes. `has_others`: whether other instances own rows; `None` if the store is not
    /// open. Returns `None` without a follower.
    pub(super) fn interval(&self, has_others: Option<bool>) -> Option<Duration> {
        let has_others = has_others.filter(|_| self.on_news.is_some())?;
        Some(if self.notified && !has_others { SELDOM_CHECK_INTERVAL } else { CHECK_INTERVAL })
    }

    /// Reports what others have changed.
    pub(super) fn report_changes(&self, store: &mut Store) -> Result<(), StoreFault> {
        self.pending.store(false, Ordering::Release);
        let Some(on_news) = &self.on_news else { return Ok(()) };
        if let Some(changes) = store.changes()? {
            on_news(News::Changed(changes));
        }
        Ok(())
    }
}
