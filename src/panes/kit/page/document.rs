//! A document as it was received, on lines: all of it, or what a path leads to, folded here and there. A short one is
//! laid out, folded and searched at once, a long one off the loop's thread; until that is done, the lines before it stay.
//! Paths are always followed off the loop's thread: how long one takes does not follow from the document's length.

use std::sync::Arc;

use decode::document;
use decode::folds::Folds;
use decode::stop::Stop;
use ledger::RawJson;
use ledger::amount::grouped;
use ledger::raw::Lines;

use crate::panes::Context;
use crate::panes::kit::ask::analyses::{FindLines, FoldLines, LayOut, NarrowLines};
use crate::panes::kit::{Taken, Wants};

/// How long a document may be to be laid out at once.
const MAX_AT_ONCE_BYTES: usize = 64 << 10;

/// The document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    layout: LayOut,
    /// All of it, on lines.
    whole: Lines,
    /// The path that it is narrowed to.
    path: Option<Arc<str>>,
    /// What the path leads to, once that is known.
    narrowed: Option<Result<Lines, String>>,
    folds: Folds,
    /// The lines that are shown, if they are not all.
    shown: Option<Arc<[usize]>>,
    /// What is searched for off the loop's thread.
    wanted: Option<Arc<str>>,
    hits: Arc<[usize]>,
    /// The last hits applied.
    taken: Taken,
}

impl Document {
    /// Replaces the document, if it is another one.
    pub fn set(&mut self, raw: &RawJson) {
        if *self.raw() == *raw {
            return;
        }
        self.layout = LayOut(raw.clone());
        if self.is_short() {
            self.whole = Lines::new(raw);
        }
        self.narrow(self.path.clone());
    }

    /// As it was received.
    pub fn raw(&self) -> &RawJson {
        &self.layout.0
    }

    /// Its lines, as far as they are known.
    pub fn lines(&self) -> &Lines {
        static NONE: std::sync::LazyLock<Lines> = std::sync::LazyLock::new(Lines::default);
        match (&self.path, &self.narrowed) {
            (None, _) => &self.whole,
            (Some(_), Some(Ok(lines))) => lines,
            (Some(_), _) => &NONE,
        }
    }

    /// The text shown while lines are loading, or if they cannot be made.
    pub fn waits(&self, ctx: &Context<'_>) -> Option<String> {
        let laid = ctx.get(&self.layout);
        if self.is_short() || laid.value().is_some() {
            return None;
        }
        let size = grouped(&self.raw().raw().len());
        Some(match laid.failure() {
            Some(_) => format!("{size} bytes are too many to format here: copy or export them"),
            None => format!("formatting {size} bytes"),
        })
    }

    /// Leaves only what this path leads to, or shows everything. Nothing is folded then, and nothing is searched for.
    pub fn narrow(&mut self, path: Option<Arc<str>>) {
        (self.path, self.narrowed) = (path, None);
        (self.folds, self.shown) = (Folds::default(), None);
        self.forget_hits();
    }

    /// The path that it is narrowed to.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// How many values the path leads to, or why to none. `None` until that is known.
    pub fn narrowed(&self) -> Option<Result<usize, &str>> {
        self.narrowed.as_ref().map(|found| found.as_ref().map(Lines::parts).map_err(String::as_str))
    }

    /// Whether what this line opens is folded.
    pub fn is_folded(&self, at: usize) -> bool {
        self.folds.is_folded(self.lines(), at)
    }

    /// Whether anything is folded.
    pub fn has_folds(&self) -> bool {
        !self.folds.is_empty()
    }

    /// Folds what this line opens, or unfolds it.
    pub fn turn_fold(&mut self, at: usize) {
        self.folds.turn(at);
        self.refold();
    }

    /// Folds everything that is within something, or unfolds everything.
    pub fn fold_all(&mut self, all: bool) {
        self.folds = Folds::all(all);
        self.refold();
    }

