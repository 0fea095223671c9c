//! The loop: wait for something, take everything that waits, draw once.

use std::future::{pending, ready};
use std::io;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep_until;

use super::Heard;
use super::clipboard::sequence;
use super::clock::{instant, now};
use super::executor::Executor;
use super::notification::{self, BELL};
use super::signals::{Signal, Signals};
use super::terminal::Session;
use crate::app::App;
use crate::message::{Command, Event};

/// How many events are taken before a frame is drawn all the same.
const AT_ONCE: usize = 4096;

/// Runs until the user quits, the terminal is gone, or a signal ends the program.
pub(super) async fn run(
    mut app: App,
    session: &mut Session,
    mut inputs: UnboundedReceiver<Event>,
    mut heard: Heard,
    executor: &mut Executor,
) -> io::Result<()> {
    let mut signals = Signals::new()?;
    session.draw(&app, now())?;
    loop {
        let deadline = app.wake_at(now());
        let wake = async {
            match deadline {
                Some(at) => sleep_until(instant(at)).await,
                None => pending().await,
            }
        };
        let mut next = tokio::select! {
            biased;
            Some(event) = heard.recv() => Some(event),
            input = inputs.recv() => match input {
                Some(event) => Some(event),
                None => return Ok(()),
            },
            signal = signals.wait() => {
                match signal {
                    Signal::End => return Ok(()),
                    Signal::Stop => session.suspend()?,
                    Signal::Continue => session.resume()?,
                }
                None
            }
            () = wake => Some(Event::Woke),
        };
        let mut taken = 0;
        while let Some(event) = next {
            for command in app.update(event, now()) {
                if !carry(command, session, executor)? {
                    return Ok(());
                }
            }
            taken += 1;
            if taken == AT_ONCE {
                break;
            }
            // What waits is taken without sleeping; the ready branch must come last.
            next = tokio::select! {
                biased;
                Some(event) = heard.recv() => Some(event),
                input = inputs.recv() => match input {
                    Some(event) => Some(event),
                    None => return Ok(()),
                },
                () = ready(()) => None,
            };
        }
        session.draw(&app, now())?;
    }
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
