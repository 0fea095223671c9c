//! Requests to the worker and their log, its unsolicited news, and its reports of faults and remarks.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::oneshot;
use verification::{Job, JobId, JobKey, JobRecord, JobState};

use crate::message::{OlderJobs, Persist, Saved, Stored, Word};
use crate::store::{Begun, Beside, Remark, Store, StoreFault};

/// A request to the worker.
#[derive(strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum StoreRequest {
    Persist(Persist),
    PersistAndConfirm(Box<Persist>, oneshot::Sender<Result<(), StoreFault>>),
    Begin(Box<Job>, Beside, oneshot::Sender<Result<Begun, StoreFault>>),
    Take(JobKey),
    Accept(JobKey, JobId, oneshot::Sender<Result<(), StoreFault>>),
    Saved(oneshot::Sender<Result<Saved, StoreFault>>),
    Follow(OnNews, oneshot::Sender<Result<Saved, StoreFault>>),
    Probe(oneshot::Sender<Result<(), StoreFault>>),
    Record(JobKey, oneshot::Sender<Result<Arc<JobRecord>, StoreFault>>),
    OlderJobs(JobKey, oneshot::Sender<Result<OlderJobs, StoreFault>>),
    /// Something in the directory has changed.
    Changed,
    /// Nothing was requested since the last change.
    Rest,
    /// No more requests follow.
    Close,
}

/// Logs requests, and the states of jobs as they change.
#[derive(Default)]
pub(super) struct RequestLog {
    states: HashMap<JobKey, JobState>,
}

impl RequestLog {
    /// Logs a request before it is carried out.
    pub(super) fn note(&mut self, request: &StoreRequest) {
        let change = match request {
            StoreRequest::Persist(change) => Some(change),
            StoreRequest::PersistAndConfirm(change, _) => Some(&**change),
            _ => None,
        };
        let kind = change.map_or_else(|| request.into(), Into::into);
        tracing::debug!(name: "asked", target: "hieroscope::store", kind = Word(kind).field());
        match (request, change) {
            (StoreRequest::Begin(job, ..), _) | (_, Some(Persist::Job(job))) => {
                self.note_state(job);
            }
            _ => {}
        }
    }

    fn note_state(&mut self, job: &Job) {
        if self.states.insert(job.key, job.state) == Some(job.state) {
            return;
        }
        tracing::info!(
            name: "state",
            target: "hieroscope::job",
            state = Word(job.state.label()).field(),
            job = %job.key,
            chain = job.chain.as_ref().map(tracing::field::display),
            address = job.address.as_ref().map(tracing::field::display),
            id = job.id.as_ref().map(tracing::field::display),
        );
    }
}

/// Called with changes.
pub(super) type OnNews = Box<dyn Fn(News) + Send>;

/// Unsolicited news.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Changes by other instances.
    Changed(Stored),
    /// The store was opened after a failure: its whole contents.
    Opened(Box<Saved>),
}

/// A report of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Fault(StoreFault),
    Remark(Remark),
}

/// Reports faults, repeated ones once, and remarks.
pub(super) struct Reporter<F> {
    on_report: Arc<F>,
    last: Option<StoreFault>,
    /// The fault of a change that was not saved in time.
    pub(super) unsaved: Option<StoreFault>,
}

impl<F: Fn(Report)> Reporter<F> {
    pub(super) fn new(on_report: Arc<F>) -> Self {
        Self { on_report, last: None, unsaved: None }
    }

    pub(super) fn report(&mut self, result: Result<(), StoreFault>) {
        let fault = result.err();
        fault.iter().for_each(StoreFault::log);
        if let Some(fault) = fault.clone().filter(|fault| self.last.as_ref() != Some(fault)) {
            (self.on_report)(Report::Fault(fault));
        }
        self.last = fault;
    }

    /// Reports the remarks or the fault of a store that was just opened.
    pub(super) fn opened(&mut self, store: &mut Result<Store, StoreFault>) {
        self.report(match store {
            Ok(store) => store.barred().cloned().map_or(Ok(()), Err),
            Err(fault) => Err(fault.clone()),
        });
        self.remark(store);
    }

    pub(super) fn remark(&self, store: &mut Result<Store, StoreFault>) {
        let remarks = store.as_mut().map(Store::take_remarks).unwrap_or_default();
        for remark in remarks {
            remark.log();
            (self.on_report)(Report::Remark(remark));
        }
    }
}
