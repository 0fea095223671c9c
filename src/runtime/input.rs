//! Terminal events as the program's own inputs.

use std::io;
use std::thread;

use crossterm::event::{Event as Sent, KeyEventKind, MouseButton as Button, MouseEvent, MouseEventKind};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::message::{Click, Event, Input, MouseButton};

/// The inputs of the terminal, as they come. It ends when the terminal is gone.
///
/// A thread of its own reads them, for as long as the process lives: the loop can take all that wait at once,
/// and never waits for the rest of a sequence that has come only in part.
pub(super) fn listen() -> io::Result<UnboundedReceiver<Event>> {
    let (events, inputs) = unbounded_channel();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        while let Ok(sent) = crossterm::event::read() {
            if to_event(sent).is_some_and(|event| events.send(event).is_err()) {
                return;
            }
        }
    })?;
    Ok(inputs)
}

/// Converts a terminal event; `None` for key releases and mouse moves.
fn to_event(sent: Sent) -> Option<Event> {
    match sent {
        Sent::Key(key) if key.kind == KeyEventKind::Release => None,
        Sent::Key(key) => Some(Event::Input(Input::Key(key.into()))),
        Sent::Paste(text) => Some(Event::Input(Input::Paste(text))),
        Sent::Mouse(mouse) => click(mouse).map(|click| Event::Input(Input::Mouse(click))),
        Sent::Resize(columns, rows) => Some(Event::Resize(columns, rows)),
        Sent::FocusGained | Sent::FocusLost => None,
    }
}

fn click(mouse: MouseEvent) -> Option<Click> {
    let button = match mouse.kind {
        MouseEventKind::Down(Button::Left) => MouseButton::Press,
        MouseEventKind::ScrollUp => MouseButton::WheelUp,
        MouseEventKind::ScrollDown => MouseButton::WheelDown,
        _ => return None,
    };
    Some(Click { column: mouse.column, row: mouse.row, button })
}
