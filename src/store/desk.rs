//! The store at a desk of its own: a thread that opens the file and works off what it is handed, so that
//! neither the start of the program nor its loop ever waits for a disk.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;

use super::{Begun, Readers, Store, StoreFault};
use crate::message::{Keep, Saved, Stored};
use crate::verification::{Job, JobId, JobKey};

/// Why there is no answer.
const STOPPED: &str = "Jobs and history are not kept: the store has stopped. Start hieroscope again.";

/// What can be handed in.
enum Order {
    Keep(Keep),
    KeepAndTell(Box<Keep>, oneshot::Sender<Result<(), StoreFault>>),
    Begin(Box<Job>, oneshot::Sender<Result<Begun, StoreFault>>),
    Accept(JobKey, JobId, oneshot::Sender<Result<(), StoreFault>>),
    Saved(oneshot::Sender<Result<Saved, StoreFault>>),
    Follow(OnNews, oneshot::Sender<Result<Saved, StoreFault>>),
    Probe(oneshot::Sender<Result<(), StoreFault>>),
    /// Something in the directory has changed.
    Changed,
    /// No more orders follow.
    Close,
}

/// What is called with news.
type OnNews = Box<dyn Fn(News) + Send>;

/// What is told without being asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Other instances have changed this.
    Changed(Stored),
    /// The store could not be opened before and is open now: everything that was kept.
    Opened(Saved),
}

/// How often the store is asked for changes where nobody tells of them, and whether other instances that take care
/// of something still run.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// The running store. Dropping it waits until everything that was handed in is on disk.
///
/// An answer whose channel is closed without a word means that the thread is gone.
#[derive(Debug)]
pub struct Desk {
    orders: Orders,
    thread: Option<JoinHandle<()>>,
}

/// What hands orders in. Cheap to clone; what comes after the desk was dropped is not worked off.
#[derive(Clone, Debug)]
pub struct Orders(mpsc::Sender<Order>);

impl Orders {
    /// Writes down under which id the submission of a job was accepted, and waits until that is on disk.
    ///
    /// # Errors
    /// Why it is not, in a sentence.
    pub async fn accept(&self, key: JobKey, id: JobId) -> Result<(), String> {
        let (tell, answer) = oneshot::channel();
        self.hand_in(Order::Accept(key, id, tell));
        told(answer).await
    }

    fn hand_in(&self, order: Order) {
        // It fails only if the thread is gone; then the order is dropped, and with it the answer's channel.
        let _ = self.0.send(order);
    }
}

impl Desk {
    /// Starts the thread, which opens the store in this directory.
    ///
    /// `on_fault` is called on that thread with whatever nobody waits for: that the store cannot be opened,
    /// or that a change cannot be written. It hears the same fault once, not at every change.
    pub fn start(
        data_dir: PathBuf,
        readers: Readers,
        on_fault: impl Fn(StoreFault) + Send + Sync + 'static,
    ) -> Self {
        let (orders, inbox) = mpsc::channel();
        let on_fault = Arc::new(on_fault);
        let complaints = Complaints { on_fault: Arc::clone(&on_fault), last: None };
        let work = {
            let (data_dir, orders) = (data_dir.clone(), orders.clone());
            move || serve(|| Store::open(&data_dir, readers), &orders, &inbox, complaints)
        };
        let thread = thread::Builder::new().name("store".to_owned()).spawn(work);
        let thread = thread
            .map_err(|error| on_fault(StoreFault::Unwritable { path: data_dir, words: error.to_string() }));
        Self { orders: Orders(orders), thread: thread.ok() }
    }

    /// Writes a change at the next opportunity.
    pub fn keep(&self, keep: Keep) {
        self.hand_in(Order::Keep(keep));
    }

    /// Writes a change and tells when it is on disk.
    pub fn keep_and_tell(&self, keep: Keep) -> oneshot::Receiver<Result<(), StoreFault>> {
        let (tell, told) = oneshot::channel();
        self.hand_in(Order::KeepAndTell(Box::new(keep), tell));
        told
    }

