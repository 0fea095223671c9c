//! The backend under the terminal: a frame is gathered and goes out in one write, inside one synchronised
//! update, so that no half-drawn frame is ever seen. A frame that changes nothing is not written at all.

use std::io::{self, Write};

use crossterm::QueueableCommand;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// A screen on a writer.
#[derive(Debug)]
pub(super) struct Screen<W: Write> {
    out: W,
    frame: Vec<u8>,
    /// Where the cursor was put last.
    cursor: Position,
    /// Whether it is shown, as far as is known.
    shown: Option<bool>,
    /// Whether it may be elsewhere since.
    strayed: bool,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            frame: Vec::with_capacity(64 * 1024),
            cursor: Position::ORIGIN,
            shown: None,
            strayed: true,
        }
    }

    /// What draws into the frame: the ordinary backend, over a buffer in memory.
    fn pen(&mut self) -> CrosstermBackend<&mut Vec<u8>> {
        CrosstermBackend::new(&mut self.frame)
    }

    /// Sends something that is no part of a frame, such as a clipboard sequence.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }
}

impl<W: Write> Backend for Screen<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.strayed = true;
        self.pen().draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.shown.replace(false) == Some(false) {
            return Ok(());
        }
        self.pen().hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.shown.replace(true) == Some(true) {
            return Ok(());
        }
        self.pen().show_cursor()
    }

    /// Where the cursor was put last. The terminal is not asked: its answer would come between the keys, and
    /// waiting for it would hold up the loop.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.cursor)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if !self.strayed && position == self.cursor {
            return Ok(());
        }
        (self.cursor, self.strayed) = (position, false);
        self.pen().set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    /// Clears; after that nothing is taken for granted.
    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        (self.shown, self.strayed) = (None, true);
        self.pen().clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        crossterm::terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.pen().window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        let mut whole = Vec::with_capacity(self.frame.len() + 32);
        whole.queue(BeginSynchronizedUpdate)?;
        whole.append(&mut self.frame);
        whole.queue(EndSynchronizedUpdate)?;
        self.out.write_all(&whole)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::{Terminal, TerminalOptions, Viewport};

    use super::*;

    /// What is written for a frame that shows a word, with the cursor in this column if there is one.
    fn written(terminal: &mut Terminal<Screen<Vec<u8>>>, word: &str, cursor: Option<u16>) -> String {
        terminal.backend_mut().out.clear();
        let draw = |frame: &mut ratatui::Frame<'_>| {
            frame.buffer_mut().set_string(0, 0, word, ratatui::style::Style::default());
            if let Some(column) = cursor {
                frame.set_cursor_position((column, 0));
            }
        };
        terminal.draw(draw).unwrap();
        String::from_utf8(terminal.backend().out.clone()).unwrap()
    }

    #[test]
    fn only_what_changes_is_written() {
        let viewport = Viewport::Fixed(Rect::new(0, 0, 10, 1));
        let mut terminal =
            Terminal::with_options(Screen::new(Vec::new()), TerminalOptions { viewport }).unwrap();
        assert!(written(&mut terminal, "one", None).contains("one"));
        assert_eq!(written(&mut terminal, "one", None), "");
        assert!(written(&mut terminal, "one", Some(3)).contains("\x1b[?25h\x1b[1;4H"));
        assert_eq!(written(&mut terminal, "one", Some(3)), "");
        assert!(written(&mut terminal, "one", Some(4)).contains("\x1b[1;5H"));
        let moved = written(&mut terminal, "two", Some(4));
        assert!(moved.contains("two") && moved.contains("\x1b[1;5H"), "{moved:?}");
        assert!(written(&mut terminal, "two", None).contains("\x1b[?25l"));
        terminal.backend_mut().clear().unwrap();
        assert!(written(&mut terminal, "two", None).contains("\x1b[?25l"));
    }
}
