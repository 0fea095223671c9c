//! The terminal: set up, restored on exit, on a signal, on a panic and on suspend, and read. Its events become the
//! program's own inputs.

use std::io::{Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::{io, thread};

use crossterm::QueueableCommand;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event as Sent,
    KeyEventKind, MouseButton as Button, MouseEvent, MouseEventKind,
};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ledger::Timestamp;
use screen::{Screen, bounded, measured};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::notification;
use super::notification::{POP_TITLE, PUSH_TITLE};
use crate::app::App;
use crate::message::{Click, Event, Input, MouseButton, Word};

/// The terminal set up for the program. Dropping it restores the terminal.
pub(super) struct Session {
    screen: Screen<Stdout>,
    mouse: bool,
    /// The window's title, if the program sets it.
    title: Option<String>,
}

/// Whose the terminal is.
static OWNER: AtomicU8 = AtomicU8::new(SHELL);
const SHELL: u8 = 0;
const PROGRAM: u8 = 1;
/// The program is restoring it, which may block in a write.
const CHANGING: u8 = 2;

/// Whether the window's title was saved and must be restored.
static TITLE_ASIDE: AtomicBool = AtomicBool::new(false);

impl Session {
    /// Sets up the terminal, and the window's title if wanted.
    pub(super) fn open(mouse: bool, titled: bool) -> io::Result<Self> {
        let title = titled.then(|| "hieroscope".to_owned());
        enter(mouse, title.as_deref())?;
        Ok(Self { screen: Screen::new(stdout()), mouse, title })
    }

    /// Draws the app as it is.
    pub(super) fn draw(&mut self, app: &App, now: Timestamp) -> io::Result<()> {
        self.screen.draw(measured()?, |buf| app.view(now, buf))
    }

    /// Invalidates the screen: the next frame is drawn whole.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        self.screen.forget()
    }

    /// Enables or disables mouse capture.
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

    /// Gives the window another title.
    pub(super) fn title(&mut self, text: &str) -> io::Result<()> {
        self.title = Some(text.to_owned());
        self.send(notification::title(text).as_bytes())
    }

    /// Sends bytes that are no part of a frame.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.screen.send(bytes)
    }

    /// Returns the terminal to the shell until the program is resumed.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop()?;
        self.resume()
    }

    /// Sets up the terminal again, after possible changes by the shell.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        // crossterm skips raw mode if it was enabled before, though the shell may have disabled it.
        disable_raw_mode()?;
        enter(self.mouse, self.title.as_deref())?;
        self.redraw()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter(mouse: bool, title: Option<&str>) -> io::Result<()> {
    OWNER.store(PROGRAM, Ordering::Relaxed);
    enable_raw_mode()?;
    let mut bytes = Vec::new();
    bytes.queue(EnterAlternateScreen)?.queue(Hide)?.queue(EnableBracketedPaste)?;
    if mouse {
        bytes.queue(EnableMouseCapture)?;
    }
    if let Some(title) = title {
        if !TITLE_ASIDE.swap(true, Ordering::Relaxed) {
            bytes.extend(PUSH_TITLE.bytes());
        }
        bytes.extend(notification::title(title).bytes());
    }
    stdout().write_all(&bytes)?;
    stdout().flush()
}

/// Restores the terminal if the program owns it. Errors are ignored: they could not be shown.
pub(super) fn give_back() {
    // Restoring twice would move the cursor over later output.
    if OWNER.compare_exchange(PROGRAM, CHANGING, Ordering::Relaxed, Ordering::Relaxed).is_err() {
        return;
    }
    let mut bytes = Vec::new();
    let _ = bytes.queue(DisableMouseCapture).and_then(|bytes| bytes.queue(DisableBracketedPaste));
    let _ = bytes.queue(LeaveAlternateScreen).and_then(|bytes| bytes.queue(Show));
    if TITLE_ASIDE.swap(false, Ordering::Relaxed) {
        bytes.extend(POP_TITLE.bytes());
    }
    let _ = stdout().write_all(&bytes).and_then(|()| stdout().flush());
    let _ = disable_raw_mode();
    OWNER.store(SHELL, Ordering::Relaxed);
}

