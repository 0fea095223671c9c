//! The main loop: draws a frame, waits for an event, then handles pending events for at most `MAX_TURN`. It runs in the
//! process with its terminal, or in a test.

use std::io;

use ledger::Timestamp;
use tokio::time::Instant;

use super::clipboard::sequence;
use super::notification::BELL;
use super::queue::{MAX_TURN, Taken, Waiting};
use super::recorder::Recorder;
use super::signals::Signal;
use super::terminal::Session;
use super::{clipboard, notification};
use crate::app::App;
use crate::message::place::PlaceKind;
use crate::message::{Action, Command, Event, Place, Response, Word};

/// The environment of the loop: the process with its terminal, or a test.
pub trait Host {
    /// The time.
    fn now(&self) -> Timestamp;

    /// Draws the app as it is.
    ///
    /// # Errors
    /// When the terminal fails.
    fn draw(&mut self, app: &App) -> io::Result<()>;

    /// Waits for the next event, at most until the deadline.
    fn wait(&mut self, deadline: Option<Timestamp>) -> impl Future<Output = Taken>;

    /// Returns what waits now, without waiting.
    fn try_next(&mut self) -> Option<Taken>;

    /// Whether an input waits.
    fn has_input(&self) -> bool;

    /// Carries out a command; `false` if the program should end.
    ///
    /// # Errors
    /// When the terminal fails.
    fn carry(&mut self, command: Command) -> io::Result<bool>;

    /// Handles an answer before the app does: its request is finished.
    fn answered(&mut self, response: &Response);

    /// Handles a signal; `false` if the program should end.
    ///
    /// # Errors
    /// When the terminal fails.
    fn heed(&mut self, signal: Signal) -> io::Result<bool>;
}

/// Why the loop has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum End {
    /// The user wanted it.
    Quit,
    /// A signal did.
    Signal,
    /// The terminal is gone.
    Gone,
}

/// Draws the first frame, then goes on.
///
/// # Errors
/// When the terminal fails.
pub async fn run(app: &mut App, host: &mut impl Host) -> io::Result<End> {
    host.draw(app)?;
    go_on(app, host).await
}

/// Runs until the user quits, the terminal is gone, or a signal ends the program. The app is drawn as it is.
///
/// # Errors
/// When the terminal fails.
pub async fn go_on(app: &mut App, host: &mut impl Host) -> io::Result<End> {
    let mut is_stale = false;
    let mut shown = None;
    app.on_action(log_action);
    loop {
        log_place(&mut shown, app.place());
        if std::mem::take(&mut is_stale) {
            // Keys that come faster than they can be read are read together.
            if !host.has_input() {
                app.read_typed(host.now());
            }
            host.draw(app)?;
        }
        let deadline = app.wake_at(host.now());
        let mut next = Some(host.wait(deadline).await);
        let end = Instant::now() + MAX_TURN;
        while let Some(taken) = next {
            is_stale |= !matches!(&taken, Taken::Event(event) if !app.shows(event));
            let (goes_on, why) = match taken {
                Taken::Event(event) => (update(app, event, host)?, End::Quit),
                Taken::Signal(signal) => (host.heed(signal)?, End::Signal),
                Taken::Gone => (false, End::Gone),
            };
            if !goes_on {
                return Ok(why);
            }
            // Take what waits without sleeping, unless it is time to draw.
            next = if Instant::now() < end { host.try_next() } else { None };
        }
    }
}

/// Passes an event to the app and carries out its commands; `false` if the program should end.
fn update(app: &mut App, event: Event, host: &mut impl Host) -> io::Result<bool> {
    if let Event::Response(response) = &event {
        host.answered(response);
    }
    log_event(&event);
    for command in app.update(event, host.now()) {
        let kind = match &command {
            Command::Persist(change) => change.into(),
            command => command.into(),
        };
        tracing::debug!(name: "carried out", target: "hieroscope::loop", command = Word(kind).field());
        if !host.carry(command)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Logs an event, unless it was logged at its source.
fn log_event(event: &Event) {
    match event {
        Event::Input(_) | Event::Resize(..) | Event::Told(_) | Event::Woke => {}
        Event::Response(response) => {
            let (question, is_failure) = (Word(response.request.ask.name()), response.outcome.is_err());
            tracing::debug!(
                name: "answer",
                target: "hieroscope::loop",
                question = question.field(),
                failure = is_failure,
            );
        }
        event => {
            tracing::debug!(name: "event", target: "hieroscope::loop", kind = Word(event.into()).field());
        }
    }
}

/// Logs an action before it is carried out.
fn log_action(action: Action) {
    tracing::debug!(name: "action", target: "hieroscope::loop", action = Word(action.name()).field());
}

/// Logs the place on screen if it has changed.
fn log_place(shown: &mut Option<Place>, place: Place) {
    if shown.as_ref() != Some(&place) {
        let kind = Word(PlaceKind::from(&place).into());
        tracing::info!(
            name: "opened",
            target: "hieroscope::place",
            kind = kind.field(),
            place = place.to_string(),
        );
        *shown = Some(place);
    }
}

/// The process.
pub(super) struct Process<'a> {
    pub(super) session: Session,
    pub(super) waiting: Waiting,
    pub(super) recorder: &'a mut Recorder,
    /// The exit code of the signal that ended the program, if any.
    pub(super) ended_by: Option<u8>,
}

impl Host for Process<'_> {
    fn now(&self) -> Timestamp {
        self.recorder.executor.clients.now()
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let now = self.now();
        self.session.draw(app, now)
    }

    async fn wait(&mut self, deadline: Option<Timestamp>) -> Taken {
        let clients = &self.recorder.executor.clients;
        self.waiting.wait(deadline.map(|at| clients.instant(at))).await
    }

    fn try_next(&mut self) -> Option<Taken> {
        self.waiting.try_next()
    }

    fn has_input(&self) -> bool {
        self.waiting.has_input()
    }

    fn carry(&mut self, command: Command) -> io::Result<bool> {
        let session = &mut self.session;
        match command {
            Command::Quit => return Ok(false),
            Command::Copy(text) => {
                session.send(sequence(&text, clipboard::is_in_tmux()).as_bytes())?;
                if clipboard::is_in_tmux() {
                    self.recorder.executor.check_copies();
                }
            }
            Command::Bell => session.send(BELL)?,
            Command::Notify(desktop, text) => {
                session.send(notification::sequence(desktop, &text, clipboard::is_in_tmux()).as_bytes())?;
            }
            Command::Title(title) => session.title(&title)?,
            Command::Mouse(on) => session.mouse(on)?,
            Command::Redraw => session.redraw()?,
            Command::Suspend => session.suspend()?,
            other => self.recorder.carry(other),
        }
        Ok(true)
    }

    fn answered(&mut self, response: &Response) {
        self.recorder.executor.answered(&response.request);
    }

    fn heed(&mut self, signal: Signal) -> io::Result<bool> {
        match signal {
            Signal::End(code) => {
                tracing::warn!(name: "signal", target: "hieroscope::program", code);
                self.ended_by = Some(code);
                return Ok(false);
            }
            Signal::Stop => self.session.suspend()?,
            Signal::Continue => self.session.resume()?,
        }
        Ok(true)
    }
}
