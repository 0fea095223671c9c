//! Counts of the loaded rows: of those that pass the local filter, or of the marked ones. They are drawn in place of
//! the list, which stays the owner of the rows, and are made off the loop.
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
mod chart;
pub mod counted;
mod view;

use crate::decode::rows::{Bucket, Filter, Loaded, Summarize, Tally};
use crate::ledger::amount::counted as count_of;
use crate::message::{Action, Click, Copied, Effect, MouseButton, Question};
use crate::panes::kit::Wants;
use crate::panes::kit::list::links::opened_by_clicks;
use crate::panes::kit::list::{List, Listed, Pages, Rows};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::table::Lines;
use crate::widgets::{Feed, Link, Scroll, Split, tabs};

use self::areas::{Areas, Parts};
use self::counted::{CountedColumns, Dimension};

/// The counts while they are on screen.
#[derive(Debug)]
pub(super) struct Aggregates {
    columns: CountedColumns,
    /// What rows are counted by, by its place among the dimensions.
    chosen: usize,
    /// Whether the marked rows alone are counted.
    of_marks: bool,
    /// The marked ones among the rows whose values are known: all of these, and the marked ones.
    marked: Option<(Loaded, Loaded)>,
    buckets: Count<Tally>,
    summary: Count<Summarize>,
    scroll: Scroll,
}

/// A count that is being made, and the last one that was.
#[derive(Debug)]
struct Count<Q: Question> {
    asked: Option<Q>,
    done: Option<(Q, Q::Answer)>,
    /// What could not be counted.
    failed: Option<Q>,
}

impl<Q: Question> Default for Count<Q> {
    fn default() -> Self {
        Self { asked: None, done: None, failed: None }
    }
}

impl<Q: Question<Answer: Clone> + PartialEq> Count<Q> {
    /// Takes the count that has come, and has this one made unless another is. `true` if one has come.
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

    fn selected(&self) -> Option<&Bucket> {
        self.buckets().get(self.scroll.selected)
    }