/// Ends raw mode without a write, which would block. `false` if the shell already has the terminal.
pub(super) fn abandon() -> bool {
    let is_ours = OWNER.load(Ordering::Relaxed) != SHELL;
    if is_ours {
        let _ = disable_raw_mode();
    }
    is_ours
}

/// Stops the program until it is continued.
#[cfg(unix)]
fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// There is no shell to go back to here.
#[cfg(not(unix))]
fn stop() -> io::Result<()> {
    Ok(())
}

/// The name of the thread that reads the terminal.
pub(super) const THREAD: &str = "input";

/// The inputs of the terminal. The channel closes when the terminal is gone.
///
/// A thread reads them for the life of the process: the loop can take all waiting inputs at once, and never blocks on
/// an incomplete escape sequence.
pub(super) fn listen() -> io::Result<UnboundedReceiver<Event>> {
    let (events, inputs) = unbounded_channel();
    thread::Builder::new().name(THREAD.to_owned()).spawn(move || {
        let mut pressed = (0, 0);
        while let Ok(sent) = crossterm::event::read() {
            let Some(event) = to_event(sent, &mut pressed) else { continue };
            log(&event);
            if events.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(inputs)
}

/// Logs the kind of an input, never its content.
fn log(event: &Event) {
    let kind = match event {
        Event::Input(input) => input.into(),
        other => other.into(),
    };
    tracing::debug!(name: "read", target: "hieroscope::input", kind = Word(kind).field());
}

/// Converts a terminal event; `None` for key releases and mouse moves. `pressed` is the column and the row where the
/// main button was pressed last.
fn to_event(sent: Sent, pressed: &mut (u16, u16)) -> Option<Event> {
    match sent {
        Sent::Key(key) if key.kind == KeyEventKind::Release => None,
        Sent::Key(key) => Some(Event::Input(Input::Key(key.into()))),
        Sent::Paste(text) => Some(Event::Input(Input::Paste(text))),
        Sent::Mouse(mouse) => click(mouse, pressed).map(|click| Event::Input(Input::Mouse(click))),
        Sent::Resize(columns, rows) => {
            let size = bounded(columns, rows);
            Some(Event::Resize(size.width, size.height))
        }
        Sent::FocusGained | Sent::FocusLost => None,
    }
}

fn click(mouse: MouseEvent, pressed: &mut (u16, u16)) -> Option<Click> {
    let (mut column, mut row) = (mouse.column, mouse.row);
    let button = match mouse.kind {
        MouseEventKind::Down(Button::Left) => {
            *pressed = (column, row);
            MouseButton::Press
        }
        MouseEventKind::Drag(Button::Left) => {
            (column, row) = *pressed;
            MouseButton::Drag(mouse.row)
        }
        MouseEventKind::ScrollUp => MouseButton::WheelUp,
        MouseEventKind::ScrollDown => MouseButton::WheelDown,
        _ => return None,
    };
    Some(Click { column, row, button })
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyModifiers;

    use super::*;

    #[test]
    fn what_is_dragged_is_where_it_was_pressed() {
        let mut pressed = (0, 0);
        let mut at = |kind, column, row| {
            click(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, &mut pressed)
        };
        let clicked = |column, row, button| Some(Click { column, row, button });
        assert_eq!(at(MouseEventKind::Down(Button::Left), 79, 4), clicked(79, 4, MouseButton::Press));
        assert_eq!(at(MouseEventKind::Drag(Button::Left), 75, 9), clicked(79, 4, MouseButton::Drag(9)));
        assert_eq!(at(MouseEventKind::ScrollUp, 3, 5), clicked(3, 5, MouseButton::WheelUp));
        assert_eq!(at(MouseEventKind::Drag(Button::Left), 79, 2), clicked(79, 4, MouseButton::Drag(2)));
        assert_eq!(at(MouseEventKind::Up(Button::Left), 79, 2), None);
    }
}
