//! A pane opened without a terminal: runs the app and its requests until all have finished.

use std::future::pending;
use std::io;
use std::path::PathBuf;

use api::{AnswerSource, Priority};
use decode::Known;
use decode::rows::entities;
use ledger::Timestamp;
use ledger::query::AccountQuery;
use ledger::text::visible;
use ledger::timestamp::span;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::Ended;
use crate::app::{App, Start};
use crate::cli::console::say;
use crate::cli::kept;
use crate::config::{Config, GetTask};
use crate::files::RecordingFile;
use crate::message::{Answer, Ask, Command, Event, Place, Response, Saved, Settings};
use crate::runtime::cycle::{self, Host};
use crate::runtime::{self, Asker, Clients, Executor, Signal, Taken, Waiting, recording};

/// The size of the invisible screen, in columns and rows: wide enough for every column, and so low that a list loads no
/// page ahead.
const SIZE: (u16, u16) = (400, 30);

/// An app whose pane has all that it wants.
pub(super) struct Opened {
    pub(super) app: App,
    clients: Clients,
    network: String,
    is_replay: bool,
    /// The answers received while the pane was opened.
    answers: Vec<(Ask, Answer)>,
    /// Held only to be dropped.
    _recorded: Option<RecordingFile>,
}

impl Opened {
    /// Opens a place, and waits until all that its pane wants has come or failed.
    ///
    /// # Errors
    /// If the stored data cannot be loaded.
    pub(super) async fn open(config: Config, place: Place, handle: Handle) -> Result<Self, Ended> {
        let networks = runtime::networks(&config);
        let clients = Clients::of(&config).with_cache(&config);
        let fault = |words: String| say(&words);
        let recorded = recording::record(&config, clients.listeners(), fault).map_err(Ended::usage)?;
        let mut saved = saved(&config)?;
        if matches!(place, Place::Jobs | Place::Batch) {
            kept::complete(&config.data_dir, &mut saved.jobs);
        }
        let network = config.network.name.clone();
        let (replay, is_replay) = (recording::replayed(&config), config.recording.is_some());
        let start = Start {
            networks,
            network: config.network,
            keymap: config.keymap,
            settings: Settings { reopen: false, preview: false, motion: false, ..config.settings },
            place,
            size: SIZE,
            faults: Vec::new(),
            process: std::process::id(),
            heals: false,
            replay,
        };
        let (mut app, commands) = App::start(start, clients.now());
        let mut host = Still::new(handle, clients.clone(), config.data_dir);
        let _ = host.events.send(Event::Restored(Box::new(saved)));
        for command in commands {
            host.carry(command).map_err(|fault| Ended::usage(fault.to_string()))?;
        }
        cycle::run(&mut app, &mut host).await?;
        // What is on other tabs is asked for once they are open.
        let mut tab = 1;
        while app.open_tab(tab) {
            let _ = host.events.send(Event::Woke);
            cycle::run(&mut app, &mut host).await?;
            tab += 1;
        }
        Ok(Self { app, clients, network, is_replay, answers: host.answers, _recorded: recorded })
    }

    /// The time: where something is replayed, that of the recording.
    pub(super) fn now(&self) -> Timestamp {
        self.clients.now()
    }

    /// Whether a recording is played back.
    pub(super) fn is_replay(&self) -> bool {
        self.is_replay
    }

    /// Takes the answers received while the pane was opened.
    pub(super) fn take_answers(&mut self) -> Vec<(Ask, Answer)> {
        std::mem::take(&mut self.answers)
    }

    /// The known data, with the other names of the entities in the command line's filter.
    pub(super) async fn known_of(&self, task: &GetTask) -> Known {
        let mut known = self.app.known().clone();
        for of in entities(task.filter.as_deref().unwrap_or_default()) {
            if let Ok(account) = self.asker().ask(&AccountQuery::now(of)).await {
                known.add_account(account);
            }
        }
        known
    }

