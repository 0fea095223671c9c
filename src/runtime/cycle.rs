//! The loop: wait for something, take what waits for as long as a turn lasts, draw once.

use std::io;

use tokio::time::Instant;

use super::clipboard::sequence;
use super::clock::{instant, now};
use super::executor::Executor;
use super::notification::{self, BELL};
use super::signals::Signal;
use super::terminal::Session;
use super::waiting::{MAX_TURN, Taken, Waiting};
use crate::app::App;
use crate::message::{Command, Event};

/// Runs until the user quits, the terminal is gone, or a signal ends the program.
pub(super) async fn run(
    mut app: App,
    session: &mut Session,
    mut waiting: Waiting,
    executor: &mut Executor,
) -> io::Result<()> {
    session.draw(&app, now())?;
    loop {
        let deadline = app.wake_at(now()).map(instant);
        let mut next = Some(waiting.wait(deadline).await);
        let end = Instant::now() + MAX_TURN;
        while let Some(taken) = next {
            let goes_on = match taken {
                Taken::Event(event) => update(&mut app, event, session, executor)?,
                Taken::Signal(signal) => heed(signal, session)?,
                Taken::Gone => false,
            };
            if !goes_on {
                return Ok(());
            }
            // What waits is taken without sleeping, unless it is time that the user sees something.
            next = if Instant::now() < end { waiting.take() } else { None };
        }
        session.draw(&app, now())?;
    }
}

/// Tells the app what happened, and carries out what it wants done; `false` if the program is to end.
fn update(app: &mut App, event: Event, session: &mut Session, executor: &mut Executor) -> io::Result<bool> {
    if let Event::Response(response) = &event {
        executor.answered(&response.request);
    }
    for command in app.update(event, now()) {
        if !carry(command, session, executor)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Does what a signal asks for; `false` if the program is to end.
fn heed(signal: Signal, session: &mut Session) -> io::Result<bool> {
    match signal {
        Signal::End => return Ok(false),
        Signal::Stop => session.suspend()?,
        Signal::Continue => session.resume()?,
    }
    Ok(true)
}

/// Carries out a command; `false` if the program is to end.
fn carry(command: Command, session: &mut Session, executor: &mut Executor) -> io::Result<bool> {
    match command {
        Command::Quit => return Ok(false),
        Command::Copy(text) => {
            session.send(sequence(&text, std::env::var_os("TMUX").is_some()).as_bytes())?;
        }
        Command::Bell => session.send(BELL)?,
        Command::Notify(desktop, text) => {
            let tmux = std::env::var_os("TMUX").is_some();
            session.send(notification::sequence(desktop, &text, tmux).as_bytes())?;
        }
        Command::Title(title) => session.title(&title)?,
        Command::Mouse(on) => session.mouse(on)?,
        Command::Redraw => session.redraw()?,
        Command::Suspend => session.suspend()?,
        other => executor.carry(other),
    }
    Ok(true)
}
