//! Lines of text on the buffer: cut to the width by graphemes, never outside of the area.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::steady::columns;

/// The width of a text in columns.
pub fn width(text: &str) -> u16 {
    let (_, columns, rest) = even_start(text);
    u16::try_from(columns + rest.width()).unwrap_or(u16::MAX)
}

/// The beginning of a text of which each character is a cell of one column, their number, and the rest: most of what is
/// drawn need not be segmented and measured. A character that the rest may combine with belongs to the rest.
fn even_start(text: &str) -> (&str, usize, &str) {
    let ascii = text.bytes().take_while(|byte| matches!(byte, b' '..=b'~')).count();
    if ascii == text.len() {
        return (text, ascii, "");
    }
    let (mut end, mut count, mut last) = (ascii, ascii, usize::from(ascii > 0));
    for c in text.get(ascii..).unwrap_or_default().chars() {
        if columns(c) != Some(1) {
            (end, count) = (end - last, count.saturating_sub(1));
            break;
        }
        last = c.len_utf8();
        (end, count) = (end + last, count + 1);
    }
    text.split_at_checked(end).map_or(("", 0, text), |(even, rest)| (even, count, rest))
}

/// How many bytes of a text are measured at once; a longer one is measured no further than it fits.
const MAX_MEASURED_BYTES: usize = 4_096;

/// Whether a text fits into this many columns. Fast for long texts.
pub fn fits(text: &str, columns: u16) -> bool {
    if text.len() <= MAX_MEASURED_BYTES {
        return width(text) <= columns;
    }
    let mut used: u16 = 0;
    text.graphemes(true).all(|grapheme| {
        used = used.saturating_add(width(grapheme));
        used <= columns
    })
}

/// The text, or as much of it as fits before the sign that says it was cut.
pub fn cut<'a>(text: &'a str, columns: u16, sign: &str) -> Cow<'a, str> {
    if fits(text, columns) {
        return Cow::Borrowed(text);
    }
    let room = columns.saturating_sub(width(sign));
    // Of a text of megabytes no more is looked at than there is room for.
    let seen = text.char_indices().nth(usize::from(room) + 1).map_or(text.len(), |(at, _)| at);
    let (even, count, _) = even_start(text.get(..seen).unwrap_or(text));
    let rest = text.get(even.len()..).unwrap_or_default();
    let mut used = room.min(u16::try_from(count).unwrap_or(u16::MAX));
    let end = even.char_indices().nth(usize::from(used)).map_or(even.len(), |(at, _)| at);
    let mut out = even.get(..end).unwrap_or_default().to_owned();
    for grapheme in if used < room { rest } else { "" }.graphemes(true) {
        let next = used + width(grapheme);
        if next > room {
            break;
        }
        out.push_str(grapheme);
        used = next;
    }
    if columns >= width(sign) {
        out.push_str(sign);
    }
    Cow::Owned(out)
}

/// The text, or as many of its words as fit before the sign that says it was cut.
pub fn cut_words<'a>(text: &'a str, columns: u16, sign: &str) -> Cow<'a, str> {
    let cut = cut(text, columns, sign);
    match cut.strip_suffix(sign).and_then(|short| short.rsplit_once(' ')) {
        Some((words, _)) if cut != text => Cow::Owned(format!("{} {sign}", words.trim_end())),
        _ => cut,
    }
}

/// The text with its middle cut, which keeps both ends of an id or hash readable.
pub fn cut_middle<'a>(text: &'a str, columns: u16, sign: &str) -> Cow<'a, str> {
    if fits(text, columns) || !text.is_ascii() || columns < 8 {
        return cut(text, columns, sign);
    }
    let room = usize::from(columns.saturating_sub(width(sign)));
    let (head, tail) = (room - room / 3, room / 3);
    let start = text.get(..head).unwrap_or(text);
    let end = text.get(text.len().saturating_sub(tail)..).unwrap_or_default();
    Cow::Owned(format!("{start}{sign}{end}"))
}

