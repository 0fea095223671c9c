//! Runs the store on its own thread, which opens the file and handles requests: neither startup nor the loop blocks on
//! the disk.

mod request;
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use self::request::{OnNews, Reporter, RequestLog, StoreRequest};
use self::watch::Watch;
use super::busy_timeout::BusyTimeout;
use super::{Begun, Beside, Readers, Store, StoreFault};
use crate::message::{OlderJobs, Persist, Saved};
pub use request::{News, Report};
use verification::{Job, JobId, JobKey, JobRecord};

/// The running store. Dropping it waits until all requests are on disk, but at most a second for a file that another
/// program holds.
///
/// A closed answer channel means that the thread has ended.
#[derive(Debug)]
pub struct StoreWorker {
    handle: StoreHandle,
    thread: Option<JoinHandle<Option<StoreFault>>>,
    /// Answers when the thread ends.
    ended: Option<oneshot::Receiver<()>>,
}

/// Sends requests to the worker. Cheap to clone; requests after the worker was dropped are ignored.
#[derive(Clone, Debug)]
pub struct StoreHandle {
    requests: mpsc::Sender<StoreRequest>,
    busy_timeout: BusyTimeout,
}

impl StoreHandle {
    /// Records the id under which a job's submission was accepted, and waits until it is on disk.
    ///
    /// # Errors
    /// Why it is not, in a sentence.
    pub async fn accept(&self, key: JobKey, id: JobId) -> Result<(), String> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Accept(key, id, reply));
        answered(answer).await
    }

    fn send(&self, request: StoreRequest) {
        // Fails only if the thread has ended; then the request and its answer channel are dropped.
        let _ = self.requests.send(request);
    }

    /// Limits the waits of all pending writes for a held file to less than a second together, until another job begins.
    pub fn hurry(&self) {
        self.busy_timeout.hurry();
    }

    /// Like [`Self::hurry`], but permanent, for the end of the program.
    pub fn end_soon(&self) {
        self.busy_timeout.end();
    }
}

