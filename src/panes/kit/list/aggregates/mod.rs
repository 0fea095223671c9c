//! Counts of the loaded rows: of those that pass the local filter, or of the marked ones. They replace the list on
//! screen, which still owns the rows, and are computed off the main loop.
//!
//! ```text
//!   / status=failed ✕                                                       chips, if any filter is active
//!   counts by   ▌method   sender   outcome   consensus time                 what rows are counted by
//!   ✓ 88 succeeded  ✗ 12 failed  88.0 %  gas used p50 74,602 p90 800,000    the rows in a few numbers
//!    method                       rows    share  failed
//!   ▌swapExactTokensForTokens       61   61.0 %       5  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇     the buckets
//!    deposit                        20   20.0 %       2  ▇▇▇▇▇
//!   rows by consensus time (UTC), 5 s per bar                                 where there is room
//!   7 ▂▃▅▇▂▁ ▁▂▇▇▃▂▁
//!     23:55:10                                 23:59:59
//! ─ count 1 of 7 · 100 counted of 100 loaded · more below is not counted ──
//! ```

mod areas;
pub mod counted;
mod view;

use decode::rows::{Bucket, Filter, Loaded, Summarize, Tally};
use ledger::amount::counted as count_of;
use ratatui::layout::Rect;

use self::areas::{Areas, Parts};
use self::counted::{CountedColumns, Dimension};
use crate::message::{Action, Click, Copied, MouseButton, Question};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::Columns;
use crate::widgets::table::Lines;
use crate::widgets::{Link, Scroll, Split, Target, tabs};

/// The counts on screen.
#[derive(Debug)]
pub struct Aggregates {
    columns: CountedColumns,
    /// Index of the chosen dimension.
    chosen: usize,
    /// Whether only the marked rows are counted.
    of_marks: bool,
    /// The rows with values, and the marked ones among them.
    marked: Option<(Loaded, Loaded)>,
    buckets: Count<Tally>,
    summary: Count<Summarize>,
    scroll: Scroll,
}

/// The count in progress, and the last result.
#[derive(Debug)]
struct Count<Q: Question> {
    asked: Option<Q>,
    done: Option<(Q, Q::Answer)>,
    /// The question that failed.
    failed: Option<Q>,
}

impl<Q: Question> Default for Count<Q> {
    fn default() -> Self {
        Self { asked: None, done: None, failed: None }
    }
}

impl<Q: Question<Answer: Clone> + PartialEq> Count<Q> {
    /// Receives a count, and starts this one unless another is in progress. `true` if one was received.
    fn update(&mut self, wanted: Q, ctx: &Context<'_>) -> bool {
        let came = self.receive(ctx);
        let is_done = self.done.as_ref().is_some_and(|(of, _)| *of == wanted);
        if self.asked.is_none() && !is_done && self.failed.as_ref() != Some(&wanted) {
            self.asked = Some(wanted);
        }
        came
    }

    fn receive(&mut self, ctx: &Context<'_>) -> bool {
        let outcome = self.asked.as_ref().and_then(|asked| ctx.get(asked).outcome());
        let Some((outcome, asked)) = outcome.and_then(|outcome| Some((outcome, self.asked.take()?))) else {
            return false;
        };
        match outcome {
            Ok(answer) => self.done = Some((asked, answer.clone())),
            Err(_) => self.failed = Some(asked),
        }
        outcome.is_ok()
    }

    fn answer(&self) -> Option<&Q::Answer> {
        self.done.as_ref().map(|(_, answer)| answer)
    }

    fn wants(&self, wants: &mut Wants) {
        if let Some(asked) = &self.asked {
            wants.add_optional(asked);
        }
    }
}

impl Aggregates {
    fn dimension(&self) -> Option<&Dimension> {
        self.columns.dimensions.get(self.chosen)
    }

    fn buckets(&self) -> &[Bucket] {
        self.buckets.answer().map(|tallied| &*tallied.buckets).unwrap_or_default()
    }

    pub(super) fn selected(&self) -> Option<&Bucket> {
        self.buckets().get(self.scroll.selected)
    }

    /// Whether there is only one dimension.
    pub(super) fn is_single(&self) -> bool {
        self.columns.dimensions.len() < 2
    }

    /// Switches by this many dimensions.
    pub(super) fn turn(&mut self, step: isize) {
        let count = self.columns.dimensions.len();
        let next = self.chosen.checked_add_signed(step).unwrap_or(count.saturating_sub(1));
        self.count_by(next.checked_rem(count).unwrap_or(0));
    }

    fn count_by(&mut self, dimension: usize) {
        if dimension != self.chosen {
            (self.chosen, self.buckets, self.scroll) = (dimension, Count::default(), Scroll::default());
        }
    }

