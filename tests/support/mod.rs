//! A headless session: the real app and the real client on the embedded network, with a clock that stands still.

mod kept;
pub(crate) mod places;
mod styles;

use std::sync::Arc;
use std::time::Duration;

use hieroscope::app::{App, Start};
use hieroscope::client::{Client, Options};
use hieroscope::config::{self, Environment, Flags};
use hieroscope::decode::analysis::{self, Stop};
use hieroscope::demo::{self, Clock, Demo};
use hieroscope::ledger::{EntityId, Timestamp};
use hieroscope::message::event::{KeyInput, KeySeq, Mods};
use hieroscope::message::{
    Answer, Ask, Command, Event, Failure, Input, JobPoll, Keep, Lookup, Network, Place, Request, Response,
    Saved,
};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use tokio::runtime::Runtime;

/// The time at which every session stands: 2026-11-21 00:00:00 UTC.
pub(crate) const NOW: Timestamp = Timestamp::of(1_795_219_200);

/// A session under test.
pub(crate) struct Session {
    app: App,
    runtime: Runtime,
    client: Client,
    server: String,
    clock: Clock,
    size: (u16, u16),
    saved: Saved,
    asked: usize,
    sent: usize,
    looked_up: Vec<Lookup>,
    held: Option<Vec<Request>>,
    broken: Option<String>,
    /// What was to be carried out besides questions to the network, oldest first.
    pub(crate) carried: Vec<Command>,
    _demo: Demo,
}

impl Session {
    /// A session of 120 by 40 that begins at this place and has heard everything it asked for.
    pub(crate) fn at(place: &str) -> Self {
        Self::started(place, Saved::default())
    }