    /// Writes a job down whose submission is about to leave, and tells whether it may.
    pub fn begin(&self, job: Job) -> oneshot::Receiver<Result<Begun, StoreFault>> {
        let (tell, told) = oneshot::channel();
        self.hand_in(Order::Begin(Box::new(job), tell));
        told
    }

    /// Everything that was kept, of which this instance takes over what nobody takes care of. From now on
    /// `on_news` hears, on the store's thread, what other instances change, and that a store is open at last.
    pub fn follow(
        &self,
        on_news: impl Fn(News) + Send + 'static,
    ) -> oneshot::Receiver<Result<Saved, StoreFault>> {
        let (tell, told) = oneshot::channel();
        self.hand_in(Order::Follow(Box::new(on_news), tell));
        told
    }

    /// Whether something can be written now. A store that could not be opened is tried again.
    pub fn probe(&self) -> oneshot::Receiver<Result<(), StoreFault>> {
        let (tell, told) = oneshot::channel();
        self.hand_in(Order::Probe(tell));
        told
    }

    /// Everything that was kept, changes handed in before this included.
    pub fn saved(&self) -> oneshot::Receiver<Result<Saved, StoreFault>> {
        let (tell, told) = oneshot::channel();
        self.hand_in(Order::Saved(tell));
        told
    }

    /// What hands orders in from another task.
    pub fn orders(&self) -> Orders {
        self.orders.clone()
    }