impl StoreWorker {
    /// Starts the thread, which opens the store in this directory.
    ///
    /// `on_report` is called on that thread with events that no request waits for: the store cannot be opened, a change
    /// cannot be written, or a working store has remarks. Repeated faults are reported once.
    pub fn start(
        data_dir: PathBuf,
        readers: Readers,
        on_report: impl Fn(Report) + Send + Sync + 'static,
    ) -> Self {
        let (requests, inbox) = mpsc::channel();
        let on_report = Arc::new(on_report);
        let busy_timeout = BusyTimeout::default();
        let reporter = Reporter::new(Arc::clone(&on_report));
        let (end, ended) = oneshot::channel();
        let work = {
            let (data_dir, requests, busy_timeout) =
                (data_dir.clone(), requests.clone(), busy_timeout.clone());
            let on_report = Arc::clone(&on_report);
            move || {
                let open = || Store::open_with(&data_dir, readers, busy_timeout.clone());
                let work = || serve(open, &requests, &inbox, &busy_timeout, reporter);
                // Later changes are not saved, which the user must know. Pending requests get no answer.
                let unsaved = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                    on_report(Report::Fault(StoreFault::Stopped));
                    None
                });
                let _ = end.send(());
                unsaved
            }
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(work);
        let thread = thread.map_err(|error| {
            let words = error.to_string();
            on_report(Report::Fault(StoreFault::Unwritable { path: data_dir, words }));
        });
        Self { handle: StoreHandle { requests, busy_timeout }, thread: thread.ok(), ended: Some(ended) }
    }

    /// Ends the thread once all requests are on disk, with the same limits as dropping. The receiver is answered then.
    pub fn begin_to_end(&mut self) -> Option<oneshot::Receiver<()>> {
        self.handle.end_soon();
        self.send(StoreRequest::Close);
        self.ended.take()
    }

    /// Ends the thread like dropping. Returns the fault of a change that was not saved in time, if any.
    pub fn end(mut self) -> Option<StoreFault> {
        self.join()
    }

    fn join(&mut self) -> Option<StoreFault> {
        self.handle.end_soon();
        self.send(StoreRequest::Close);
        // The thread's panic was reported when it happened.
        self.thread.take()?.join().ok().flatten()
    }

    /// Detaches the thread, which ends with the process.
    pub fn abandon(mut self) {
        self.thread = None;
    }

    /// Writes a change at the next opportunity.
    pub fn persist(&self, change: Persist) {
        self.send(StoreRequest::Persist(change));
    }

    /// Writes a change; the answer comes when it is on disk.
    pub fn persist_and_confirm(&self, change: Persist) -> oneshot::Receiver<Result<(), StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::PersistAndConfirm(Box::new(change), reply));
        answer
    }

    /// Records a job whose submission is about to be sent; the answer says whether it may be.
    pub fn begin(&self, job: Job, beside: Beside) -> oneshot::Receiver<Result<Begun, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Begin(Box::new(job), beside, reply));
        answer
    }

    /// Makes this instance the owner of a job, unless a running instance owns it.
    pub fn take(&self, key: JobKey) {
        self.send(StoreRequest::Take(key));
    }

    /// Loads everything; this instance takes over rows without a running owner. From now on `on_news` is called on the
    /// store's thread with changes by other instances, and when a store that failed to open is open.
    pub fn follow(
        &self,
        on_news: impl Fn(News) + Send + 'static,
    ) -> oneshot::Receiver<Result<Saved, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Follow(Box::new(on_news), reply));
        answer
    }

    /// Checks whether the store can be written. Retries a failed opening.
    pub fn probe(&self) -> oneshot::Receiver<Result<(), StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Probe(reply));
        answer
    }

    /// A page of jobs that are older than this one.
    pub fn older_jobs(&self, than: JobKey) -> oneshot::Receiver<Result<OlderJobs, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::OlderJobs(than, reply));
        answer
    }

    /// The whole record of a job.
    pub fn record(&self, key: JobKey) -> oneshot::Receiver<Result<Arc<JobRecord>, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Record(key, reply));
        answer
    }

    /// Everything in the store, including changes that were requested before.
    pub fn saved(&self) -> oneshot::Receiver<Result<Saved, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Saved(reply));
        answer
    }

    /// Sends requests from another task.
    pub fn handle(&self) -> StoreHandle {
        self.handle.clone()
    }

    fn send(&self, request: StoreRequest) {
        self.handle.send(request);
    }
}

impl Drop for StoreWorker {
    fn drop(&mut self) {
        let _ = self.join();
    }
}

/// Waits for the store's answer; the error is a sentence.
///
/// # Errors
/// The store's fault, or that its thread is gone.
pub async fn answered<T>(answer: oneshot::Receiver<Result<T, StoreFault>>) -> Result<T, String> {
    let answer = answer.await.unwrap_or(Err(StoreFault::Stopped));
    answer.inspect_err(StoreFault::log).map_err(|fault| fault.to_string())
}

