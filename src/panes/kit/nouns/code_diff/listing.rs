//! Two codes as the lines of a list: stretches that are the same fold into one line each.

use std::collections::BTreeSet;
use std::ops::Range;

use decode::Comparison;
use decode::code::Code;
use decode::difference::{Mark, Row};

use crate::message::Action;
use crate::widgets::Scroll;

/// How both codes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    #[default]
    Instructions,
    /// As bytes, with their number per line.
    Hex(usize),
}

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Rows of the comparison that are the same and folded away.
    Fold(Range<usize>),
    Row(usize),
    /// Bytes of each code, out of a stretch of rows.
    Bytes {
        /// Where in the deployed code.
        deployed: Range<usize>,
        /// Where in the recompiled code.
        recompiled: Range<usize>,
        /// The gravest mark among the rows of the stretch.
        mark: Mark,
        /// The first row of the stretch.
        stretch: usize,
    },
}

/// The lines, and where the reader is.
#[derive(Debug, Default)]
pub struct Listing {
    /// How the codes are written.
    pub form: Form,
    pub lines: Vec<Line>,
    /// Which line is selected, and which are in view.
    pub scroll: Scroll,
    unfolded: BTreeSet<usize>,
}

/// Number of unfolded rows around a difference.
const CONTEXT_ROWS: usize = 3;
/// Minimum number of rows that are folded.
const MIN_FOLD_ROWS: usize = 4;

impl Listing {
    /// The list of a comparison, at its first difference.
    pub fn new(comparison: &Comparison, form: Form, height: u16) -> Self {
        let mut listing = Self { form, ..Self::default() };
        listing.write(comparison);
        let first = listing.hits(comparison).next();
        if let Some(first) = first {
            listing.scroll.select(first, listing.lines.len(), height);
        }
        listing
    }

    /// Writes the codes in another form, and stays where the reader was.
    pub fn write_as(&mut self, form: Form, comparison: &Comparison, height: u16) {
        let row = self.row();
        self.form = form;
        self.write(comparison);
        self.go_to(row, height);
    }

    /// Moves by a verb; `None` if the verb moves nothing.
    pub fn act(&mut self, action: Action, comparison: &Comparison, height: u16) -> Option<()> {
        let at = self.scroll.selected;
        let to = match action {
            Action::NextHit => self.hits(comparison).find(|hit| *hit > at),
            Action::PreviousHit => self.hits(comparison).take_while(|hit| *hit < at).last(),
            _ => return self.scroll.act(action, self.lines.len(), height),
        };
        self.scroll.select(to.unwrap_or(at), self.lines.len(), height);
        Some(())
    }

    /// Whether no difference begins above the selected line.
    pub fn is_at_first_hit(&self, comparison: &Comparison) -> bool {
        self.hits(comparison).next().is_none_or(|first| self.scroll.selected <= first)
    }

    /// Unfolds the selected stretch, or folds it again.
    pub fn fold(&mut self, comparison: &Comparison, height: u16) {
        let row = self.row();
        let Some(stretch) = self.stretch(comparison) else { return };
        if !self.unfolded.remove(&stretch) {
            self.unfolded.insert(stretch);
        }
        self.write(comparison);
        self.go_to(row, height);
    }

    /// Whether the selected line is folded, or could be; `None` if it is neither.
    pub fn is_folded(&self, comparison: &Comparison) -> Option<bool> {
        self.stretch(comparison).map(|_| matches!(self.lines.get(self.scroll.selected), Some(Line::Fold(_))))
    }

    /// The first row of the comparison that the selected line shows.
    pub fn row(&self) -> usize {
        self.lines.get(self.scroll.selected).map_or(0, first_row)
    }

    /// The beginning of the stretch of same rows that the selected line belongs to, if it is long enough to fold.
    fn stretch(&self, comparison: &Comparison) -> Option<usize> {
        let row = self.row();
        let found = stretches(&comparison.rows).find(|stretch| stretch.contains(&row))?;
        let quiet = comparison.rows.get(found.start).is_some_and(|row| row.mark.is_quiet());
        (quiet && !self.folded(comparison, &found).is_empty()).then_some(found.start)
    }

    /// The part of a stretch that is folded away.
    fn folded(&self, comparison: &Comparison, stretch: &Range<usize>) -> Range<usize> {
        let around = if self.form == Form::Instructions { CONTEXT_ROWS } else { 0 };
        let start = if stretch.start == 0 { 0 } else { stretch.start + around };
        let end = if stretch.end == comparison.rows.len() {
            stretch.end
        } else {
            stretch.end.saturating_sub(around)
        };
        if start + MIN_FOLD_ROWS <= end { start..end } else { stretch.end..stretch.end }
    }

