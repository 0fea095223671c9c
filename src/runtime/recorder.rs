//! Carries out commands that write to the store, before the commands that depend on them.

use api::Priority;
use tokio::sync::mpsc::UnboundedSender;
use verification::{Job, JobEvent, JobKey};

use super::clients::Clients;
use super::executor::{Executor, ask, unanswered};
use crate::message::{Command, Event, Persist, Request, job_event};
use crate::store::worker::{self, StoreHandle, answered};
use crate::store::{Begun, Beside, StoreFault, StoreWorker};

/// Why a submission is not sent.
const NOT_WHILE_REPLAYED: &str = "Nothing is sent while a recording is replayed.";

/// The store, and the executor of all that does not concern it.
pub(super) struct Recorder {
    pub(super) executor: Executor,
    /// `None` during playback: nothing is sent or stored then.
    store: Option<StoreWorker>,
}

impl Recorder {
    pub(super) fn new(executor: Executor, store: Option<StoreWorker>) -> Self {
        Self { executor, store }
    }

    /// Loads the state of earlier runs. It and later changes by other instances are sent as events.
    pub(super) fn restore(&self) {
        let changes = self.executor.events.clone();
        let Some(store) = &self.store else {
            let _ = changes.send(Event::Restored(Box::default()));
            return;
        };
        let saved = store.follow(move |news| {
            let event = match news {
                worker::News::Changed(stored) => Event::Stored(Box::new(stored)),
                worker::News::Opened(saved) => Event::Restored(saved),
            };
            let _ = changes.send(event);
        });
        let events = self.executor.events.clone();
        self.executor.start(async move {
            let event = match saved.await {
                Ok(Ok(saved)) => Event::Restored(Box::new(saved)),
                Ok(Err(fault)) => Event::StoreFault(fault.to_string()),
                Err(_) => return,
            };
            let _ = events.send(event);
        });
    }

    /// Carries out a command that does not concern the terminal.
    pub(super) fn carry(&mut self, command: Command) {
        match (command, &self.store) {
            (Command::Submit(job, request), Some(store)) => self.submit(store, *job, request),
            (Command::SubmitUnrecorded(job, request), Some(store)) => {
                store.persist(Persist::Job(job));
                self.begin(store, request);
            }
            (Command::Persist(keep), Some(store)) => store.persist(keep),
            (Command::ProbeStore, Some(store)) => self.probe_store(store),
            (Command::LoadRecord(key), Some(store)) => self.load_record(store, key),
            (Command::LoadOlderJobs(than), Some(store)) => self.load_older_jobs(store, than),
            (Command::Submit(job, _) | Command::SubmitUnrecorded(job, _), None) => {
                let _ = self.executor.events.send(Event::Unrecorded(job.key, NOT_WHILE_REPLAYED.to_owned()));
            }
            (Command::Persist(_) | Command::ProbeStore, None) => {}
            (other, _) => self.executor.carry(other),
        }
    }

    /// Records the job, then sends its submission. The task cannot be cancelled.
    fn submit(&self, store: &StoreWorker, job: Job, request: Request) {
        let key = job.key;
        let begun = answered(store.begin(job, Beside::Known));
        let (clients, events) = (self.executor.clients.clone(), self.executor.events.clone());
        let store = store.handle();
        self.executor.start(async move {
            match begun.await {
                Ok(Begun::Here) => answer_submission(&clients, &request, &store, &events).await,
                Ok(Begun::Elsewhere(stored)) => _ = events.send(Event::Stored(stored)),
                Err(words) => _ = events.send(Event::Unrecorded(key, words)),
            }
        });
    }

    /// Sends a submission in a task that cannot be cancelled.
    fn begin(&self, store: &StoreWorker, request: Request) {
        let (clients, events) = (self.executor.clients.clone(), self.executor.events.clone());
        let store = store.handle();
        self.executor.start(async move { answer_submission(&clients, &request, &store, &events).await });
    }

    /// Checks whether the store can be written again; the reason for a failure was reported before.
    fn probe_store(&self, store: &StoreWorker) {
        let (probed, events) = (store.probe(), self.executor.events.clone());
        self.executor.start(async move {
            if answered(probed).await.is_ok() {
                let _ = events.send(Event::StoreWorks);
            }
        });
    }

    /// Reads a page of older jobs.
    fn load_older_jobs(&self, store: &StoreWorker, than: JobKey) {
        let (older, events) = (answered(store.older_jobs(than)), self.executor.events.clone());
        self.executor.start(async move {
            let event = older.await.map(|older| Event::OlderJobs(Box::new(older)));
            let _ = events.send(event.unwrap_or_else(Event::StoreFault));
        });
    }

    /// Reads the whole record of a job.
    fn load_record(&self, store: &StoreWorker, key: JobKey) {
        let (record, events) = (answered(store.record(key)), self.executor.events.clone());
        self.executor.start(async move {
            let _ = events.send(Event::Record(key, record.await));
        });
    }

    /// Stops all tasks and flushes the store, unless `ended` completes first. Returns the fault of an unsaved change,
    /// and the output of `ended`.
    pub(super) async fn close<T>(self, ended: impl Future<Output = T>) -> (Option<StoreFault>, Option<T>) {
        self.executor.close();
        let Some(mut store) = self.store else { return (None, None) };
        let Some(written) = store.begin_to_end() else { return (store.end(), None) };
        tokio::select! {
            biased;
            _ = written => (store.end(), None),
            ended = ended => {
                store.abandon();
                (None, Some(ended))
            }
        }
    }
}

/// Sends a submission. The accepted job's id is on disk before it is reported: no exit of the program can lose a job
/// that was shown as running.
async fn answer_submission(
    clients: &Clients,
    request: &Request,
    store: &StoreHandle,
    events: &UnboundedSender<Event>,
) {
    let _unanswered = unanswered(request, events);
    let response = ask(clients, request, Priority::Urgent, events).await;
    if let Some((key, JobEvent::Accepted(id))) = job_event(&response) {
        // A failure to write is reported for the job itself, which is written next.
        let _ = store.accept(key, id).await;
    }
    let _ = events.send(Event::Response(Box::new(response)));
}