/// Handles requests until the worker is dropped. If the store cannot be opened, every request is answered with the
/// fault, and requests that the user waits for retry. Returns the fault of a change that was not saved in time.
fn serve<F: Fn(Report)>(
    open: impl Fn() -> Result<Store, StoreFault>,
    requests: &mpsc::Sender<StoreRequest>,
    inbox: &mpsc::Receiver<StoreRequest>,
    busy_timeout: &BusyTimeout,
    mut reporter: Reporter<F>,
) -> Option<StoreFault> {
    let mut store = open();
    reporter.opened(&mut store);
    let (mut watch, mut log) = (Watch::default(), RequestLog::default());
    while let Some(request) = watch.next(&store, inbox) {
        log.note(&request);
        let is_begin = matches!(request, StoreRequest::Begin(..));
        if is_begin {
            busy_timeout.take_time();
        }
        let is_barred = store.as_ref().map_or(true, |store| store.barred().is_some());
        if is_barred && (is_begin || matches!(request, StoreRequest::Probe(_))) {
            let reopened = open();
            // A read-only store is replaced by a writable one.
            if reopened.as_ref().is_ok_and(|store| store.barred().is_none()) || store.is_err() {
                store = reopened;
                if let Ok(store) = &mut store {
                    reporter.report(watch.opened(store, requests));
                }
            }
        }
        let Some(answer) = answer(&mut store, request, requests, &mut watch) else { break };
        let fault = match answer {
            Answered::Nobody(done) => {
                let fault = done.as_ref().err().cloned();
                reporter.report(done);
                fault
            }
            Answered::Reader => None,
            Answered::Writer(fault) => fault,
        };
        if busy_timeout.is_hurried() && matches!(fault, Some(StoreFault::Busy { .. })) {
            reporter.unsaved = fault;
        }
        reporter.remark(&mut store);
    }
    if let Ok(store) = &store {
        store.leave_log();
    }
    reporter.unsaved
}

/// The kind of caller that received an answer.
enum Answered {
    Nobody(Result<(), StoreFault>),
    Reader,
    /// A writer, with the fault if the write failed.
    Writer(Option<StoreFault>),
}

/// Handles a request; `None` for the last one.
fn answer(
    store: &mut Result<Store, StoreFault>,
    request: StoreRequest,
    requests: &mpsc::Sender<StoreRequest>,
    watch: &mut Watch,
) -> Option<Answered> {
    fn with<T>(
        store: &mut Result<Store, StoreFault>,
        work: impl FnOnce(&mut Store) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        store.as_mut().map_err(|fault| fault.clone()).and_then(work)
    }
    /// The receiver may be gone, which is no fault.
    fn tell<T>(reply: oneshot::Sender<Result<T, StoreFault>>, result: Result<T, StoreFault>) -> Answered {
        let fault = result.as_ref().err().cloned();
        drop(reply.send(result));
        Answered::Writer(fault)
    }
    fn show<T>(reply: oneshot::Sender<Result<T, StoreFault>>, result: Result<T, StoreFault>) -> Answered {
        drop(reply.send(result));
        Answered::Reader
    }
    Some(match request {
        StoreRequest::Persist(change) => Answered::Nobody(with(store, |store| store.persist(&change))),
        StoreRequest::PersistAndConfirm(change, reply) => {
            tell(reply, with(store, |store| store.persist(&change)))
        }
        StoreRequest::Begin(job, beside, reply) => {
            tell(reply, with(store, |store| store.begin(&job, beside)))
        }
        StoreRequest::Take(key) => Answered::Nobody(with(store, |store| store.take(key))),
        StoreRequest::Accept(key, id, reply) => tell(reply, with(store, |store| store.accept(key, &id))),
        StoreRequest::Saved(reply) => show(reply, with(store, Store::saved)),
        StoreRequest::Follow(on_news, reply) => {
            watch.on_news = Some(on_news);
            let follow = |store: &mut Store| {
                watch.begin(store, requests);
                store.take_over()
            };
            show(reply, with(store, follow))
        }
        StoreRequest::Record(key, reply) => show(reply, with(store, |store| store.record(key).map(Arc::new))),
        StoreRequest::OlderJobs(than, reply) => show(reply, with(store, |store| store.older_jobs(than))),
        StoreRequest::Probe(reply) => show(reply, with(store, Store::probe)),
        StoreRequest::Changed => match store {
            Ok(store) => Answered::Nobody(watch.report_changes(store)),
            Err(_) => Answered::Reader,
        },
        StoreRequest::Rest => {
            store.iter_mut().for_each(Store::copy_log);
            Answered::Reader
        }
        StoreRequest::Close => return None,
    })
}

#[cfg(test)]
mod tests;