    /// A session that begins with what an earlier one left.
    pub(crate) fn started(place: &str, saved: Saved) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let clock = Clock::fixed(NOW);
        let options = demo::Options { clock: clock.clone(), ..demo::Options::default() };
        let demo = runtime.block_on(demo::start(options)).unwrap();
        Self::on(place, demo, runtime, clock, saved, None, Flags::default())
    }

    /// A session with this in the user's configuration file.
    pub(crate) fn with_settings(place: &str, settings: &str) -> Self {
        Self::on_profile(place, "demo", settings)
    }

    /// A session on the network of this name, which the user's configuration file describes.
    pub(crate) fn on_profile(place: &str, name: &str, settings: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let clock = Clock::fixed(NOW);
        let options = demo::Options { clock: clock.clone(), ..demo::Options::default() };
        let demo = runtime.block_on(demo::start(options)).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), settings).unwrap();
        let (config, network) = (Some(file.path().to_owned()), Some(name.to_owned()));
        let flags = Flags { config, network, ..Flags::default() };
        Self::on(place, demo, runtime, clock, Saved::default(), None, flags)
    }

    /// A session on servers of the test's own.
    pub(crate) fn on_server(place: &str, server: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let clock = Clock::fixed(NOW);
        let demo = runtime.block_on(demo::start(demo::Options::default())).unwrap();
        Self::on(place, demo, runtime, clock, Saved::default(), Some(server), Flags::default())
    }

    fn on(
        place: &str,
        demo: Demo,
        runtime: Runtime,
        clock: Clock,
        saved: Saved,
        server: Option<&str>,
        flags: Flags,
    ) -> Self {
        let flags = Flags { network: flags.network.clone().or(Some("demo".to_owned())), ..flags };
        let config = config::load(&flags, &Environment::default()).unwrap();
        let server = server.map_or_else(|| demo.url(), str::to_owned);
        let mirror =
            Network { mirror: server.clone(), verifier: Some(server.clone()), ..config.network.clone() };
        let client = runtime.block_on(async { Client::new(&mirror, Options::default()) }).unwrap();
        let start = Start {
            networks: config.networks,
            network: config.network,
            keymap: config.keymap,
            settings: config.settings,
            place: Place::parse(place, EntityId::of(0)).unwrap(),
            size: (120, 40),
            faults: Vec::new(),
            process: 1,
        };
        let (app, commands) = App::start(start, NOW);
        let mut session = Self {
            app,
            runtime,
            client,
            server,
            clock,
            size: (120, 40),
            saved: saved.clone(),
            asked: 0,
            sent: 0,
            looked_up: Vec::new(),
            held: None,
            broken: None,
            carried: Vec::new(),
            _demo: demo,
        };
        session.event(Event::Restored(Box::new(saved)));
        session.carry(commands);
        session
    }

    /// Another size of the screen.
    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self.event(Event::Resize(columns, rows));
        self
    }

    /// Presses keys, each written as in the keymap: `"j j enter"`.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for key in keys.split(' ').filter(|key| !key.is_empty()) {
            let sequence: KeySeq = key_name(key).parse().unwrap_or_else(|fault| panic!("{key}: {fault}"));
            for input in sequence.as_slice() {
                self.event(Event::Input(Input::Key(*input)));
            }
        }
        self
    }

    /// Types a text, letter by letter.
    pub(crate) fn type_text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.event(Event::Input(Input::Key(KeyInput::new(c, Mods::NONE))));
        }
        self
    }

    /// Pastes a text as one event.
    pub(crate) fn paste(&mut self, text: &str) -> &mut Self {
        self.event(Event::Input(Input::Paste(text.to_owned())));
        self
    }

    /// Hears something that the network did not send by itself.
    pub(crate) fn event(&mut self, event: Event) -> &mut Self {
        let commands = self.app.update(event, self.clock.now());
        self.carry(commands);
        self
    }

    /// Lets time pass, in steps to each deadline of the app, and hears what comes of it.
    pub(crate) fn pass(&mut self, span: Duration) -> &mut Self {
        let end = self.clock.now().plus_millis(u64::try_from(span.as_millis()).unwrap());
        loop {
            let now = self.clock.now();
            let next = self.app.wake_at(now).unwrap_or(end).min(end).max(now.plus_millis(1));
            let step = u64::try_from(next.since(now)).unwrap();
            self.clock.advance(Duration::from_nanos(step));
            self.event(Event::Woke);
            if next >= end {
                return self;
            }
        }
    }

    /// Puts the clock back, as a correction by the system does.
    pub(crate) fn put_clock_back(&mut self, span: Duration) -> &mut Self {
        self.clock.put_back(span);
        self
    }

    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// From now on nothing can be recorded, for this reason; with none, it can be again.
    pub(crate) fn break_store(&mut self, fault: Option<&str>) -> &mut Self {
        self.broken = fault.map(str::to_owned);
        self
    }

    /// From now on questions wait until they are let go.
    pub(crate) fn hold(&mut self) {
        self.held = Some(Vec::new());
    }

    /// Answers one of the questions that wait, picked by this number. `false` if none waits.
    pub(crate) fn let_go(&mut self, at: usize) -> bool {
        let Some(held) = self.held.as_mut().filter(|held| !held.is_empty()) else { return false };
        let request = held.remove(at % held.len());
        let response = self.ask(&request);
        self.event(Event::Response(Box::new(response)));
        true
    }

    /// The question how the newest job stands.
    pub(crate) fn poll(&self) -> Request {
        let job = self.saved.jobs.first().unwrap();
        let (id, server) = (job.id.clone().unwrap(), job.server.clone());
        let poll = JobPoll { key: job.key, id, server, etag: None, may_repeat_key: false };
        Request { network: "demo".to_owned(), ask: Ask::Job(poll) }
    }

    /// The question that has waited longest, while they wait.
    pub(crate) fn waiting(&self) -> Option<Request> {
        self.held.as_ref()?.first().cloned()
    }

    /// Whether anything would move by itself.
    pub(crate) fn is_quiet(&self) -> bool {
        self.app.wake_at(self.clock.now()).is_none()
    }

    /// Where the session is.
    pub(crate) fn place(&self) -> String {
        self.app.place().to_string()
    }

    /// How many questions were sent so far, studies of bytes that are here already not counted.
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }

    /// How many questions were sent to the network so far, also those that wait or were given up.
    pub(crate) fn sent(&self) -> usize {
        self.sent
    }

    /// What a signature server was asked, question by question.
    pub(crate) fn looked_up(&self) -> &[Lookup] {
        &self.looked_up
    }

    /// What the store would hand to the next run.
    pub(crate) fn saved(&self) -> &Saved {
        &self.saved
    }

    /// The screen as lines of text, without blanks at their ends.
    pub(crate) fn screen(&self) -> String {
        self.drawn(self.size.0, self.size.1)
    }

    /// The state drawn on a screen of this size, whether or not the session has heard of it.
    pub(crate) fn drawn(&self, columns: u16, rows: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        self.app.view(self.clock.now(), &mut buffer);
        let row = |y| {
            let line: String = (0..columns).filter_map(|x| buffer.cell((x, y)).map(Cell::symbol)).collect();
            line.trim_end().to_owned()
        };
        (0..rows).map(row).collect::<Vec<_>>().join("\n").replace(&self.server, "SERVER")
    }

    /// Carries out commands until nothing is left to hear.
    fn carry(&mut self, commands: Vec<Command>) {
        for command in commands {
            let command = match command {
                Command::SendAnew(request) => {
                    self.client.expire(&request.ask);
                    Command::Send(request)
                }
                other => other,
            };
            if let Command::Send(request) = &command {
                self.sent += usize::from(!matches!(request.ask, Ask::Analysis(_)));
            }
            match command {
                Command::Submit(job, _) if self.broken.is_some() => {
                    let fault = self.broken.clone().unwrap_or_default();
                    self.event(Event::Unrecorded(job.key, fault));
                }
                Command::SubmitUnrecorded(job, request) => {
                    self.carried.push(Command::SubmitUnrecorded(job, request.clone()));
                    let response = self.ask(&request);
                    self.event(Event::Response(Box::new(response)));
                }
                Command::Submit(job, request) => {
                    self.keep(&Keep::Job(job.clone()));
                    self.carried.push(Command::Submit(job, request.clone()));
                    if let Some(held) = &mut self.held {
                        held.push(request);
                    } else {
                        let response = self.ask(&request);
                        self.event(Event::Response(Box::new(response)));
                    }
                }
                Command::Send(request) if self.held.is_some() => {
                    let held = self.held.get_or_insert_default();
                    if !held.contains(&request) {
                        held.push(request);
                    }
                }
                Command::Cancel(request) => {
                    if let Some(held) = &mut self.held {
                        held.retain(|known| *known != request);
                    }
                }
                Command::Send(request) => {
                    let response = self.ask(&request);
                    self.event(Event::Response(Box::new(response)));
                }
                Command::ProbeStore if self.broken.is_none() => _ = self.event(Event::StoreWorks),
                Command::ProbeStore => {}
                Command::Keep(_) if self.broken.is_some() => {}
                Command::Keep(keep) => {
                    self.keep(&keep);
                    self.carried.push(Command::Keep(keep));
                }
                other => self.carried.push(other),
            }
        }
    }

    fn ask(&mut self, request: &Request) -> Response {
        if !matches!(request.ask, Ask::Analysis(_)) {
            self.asked += 1;
        }
        if let Ask::File(query) = &request.ask {
            let (request, outcome) = (request.clone(), hieroscope::files::answer(query, None));
            return Response { request, outcome, at: self.clock.now(), url: String::new() };
        }
        if let Ask::Analysis(analysis) = &request.ask {
            let found =
                analysis::run(analysis, &Stop::default()).map(|found| Answer::Analysis(Arc::new(found)));
            let (request, outcome) = (request.clone(), found.ok_or(Failure::NotAnalysed));
            return Response { request, outcome, at: self.clock.now(), url: String::new() };
        }
        let mut asked = request.clone();
        if let Ask::Signatures(lookup) = &asked.ask {
            self.looked_up.push(lookup.clone());
        }
        if let Some(server) = asked.ask.server_mut()
            && server.is_empty()
        {
            server.clone_from(&self.server);
        }
        let mut response = self.runtime.block_on(self.client.ask(&asked, |_| {}));
        response.request = request.clone();
        response.at = self.clock.now();
        response
    }
}

/// The keymap's spelling of a key as the key library reads it.
fn key_name(key: &str) -> String {
    let (mods, name) = key.rsplit_once('-').filter(|(_, name)| !name.is_empty()).unwrap_or(("", key));
    let name = match name {
        "enter" => "Enter",
        "esc" => "Esc",
        "tab" => "Tab",
        "up" => "Up",
        "down" => "Down",
        "left" => "Left",
        "right" => "Right",
        "pgup" => "PageUp",
        "pgdn" => "PageDown",
        "home" => "Home",
        "end" => "End",
        "backspace" => "Backspace",
        "del" => "Delete",
        "space" => "Space",
        other => other,
    };
    let mods = mods.replace("ctrl", "Ctrl").replace("alt", "Alt").replace("shift", "Shift").replace('-', "+");
    if mods.is_empty() { name.to_owned() } else { format!("{mods}+{name}") }
}
