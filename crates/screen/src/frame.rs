//! The screen on a writer. A frame is painted into a buffer and compared with what the terminal shows, row by row; what
//! differs is written once, inside a synchronised update: half-drawn frames are never visible. Unchanged frames are not
//! written.
//!
//! A row with text that terminals measure differently, or that is wider than a column, is cleared and rewritten whole on
//! any change, with the cursor positioned behind every doubtful character: no remnants stay, and no neighbours shift.

use std::io::{self, Write};

use crossterm::QueueableCommand;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap, EndSynchronizedUpdate,
};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell, CellWidth as _};
use ratatui::layout::{Position, Rect, Size};

use crate::steady::{is_steady, steady_columns};

/// What a terminal shows, and the writer that it reads from.
#[derive(Debug)]
pub struct Screen<W: Write> {
    out: W,
    /// The bytes of the frame in the making.
    frame: Vec<u8>,
    /// What the terminal shows.
    shown: Buffer,
    /// The frame to be painted.
    next: Buffer,
    /// The cursor as last set.
    cursor: Cursor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cursor {
    Unknown,
    Hidden,
    At(Position),
}

impl<W: Write> Screen<W> {
    /// A screen about which nothing is known.
    pub fn new(out: W) -> Self {
        Self {
            out,
            frame: Vec::with_capacity(64 * 1024),
            shown: Buffer::default(),
            next: Buffer::default(),
            cursor: Cursor::Unknown,
        }
    }

    /// Draws a frame of this size. `paint` overwrites every cell, and returns where the cursor is, if it is visible.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn draw(
        &mut self,
        size: Size,
        paint: impl FnOnce(&mut Buffer) -> Option<Position>,
    ) -> io::Result<()> {
        let area = Rect::from((Position::ORIGIN, size));
        if self.next.area != area {
            self.next.resize(area);
            self.shown.resize(area);
            self.forget()?;
        }
        let cursor = paint(&mut self.next);
        let is_drawn = self.write_rows()?;
        std::mem::swap(&mut self.shown, &mut self.next);
        self.write_cursor(cursor, is_drawn)?;
        self.flush()
    }

    /// Clears the terminal: what it shows is unknown.
    ///
    /// # Errors
    /// Never: the frame is in memory.
    pub fn forget(&mut self) -> io::Result<()> {
        self.shown.reset();
        self.cursor = Cursor::Unknown;
        self.frame.queue(Clear(ClearType::All))?;
        Ok(())
    }

    /// Sends something that is no part of a frame, such as a clipboard sequence.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }

    /// Adds the rows that differ to the frame; `true` if there are any.
    fn write_rows(&mut self) -> io::Result<bool> {
        let columns = usize::from(self.next.area.width).max(1);
        let rows = self.next.content.chunks(columns).zip(self.shown.content.chunks(columns));
        let (mut changed, mut whole) = (Vec::new(), Vec::new());
        for (y, (next, shown)) in (0..).zip(rows) {
            let Some(first) = next.iter().zip(shown).position(|(next, shown)| !is_same(next, shown)) else {
                continue;
            };
            if next.iter().chain(shown).all(is_plain) {
                let cells = (0..).zip(next.iter().zip(shown)).skip(first);
                let cells = cells.filter(|(_, (next, shown))| !is_same(next, shown));
                changed.extend(cells.map(|(x, (next, _))| (x, y, next)));
            } else {
                whole.push((y, next));
            }
        }
        let is_drawn = !changed.is_empty() || !whole.is_empty();
        // At once: each begins and ends without a style.
        if !changed.is_empty() {
            pen(&mut self.frame).draw(changed.into_iter())?;
        }
        whole.into_iter().try_for_each(|(y, row)| write_row(&mut self.frame, y, row))?;
        Ok(is_drawn)
    }

    /// Adds the cursor to the frame. Rows that were drawn have moved it.
    fn write_cursor(&mut self, cursor: Option<Position>, has_moved: bool) -> io::Result<()> {
        let cursor = cursor.map_or(Cursor::Hidden, Cursor::At);
        let was = std::mem::replace(&mut self.cursor, cursor);
        match cursor {
            Cursor::At(Position { x, y }) if has_moved || was != cursor => {
                if !matches!(was, Cursor::At(_)) {
                    self.frame.queue(Show)?;
                }
                self.frame.queue(MoveTo(x, y))?;
            }
            Cursor::Hidden if was != cursor => _ = self.frame.queue(Hide)?,
            _ => {}
        }
        Ok(())
    }

    /// Writes the frame, unless it is empty.
    fn flush(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        let mut whole = Vec::with_capacity(self.frame.len() + 32);
        whole.queue(BeginSynchronizedUpdate)?;
        whole.append(&mut self.frame);
        whole.queue(EndSynchronizedUpdate)?;
        self.send(&whole)
    }
}

