//! Pieces of text that follow each other, broken into lines between words; each piece keeps its meaning.

use unicode_segmentation::UnicodeSegmentation;

use super::line::{fits, width, wrap};
use super::table::Cell;

/// A gap where no line may end: inside a number, before its unit, behind a label.
pub const FIRM: char = '\u{a0}';

/// The same text, to stay on one line if it fits into one.
pub fn firm(text: &str) -> String {
    text.replace(' ', &FIRM.to_string())
}

/// Breaks pieces into at most `most` lines of at most this many columns, the last one cut. A word that is
/// longer than a line is broken wherever the line ends.
pub fn wrap_pieces(pieces: &[Cell], columns: u16, most: usize, sign: &str) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let mut left = 0;
    if columns == 0 || most == 0 {
        return lines;
    }
    for (text, role) in pieces {
        for word in text.split_inclusive(' ').flat_map(|word| broken(word, columns, most)) {
            let bare = word.trim_end();
            let fresh = lines.is_empty() || width(bare) > left;
            if fresh && bare.is_empty() {
                continue;
            }
            if fresh && lines.len() == most {
                if let Some(line) = lines.last_mut() {
                    line.push((word, *role));
                    cut_pieces(line, columns, sign);
                }
                return lines;
            }
            if fresh {
                lines.push(Vec::new());
                left = columns;
            }
            left = left.saturating_sub(width(&word));
            if let Some(line) = lines.last_mut() {
                line.push((word.replace(FIRM, " "), *role));
            }
        }
    }
    lines
}

/// A word, split into pieces of at most a line; at most `most` pieces.
fn broken(word: &str, columns: u16, most: usize) -> Vec<String> {
    if fits(word.trim_end(), columns) {
        vec![word.to_owned()]
    } else {
        wrap(word, columns, most.saturating_add(1), "")
    }
}

/// Ends a line with the sign that says it was cut, within this many columns.
fn cut_pieces(line: &mut Vec<Cell>, columns: u16, sign: &str) {
    let mut left = columns.saturating_sub(width(sign));
    let mut kept: Vec<Cell> = Vec::new();
    for (text, role) in line.drain(..) {
        let text = text.replace(FIRM, " ");
        let mut part = String::new();
        for grapheme in text.graphemes(true) {
            let Some(rest) = left.checked_sub(width(grapheme)) else {
                left = 0;
                break;
            };
            part.push_str(grapheme);
            left = rest;
        }
        kept.push((part, role));
    }
    let role =
        kept.iter().rev().find(|(text, _)| !text.is_empty()).map(|(_, role)| *role).unwrap_or_default();
    while let Some((text, _)) = kept.last_mut() {
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            break;
        }
        kept.pop();
    }
    kept.push((sign.to_owned(), role));
    *line = kept;
}

/// As much of a text as fits before the sign that says it was cut: up to the end of an argument, else of a word. What
/// has no such end where it would be cut is cut where the room ends.
pub fn cut_words(text: &str, columns: u16, sign: &str) -> String {
    if fits(text, columns) {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(sign).saturating_add(1));
    let begun = wrap(text, room, 2, "").into_iter().next().unwrap_or_default();
    let rest = text.get(begun.len()..).unwrap_or_default();
    let long = begun.len();
    let whole = Some(long).filter(|_| rest.starts_with(' '));
    let argument = begun.rfind(", ").map(|at| at + 1).filter(|at| at * 4 >= long * 3);
    let word = begun.rfind(' ').filter(|at| at * 2 >= long);
    match whole.or(argument).or(word).and_then(|end| begun.get(..end)) {
        Some(kept) => format!("{} {sign}", kept.trim_end()),
        None => format!("{begun}{sign}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::Role;

    fn lines(pieces: &[&str], columns: u16, most: usize) -> Vec<String> {
        let pieces: Vec<Cell> = pieces.iter().map(|text| ((*text).to_owned(), Role::Plain)).collect();
        let lines = wrap_pieces(&pieces, columns, most, "…");
        let text = |line: &Vec<Cell>| line.iter().map(|(text, _)| text.as_str()).collect::<String>();
        lines.iter().map(|line| text(line).trim_end().to_owned()).collect()
    }

    #[test]
    fn pieces_are_broken_between_words_and_the_last_line_says_that_more_follows() {
        assert_eq!(lines(&["one two ", "three"], 8, 3), ["one two", "three"]);
        assert_eq!(lines(&["one two ", "three four"], 10, 2), ["one two", "three four"]);
        assert_eq!(lines(&["one two ", "three four"], 9, 2), ["one two", "three fo…"]);
        assert_eq!(lines(&["one  ", "  "], 3, 2), ["one"]);
        assert_eq!(lines(&["a ", &firm("hash 01"), " b"], 7, 3), ["a", "hash 01", "b"]);
        assert_eq!(lines(&["0123456789"], 4, 3), ["0123", "4567", "89"]);
        assert_eq!(lines(&["0123456789"], 4, 2), ["0123", "456…"]);
        assert_eq!(lines(&["日本語 日本語"], 6, 1), ["日本…"]);
        assert!(lines(&["one"], 0, 2).is_empty() && lines(&["one"], 4, 0).is_empty());
        assert!(lines(&["", " "], 4, 2).is_empty());
    }

    #[test]
    fn a_sentence_is_cut_between_its_words() {
        assert_eq!(cut_words("swap(amount 1, to 0x2)", 22, "…"), "swap(amount 1, to 0x2)");
        assert_eq!(cut_words("swap(amount 1, to 0x2)", 20, "…"), "swap(amount 1, …");
        assert_eq!(cut_words("swap(amount 1, to 0x2)", 16, "…"), "swap(amount 1, …");
        assert_eq!(cut_words("swap(amount 1, to 0x2)", 12, "…"), "swap(amoun…");
        assert_eq!(cut_words("one word after another", 13, "…"), "one word …");
        assert_eq!(cut_words("to 0123456789abcdef", 12, "…"), "to 0123456…");
        assert_eq!(cut_words("abcdef", 0, "…"), "…");
    }
}
