//! The store on its own thread, which opens the file and handles requests, so that neither the start of the program nor
//! its loop waits for a disk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;

use super::{Begun, Readers, Store, StoreFault};
use crate::message::{Persist, Saved, Stored};
use crate::verification::{Job, JobId, JobKey};

/// Why there is no answer.
const STOPPED: &str = "Jobs and history are not saved: the store has stopped. Start hieroscope again.";

/// What the worker can be asked for.
enum StoreRequest {
    Persist(Persist),
    PersistAndConfirm(Box<Persist>, oneshot::Sender<Result<(), StoreFault>>),
    Begin(Box<Job>, oneshot::Sender<Result<Begun, StoreFault>>),
    Accept(JobKey, JobId, oneshot::Sender<Result<(), StoreFault>>),
    Saved(oneshot::Sender<Result<Saved, StoreFault>>),
    Follow(OnNews, oneshot::Sender<Result<Saved, StoreFault>>),
    Probe(oneshot::Sender<Result<(), StoreFault>>),
    /// Something in the directory has changed.
    Changed,
    /// No more requests follow.
    Close,
}

/// Called with changes.
type OnNews = Box<dyn Fn(News) + Send>;

/// Changes that come without a request.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Other instances have changed this.
    Changed(Stored),
    /// The store could not be opened before and is open now: everything in it.
    Opened(Box<Saved>),
}

/// How often the worker looks for changes where the system does not report them, and whether other instances with jobs
/// or batches still run.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// How often it does so where the system reports changes: some file systems report only those of this machine, or none.
const SELDOM_CHECK_INTERVAL: Duration = Duration::from_secs(20);

/// The running store. Dropping it waits until all requests are on disk.
///
/// An answer whose channel is closed means that the thread is gone.
#[derive(Debug)]
pub struct StoreWorker {
    handle: StoreHandle,
    thread: Option<JoinHandle<()>>,
}

/// Sends requests to the worker. Cheap to clone; requests after the worker was dropped are ignored.
#[derive(Clone, Debug)]
pub struct StoreHandle(mpsc::Sender<StoreRequest>);

impl StoreHandle {
    /// Records the id under which the submission of a job was accepted, and waits until that is on disk.
    ///
    /// # Errors
    /// Why it is not, in a sentence.
    pub async fn accept(&self, key: JobKey, id: JobId) -> Result<(), String> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Accept(key, id, reply));
        answered(answer).await
    }

    fn send(&self, request: StoreRequest) {
        // It fails only if the thread is gone; then the request is dropped, and with it the answer's channel.
        let _ = self.0.send(request);
    }
}

impl StoreWorker {
    /// Starts the thread, which opens the store in this directory.
    ///
    /// `on_fault` is called on that thread with whatever nobody waits for: that the store cannot be opened,
    /// or that a change cannot be written. Repeated faults are reported once.
    pub fn start(
        data_dir: PathBuf,
        readers: Readers,
        on_fault: impl Fn(StoreFault) + Send + Sync + 'static,
    ) -> Self {
        let (requests, inbox) = mpsc::channel();
        let on_fault = Arc::new(on_fault);
        let reporter = FaultReporter { on_fault: Arc::clone(&on_fault), last: None };
        let work = {
            let (data_dir, requests) = (data_dir.clone(), requests.clone());
            move || serve(|| Store::open(&data_dir, readers), &requests, &inbox, reporter)
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(work);
        let thread = thread
            .map_err(|error| on_fault(StoreFault::Unwritable { path: data_dir, words: error.to_string() }));
        Self { handle: StoreHandle(requests), thread: thread.ok() }
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
    pub fn begin(&self, job: Job) -> oneshot::Receiver<Result<Begun, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Begin(Box::new(job), reply));
        answer
    }

