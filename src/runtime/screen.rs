//! The backend under the terminal: a frame is gathered and goes out in one write, inside one synchronised
//! update, so that no half-drawn frame is ever seen.

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
    cursor: Position,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, frame: Vec::with_capacity(64 * 1024), cursor: Position::ORIGIN }
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
        self.pen().draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.pen().hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.pen().show_cursor()
    }

    /// Where the cursor was put last. The terminal is not asked: its answer would come between the keys, and
    /// waiting for it would hold up the loop.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.cursor)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.cursor = position.into();
        let cursor = self.cursor;
        self.pen().set_cursor_position(cursor)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.pen().clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
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
