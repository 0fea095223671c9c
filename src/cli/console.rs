//! Output of a command: progress on standard error, the result on standard output, cells in aligned columns.
//!
//! Progress that cannot be written is dropped without an error. A result that cannot be written is a failure.

use std::io;
use std::io::{BufWriter, IsTerminal as _, Write as _};

use ledger::Timestamp;
use ledger::text::inert_lines;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;
use verification::JobState;

use super::Outcome;
use crate::runtime::now;

/// Which of the two streams shows colours.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Colours {
    error: bool,
    output: bool,
}

impl Colours {
    /// Only a terminal gets colours, and only if they are wanted.
    pub(super) fn of_streams(wanted: bool) -> Self {
        Self { error: wanted && io::stderr().is_terminal(), output: wanted && io::stdout().is_terminal() }
    }

    /// Says that a job stands like this now.
    pub(super) fn moved(self, state: JobState, words: &str) {
        let gap = if words.is_empty() { "" } else { ": " };
        say(&format!("{}{gap}{words}", painted(state.label(), state, self.error)));
    }

    /// A state as standard output shows it.
    pub(super) fn state(self, state: JobState) -> String {
        painted(state.label(), state, self.output)
    }
}

/// Says one line of progress, with the time.
pub(super) fn say(words: &str) {
    // A line is written as a whole, so that those of several programs do not mix.
    let _ = io::stderr().lock().write_all(format!("{}  {words}\n", second(now())).as_bytes());
}

/// Says why the command cannot be carried out.
pub(super) fn complain(words: &str) {
    tracing::error!(name: "complaint", target: "hieroscope::program", words);
    let _ = io::stderr().lock().write_all(format!("error: {words}\n").as_bytes());
}

/// Writes the result, whole, to standard output.
///
/// # Errors
/// When it cannot be written, as to a full disk or a closed pipe.
pub(super) fn result(text: &str) -> Result<(), (Outcome, String)> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{text}\n").as_bytes())
        .and_then(|()| out.flush())
        .map_err(|fault| unwritten(&fault))
}

/// Writes the result as one line of JSON to standard output, piece by piece: it may be longer than memory.
///
/// # Errors
/// See [`result`].
pub(super) fn result_json(value: &impl Serialize) -> Result<(), (Outcome, String)> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = serde_json::to_writer(&mut out, value).map_err(io::Error::from);
    written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).map_err(|fault| unwritten(&fault))
}

/// How a command ends whose result could not be written, and why.
pub(super) fn unwritten(fault: &io::Error) -> (Outcome, String) {
    (Outcome::Failed, format!("The result cannot be written: {fault}"))
}

fn painted(words: &str, state: JobState, colour: bool) -> String {
    let code = match state {
        state if state.is_success() => 32,
        state if state.is_failure() => 31,
        state if state.needs_attention() => 33,
        _ => 0,
    };
    if colour && code != 0 { format!("\u{1b}[{code}m{words}\u{1b}[0m") } else { words.to_owned() }
}

/// The time in UTC as `2026-11-20T23:59:48Z`.
pub(super) fn second(at: Timestamp) -> String {
    format!("{}Z", at.utc().get(..19).unwrap_or_default().replace(' ', "T"))
}

/// The maximum width of a column, in terminal columns: a longer value shifts the rest of its row.
pub(super) const MAX_COLUMN_WIDTH: usize = 400;

/// The rows as lines, each column as wide as it must be. A stranger's line break begins no other row.
pub(super) fn aligned<C: AsRef<str>>(rows: &[impl AsRef<[C]>]) -> String {
    let cell = |cell: &C| inert_lines(&cell.as_ref().replace(['\n', '\r'], " ").replace('\t', "    "));
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.as_ref().iter().map(cell).collect()).collect();
    let mut widths: Vec<usize> = Vec::new();
    for row in &rows {
        for (at, cell) in row.iter().enumerate() {
            let width = width(cell);
            match widths.get_mut(at) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// How wide a column must be for this.
pub(super) fn width(cell: &str) -> usize {
    cell.width().min(MAX_COLUMN_WIDTH)
}

/// The text with blanks behind it, up to this width.
pub(super) fn padded(cell: &str, width: usize) -> String {
    cell.to_owned() + &" ".repeat(width.saturating_sub(cell.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_logs() {
        let at = Timestamp { seconds: 1_795_219_188, nanos: 123_456_789 };
        assert_eq!(at.iso(), "2026-11-20T23:59:48.123Z");
        assert_eq!(second(at), "2026-11-20T23:59:48Z");
    }

    #[test]
    fn only_where_colours_are_wanted_is_a_state_painted() {
        assert_eq!(painted("failed", JobState::Failed, false), "failed");
        assert_eq!(painted("failed", JobState::Failed, true), "\u{1b}[31mfailed\u{1b}[0m");
        assert_eq!(painted("running", JobState::Running, true), "running");
    }

    #[test]
    fn a_cell_does_not_act_and_begins_no_other_row() {
        let rows = [["a", "b\r\n\x1b[2J\u{202e}"], ["long", "\tc"]];
        assert_eq!(aligned(&rows), "a     b  \\x1b[2J\\u{202e}\nlong      c\n");
    }

    #[test]
    fn wide_letters_take_two_columns_and_marks_none() {
        let text = aligned(&[["統一碼", "1"], ["e\u{301}te\u{301}", "2"], ["plain", "3"]]);
        assert_eq!(text, "統一碼  1\ne\u{301}te\u{301}     2\nplain   3\n");
    }

    #[test]
    fn a_cell_without_end_moves_its_own_row_alone() {
        let endless = "x".repeat(100_000);
        let text = aligned(&[[endless.as_str(), "a"], ["b", "c"]]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines, [format!("{endless}  a"), format!("b{}  c", " ".repeat(MAX_COLUMN_WIDTH - 1))]);
    }
}
