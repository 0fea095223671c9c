//! Terminal events as the program's own inputs.

use std::io;
use std::thread;

use crossterm::event::{Event as Sent, KeyEventKind, MouseButton as Button, MouseEvent, MouseEventKind};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::screen::bounded;
use crate::message::{Click, Event, Input, MouseButton, Word};

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
