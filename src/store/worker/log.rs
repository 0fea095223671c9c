//! Logs the store's requests and the states of jobs.

use std::collections::HashMap;

use verification::{Job, JobKey, JobState};

use super::request::StoreRequest;
use crate::message::{Persist, Word};

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
