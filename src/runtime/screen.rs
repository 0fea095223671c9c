//! The terminal backend. It buffers each frame and writes it once, inside a synchronised update: half-drawn frames are
//! never visible. Unchanged frames are not written.
//!
//! A row with text that terminals measure differently is cleared and rewritten whole on any change, with the cursor
//! positioned for every such character: no remnants stay, and no neighbours shift.

use std::io::{self, Write};

use crossterm::QueueableCommand;
use crossterm::cursor::MoveTo;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType as ClearLine, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate,
};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::{Cell, CellWidth};
use ratatui::layout::{Position, Size};

use super::steady::is_steady;

/// A screen on a writer.
#[derive(Debug)]
pub(super) struct Screen<W: Write> {
    out: W,
    frame: Vec<u8>,
    /// Where the cursor was put last.
    cursor: Position,
    /// Whether the cursor is visible; `None` if unknown.
    shown: Option<bool>,
    /// Whether the cursor may have moved since.
    strayed: bool,
    /// The rows as last written; cells are `None` if unknown.
    rows: Vec<Row>,
}

/// The cells of a row; `None` where nothing was written, or a wide character to the left takes the room.
type Row = Vec<Option<Cell>>;

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out,
            frame: Vec::with_capacity(64 * 1024),
            cursor: Position::ORIGIN,
            shown: None,
            strayed: true,
            rows: Vec::new(),
        }
    }

    /// The backend that draws into the frame's buffer.
    fn pen(&mut self) -> CrosstermBackend<&mut Vec<u8>> {
        CrosstermBackend::new(&mut self.frame)
    }

    /// Remembers what is written into a cell.
    fn remember(&mut self, x: u16, y: u16, cell: &Cell) {
        let (x, y) = (usize::from(x), usize::from(y));
        let wide = usize::from(cell.cell_width().max(1));
        if self.rows.len() <= y {
            self.rows.resize_with(y + 1, Vec::new);
        }
        let Some(row) = self.rows.get_mut(y) else { return };
        if row.len() < x + wide {
            row.resize(x + wide, None);
        }
        for (at, place) in row.iter_mut().enumerate().skip(x).take(wide) {
            *place = (at == x).then(|| cell.clone());
        }
    }

    /// Whether a character in a row may have another width than assumed.
    fn is_unsteady(&self, y: u16) -> bool {
        let row = self.rows.get(usize::from(y));
        row.is_some_and(|row| row.iter().flatten().any(|cell| !is_steady(cell.symbol())))
    }

    /// Clears and rewrites a row: text behind a character of doubtful width is positioned explicitly, and the row's end
    /// never wraps.
    fn whole_row(&mut self, y: u16) -> io::Result<()> {
        let row = self.rows.get(usize::from(y)).cloned().unwrap_or_default();
        self.frame.queue(MoveTo(0, y))?.queue(DisableLineWrap)?.queue(Clear(ClearLine::UntilNewLine))?;
        let mut cells: Vec<(u16, u16, &Cell)> = Vec::with_capacity(row.len());
        let mut doubtful = false;
        for (x, cell) in (0..).zip(&row) {
            let Some(cell) = cell else { continue };
            let steady = is_steady(cell.symbol());
            // A blank behind a doubtful character is there already, unless that character has taken the place.
            if !(doubtful && cell.symbol() == " " && cell.modifier.is_empty()) {
                cells.push((x, y, cell));
            }
            doubtful = !steady;
        }
        for run in cells.split_inclusive(|(.., cell)| !is_steady(cell.symbol())) {
            self.pen().draw(run.iter().copied())?;
        }
        self.frame.queue(EnableLineWrap)?;
        Ok(())
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
        let content: Vec<(u16, u16, &Cell)> = content.collect();
        if content.is_empty() {
            return Ok(());
        }
        self.strayed = true;
        let mut unsteady: Vec<u16> = Vec::new();
        for rows in content.chunk_by(|(_, one, _), (_, other, _)| one == other) {
            let Some((_, y, _)) = rows.first() else { continue };
            let before = self.is_unsteady(*y);
            for (x, y, cell) in rows {
                self.remember(*x, *y, cell);
            }
            if before || self.is_unsteady(*y) {
                unsteady.push(*y);
            }
        }
        self.pen().draw(content.into_iter().filter(|(_, y, _)| !unsteady.contains(y)))?;
        unsteady.into_iter().try_for_each(|y| self.whole_row(y))
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

    /// The last position set for the cursor. The terminal is not asked: its answer would arrive between keys, and
    /// waiting for it would block the loop.
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

    /// Clears, and forgets what was written.
    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        (self.shown, self.strayed) = (None, true);
        self.rows.clear();
        self.pen().clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        measured()
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

/// The size of the terminal, which is asked for with every frame. On Linux standard output knows it; elsewhere the
/// terminal's device is opened for it.
pub(super) fn measured() -> io::Result<Size> {
    #[cfg(target_os = "linux")]
    if let Ok(size) = rustix::termios::tcgetwinsize(io::stdout())
        && size.ws_col > 0
        && size.ws_row > 0
    {
        return Ok(bounded(size.ws_col, size.ws_row));
    }
    crossterm::terminal::size().map(|(columns, rows)| bounded(columns, rows))
}

/// The largest size drawn: real windows are smaller, and a terminal may report anything.
const MAX_SIZE: Size = Size::new(1000, 500);

/// The size, limited to [`MAX_SIZE`].
pub(super) fn bounded(columns: u16, rows: u16) -> Size {
    Size::new(columns.min(MAX_SIZE.width), rows.min(MAX_SIZE.height))
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
    fn a_window_is_never_taken_for_larger_than_windows_are() {
        for (said, drawn) in [
            ((80, 24), (80, 24)),
            ((0, 0), (0, 0)),
            ((20_000, 20_000), (1000, 500)),
            ((u16::MAX, 7), (1000, 7)),
        ] {
            assert_eq!(bounded(said.0, said.1), Size::from(drawn));
        }
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

    /// What a terminal shows that gives every character one column, as some do.
    fn grid(bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        let (mut cells, mut column) = (vec![' '; 12], 0_usize);
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            if c != '\x1b' {
                if let Some(cell) = cells.get_mut(column) {
                    *cell = c;
                }
                column += 1;
                continue;
            }
            let mut sequence = String::new();
            for c in rest.by_ref().skip(1) {
                sequence.push(c);
                if c.is_ascii_alphabetic() {
                    break;
                }
            }
            if let Some(place) = sequence.strip_suffix('H') {
                column = place.split(';').nth(1).and_then(|x| x.parse::<usize>().ok()).unwrap_or(1) - 1;
            } else if sequence == "K" {
                cells.iter_mut().skip(column).for_each(|cell| *cell = ' ');
            }
        }
        cells.into_iter().collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn text_that_is_measured_differently_leaves_nothing_behind() {
        for hostile in ["न्दी", "กำ", "ｶﾞ", "🇺🇸", "👍🏽", "e\u{301}\u{301}\u{301}"]
        {
            let viewport = Viewport::Fixed(Rect::new(0, 0, 10, 1));
            let mut terminal =
                Terminal::with_options(Screen::new(Vec::new()), TerminalOptions { viewport }).unwrap();
            let mut all = written(&mut terminal, &format!("a{hostile}b"), None).into_bytes();
            assert!(grid(&all).starts_with('a') && grid(&all).contains('b'), "{hostile}: {:?}", grid(&all));
            all.extend(written(&mut terminal, "ok", None).into_bytes());
            assert_eq!(grid(&all), "ok", "{hostile}");
        }
    }
}