    fn update(&mut self, loaded: &Loaded, filter: &Filter, areas: &Areas, ctx: &Context<'_>) {
        let Some(Dimension { column, by, .. }) = self.dimension().copied() else { return };
        let success = self.columns.success;
        let selected = self.selected().map(|bucket| bucket.value.clone());
        let tally = Tally { loaded: loaded.clone(), filter: filter.clone(), column, by, success };
        if self.buckets.update(tally, ctx) {
            let at = self.buckets().iter().position(|bucket| Some(&bucket.value) == selected.as_ref());
            self.scroll.selected = at.unwrap_or(self.scroll.selected);
        }
        self.scroll.settle(self.buckets().len(), areas.rows());
        let numbers = self.columns.numbers.iter().map(|(column, _)| *column).collect();
        let (loaded, filter, spans) = (loaded.clone(), filter.clone(), u64::from(areas.chart_columns()));
        let time = self.columns.time;
        self.summary.update(Summarize { loaded, filter, success, time, numbers, spans }, ctx);
    }

    /// Adds the count in progress.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.buckets.wants(wants);
        self.summary.wants(wants);
    }
}

/// The rows to count, from any kind of list.
#[derive(Clone, Copy)]
pub struct CountedRows<'a> {
    /// The rows with values, and the filter to apply.
    pub(super) valued: &'a Loaded,
    pub(super) filter: &'a Filter,
    /// Number of loaded rows.
    pub(super) loaded: usize,
    /// Whether the server may have more rows, which are not counted.
    pub(super) has_more: bool,
    /// Whether the live tail adds rows.
    pub(super) is_live: bool,
}

impl Aggregates {
    /// The counts of the rows of a list, or of the marked ones among them.
    pub(super) fn new<C: Columns>(of_marks: bool) -> Self {
        Self {
            columns: CountedColumns::new::<C>(),
            chosen: 0,
            of_marks,
            marked: None,
            buckets: Count::default(),
            summary: Count::default(),
            scroll: Scroll::default(),
        }
    }

    /// Counts the rows with values; `marked` selects the marked ones.
    pub(super) fn count(
        &mut self,
        rows: &CountedRows<'_>,
        marked: impl FnOnce() -> Loaded,
        chips: u16,
        ctx: &Context<'_>,
    ) {
        let areas = self.areas(chips, ctx.body);
        if !self.of_marks {
            return self.update(rows.valued, rows.filter, &areas, ctx);
        }
        if self.marked.as_ref().is_none_or(|(of, _)| of != rows.valued) {
            self.marked = Some((rows.valued.clone(), marked()));
        }
        let marked = self.marked.as_ref().map(|(_, marked)| marked.clone()).unwrap_or_default();
        self.update(&marked, &Filter::default(), &areas, ctx);
    }

    /// The areas of a body, below this many chip lines.
    pub(super) fn areas(&self, chips: u16, body: Rect) -> Areas {
        let CountedColumns { success, time, numbers, .. } = &self.columns;
        let numbers = u16::from(success.is_some()) + u16::try_from(numbers.len()).unwrap_or(u16::MAX);
        let (buckets, has_times) = (self.buckets().len(), time.is_some());
        Areas::new(body, Parts { chips, numbers, buckets, has_times })
    }

    /// Moves the selection.
    pub(super) fn move_by(&mut self, action: Action, chips: u16, ctx: &Context<'_>) {
        let (len, height) = (self.buckets().len(), self.areas(chips, ctx.body).rows());
        let _ = self.scroll.act(action, len, height);
    }

    /// Handles a click on the counts. Returns the filter terms of the count that it opens.
    pub(super) fn click<C: Columns>(
        &mut self,
        click: Click,
        chips: u16,
        ctx: &Context<'_>,
    ) -> Option<String> {
        let areas = self.areas(chips, ctx.body);
        if click.row == areas.tabs.y && click.button == MouseButton::Press {
            self.count_by(tabs::tab_at(&self.tabs(), click, areas.tabs)?);
            return None;
        }
        let opens = self.scroll.click(click, areas.buckets(), self.buckets().len()) == Some(true);
        self.terms::<C>().filter(|_| opens)
    }

    /// The links of the visible counts.
    pub(super) fn links(&self, chips: u16, ctx: &Context<'_>) -> Vec<Link> {
        let (area, buckets) = (self.areas(chips, ctx.body).table, self.buckets().len());
        let lines = Lines::rows(&self.scroll, buckets, area);
        let link = |(at, line)| Link::new(line, 1, " ", Target::row(at == lines.selected));
        lines.row_places().zip(area.below(1).rows()).filter_map(link).collect()
    }

    /// The filter terms for the rows of the selected bucket.
    pub(super) fn terms<R: Columns>(&self) -> Option<String> {
        let (tally, tallied) = self.buckets.done.as_ref()?;
        self.selected()?.terms(tally.column, tally.by, tallied.step, &R::names())
    }

    /// The copies: the selected value, the filter for its rows, and all counts.
    pub(super) fn copies<R: Columns>(&self) -> Vec<Copied> {
        let Some((dimension, bucket)) = self.dimension().zip(self.selected()) else { return Vec::new() };
        let copied = |what: &str, text: String| (!text.is_empty()).then(|| Copied::new(what, text));
        let counts = format!("{} as CSV", count_of(self.buckets().len(), "count"));
        [
            copied(dimension.name, bucket.value.to_string().trim_end_matches('(').to_owned()),
            copied("local filter", self.terms::<R>().unwrap_or_default()),
            copied(&counts, self.csv(dimension)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
