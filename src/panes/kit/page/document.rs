//! A JSON document as received, laid out as lines: all of it, or the values at a path, with folds. Short documents
//! are laid out, folded and searched at once, long ones off the main loop; the previous lines stay until that is
//! done. Paths are always evaluated off the main loop, as their cost does not follow from the document's length.

use std::sync::Arc;

use decode::document;
use decode::document::Folds;
use decode::stop::Stop;
use ledger::RawJson;
use ledger::amount::grouped;
use ledger::raw::Lines;

use crate::panes::Context;
use crate::panes::kit::ask::analyses::{FindLines, FoldLines, LayOut, NarrowLines};
use crate::panes::kit::{Taken, Wants};

/// Maximum length of a document to be laid out at once.
const MAX_AT_ONCE_BYTES: usize = 64 << 10;

/// The document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    layout: LayOut,
    /// All lines.
    whole: Lines,
    /// The path that it is narrowed to.
    path: Option<Arc<str>>,
    /// The lines at the path; `None` until evaluated.
    narrowed: Option<Result<Lines, String>>,
    folds: Folds,
    /// Indices of the shown lines; `None` for all.
    shown: Option<Arc<[usize]>>,
    /// The text of the search in progress.
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

    pub fn raw(&self) -> &RawJson {
        &self.layout.0
    }

    /// Its lines; empty until they were laid out.
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

    /// Narrows to a path, or shows everything. Clears folds and search.
    pub fn narrow(&mut self, path: Option<Arc<str>>) {
        (self.path, self.narrowed) = (path, None);
        (self.folds, self.shown) = (Folds::default(), None);
        self.forget_hits();
    }

    /// The path that it is narrowed to.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The number of values at the path, or why there are none. `None` until evaluated.
    pub fn narrowed(&self) -> Option<Result<usize, &str>> {
        self.narrowed.as_ref().map(|found| found.as_ref().map(Lines::parts).map_err(String::as_str))
    }

    /// Whether the value opened by this line is folded.
    pub fn is_folded(&self, at: usize) -> bool {
        self.folds.is_folded(self.lines(), at)
    }

    /// Whether anything is folded.
    pub fn has_folds(&self) -> bool {
        !self.folds.is_empty()
    }

    /// Toggles the fold of the value opened by this line.
    pub fn turn_fold(&mut self, at: usize) {
        self.folds.turn(at);
        self.refold();
    }

    /// Folds all nested values, or unfolds everything.
    pub fn fold_all(&mut self, all: bool) {
        self.folds = Folds::all(all);
        self.refold();
    }

    /// Unfolds the values around a line.
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

    /// Number of shown lines.
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

    /// Clears the hits.
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

    /// Adds the layout, then the path, folds and search once the lines are known.
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

    /// Receives the results. `true` if search hits were received.
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
