//! Carries out the app's commands, each request in its own task.

use std::collections::HashMap;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use api::{Failure, Priority};
use client::Rank;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};
use tokio::task::AbortHandle;

use super::clients::Clients;
use super::clock::now;
use super::crash::OnPanic;
use super::{clipboard, environment, export};
use crate::message::{Command, Event, Export, ExportNews, ExportState, FarRows, Notice, Request, Response};
use crate::store::CacheSize;

/// Shown when rows cannot be spilled to disk.
const SHELF_IS_FULL: &str = "more is loaded than memory-mebibytes allows, and there is no room for it in the data directory: \
     close lists, or make room";

/// The executor of all commands except those of the terminal and the store.
#[derive(Debug)]
pub struct Executor {
    handle: Handle,
    pub(super) clients: Clients,
    pub(super) events: UnboundedSender<Event>,
    /// Requests in progress, with their abort handles and priorities.
    calls: HashMap<Request, (AbortHandle, Rank)>,
    /// Senders that cancel exports, by path.
    exports: HashMap<String, oneshot::Sender<()>>,
    /// Whether a lack of disk space for spilled rows was reported.
    is_shelf_full: Arc<AtomicBool>,
    /// Every task holds a receiver until it has sent its results.
    under_way: watch::Sender<()>,
}

impl Executor {
    /// Tasks run on this handle's runtime. Results and news about requests are sent as `events`.
    pub fn new(handle: Handle, clients: Clients, events: UnboundedSender<Event>) -> Self {
        let told = events.clone();
        clients.listeners().add(move |news| _ = told.send(Event::Told(Box::new(news.clone()))));
        Self {
            handle,
            clients,
            events,
            calls: HashMap::new(),
            exports: HashMap::new(),
            is_shelf_full: Arc::default(),
            under_way: watch::Sender::default(),
        }
    }

    /// Whether nothing is in progress and all events were sent.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_closed()
    }

    /// Waits until nothing is in progress.
    pub async fn idle(&self) {
        self.under_way.closed().await;
    }

    /// Carries out a command that concerns neither the terminal nor the store.
    pub fn carry(&mut self, command: Command) {
        match command {
            Command::Send(request, priority) => self.send(request, priority, false),
            Command::SendAnew(request) => self.send(request, Priority::Urgent, true),
            Command::Prioritize(request, priority) => {
                if let Some((_, rank)) = self.calls.get(&request) {
                    rank.set(priority);
                }
            }
            Command::Cancel(request) => {
                if let Some((task, _)) = self.calls.remove(&request) {
                    task.abort();
                }
            }
            Command::Browse(address) => {
                let events = self.events.clone();
                self.start_blocking(move || {
                    tracing::debug!(name: "begun", target: "hieroscope::browser", address);
                    if !open(&address) {
                        let _ = events.send(Event::NoBrowser(address));
                    }
                });
            }
            Command::PutAway(rows) => self.put_away(rows),
            Command::ClearCache => self.clear_cache(),
            Command::Export(export) => self.export(export),
            Command::CancelExport(path) => {
                if let Some(cancel) = self.exports.remove(&path) {
                    let _ = cancel.send(());
                }
            }
            Command::Submit(..)
            | Command::SubmitUnrecorded(..)
            | Command::Persist(_)
            | Command::ProbeStore
            | Command::LoadRecord(_)
            | Command::LoadOlderJobs(_)
            | Command::Copy(_)
            | Command::Mouse(_)
            | Command::Redraw
            | Command::Suspend
            | Command::Quit
            | Command::Bell
            | Command::Notify(..)
            | Command::Title(_) => {}
        }
    }

    /// Sends a request; `anew` bypasses the cache.
    fn send(&mut self, request: Request, priority: Priority, anew: bool) {
        let (clients, events) = (self.clients.clone(), self.events.clone());
        let (asked, rank) = (request.clone(), Rank::from(priority));
        let ranked = rank.clone();
        let task = self.start(async move {
            let _unanswered = unanswered(&asked, &events);
            if anew {
                clients.expire(&asked).await;
            }
            let response = ask(&clients, &asked, ranked, &events).await;
            let _ = events.send(Event::Response(Box::new(response)));
        });
        self.calls.insert(request, (task, rank));
    }

    /// Forgets a request that was answered.
    pub fn answered(&mut self, request: &Request) {
        self.calls.remove(request);
    }

    /// Shows a notice if tmux discards copies.
    pub(super) fn check_copies(&self) {
        let events = self.events.clone();
        self.start_blocking(move || {
            if clipboard::discards_copies() {
                let _ = events.send(Event::Notice(Notice::warning(clipboard::DISCARDED)));
            }
        });
    }

    /// Spills rows to disk; a lack of space is reported once.
    fn put_away(&self, rows: FarRows) {
        let (disk, events) = (self.clients.shelf(), self.events.clone());
        let is_full = Arc::clone(&self.is_shelf_full);
        self.start_blocking(move || {
            if !rows.put_away(&*disk) && !is_full.swap(true, Ordering::Relaxed) {
                let _ = events.send(Event::Notice(Notice::warning(SHELF_IS_FULL)));
            }
        });
    }

    /// Clears the response cache and reports its former size.
    fn clear_cache(&self) {
        let (clients, events) = (self.clients.clone(), self.events.clone());
        self.start_blocking(move || {
            let notice = match clients.clear_cache() {
                Ok(size) if size.answers == 0 => Notice::info("the cache is empty already"),
                Ok(size) => {
                    let CacheSize { answers, bytes } = size;
                    tracing::info!(name: "cleared", target: "hieroscope::cache", answers, bytes);
                    Notice::info(format!("cache cleared: removed {size}"))
                }
                Err(fault) => Notice::warning(format!("the cache is not cleared: {}", fault.clause())),
            };
            let _ = events.send(Event::Notice(notice));
        });
    }

    /// Writes something to a file.
    fn export(&mut self, export: Export) {
        let (cancel, cancelled) = oneshot::channel();
        self.exports.retain(|_, cancel| !cancel.is_closed());
        // An export to this path that is in progress remains cancellable: this one will be refused.
        self.exports.entry(export.path.clone()).or_insert(cancel);
        let (clients, events) = (self.clients.clone(), self.events.clone());
        let (path, ended) = (export.path.clone(), self.events.clone());
        self.start(async move {
            let _unfinished = OnPanic::new(move || {
                let state = ExportState::Failed(Failure::Defect.sentence());
                let _ = ended.send(Event::Export(ExportNews { path, state }));
            });
            tracing::debug!(name: "begun", target: "hieroscope::export", path = export.path);
            export::export(export, clients, events, cancelled).await;
        });
    }

    /// Starts a task.
    pub(super) fn start(&self, work: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let under_way = self.under_way.subscribe();
        // Boxed, so that what runs a task is compiled once.
        let work: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(work);
        let task = self.handle.spawn(async move {
            work.await;
            drop(under_way);
        });
        task.abort_handle()
    }

    /// Starts blocking work.
    fn start_blocking(&self, work: impl FnOnce() + Send + 'static) {
        let under_way = self.under_way.subscribe();
        let work: Box<dyn FnOnce() + Send> = Box::new(work);
        self.handle.spawn_blocking(move || {
            work();
            drop(under_way);
        });
    }

    /// Stops all tasks.
    pub(super) fn close(self) {
        self.calls.into_values().for_each(|(task, _)| task.abort());
    }
}

