//! The real environment of the loop: the process with its terminal, its clock and its store.

use std::io;

use ledger::Timestamp;

use super::clipboard::sequence;
use super::cycle::Host;
use super::notification::{self, BELL};
use super::queue::{Taken, Waiting};
use super::recorder::Recorder;
use super::signals::Signal;
use super::terminal::Session;
use super::tmux;
use crate::app::App;
use crate::message::{Command, Response};

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
                session.send(sequence(&text, tmux::is_terminal()).as_bytes())?;
                if tmux::is_terminal() {
                    self.recorder.executor.check_copies();
                }
            }
            Command::Bell => session.send(BELL)?,
            Command::Notify(desktop, text) => {
                session.send(notification::sequence(desktop, &text, tmux::is_terminal()).as_bytes())?;
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
