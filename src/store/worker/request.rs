//! Requests to the worker, and its unsolicited news.

use std::sync::Arc;

use tokio::sync::oneshot;
use verification::{Job, JobId, JobKey, JobRecord};

use crate::message::{OlderJobs, Persist, Saved, Stored};
use crate::store::{Begun, Beside, StoreFault};

/// A request to the worker.
#[derive(strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(in crate::store) enum StoreRequest {
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
    /// No more requests follow.
    Close,
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
