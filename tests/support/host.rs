//! What the loop runs on in a test: its clock stands still, its screen is kept, and once nothing waits and nothing is
//! under way, it ends.

use std::io;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use api::{AnswerSource, AnyOperation, Exchange, Lookup, Network, Priority};
use client::Options;
use demo::{Clock, Demo};
use hieroscope::app::App;
use hieroscope::message::{AnyWork, Ask, Command, Event, Persist, Request, Response, Saved};
use hieroscope::runtime::cycle::Host;
use hieroscope::runtime::{Analyses, Clients, Executor, Signal, Taken, Waiting};
use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The host. Questions are asked one after another, in the order in which the app has sent them, so that every run is
/// the same.
pub(super) struct TestHost {
    pub(super) clock: Clock,
    /// The frame that was drawn last.
    pub(super) screen: Buffer,
    /// Whether something has happened since.
    changed: bool,
    /// Whether nobody looks for now.
    pub(super) hidden: bool,
    waiting: Waiting,
    executor: Executor,
    /// What happens to the app.
    pub(super) inputs: UnboundedSender<Event>,
    pub(super) events: UnboundedSender<Event>,
    /// Kept open: there are no signals here.
    _signals: UnboundedSender<Signal>,
    /// Questions that were sent and are not asked yet, oldest first.
    pub(super) queue: Vec<Command>,
    /// Whether they wait until they are let go.
    pub(super) held: bool,
    /// Why nothing can be recorded.
    pub(super) broken: Option<String>,
    pub(super) asked: usize,
    pub(super) sent: usize,
    /// How often the loop wanted a frame.
    pub(super) frames: usize,
    /// What was told of requests.
    pub(super) told: Arc<Mutex<Vec<Exchange>>>,
    pub(super) looked_up: Vec<Lookup>,
    pub(super) carried: Vec<Command>,
    pub(super) saved: Saved,
    pub(super) demo: Option<Demo>,
}

/// How long the embedded network may take for an answer on a machine that is busy with other things.
const MAX_WAIT: Duration = Duration::from_mins(5);

/// Quick to ask again, as nothing is known to come of waiting before that; patient with answers.
pub(super) fn quick() -> Options {
    let wait = Duration::from_millis(1);
    Options { first_wait: wait, longest_wait: wait, read: MAX_WAIT, ..Options::default() }
}

/// Shared by all sessions: what the embedded network generates is the same for each.
static ANALYSES: LazyLock<Analyses> = LazyLock::new(Analyses::default);

impl TestHost {
    /// A host on which every one of these networks is that mirror node and that verifier.
    pub(super) fn new(
        handle: Handle,
        networks: Vec<Network>,
        [server, verifier]: [&str; 2],
        (demo, clock): (Option<Demo>, Clock),
        options: Options,
    ) -> Self {
        let told = Arc::<Mutex<Vec<Exchange>>>::default();
        let heard = Arc::clone(&told);
        options.listeners.add(move |news| heard.lock().unwrap().push(news.exchange.clone()));
        let there =
            |network| Network { mirror: server.to_owned(), verifier: Some(verifier.to_owned()), ..network };
        let networks = networks.into_iter().map(there).collect();
        let clients = Clients::with_embedded(networks, options, server.to_owned(), ANALYSES.clone());
        let (inputs, typed) = unbounded_channel();
        let (events, heard) = unbounded_channel();
        let (signals, signalled) = unbounded_channel();
        Self {
            clock,
            screen: Buffer::default(),
            changed: true,
            hidden: false,
            waiting: Waiting::new(signalled, typed, heard),
            executor: Executor::new(handle, clients, events.clone()),
            inputs,
            events,
            _signals: signals,
            queue: Vec::new(),
            held: false,
            broken: None,
            asked: 0,
            sent: 0,
            frames: 0,
            told,
            looked_up: Vec::new(),
            carried: Vec::new(),
            saved: Saved::default(),
            demo,
        }
    }

    /// Whether nothing is under way, and nothing is to be asked.
    fn is_at_rest(&self) -> bool {
        self.executor.is_idle() && (self.held || self.queue.is_empty())
    }

    /// Asks one of the questions that wait.
    pub(super) fn let_go(&mut self, at: usize) {
        let command = self.queue.remove(at);
        if let Some(request) = question(&command) {
            self.asked += usize::from(!matches!(request.ask, Ask::Here(AnyWork::Analysis(_))));
            if let Ask::Server(AnyOperation::Signatures(lookup)) = &request.ask {
                self.looked_up.push(lookup.clone());
            }
        }
        self.executor.carry(command);
    }