    /// Everything in the store; this instance takes over what no other handles. From now on `on_news` is called, on the
    /// store's thread, with what other instances change, and when a store could be opened at last.
    pub fn follow(
        &self,
        on_news: impl Fn(News) + Send + 'static,
    ) -> oneshot::Receiver<Result<Saved, StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Follow(Box::new(on_news), reply));
        answer
    }

    /// Whether something can be written now. A store that could not be opened is tried again.
    pub fn probe(&self) -> oneshot::Receiver<Result<(), StoreFault>> {
        let (reply, answer) = oneshot::channel();
        self.send(StoreRequest::Probe(reply));
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
        self.send(StoreRequest::Close);
        if let Some(thread) = self.thread.take() {
            // A panic of that thread was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// Waits for the store's answer; the error is a sentence.
///
/// # Errors
/// The store's fault, or that its thread is gone.
pub async fn answered<T>(answer: oneshot::Receiver<Result<T, StoreFault>>) -> Result<T, String> {
    answer.await.map_err(|_| STOPPED.to_owned())?.map_err(|fault| fault.to_string())
}

/// Handles requests until the worker is dropped. If the store could not be opened, every request is answered with the
/// fault; opening is tried again where the user waits for it.
fn serve<F: Fn(StoreFault)>(
    open: impl Fn() -> Result<Store, StoreFault>,
    requests: &mpsc::Sender<StoreRequest>,
    inbox: &mpsc::Receiver<StoreRequest>,
    mut reporter: FaultReporter<F>,
) {
    let mut store = open();
    reporter.report(store.as_ref().map(drop).map_err(Clone::clone));
    let mut watch = Watch::default();
    while let Some(request) = watch.next(&store, inbox) {
        let persist = |store: &mut Result<Store, StoreFault>, change: &Persist| match store {
            Ok(store) => store.persist(change),
            Err(fault) => Err(fault.clone()),
        };
        if store.is_err() && matches!(request, StoreRequest::Begin(..) | StoreRequest::Probe(_)) {
            store = open();
            if let Ok(store) = &mut store {
                reporter.report(watch.opened(store, requests));
            }
        }
        // Nobody may be listening any more, which is theirs to know.
        match request {
            StoreRequest::Persist(change) => reporter.report(persist(&mut store, &change)),
            StoreRequest::PersistAndConfirm(change, reply) => drop(reply.send(persist(&mut store, &change))),
            StoreRequest::Begin(job, reply) => drop(reply.send(match &mut store {
                Ok(store) => store.begin(&job),
                Err(fault) => Err(fault.clone()),
            })),
            StoreRequest::Accept(key, id, reply) => drop(reply.send(match &mut store {
                Ok(store) => store.accept(key, &id),
                Err(fault) => Err(fault.clone()),
            })),
            StoreRequest::Saved(reply) => {
                drop(reply.send(store.as_ref().map_err(Clone::clone).and_then(Store::saved)));
            }
            StoreRequest::Follow(on_news, reply) => {
                watch.on_news = Some(on_news);
                drop(reply.send(match &mut store {
                    Ok(store) => {
                        watch.begin(store, requests);
                        store.take_over()
                    }
                    Err(fault) => Err(fault.clone()),
                }));
            }
            StoreRequest::Probe(reply) => drop(reply.send(match &mut store {
                Ok(store) => store.probe(),
                Err(fault) => Err(fault.clone()),
            })),
            StoreRequest::Changed => {
                if let Ok(store) = &mut store {
                    reporter.report(watch.report_changes(store));
                }
            }
            StoreRequest::Close => return,
        }
    }
}

/// Watches for other instances' changes.
#[derive(Default)]
struct Watch {
    on_news: Option<OnNews>,
    /// Whether the system reports changes to the directory.
    notified: bool,
    /// Whether a reported change is not handled yet: one request is enough for many.
    pending: Arc<AtomicBool>,
}

impl Watch {
    fn begin(&mut self, store: &Store, requests: &mpsc::Sender<StoreRequest>) {
        let (requests, pending) = (requests.clone(), Arc::clone(&self.pending));
        self.notified = store.watch(move || {
            pending.swap(true, Ordering::AcqRel) || requests.send(StoreRequest::Changed).is_ok()
        });
    }

    /// Reports that the store is open at last, to a follower.
    fn opened(&mut self, store: &mut Store, requests: &mpsc::Sender<StoreRequest>) -> Result<(), StoreFault> {
        if self.on_news.is_some() {
            self.begin(store, requests);
        }
        if let Some(on_news) = &self.on_news {
            on_news(News::Opened(Box::new(store.take_over()?)));
        }
        Ok(())
    }

    /// The next request; none once there are no more.
    fn next(
        &self,
        store: &Result<Store, StoreFault>,
        inbox: &mpsc::Receiver<StoreRequest>,
    ) -> Option<StoreRequest> {
        let Some(interval) = self.interval(store.as_ref().ok().map(Store::has_others)) else {
            return inbox.recv().ok();
        };
        match inbox.recv_timeout(interval) {
            Err(RecvTimeoutError::Timeout) => Some(StoreRequest::Changed),
            request => request.ok(),
        }
    }

    /// How often changes are looked for beside those that are reported, in a store that is open, and in which others
    /// take care of something or not; never, while nobody wants to know.
    fn interval(&self, has_others: Option<bool>) -> Option<Duration> {
        let has_others = has_others.filter(|_| self.on_news.is_some())?;
        Some(if self.notified && !has_others { SELDOM_CHECK_INTERVAL } else { CHECK_INTERVAL })
    }

    /// Reports what others have changed.
    fn report_changes(&self, store: &mut Store) -> Result<(), StoreFault> {
        self.pending.store(false, Ordering::Release);
        let Some(on_news) = &self.on_news else { return Ok(()) };
        if let Some(changes) = store.changes()? {
            on_news(News::Changed(changes));
        }
        Ok(())
    }
}

/// Reports faults, repeated ones once.
struct FaultReporter<F> {
    on_fault: Arc<F>,
    last: Option<StoreFault>,
}

impl<F: Fn(StoreFault)> FaultReporter<F> {
    fn report(&mut self, result: Result<(), StoreFault>) {
        let fault = result.err();
        if let Some(fault) = fault.clone().filter(|fault| self.last.as_ref() != Some(fault)) {
            (self.on_fault)(fault);
        }
        self.last = fault;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Draft;
    use crate::verification::JobRecord;

    const READERS: Readers =
        Readers { job: |raw| JobRecord { raw: raw.clone(), ..JobRecord::default() }, verified: |_| None };

    fn draft(text: &str) -> Persist {
        Persist::Draft(Draft { form: "verify".into(), fields: vec![("chain".into(), text.into())] })
    }

    #[test]
    fn changes_are_looked_for_even_where_they_are_reported() {
        let wanted = || Watch { on_news: Some(Box::new(drop)), ..Watch::default() };
        let reported = Watch { notified: true, ..wanted() };
        assert_eq!(reported.interval(Some(false)), Some(SELDOM_CHECK_INTERVAL));
        assert_eq!(reported.interval(Some(true)), Some(CHECK_INTERVAL), "one of them may end");
        assert_eq!(wanted().interval(Some(false)), Some(CHECK_INTERVAL));
        assert_eq!((wanted().interval(None), Watch::default().interval(Some(true))), (None, None));
    }

    #[tokio::test]
    async fn orders_are_worked_off_in_turn_and_flushed_on_drop() {
        let dir = tempfile::tempdir().unwrap();
        let worker = StoreWorker::start(dir.path().to_owned(), READERS, |fault| panic!("{fault}"));
        assert_eq!(worker.saved().await.unwrap(), Ok(Saved::default()));
        worker.persist(draft("295"));
        assert_eq!(worker.persist_and_confirm(draft("296")).await.unwrap(), Ok(()));
        let drafts = worker.saved().await.unwrap().unwrap().drafts;
        assert_eq!(drafts[0].fields[0].1, "296");
        for number in 0..50 {
            worker.persist(draft(&number.to_string()));
        }
        drop(worker);
        let saved = Store::open(dir.path(), READERS).unwrap().saved().unwrap();
        assert_eq!(saved.drafts[0].fields[0].1, "49");
    }

    #[tokio::test]
    async fn a_store_that_cannot_be_opened_says_so_once_and_answers_everyone() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        let (reply, faults) = mpsc::channel();
        let worker = StoreWorker::start(file.join("data"), READERS, move |fault| reply.send(fault).unwrap());
        worker.persist(draft("1"));
        worker.persist(draft("2"));
        let fault = worker.persist_and_confirm(draft("3")).await.unwrap().unwrap_err();
        assert!(fault.to_string().contains("--data-dir"), "{fault}");
        assert_eq!(worker.saved().await.unwrap(), Err(fault.clone()));
        drop(worker);
        assert_eq!(faults.iter().collect::<Vec<_>>(), [fault]);
    }
}
