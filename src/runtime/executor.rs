//! Carries out what the app wants done in the world, each request as a task of its own.

use std::collections::HashMap;

use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;

use super::browser;
use super::clients::{Clients, home};
use super::clock::now;
use crate::files;
use crate::ledger::text::visible;
use crate::message::job_event::job_event;
use crate::message::{Command, Event, Export, Keep, Request, Response};
use crate::store::desk::{self, Orders, told};
use crate::store::{Begun, Desk};
use crate::verification::{Job, JobEvent};

/// The executor.
pub(super) struct Executor {
    handle: Handle,
    clients: Clients,
    desk: Desk,
    events: UnboundedSender<Event>,
    tasks: HashMap<Request, AbortHandle>,
}

impl Executor {
    pub(super) fn new(handle: Handle, clients: Clients, desk: Desk, events: UnboundedSender<Event>) -> Self {
        Self { handle, clients, desk, events, tasks: HashMap::new() }
    }

    /// Fetches what was kept from earlier runs; it comes as an event, and so does what other instances change.
    pub(super) fn restore(&self) {
        let changes = self.events.clone();
        let saved = self.desk.follow(move |news| {
            let event = match news {
                desk::News::Changed(stored) => Event::Stored(Box::new(stored)),
                desk::News::Opened(saved) => Event::Restored(Box::new(saved)),
            };
            let _ = changes.send(event);
        });
        let events = self.events.clone();
        self.handle.spawn(async move {
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
        match command {
            Command::Send(request) => self.send(request, false),
            Command::SendAnew(request) => self.send(request, true),
            Command::Cancel(request) => {
                if let Some(task) = self.tasks.remove(&request) {
                    task.abort();
                }
            }
            Command::Submit(job, request) => self.submit(*job, request),
            Command::SubmitUnrecorded(job, request) => {
                self.desk.keep(Keep::Job(job));
                self.begin(request);
            }
            Command::Keep(keep) => self.desk.keep(keep),
            Command::ProbeStore => self.probe_store(),
            Command::Browse(address) => {
                let events = self.events.clone();
                self.handle.spawn_blocking(move || {
                    if !browser::open(&address) {
                        let _ = events.send(Event::NoBrowser(address));
                    }
                });
            }
            Command::Export(export) => self.export(export),
            Command::Copy(_)
            | Command::Mouse(_)
            | Command::Redraw
            | Command::Suspend
            | Command::Quit
            | Command::Bell
            | Command::Notify(..)
            | Command::Title(_) => {}
        }
    }

    /// Asks, with `anew` even if a kept answer still holds; the same question that is under way already is not asked
    /// twice.
    fn send(&mut self, request: Request, anew: bool) {
        if self.tasks.get(&request).is_some_and(|task| !task.is_finished()) {
            return;
        }
        let (clients, events) = (self.clients.clone(), self.events.clone());
        let asked = request.clone();
        let task = self.handle.spawn(async move {
            if anew {
                clients.expire(&asked).await;
            }
            answer(&clients, &asked, &events).await;
        });
        self.tasks.insert(request, task.abort_handle());
    }

    /// Forgets the task of a question that was answered.
    pub(super) fn answered(&mut self, request: &Request) {
        self.tasks.remove(request);
    }

    /// Records the job, and only then sends its submission. It is no task that can be stopped.
    fn submit(&mut self, job: Job, request: Request) {
        let key = job.key;
        let begun = told(self.desk.begin(job));
        let (clients, orders, events) = (self.clients.clone(), self.desk.orders(), self.events.clone());
        self.handle.spawn(async move {
            match begun.await {
                Ok(Begun::Here) => answer_submission(&clients, &request, &orders, &events).await,
                Ok(Begun::Elsewhere(stored)) => _ = events.send(Event::Stored(stored)),
                Err(words) => _ = events.send(Event::Unrecorded(key, words)),
            }
        });
    }

    /// Sends a submission, as no task that can be stopped.
    fn begin(&self, request: Request) {
        let (clients, orders, events) = (self.clients.clone(), self.desk.orders(), self.events.clone());
        self.handle.spawn(async move { answer_submission(&clients, &request, &orders, &events).await });
    }

    /// Asks whether something can be recorded again; why not was said before.
    fn probe_store(&self) {
        let (probed, events) = (self.desk.probe(), self.events.clone());
        self.handle.spawn(async move {
            if told(probed).await.is_ok() {
                let _ = events.send(Event::StoreWorks);
            }
        });
    }

    /// Writes a text to a file, on a thread where waiting for a disk holds up nothing.
    fn export(&self, export: Export) {
        let events = self.events.clone();
        self.handle.spawn_blocking(move || {
            let path = files::place(&export.path, home().as_deref());
            let written = files::write_new(&path, &export.text);
            let written = written.map(|path| visible(&path.to_string_lossy()));
            let _ = events.send(Event::Written(written.map_err(|fault| visible(&fault.to_string()))));
        });
    }

    /// Stops all tasks and writes down what is still to be written.
    pub(super) fn close(self) {
        self.tasks.into_values().for_each(|task| task.abort());
        drop(self.desk);
    }
}

/// Sends a submission. The id under which it was accepted is on disk before anybody hears of it, so that no end of the
/// program loses a job that it has shown as running.
async fn answer_submission(
    clients: &Clients,
    request: &Request,
    orders: &Orders,
    events: &UnboundedSender<Event>,
) {
    let response = ask(clients, request, events).await;
    if let Some((key, JobEvent::Accepted(id))) = job_event(&response) {
        // Why it could not be written is said of the job itself, which is written next.
        let _ = orders.accept(key, id).await;
    }
    let _ = events.send(Event::Response(Box::new(response)));
}

async fn answer(clients: &Clients, request: &Request, events: &UnboundedSender<Event>) {
    let response = ask(clients, request, events).await;
    let _ = events.send(Event::Response(Box::new(response)));
}

async fn ask(clients: &Clients, request: &Request, events: &UnboundedSender<Event>) -> Response {
    let retries = events.clone();
    let progress = move |retrying| {
        let _ = retries.send(Event::Retrying(Box::new(retrying)));
    };
    clients.ask(request, now(), progress).await
}