    fn send(&mut self, command: Command) {
        let Some(request) = question(&command) else { return };
        self.sent += usize::from(!matches!(request.ask, Ask::Here(AnyWork::Analysis(_))));
        if !self.queue.iter().any(|waiting| question(waiting) == Some(request)) {
            self.queue.push(command);
        }
    }

    /// What was taken, as of the time that it is here.
    fn dated(&mut self, mut taken: Taken) -> Taken {
        if let Taken::Event(Event::Response(response)) = &mut taken
            && response.source == AnswerSource::Server
        {
            response.at = self.clock.now();
        }
        if let Taken::Event(Event::Told(told)) = &mut taken {
            let is_answered = told.exchange.answered().is_some();
            (told.exchange.at, told.exchange.millis) = (self.clock.now(), if is_answered { 12 } else { 0 });
        }
        self.changed = true;
        taken
    }
}

/// What a command asks, if it asks anything.
pub(super) fn question(command: &Command) -> Option<&Request> {
    match command {
        Command::Send(request, _) | Command::SendAnew(request) => Some(request),
        _ => None,
    }
}

impl Host for TestHost {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Frames that are replaced before anybody can look at them are not drawn: that takes most of a test's time.
    fn draw(&mut self, app: &App) -> io::Result<()> {
        self.frames += 1;
        if !self.hidden && self.is_at_rest() && !self.has_input() && std::mem::take(&mut self.changed) {
            self.screen.reset();
            app.view(self.clock.now(), &mut self.screen);
        }
        Ok(())
    }

    /// Ends the loop when the world stands still.
    async fn wait(&mut self, _: Option<Timestamp>) -> Taken {
        loop {
            if let Some(taken) = self.try_next() {
                return taken;
            }
            if !self.executor.is_idle() {
                tokio::select! {
                    biased;
                    taken = self.waiting.wait(None) => return self.dated(taken),
                    () = self.executor.idle() => {}
                }
            } else if self.is_at_rest() {
                return Taken::Gone;
            } else {
                self.let_go(0);
            }
        }
    }

    fn try_next(&mut self) -> Option<Taken> {
        let taken = self.waiting.try_next()?;
        Some(self.dated(taken))
    }

    fn has_input(&self) -> bool {
        self.waiting.has_input()
    }

    fn carry(&mut self, command: Command) -> io::Result<bool> {
        match command {
            Command::Send(..) | Command::SendAnew(_) => self.send(command),
            Command::Cancel(request) => {
                self.queue.retain(|waiting| question(waiting) != Some(&request));
                self.executor.carry(Command::Cancel(request));
            }
            Command::Submit(job, _) if self.broken.is_some() => {
                let fault = self.broken.clone().unwrap_or_default();
                let _ = self.events.send(Event::Unrecorded(job.key, fault));
            }
            Command::ProbeStore if self.broken.is_none() => _ = self.events.send(Event::StoreWorks),
            Command::ProbeStore => {}
            Command::Persist(_) if self.broken.is_some() => {}
            other => {
                match &other {
                    Command::Submit(job, request) => {
                        self.keep(&Persist::Job(job.clone()));
                        self.queue.push(Command::Send(request.clone(), Priority::Urgent));
                    }
                    Command::SubmitUnrecorded(_, request) => {
                        self.queue.push(Command::Send(request.clone(), Priority::Urgent));
                    }
                    Command::Persist(keep) => self.keep(keep),
                    // A test that names a whole path means it: the directory is its own.
                    Command::Export(export) if export.path.starts_with('/') => {
                        self.executor.carry(Command::Export(export.clone()));
                    }
                    Command::CancelExport(_) => self.executor.carry(other.clone()),
                    _ => {}
                }
                let quits = other == Command::Quit;
                self.carried.push(other);
                return Ok(!quits);
            }
        }
        Ok(true)
    }

    fn answered(&mut self, response: &Response) {
        self.executor.answered(&response.request);
    }

    fn heed(&mut self, signal: Signal) -> io::Result<bool> {
        Ok(!matches!(signal, Signal::End(_)))
    }
}

impl TestHost {
    /// Another size of the screen.
    pub(super) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.resize(Rect::new(0, 0, columns, rows));
        self.changed = true;
    }
}
