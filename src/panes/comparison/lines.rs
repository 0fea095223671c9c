//! The lines of the list: differences by section, then the equal fields, folded.

use super::rows::Row;

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Section(&'static str),
    /// The row at this index: both values, or the first one on a narrow screen.
    Row(usize),
    /// Its second value, on a narrow screen.
    Other(usize),
    /// The number of equal fields.
    Equal,
}

/// The lines of these rows.
pub(super) fn lines(rows: &[Row], wide: bool, unfolded: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut section = "";
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_equal) {
        if row.section != section {
            section = row.section;
            lines.push(Line::Section(section));
        }
        lines.push(Line::Row(at));
        lines.extend((!wide).then_some(Line::Other(at)));
    }
    let equal = rows.iter().enumerate().filter(|(_, row)| row.is_equal).map(|(at, _)| Line::Row(at));
    if rows.iter().any(|row| row.is_equal) {
        lines.push(Line::Equal);
    }
    if unfolded {
        lines.extend(equal);
    }
    lines
}
