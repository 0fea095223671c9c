//! What the terminal sends, as the program's own inputs.

use crossterm::event::{
    Event as Sent, EventStream, KeyEventKind, MouseButton as Button, MouseEvent, MouseEventKind,
};
use futures_util::{Stream, StreamExt};

use crate::message::{Click, Event, Input, MouseButton};

/// The inputs of the terminal, as they come. It ends when the terminal is gone.
pub(super) fn stream() -> impl Stream<Item = Event> + Unpin {
    Box::pin(
        EventStream::new()
            .take_while(|sent| std::future::ready(sent.is_ok()))
            .filter_map(|sent| std::future::ready(sent.ok().and_then(read))),
    )
}

/// What one terminal event means; releases of keys and moves of the mouse mean nothing.
fn read(sent: Sent) -> Option<Event> {
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