/// Answers the request with a failure if dropped by a panic.
pub(super) fn unanswered(
    request: &Request,
    events: &UnboundedSender<Event>,
) -> OnPanic<impl FnOnce() + use<>> {
    let (request, events) = (request.clone(), events.clone());
    OnPanic::new(move || {
        let outcome = Err(Failure::Defect);
        let response = Response::here(request, outcome, now());
        let _ = events.send(Event::Response(Box::new(response)));
    })
}

/// Sends a request; news before the answer become events.
pub(super) async fn ask(
    clients: &Clients,
    request: &Request,
    rank: impl Into<Rank>,
    events: &UnboundedSender<Event>,
) -> Response {
    let news = events.clone();
    clients.ask(request, rank, now(), move |event| _ = news.send(event)).await
}

/// Opens an address, blocking until the launcher exits. `false` if no launcher succeeded.
pub(super) fn open(address: &str) -> bool {
    let programs = if cfg!(target_os = "macos") {
        ["open"].as_slice()
    } else if cfg!(windows) {
        ["explorer"].as_slice()
    } else {
        ["xdg-open", "gio"].as_slice()
    };
    let web = address.starts_with("https://") || address.starts_with("http://");
    let done = |program: &&str| {
        let mut command = environment::of_desktop(program);
        if *program == "gio" {
            command.arg("open");
        }
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // The launcher of Windows fails even after opening the address.
        command.status().is_ok_and(|status| status.success() || cfg!(windows))
    };
    web && programs.iter().any(done)
}

#[cfg(test)]
mod tests {
    use ledger::RawJson;

    use super::*;
    use crate::store::DiskCache;
    use api::{AnswerCache as _, CachedBody};

    #[tokio::test]
    async fn what_was_cleared_is_said_and_that_nothing_was() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Arc::new(DiskCache::new(dir.path(), 1 << 20, now));
        let kept = CachedBody { body: RawJson::new("{\"block\":7}".to_owned()), at: now(), etag: None };
        cache.keep("test", "http://127.0.0.1:1/api/v1/blocks/7", &kept);
        let bytes = cache.size().unwrap().bytes;
        let (events, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let clients = Clients::new(Vec::new(), 0).with_disk_cache(Arc::clone(&cache));
        let mut executor = Executor::new(Handle::current(), clients, events);
        for said in [
            format!("cache cleared: removed 1 answer, {bytes} bytes"),
            "the cache is empty already".to_owned(),
        ] {
            executor.carry(Command::ClearCache);
            let Some(Event::Notice(notice)) = heard.recv().await else { panic!("no notice") };
            assert_eq!(notice, Notice::info(said));
        }
        assert_eq!(cache.size().unwrap().answers, 0);
    }
}
