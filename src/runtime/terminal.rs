//! The terminal as it is taken and given back: on quitting, on a signal, on a panic, and for the shell.

use std::io::{self, Stdout, Write, stdout};
use std::sync::Once;

use crossterm::QueueableCommand;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::screen::Screen;
use crate::app::App;
use crate::ledger::Timestamp;

/// The terminal while it is ours. Dropping it gives it back.
pub(super) struct Session {
    terminal: Terminal<Screen<Stdout>>,
    mouse: bool,
}

impl Session {
    /// Takes the terminal.
    pub(super) fn open(mouse: bool) -> io::Result<Self> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| before_a_panic_is_told(give_back));
        enter(mouse)?;
        let options = TerminalOptions { viewport: Viewport::Fullscreen };
        let terminal = Terminal::with_options(Screen::new(stdout()), options).inspect_err(|_| give_back())?;
        Ok(Self { terminal, mouse })
    }

    /// Draws the app as it is.
    pub(super) fn draw(&mut self, app: &App, now: Timestamp) -> io::Result<()> {
        self.terminal.draw(|frame| {
            if let Some(cursor) = app.view(now, frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        Ok(())
    }

    /// Forgets what is on the screen, so that the next frame is drawn whole.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        self.terminal.clear()
    }

    /// Catches or releases the mouse.
    pub(super) fn mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        let mut bytes = Vec::new();
        if on {
            bytes.queue(EnableMouseCapture)?
        } else {
            bytes.queue(DisableMouseCapture)?
        };
        self.send(&bytes)
    }

    /// Sends bytes that are no part of a frame.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.terminal.backend_mut().send(bytes)
    }

    /// Gives the terminal to the shell until the program is continued.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        super::signals::stop()?;
        self.resume()
    }

    /// Takes the terminal anew, whatever has been done to it meanwhile.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        // Raw mode that is thought to be on is not set again, though the shell may have ended it.
        disable_raw_mode()?;
        enter(self.mouse)?;
        self.redraw()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut bytes = Vec::new();
    bytes.queue(EnterAlternateScreen)?.queue(Hide)?.queue(EnableBracketedPaste)?;
    if mouse {
        bytes.queue(EnableMouseCapture)?;
    }
    stdout().write_all(&bytes)?;
    stdout().flush()
}

/// Gives the terminal back, as well as it can be done: there is nobody left to tell of a failure.
fn give_back() {
    let mut bytes = Vec::new();
    let _ = bytes.queue(DisableMouseCapture).and_then(|bytes| bytes.queue(DisableBracketedPaste));
    let _ = bytes.queue(LeaveAlternateScreen).and_then(|bytes| bytes.queue(Show));
    let _ = stdout().write_all(&bytes).and_then(|()| stdout().flush());
    let _ = disable_raw_mode();
}

/// Does something first when there is a panic: its message is readable only on the terminal that the user had
/// before.
fn before_a_panic_is_told(first: impl Fn() + Send + Sync + 'static) {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        first();
        tell(panic);
    }));
}

#[cfg(test)]
mod tests {
    use std::panic::{catch_unwind, set_hook, take_hook};
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn the_terminal_is_given_back_before_a_panic_is_told() {
        let (events, heard) = channel();
        let here = thread::current().id();
        // Other tests may panic meanwhile; only what happens on this thread counts.
        let tell = move |what| {
            let events = events.clone();
            move || {
                if thread::current().id() == here {
                    let _ = events.send(what);
                }
            }
        };
        let (told, others) = (tell("told"), take_hook());
        set_hook(Box::new(move |panic| {
            told();
            if thread::current().id() != here {
                others(panic);
            }
        }));
        before_a_panic_is_told(tell("given back"));
        assert!(catch_unwind(|| panic!("on purpose")).is_err());
        let _ = take_hook();
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), ["given back", "told"]);
    }
}
