//! Cells in aligned columns.

use ledger::text::inert_lines;
use unicode_width::UnicodeWidthStr as _;

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