    /// Counts by what is so many further on.
    fn turn(&mut self, step: isize) {
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

    /// Adds what is being counted.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.buckets.wants(wants);
        self.summary.wants(wants);
    }
}

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// Whether counts are shown in place of the rows.
    pub(super) fn is_counting(&self) -> bool {
        self.aggregates.is_some()
    }

    /// Shows the counts of the rows.
    pub(super) fn open_aggregates<R: Rows<Q, P>>(&mut self) {
        self.aggregates = Some(Aggregates {
            columns: CountedColumns::new::<R>(),
            chosen: 0,
            of_marks: self.marked() > 0,
            marked: None,
            buckets: Count::default(),
            summary: Count::default(),
            scroll: Scroll::default(),
        });
    }

    /// Has the rows counted whose values are known by now.
    pub(super) fn update_aggregates(&mut self, ctx: &Context<'_>) {
        let Some(mut aggregates) = self.aggregates.take() else { return };
        let areas = self.aggregate_areas(&aggregates, ctx);
        let (all, filter) = (self.arranging.loaded(), self.choice.filter());
        if aggregates.of_marks {
            if aggregates.marked.as_ref().is_none_or(|(of, _)| of != all) {
                aggregates.marked = Some((all.clone(), self.loaded_marks()));
            }
            let marked = aggregates.marked.as_ref().map(|(_, marked)| marked.clone()).unwrap_or_default();
            aggregates.update(&marked, &Filter::default(), &areas, ctx);
        } else {
            aggregates.update(all, filter, &areas, ctx);
        }
        self.aggregates = Some(aggregates);
    }

    /// The marked rows whose values are known.
    fn loaded_marks(&self) -> Loaded {
        let pages = self.feed().map(Feed::marked_pages).unwrap_or_default();
        let valued = pages.into_iter().filter_map(|part| {
            let values = self.arranging.values(&part.page)?;
            Some((values.clone(), part.rows))
        });
        Loaded(valued.collect())
    }

    fn aggregate_areas(&self, aggregates: &Aggregates, ctx: &Context<'_>) -> Areas {
        let chips = self.areas(ctx.body).chips.height;
        let CountedColumns { success, time, numbers, .. } = &aggregates.columns;
        let numbers = u16::from(success.is_some()) + u16::try_from(numbers.len()).unwrap_or(u16::MAX);
        let (buckets, has_times) = (aggregates.buckets().len(), time.is_some());
        Areas::new(ctx.body, Parts { chips, numbers, buckets, has_times })
    }

    /// Does a verb of the counts. `None` if it is one of the list.
    pub(super) fn act_on_aggregates<R: Rows<Q, P>>(
        &mut self,
        action: Action,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let mut aggregates = self.aggregates.take()?;
        let (areas, len) = (self.aggregate_areas(&aggregates, ctx), aggregates.buckets().len());
        let effects = match action {
            Action::Close | Action::Aggregates => {
                return Some(Vec::new());
            }
            Action::Open => {
                self.aggregates = Some(aggregates);
                self.filter_by_bucket::<R>(ctx);
                return Some(Vec::new());
            }
            Action::NextPart | Action::Right => {
                aggregates.turn(1);
                Some(Vec::new())
            }
            Action::PreviousPart | Action::Left => {
                aggregates.turn(-1);
                Some(Vec::new())
            }
            Action::Copy => Some(Effect::copy(aggregates.copies::<R>().into_iter().next())),
            Action::CopyMenu => Some(vec![Effect::CopyMenu(aggregates.copies::<R>())]),
            _ => aggregates.scroll.act(action, len, areas.rows()).map(|()| Vec::new()),
        };
        self.aggregates = Some(aggregates);
        effects
    }

    /// Leaves the rows of the selected bucket, of those that pass already, and shows the list.
    fn filter_by_bucket<R: Rows<Q, P>>(&mut self, ctx: &Context<'_>) {
        let Some(terms) = self.aggregates.as_ref().and_then(Aggregates::terms::<R>) else { return };
        let text = format!("{} {terms}", self.local_filter());
        if let Ok(filter) = Filter::parse(&text, &R::names(), ctx.now) {
            self.aggregates = None;
            self.choice.set_filter(filter);
        }
    }

    /// Takes a click on the counts.
    pub(super) fn click_aggregates<R: Rows<Q, P>>(&mut self, click: Click, ctx: &Context<'_>) {
        let Some(mut aggregates) = self.aggregates.take() else { return };
        let areas = self.aggregate_areas(&aggregates, ctx);
        if click.row == areas.tabs.y && click.button == MouseButton::Press {
            if let Some(at) = tabs::tab_at(&aggregates.tabs(), click, areas.tabs) {
                aggregates.count_by(at);
            }
            self.aggregates = Some(aggregates);
            return;
        }
        let len = aggregates.buckets().len();
        let is_again = aggregates.scroll.click(click, areas.buckets(), len);
        self.aggregates = Some(aggregates);
        if is_again == Some(true) {
            self.filter_by_bucket::<R>(ctx);
        }
    }

    /// The counts in view, each of which is chosen by clicks.
    pub(super) fn aggregate_links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let Some(aggregates) = &self.aggregates else { return Vec::new() };
        let (area, buckets) = (self.aggregate_areas(aggregates, ctx).table, aggregates.buckets().len());
        let lines = Lines::rows(&aggregates.scroll, buckets, area);
        let link = |(at, line)| Link::new(line, 1, " ", opened_by_clicks(&lines, at));
        lines.row_places().zip(area.below(1).rows()).filter_map(link).collect()
    }

    /// The verbs of the counts.
    pub(super) fn aggregate_hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let aggregates = self.aggregates.as_ref();
        let none =
            aggregates.is_none_or(|it| it.selected().is_none()).then_some("there is nothing to choose");
        let single =
            aggregates.is_none_or(|it| it.columns.dimensions.len() < 2).then_some("there is one count");
        let over = self.feed().is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let tail = if self.tail.is_some() { "stop the tail" } else { "live tail" };
        let no_tail = self.no_tail(ctx.now).filter(|_| self.tail.is_none());
        let verbs = [
            ActionHint::new(Action::Open, "show these rows").disabled_if(none),
            ActionHint::new(Action::NextPart, "next count").disabled_if(single),
            ActionHint::new(Action::Close, "back to the list"),
            ActionHint::hidden(Action::PreviousPart, "count before").disabled_if(single),
            ActionHint::hidden(Action::Right, "next count").disabled_if(single),
            ActionHint::hidden(Action::Left, "count before").disabled_if(single),
            ActionHint::new(Action::MorePages, Q::WORDS.more).disabled_if(over),
            ActionHint::hidden(Action::Refresh, "refresh"),
            ActionHint::hidden(Action::Tail, tail).disabled_if(no_tail),
            ActionHint::hidden(Action::Copy, "copy the value").disabled_if(none),
            ActionHint::hidden(Action::CopyMenu, "copy …").disabled_if(none),
            ActionHint::hidden(Action::Aggregates, "back to the list"),
        ];
        verbs.into_iter().chain(action_hint::moves()).collect()
    }
}

impl Aggregates {
    /// The terms of a filter that leaves the rows of the selected bucket.
    fn terms<R: super::Columns>(&self) -> Option<String> {
        let (tally, tallied) = self.buckets.done.as_ref()?;
        self.selected()?.terms(tally.column, tally.by, tallied.step, &R::names())
    }

    /// What can be copied: the selected value, the filter that leaves its rows, and all counts.
    fn copies<R: super::Columns>(&self) -> Vec<Copied> {
        let Some((dimension, bucket)) = self.dimension().zip(self.selected()) else { return Vec::new() };
        let copied =
            |what: &str, text: String| (!text.is_empty()).then(|| Copied { what: what.to_owned(), text });
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