/// What turns cells into sequences.
fn pen(frame: &mut Vec<u8>) -> CrosstermBackend<&mut Vec<u8>> {
    CrosstermBackend::new(frame)
}

/// Whether two cells look the same. Nearly all of them hold one byte, which is compared without a call.
fn is_same(one: &Cell, other: &Cell) -> bool {
    let has_same_style = one.fg == other.fg
        && one.bg == other.bg
        && one.modifier == other.modifier
        && one.underline_color == other.underline_color;
    has_same_style
        && match (one.symbol().as_bytes(), other.symbol().as_bytes()) {
            ([one], [other]) => one == other,
            (one, other) => one == other,
        }
}

/// Whether every terminal draws the cell in one column.
fn is_plain(cell: &Cell) -> bool {
    steady_columns(cell.symbol()) == Some(1)
}

/// Clears and rewrites a row: text behind a character of doubtful width is positioned explicitly, and the row's end
/// never wraps.
fn write_row(frame: &mut Vec<u8>, y: u16, row: &[Cell]) -> io::Result<()> {
    frame.queue(MoveTo(0, y))?.queue(DisableLineWrap)?.queue(Clear(ClearType::UntilNewLine))?;
    let mut cells: Vec<(u16, u16, &Cell)> = Vec::with_capacity(row.len());
    let (mut doubtful, mut covered) = (false, 0);
    for (x, cell) in (0..).zip(row) {
        // A wide character to the left takes the room.
        if covered > 0 {
            covered -= 1;
            continue;
        }
        covered = cell.cell_width().saturating_sub(1);
        let steady = is_steady(cell.symbol());
        // A blank behind a doubtful character is there already, unless that character has taken the place.
        if !(doubtful && cell.symbol() == " " && cell.modifier.is_empty()) {
            cells.push((x, y, cell));
        }
        doubtful = !steady;
    }
    for run in cells.split_inclusive(|(.., cell)| !is_steady(cell.symbol())) {
        pen(frame).draw(run.iter().copied())?;
    }
    frame.queue(EnableLineWrap)?;
    Ok(())
}

/// The size of the terminal, which is asked for with every frame. On Linux standard output knows it; elsewhere the
/// terminal's device is opened for it.
///
/// # Errors
/// When there is no terminal.
pub fn measured() -> io::Result<Size> {
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

/// The size, limited to 1000 columns and 500 rows.
pub fn bounded(columns: u16, rows: u16) -> Size {
    Size::new(columns.min(MAX_SIZE.width), rows.min(MAX_SIZE.height))
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    /// What is written for a frame that shows a word, with the cursor in this column if there is one.
    fn written(screen: &mut Screen<Vec<u8>>, word: &str, cursor: Option<u16>) -> String {
        screen.out.clear();
        let paint = |buf: &mut Buffer| {
            buf.reset();
            buf.set_string(0, 0, word, Style::default());
            cursor.map(|column| Position::new(column, 0))
        };
        screen.draw(Size::new(10, 1), paint).unwrap();
        String::from_utf8(screen.out.clone()).unwrap()
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
        let mut screen = Screen::new(Vec::new());
        assert!(written(&mut screen, "one", None).contains("one"));
        assert_eq!(written(&mut screen, "one", None), "");
        assert!(written(&mut screen, "one", Some(3)).contains("\x1b[?25h\x1b[1;4H"));
        assert_eq!(written(&mut screen, "one", Some(3)), "");
        assert!(written(&mut screen, "one", Some(4)).contains("\x1b[1;5H"));
        let moved = written(&mut screen, "two", Some(4));
        assert!(moved.contains("two") && moved.contains("\x1b[1;5H"), "{moved:?}");
        assert!(written(&mut screen, "two", None).contains("\x1b[?25l"));
        screen.forget().unwrap();
        assert!(written(&mut screen, "two", None).contains("\x1b[?25l"));
    }

    #[test]
    fn rows_that_change_are_written_at_once() {
        let mut screen = Screen::new(Vec::new());
        for words in [["one", "two"], ["six", "red"]] {
            screen.out.clear();
            let paint = |buf: &mut Buffer| {
                buf.reset();
                for (row, word) in (0..).zip(words) {
                    buf.set_string(0, row, word, Style::default());
                }
                None
            };
            screen.draw(Size::new(10, 2), paint).unwrap();
        }
        let written = String::from_utf8(screen.out).unwrap();
        assert_eq!(written.matches("\x1b[0m").count(), 1, "{written:?}");
        assert!(written.contains("six\x1b[2;1Hred"), "{written:?}");
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
            let mut screen = Screen::new(Vec::new());
            let mut all = written(&mut screen, &format!("a{hostile}b"), None).into_bytes();
            assert!(grid(&all).starts_with('a') && grid(&all).contains('b'), "{hostile}: {:?}", grid(&all));
            all.extend(written(&mut screen, "ok", None).into_bytes());
            assert_eq!(grid(&all), "ok", "{hostile}");
        }
    }
}
