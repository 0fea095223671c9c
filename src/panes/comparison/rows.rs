//! The fields of two records side by side, and their lines in the list. Equality is judged on values, not on
//! their display.

use ledger::Field;

use crate::panes::Context;
use crate::panes::kit::nouns::{labels, values};
use crate::widgets::Value;

/// A field of both records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) section: &'static str,
    pub(super) label: String,
    pub(super) is_equal: bool,
    /// The values on screen.
    pub(super) values: [Value; 2],
}

pub(super) struct Rows<'a> {
    pub(super) ctx: &'a Context<'a>,
    section: &'static str,
    all: Vec<Row>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(ctx: &'a Context<'a>) -> Self {
        Self { ctx, section: "", all: Vec::new() }
    }

    pub(super) fn section(&mut self, section: &'static str) {
        self.section = section;
    }

    /// Adds a row. Two absent values are equal.
    pub(super) fn add(&mut self, label: impl Into<String>, is_equal: bool, values: [Value; 2]) {
        let is_equal = is_equal || values.iter().all(Value::is_nothing);
        let values = values.map(|value| labels::on_value(self.ctx, value));
        self.all.push(Row { section: self.section, label: label.into(), is_equal, values });
    }

    /// Adds a field that both records have.
    pub(super) fn field<T: PartialEq>(
        &mut self,
        label: &'static str,
        [one, other]: [&Field<T>; 2],
        show: impl Fn(&T) -> Value,
    ) {
        let value = |field| values::field(self.ctx, field, &show);
        self.add(label, one == other, [value(one), value(other)]);
    }

    /// The value shown for a field that one side lacks.
    pub(super) fn lacking(&self) -> Value {
        Value::none(self.ctx.theme.glyphs.none)
    }

    pub(super) fn done(self) -> Vec<Row> {
        self.all
    }
}

/// Aligns two lists by their longest common subsequence; elements without a partner come between the pairs.
pub(super) fn aligned<T>(
    one: &[T],
    other: &[T],
    is_alike: impl Fn(&T, &T) -> bool,
) -> Vec<[Option<usize>; 2]> {
    if one.len().max(other.len()) > MAX_ALIGNED {
        let len = one.len().max(other.len());
        return (0..len)
            .map(|at| [Some(at).filter(|at| *at < one.len()), Some(at).filter(|at| *at < other.len())])
            .collect();
    }
    // The length of the longest common subsequence after each pair of indices.
    let wide = other.len() + 1;
    let mut common = vec![0_usize; (one.len() + 1) * wide];
    let length = |common: &[usize], at: usize, to: usize| common.get(at * wide + to).copied().unwrap_or(0);
    for (at, first) in one.iter().enumerate().rev() {
        for (to, second) in other.iter().enumerate().rev() {
            let longest = if is_alike(first, second) {
                length(&common, at + 1, to + 1) + 1
            } else {
                length(&common, at + 1, to).max(length(&common, at, to + 1))
            };
            if let Some(cell) = common.get_mut(at * wide + to) {
                *cell = longest;
            }
        }
    }
    let (mut at, mut to, mut pairs) = (0, 0, Vec::new());
    while at < one.len() || to < other.len() {
        let pair = one.get(at).zip(other.get(to));
        if pair.is_some_and(|(first, second)| is_alike(first, second)) {
            pairs.push([Some(at), Some(to)]);
            (at, to) = (at + 1, to + 1);
        } else if to >= other.len()
            || at < one.len() && length(&common, at + 1, to) >= length(&common, at, to + 1)
        {
            pairs.push([Some(at), None]);
            at += 1;
        } else {
            pairs.push([None, Some(to)]);
            to += 1;
        }
    }
    pairs
}

/// The most list elements to align; longer lists are compared index by index.
const MAX_ALIGNED: usize = 200;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_one_has_stands_between_what_both_have() {
        let pairs = |one: &str, other: &str| {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            let (one, other) = (letters(one), letters(other));
            let letter = |letters: &[char], at: Option<usize>| at.map_or('-', |at| letters[at]);
            let pairs = aligned(&one, &other, |a, b| a == b);
            pairs
                .iter()
                .map(|[a, b]| format!("{}{}", letter(&one, *a), letter(&other, *b)))
                .collect::<Vec<_>>()
        };
        assert_eq!(pairs("abc", "abc"), ["aa", "bb", "cc"]);
        assert_eq!(pairs("abc", "axc"), ["aa", "b-", "-x", "cc"]);
        assert_eq!(pairs("", "ab"), ["-a", "-b"]);
        assert_eq!(pairs("abab", "ba"), ["a-", "bb", "aa", "b-"]);
        assert!(pairs("", "").is_empty());
        let long = "a".repeat(MAX_ALIGNED + 1);
        assert_eq!(pairs(&long, "ab").len(), MAX_ALIGNED + 1);
    }
}