    /// The lines where a difference begins.
    fn hits<'a>(&'a self, comparison: &'a Comparison) -> impl Iterator<Item = usize> + 'a {
        let differs = |line: &Line| match line {
            Line::Fold(_) => None,
            Line::Row(row) => comparison.rows.get(*row).filter(|row| !row.mark.is_quiet()).map(|_| *row),
            Line::Bytes { mark, stretch, .. } => (!mark.is_quiet()).then_some(*stretch),
        };
        let begins = move |at: usize| {
            let this = differs(self.lines.get(at)?)?;
            let before = at.checked_sub(1).and_then(|before| differs(self.lines.get(before)?));
            let follows = before.is_some_and(|before| before == this || before + 1 == this);
            (!follows).then_some(at)
        };
        (0..self.lines.len()).filter_map(begins)
    }

    fn go_to(&mut self, row: usize, height: u16) {
        let at = self.lines.partition_point(|line| first_row(line) <= row).saturating_sub(1);
        let shown = self.lines.get(at).map_or(0, first_row);
        let at = self.lines.partition_point(|line| first_row(line) < shown);
        self.scroll.select(at, self.lines.len(), height);
    }

    fn write(&mut self, comparison: &Comparison) {
        let mut lines = Vec::new();
        for stretch in stretches(&comparison.rows) {
            let quiet = comparison.rows.get(stretch.start).is_some_and(|row| row.mark.is_quiet());
            let fold = if quiet && !self.unfolded.contains(&stretch.start) {
                self.folded(comparison, &stretch)
            } else {
                stretch.end..stretch.end
            };
            self.push(&mut lines, comparison, stretch.start..fold.start);
            if !fold.is_empty() {
                lines.push(Line::Fold(fold.clone()));
            }
            self.push(&mut lines, comparison, fold.end..stretch.end);
        }
        self.lines = lines;
    }

    fn push(&self, lines: &mut Vec<Line>, comparison: &Comparison, rows: Range<usize>) {
        let Form::Hex(most) = self.form else {
            lines.extend(rows.map(Line::Row));
            return;
        };
        let stretch = rows.start;
        let Some(shown) = comparison.rows.get(rows).filter(|rows| !rows.is_empty()) else { return };
        let deployed = bytes(&comparison.deployed, shown.iter().filter_map(|row| row.deployed));
        let recompiled = bytes(&comparison.recompiled, shown.iter().filter_map(|row| row.recompiled));
        let mark = shown.iter().map(|row| row.mark).max_by_key(|mark| gravity(*mark)).unwrap_or(Mark::Same);
        let count = deployed.len().max(recompiled.len()).div_ceil(most.max(1));
        let chunk = |all: &Range<usize>, at: usize| {
            let start = (all.start + at * most).min(all.end);
            start..(start + most).min(all.end)
        };
        lines.extend((0..count).map(|at| Line::Bytes {
            deployed: chunk(&deployed, at),
            recompiled: chunk(&recompiled, at),
            mark,
            stretch,
        }));
    }
}

/// Which of several marks a stretch is shown with.
fn gravity(mark: Mark) -> u8 {
    match mark {
        Mark::Same => 0,
        Mark::Moved | Mark::Uncompared => 1,
        Mark::Different | Mark::Address => 3,
        _ => 2,
    }
}

fn first_row(line: &Line) -> usize {
    match line {
        Line::Fold(rows) => rows.start,
        Line::Row(row) => *row,
        Line::Bytes { stretch, .. } => *stretch,
    }
}

/// Where these pieces, which follow one another, are in their code.
fn bytes(code: &Code, mut pieces: impl Iterator<Item = usize>) -> Range<usize> {
    let piece = |at: usize| code.pieces().get(at);
    let Some(first) = pieces.next().and_then(piece) else { return 0..0 };
    let last = pieces.last().and_then(piece).unwrap_or(first);
    first.at..last.at + last.length
}

/// Alternating stretches of equal, different and uncompared rows.
fn stretches(rows: &[Row]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let sort = |row: &Row| (row.mark.is_same(), row.mark.is_quiet());
        let first = sort(rows.get(start)?);
        let length = rows.iter().skip(start).take_while(|row| sort(row) == first).count();
        let stretch = start..start + length;
        start += length;
        Some(stretch)
    })
}

#[cfg(test)]
mod tests;