/// Cuts a long text into pieces of at most this many columns; at most `most` of them, the last one cut.
pub fn wrap(text: &str, columns: u16, most: usize, sign: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    if columns == 0 {
        return lines;
    }
    for (at, grapheme) in text.grapheme_indices(true) {
        let next = width(grapheme);
        if used + next > columns {
            if lines.len() + 1 == most {
                let rest = text.get(at..).unwrap_or_default().graphemes(true);
                line.extend(rest.take(usize::from(columns) + 1));
                lines.push(cut(&line, columns, sign).into_owned());
                return lines;
            }
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        line.push_str(grapheme);
        used += next;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Cuts prose into lines of at most this many columns between its words, or within a word that is longer than
/// a line; at most `most` lines, the last one cut.
pub fn wrap_words(text: &str, columns: u16, most: usize, sign: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if columns == 0 {
        return lines;
    }
    for piece in text.split_whitespace().flat_map(|word| wrap(word, columns, usize::MAX, sign)) {
        match lines.last_mut() {
            Some(line) if width(line).saturating_add(1 + width(&piece)) <= columns => {
                line.push(' ');
                line.push_str(&piece);
            }
            _ => lines.push(piece),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.extend((most > 0).then(|| cut(&rest, columns, sign).into_owned()));
    }
    lines
}

/// Writes a text at a place within the area and returns the column after it. Nothing is drawn outside.
pub fn put(buf: &mut Buffer, area: Rect, (column, row): (u16, u16), text: &str, style: Style) -> u16 {
    let area = area.intersection(buf.area);
    let (x, y) = (area.x.saturating_add(column), area.y.saturating_add(row));
    if x >= area.right() || y >= area.bottom() {
        return column;
    }
    let (even, count, rest) = even_start(text);
    let room = area.right() - x;
    for (cell, c) in cells(buf, x, y, room).iter_mut().zip(even.chars()) {
        cell.set_char(c).set_style(style);
    }
    let x = x + u16::try_from(count).unwrap_or(room).min(room);
    let end = if rest.is_empty() || x >= area.right() {
        x
    } else {
        buf.set_stringn(x, y, rest, usize::from(area.right() - x), style).0
    };
    end.saturating_sub(area.x)
}

/// So many cells of a row of the buffer, from this one on.
fn cells(buf: &mut Buffer, x: u16, y: u16, count: u16) -> &mut [Cell] {
    let start = buf.index_of(x, y);
    buf.content.get_mut(start..start + usize::from(count)).unwrap_or_default()
}

/// Writes a text aligned to the right edge of the area.
pub fn put_right(buf: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    let column = area.width.saturating_sub(width(text));
    put(buf, area, (column, row), text, style);
}

/// Clears an area, including styles.
pub fn clear(buf: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buf.area);
    Clear.render(area, buf);
    buf.set_style(area, style);
}

/// Fills the buffer with blanks of this style.
pub fn fill(buf: &mut Buffer, style: Style) {
    let mut blank = Cell::EMPTY;
    blank.set_style(style);
    let Cell { fg, bg, underline_color, modifier, .. } = blank;
    for cell in &mut buf.content {
        cell.reset();
        (cell.fg, cell.bg, cell.underline_color, cell.modifier) = (fg, bg, underline_color, modifier);
    }
}

/// A horizontal rule over the whole width of the area's row, of a sign of one column.
pub fn rule(buf: &mut Buffer, area: Rect, row: u16, sign: &str, style: Style) {
    let Some(line) = area.intersection(buf.area).rows().nth(usize::from(row)) else { return };
    for cell in cells(buf, line.x, line.y, line.width) {
        cell.set_symbol(sign).set_style(style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_text_says_so_and_fits() {
        assert_eq!(cut("abcdef", 6, "…"), "abcdef");
        assert_eq!(cut("abcdefg", 6, "…"), "abcde…");
        assert_eq!(cut("日本語", 5, "…"), "日本…");
        assert_eq!(cut("abc", 0, "…"), "");
        assert_eq!(cut_words("one two", 7, "…"), "one two");
        assert_eq!(cut_words("one two three", 9, "…"), "one two …");
        assert_eq!(cut_words("one two three", 8, "…"), "one …");
        assert_eq!(cut_words("onetwothree", 8, "…"), "onetwot…");
    }

    #[test]
    fn a_long_text_is_cut_like_a_short_one() {
        let long = format!("{}é", "ab".repeat(MAX_MEASURED_BYTES));
        assert_eq!(cut(&long, 6, "…"), "ababa…");
        assert!(fits(&long, u16::MAX) && !fits(&long, 8_192) && fits(&long, 8_193));
        assert_eq!(wrap(&long, 4, 2, "…"), ["abab", "aba…"]);
    }

    #[test]
    fn both_ends_of_a_hash_stay() {
        assert_eq!(cut_middle("0x0123456789abcdef", 10, "…"), "0x0123…def");
    }

    #[test]
    fn wrapping_is_bounded_and_the_last_line_says_that_more_follows() {
        assert_eq!(wrap("abcdefghij", 4, 3, "…"), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("abcdefghij", 4, 2, "…"), ["abcd", "efg…"]);
        assert!(wrap("abc", 0, 2, "…").is_empty());
    }

    #[test]
    fn prose_is_wrapped_between_its_words() {
        assert_eq!(wrap_words("one two  three", 8, 3, "…"), ["one two", "three"]);
        assert_eq!(wrap_words("one two three", 8, 1, "…"), ["one two…"]);
        assert_eq!(wrap_words("a abcdefghij k", 4, 9, "…"), ["a", "abcd", "efgh", "ij k"]);
        assert!(wrap_words("", 4, 2, "…").is_empty());
        assert!(wrap_words("abc", 4, 0, "…").is_empty());
        assert!(wrap_words("abc", 0, 2, "…").is_empty());
    }

    #[test]
    fn plain_text_is_drawn_like_any_other() {
        for text in
            ["", "a b~", "abcdefgh", "a\u{7}b", "é", "e\u{301}", "ab日本語", "abcd日", "abcdé", "ab\u{301}c"]
        {
            let mut by_put = Buffer::empty(Rect::new(0, 0, 8, 2));
            let mut by_cells = by_put.clone();
            let style = Style::new().bold();
            let end = put(&mut by_put, Rect::new(1, 0, 5, 2), (1, 1), text, style);
            let (x, _) = by_cells.set_stringn(2, 1, text, 4, style);
            assert_eq!((by_put, end), (by_cells, x - 1), "{text:?}");
        }
    }

    #[test]
    fn nothing_is_drawn_outside() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 4, 1));
        put(&mut buf, Rect::new(2, 0, 10, 10), (0, 0), "abcdef", Style::new());
        put(&mut buf, Rect::new(0, 5, 10, 10), (0, 0), "abcdef", Style::new());
        assert_eq!(buf, Buffer::with_lines(["  ab"]));
    }
}