    /// The sender of requests, which reports its retries.
    pub(super) fn asker(&self) -> Asker {
        Asker {
            clients: self.clients.clone(),
            network: self.network.clone(),
            priority: Priority::Key,
            progress: |retrying| say(&retrying.sentence()),
        }
    }
}

/// The stored data of earlier runs, read only: names and interfaces apply here, too. Jobs and the watch list are left
/// to the commands that follow them.
fn saved(config: &Config) -> Result<Saved, Ended> {
    let saved = kept::saved_before(config).map_err(|fault| Ended::usage(fault.to_string()))?;
    let elsewhere = saved.jobs.iter().map(|job| job.key).collect();
    Ok(Saved { elsewhere, open_tabs: Vec::new(), watched: Vec::new(), ..saved })
}

/// The app's loop without a screen: it ends once nothing is in progress.
struct Still {
    clients: Clients,
    waiting: Waiting,
    executor: Executor,
    events: UnboundedSender<Event>,
    /// Kept open: there is no keyboard input, and signals are handled elsewhere.
    _inputs: UnboundedSender<Event>,
    _signals: UnboundedSender<Signal>,
    /// Whether the app waits for anything, its next try included.
    is_waited_for: bool,
    data_dir: PathBuf,
    answers: Vec<(Ask, Answer)>,
}

impl Still {
    fn new(handle: Handle, clients: Clients, data_dir: PathBuf) -> Self {
        let (inputs, typed) = unbounded_channel();
        let (events, heard) = unbounded_channel();
        let (signals, signalled) = unbounded_channel();
        Self {
            waiting: Waiting::new(signalled, typed, heard),
            executor: Executor::new(handle, clients.clone(), events.clone()),
            clients,
            events,
            _inputs: inputs,
            _signals: signals,
            is_waited_for: true,
            data_dir,
            answers: Vec::new(),
        }
    }
}

impl Host for Still {
    fn now(&self) -> Timestamp {
        self.clients.now()
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        self.is_waited_for = app.is_waiting();
        Ok(())
    }

    async fn wait(&mut self, deadline: Option<Timestamp>) -> Taken {
        if let Some(taken) = self.waiting.try_next() {
            return taken;
        }
        let is_idle = self.executor.is_idle();
        if is_idle && !self.is_waited_for {
            // What a task has sent just before it ended.
            return self.waiting.try_next().unwrap_or(Taken::Gone);
        }
        let idle = async { if is_idle { pending().await } else { self.executor.idle().await } };
        tokio::select! {
            biased;
            taken = self.waiting.wait(deadline.map(|at| self.clients.instant(at))) => taken,
            () = idle => Taken::Event(Event::Woke),
        }
    }

    fn try_next(&mut self) -> Option<Taken> {
        self.waiting.try_next()
    }

    fn has_input(&self) -> bool {
        false
    }

    fn carry(&mut self, command: Command) -> io::Result<bool> {
        match command {
            Command::Quit => return Ok(false),
            // Looking is not remembered, and jobs are not followed.
            Command::Persist(_) | Command::Browse(_) | Command::Export(_) | Command::CancelExport(_) => {}
            Command::LoadRecord(key) => {
                let record = kept::record(&self.data_dir, key);
                let _ = self.events.send(Event::Record(key, record));
            }
            command => self.executor.carry(command),
        }
        Ok(true)
    }

    fn answered(&mut self, response: &Response) {
        if let AnswerSource::CacheAfter(failure, _) = &response.source {
            let age = span(self.now().since(response.at));
            say(&format!("{} This was cached {age} ago: {}", failure.sentence(), visible(&response.url)));
        }
        if let Ok(answer) = &response.outcome {
            self.answers.push((response.request.ask.clone(), answer.clone()));
        }
        self.executor.answered(&response.request);
    }

    fn heed(&mut self, _signal: Signal) -> io::Result<bool> {
        Ok(false)
    }
}
