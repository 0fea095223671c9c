//! The loop: draw once, wait for something, take what waits for as long as a turn lasts.

use std::io;

use tokio::time::Instant;

use super::signals::Signal;
use super::waiting::{MAX_TURN, Taken};
use crate::app::App;
use crate::ledger::Timestamp;
use crate::message::{Command, Event, Request};

/// The environment of the loop: the process with its terminal, or a test.
pub trait Host {
    /// The time.
    fn now(&self) -> Timestamp;

    /// Draws the app as it is.
    ///
    /// # Errors
    /// When the terminal fails.
    fn draw(&mut self, app: &App) -> io::Result<()>;

    /// Waits for the first thing that comes, until the deadline if there is one.
    fn wait(&mut self, deadline: Option<Timestamp>) -> impl Future<Output = Taken>;

    /// Returns what waits now, without waiting.
    fn try_next(&mut self) -> Option<Taken>;

    /// Carries out a command; `false` if the program is to end.
    ///
    /// # Errors
    /// When the terminal fails.
    fn carry(&mut self, command: Command) -> io::Result<bool>;

    /// Forgets that this is in progress: its answer has come.
    fn answered(&mut self, request: &Request);

    /// Does what a signal asks for; `false` if the program is to end.
    ///
    /// # Errors
    /// When the terminal fails.
    fn heed(&mut self, signal: Signal) -> io::Result<bool>;
}

/// Runs until the user quits, the terminal is gone, or a signal ends the program.
///
/// # Errors
/// When the terminal fails.
pub async fn run(app: &mut App, host: &mut impl Host) -> io::Result<()> {
    let mut is_stale = true;
    loop {
        if std::mem::take(&mut is_stale) {
            host.draw(app)?;
        }
        let deadline = app.wake_at(host.now());
        let mut next = Some(host.wait(deadline).await);
        let end = Instant::now() + MAX_TURN;
        while let Some(taken) = next {
            is_stale |= !matches!(&taken, Taken::Event(event) if !app.shows(event));
            let goes_on = match taken {
                Taken::Event(event) => update(app, event, host)?,
                Taken::Signal(signal) => host.heed(signal)?,
                Taken::Gone => false,
            };
            if !goes_on {
                return Ok(());
            }
            // Take what waits without sleeping, unless it is time to draw.
            next = if Instant::now() < end { host.try_next() } else { None };
        }
    }
}

/// Tells the app what happened, and carries out what it wants done; `false` if the program is to end.
fn update(app: &mut App, event: Event, host: &mut impl Host) -> io::Result<bool> {
    if let Event::Response(response) = &event {
        host.answered(&response.request);
    }
    for command in app.update(event, host.now()) {
        if !host.carry(command)? {
            return Ok(false);
        }
    }
    Ok(true)
}