    fn hand_in(&self, order: Order) {
        self.orders.hand_in(order);
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.hand_in(Order::Close);
        if let Some(thread) = self.thread.take() {
            // A panic of that thread was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// What the store answers; why there is no answer, in a sentence.
///
/// # Errors
/// The store's fault, or that its thread is gone.
pub async fn told<T>(answer: oneshot::Receiver<Result<T, StoreFault>>) -> Result<T, String> {
    answer.await.map_err(|_| STOPPED.to_owned())?.map_err(|fault| fault.to_string())
}

/// Works orders off until the desk is dropped. If the store could not be opened, every order hears why; it is tried
/// again where the user waits for it.
fn serve<F: Fn(StoreFault)>(
    open: impl Fn() -> Result<Store, StoreFault>,
    orders: &mpsc::Sender<Order>,
    inbox: &mpsc::Receiver<Order>,
    mut complaints: Complaints<F>,
) {
    let mut store = open();
    complaints.hear(store.as_ref().map(drop).map_err(Clone::clone));
    let mut watch = Watch::default();
    while let Some(order) = watch.next(&store, inbox) {
        let keep = |store: &mut Result<Store, StoreFault>, keep: &Keep| match store {
            Ok(store) => store.keep(keep),
            Err(fault) => Err(fault.clone()),
        };
        if store.is_err() && matches!(order, Order::Begin(..) | Order::Probe(_)) {
            store = open();
            if let Ok(store) = &mut store {
                complaints.hear(watch.opened(store, orders));
            }
        }
        // Nobody may be listening any more, which is theirs to know.
        match order {
            Order::Keep(change) => complaints.hear(keep(&mut store, &change)),
            Order::KeepAndTell(change, tell) => drop(tell.send(keep(&mut store, &change))),
            Order::Begin(job, tell) => drop(tell.send(match &mut store {
                Ok(store) => store.begin(&job),
                Err(fault) => Err(fault.clone()),
            })),
            Order::Accept(key, id, tell) => drop(tell.send(match &mut store {
                Ok(store) => store.accept(key, &id),
                Err(fault) => Err(fault.clone()),
            })),
            Order::Saved(tell) => {
                drop(tell.send(store.as_ref().map_err(Clone::clone).and_then(Store::saved)));
            }
            Order::Follow(on_news, tell) => {
                watch.on_news = Some(on_news);
                drop(tell.send(match &mut store {
                    Ok(store) => {
                        watch.begin(store, orders);
                        store.take_over()
                    }
                    Err(fault) => Err(fault.clone()),
                }));
            }
            Order::Probe(tell) => drop(tell.send(match &mut store {
                Ok(store) => store.probe(),
                Err(fault) => Err(fault.clone()),
            })),
            Order::Changed => {
                if let Ok(store) = &mut store {
                    complaints.hear(watch.tell(store));
                }
            }
            Order::Close => return,
        }
    }
}

/// Who hears the news, and how other instances' changes come to be known.
#[derive(Default)]
struct Watch {
    on_news: Option<OnNews>,
    /// Whether the system tells when the directory changes.
    told: bool,
    /// Whether a change was told of that is not looked at yet: one order is enough for many.
    pending: Arc<AtomicBool>,
}

impl Watch {
    fn begin(&mut self, store: &Store, orders: &mpsc::Sender<Order>) {
        let (orders, pending) = (orders.clone(), Arc::clone(&self.pending));
        self.told =
            store.watch(move || pending.swap(true, Ordering::AcqRel) || orders.send(Order::Changed).is_ok());
    }

    /// Tells of a store that is open at last, if anybody follows it.
    fn opened(&mut self, store: &mut Store, orders: &mpsc::Sender<Order>) -> Result<(), StoreFault> {
        if self.on_news.is_some() {
            self.begin(store, orders);
        }
        if let Some(on_news) = &self.on_news {
            on_news(News::Opened(store.take_over()?));
        }
        Ok(())
    }

    /// The next order; none once there are no more.
    fn next(&self, store: &Result<Store, StoreFault>, inbox: &mpsc::Receiver<Order>) -> Option<Order> {
        let asks =
            self.on_news.is_some() && store.as_ref().is_ok_and(|store| !self.told || store.has_others());
        if !asks {
            return inbox.recv().ok();
        }
        match inbox.recv_timeout(CHECK_INTERVAL) {
            Err(RecvTimeoutError::Timeout) => Some(Order::Changed),
            order => order.ok(),
        }
    }

    /// Tells what others have changed.
    fn tell(&self, store: &mut Store) -> Result<(), StoreFault> {
        self.pending.store(false, Ordering::Release);
        let Some(on_news) = &self.on_news else { return Ok(()) };
        if let Some(changes) = store.changes()? {
            on_news(News::Changed(changes));
        }
        Ok(())
    }
}

/// Passes faults on, each once in a row.
struct Complaints<F> {
    on_fault: Arc<F>,
    last: Option<StoreFault>,
}

impl<F: Fn(StoreFault)> Complaints<F> {
    fn hear(&mut self, result: Result<(), StoreFault>) {
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

    fn draft(text: &str) -> Keep {
        Keep::Draft(Draft { form: "verify".into(), fields: vec![("chain".into(), text.into())] })
    }

    #[tokio::test]
    async fn orders_are_worked_off_in_turn_and_flushed_on_drop() {
        let dir = tempfile::tempdir().unwrap();
        let desk = Desk::start(dir.path().to_owned(), READERS, |fault| panic!("{fault}"));
        assert_eq!(desk.saved().await.unwrap(), Ok(Saved::default()));
        desk.keep(draft("295"));
        assert_eq!(desk.keep_and_tell(draft("296")).await.unwrap(), Ok(()));
        let drafts = desk.saved().await.unwrap().unwrap().drafts;
        assert_eq!(drafts[0].fields[0].1, "296");
        for number in 0..50 {
            desk.keep(draft(&number.to_string()));
        }
        drop(desk);
        let saved = Store::open(dir.path(), READERS).unwrap().saved().unwrap();
        assert_eq!(saved.drafts[0].fields[0].1, "49");
    }

    #[tokio::test]
    async fn a_store_that_cannot_be_opened_says_so_once_and_answers_everyone() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        let (tell, faults) = mpsc::channel();
        let desk = Desk::start(file.join("data"), READERS, move |fault| tell.send(fault).unwrap());
        desk.keep(draft("1"));
        desk.keep(draft("2"));
        let fault = desk.keep_and_tell(draft("3")).await.unwrap().unwrap_err();
        assert!(fault.to_string().contains("--data-dir"), "{fault}");
        assert_eq!(desk.saved().await.unwrap(), Err(fault.clone()));
        drop(desk);
        assert_eq!(faults.iter().collect::<Vec<_>>(), [fault]);
    }
}