    /// Unfolds what a line is in.
    pub fn reveal(&mut self, at: usize) {
        let lines = self.lines();
        let folded: Vec<usize> =
            lines.around(at).filter(|around| self.folds.is_folded(lines, *around)).collect();
        if !folded.is_empty() {
            for around in folded {
                self.folds.turn(around);
            }
            self.refold();
        }
    }

    fn refold(&mut self) {
        if self.folds.is_empty() {
            self.shown = None;
        } else if self.is_short() {
            self.shown = self.folds.shown(self.lines(), &Stop::default());
        }
    }

    /// How many lines are shown.
    pub fn rows(&self) -> usize {
        self.shown.as_ref().map_or(self.lines().len(), |shown| shown.len())
    }

    /// The line that is shown on a row.
    pub fn line_on(&self, row: usize) -> usize {
        self.shown.as_ref().map_or(row, |shown| shown.get(row).copied().unwrap_or_default())
    }

    /// The row on which a line is shown, or the part that it is folded in.
    pub fn row_of(&self, line: usize) -> usize {
        let of_shown = |shown: &Arc<[usize]>| shown.partition_point(|at| *at <= line).saturating_sub(1);
        self.shown.as_ref().map_or(line, of_shown)
    }

    /// Looks for a text in every line.
    pub fn search_for(&mut self, wanted: &str) {
        self.hits = Arc::default();
        self.wanted = None;
        if self.is_short() || wanted.is_empty() {
            self.hits = document::find(self.lines(), wanted, &Stop::default()).unwrap_or_default();
        } else {
            self.wanted = Some(wanted.into());
        }
    }

    /// Forgets what was found.
    pub fn forget_hits(&mut self) {
        self.search_for("");
    }

    /// The lines with hits of the last search, in order.
    pub fn hits(&self) -> &[usize] {
        &self.hits
    }

    /// Whether a search is in progress.
    pub fn is_searched(&self, ctx: &Context<'_>) -> bool {
        let Some(search) = self.search() else { return false };
        let found = ctx.get(&search);
        found.value().is_none() && found.failure().is_none()
    }

    /// Adds the lines, and what is to be found out of them once they are known.
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if !self.is_short() {
            wants.add_optional(&self.layout);
            if ctx.get(&self.layout).value().is_none() {
                return;
            }
        }
        if let Some(narrowing) = self.narrowing() {
            wants.add_optional(&narrowing);
        }
        if let Some(folding) = self.folding() {
            wants.add_optional(&folding);
        }
        if let Some(search) = self.search() {
            wants.add_optional(&search);
        }
    }

    /// Receives the results. `true` if it is where the text is that is searched for.
    pub fn rebuild_view(&mut self, ctx: &Context<'_>) -> bool {
        if let Some(lines) = ctx.get(&self.layout).value() {
            self.whole = lines.clone();
        }
        if let Some(narrowed) = self.narrowing().and_then(|narrowing| ctx.get(&narrowing).value()) {
            self.narrowed = Some(narrowed.clone());
        }
        if let Some(shown) = self.folding().and_then(|folding| ctx.get(&folding).value()) {
            self.shown = Some(Arc::clone(shown));
        }
        let found = self.search().and_then(|search| self.taken.if_new(ctx.get(&search)));
        self.hits = found.unwrap_or(&self.hits).clone();
        found.is_some()
    }

    fn search(&self) -> Option<FindLines> {
        let wanted = self.wanted.clone()?;
        Some(FindLines(self.lines().clone(), wanted))
    }

    fn narrowing(&self) -> Option<NarrowLines> {
        self.path.clone().map(|path| NarrowLines(self.whole.clone(), path))
    }

    fn folding(&self) -> Option<FoldLines> {
        let folds = self.has_folds() && !self.is_short();
        folds.then(|| FoldLines(self.lines().clone(), self.folds.clone()))
    }

    fn is_short(&self) -> bool {
        self.raw().raw().len() <= MAX_AT_ONCE_BYTES
    }
}
