//! How the counts are drawn: the rows in a few numbers, the buckets, and a chart of the rows over time.

use decode::rows::{Bucket, By, Summary, Timeline, Value, quoted};
use ledger::amount::grouped;
use ledger::timestamp::DAY_SECONDS;
use ledger::{Timestamp, amount};
use ratatui::buffer::Buffer;
use ratatui::layout::{Direction, Rect};
use ratatui::widgets::{Bar, BarChart, BarGroup, Sparkline, Widget};

use super::areas::{LABEL, SCALE_COLUMNS};
use super::{Aggregates, Areas, CountedRows, Dimension};
use crate::panes::Context;
use crate::panes::kit::list::{footer, say};
use crate::panes::kit::nouns::labels;
use crate::widgets::line::{cut, put, width};
use crate::widgets::pieces::{firm, wrap_pieces};
use crate::widgets::table::{Cell, Column, Lines, Table};
use crate::widgets::tabs::Tab;
use crate::widgets::{Role, Split, TimeStyle, table, tabs};

fn columns(title: String, has_failed: bool) -> Vec<Column> {
    let value = Column::text(title, 12).grows(2).up_to(44);
    let failed = has_failed.then(|| Column::number("failed", 6).rank(1));
    let counts = [value, Column::number("rows", 7), Column::number("share", 7).rank(2)];
    counts.into_iter().chain(failed).chain([Column::text("", 6).grows(3).rank(3)]).collect()
}

/// A part of a whole in percent, rounded to a tenth.
fn percent(part: usize, whole: usize) -> String {
    let tenths = amount::percent(part.saturating_mul(10), whole).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

impl Aggregates {
    /// The tabs of the columns to count by.
    pub(super) fn tabs(&self) -> Vec<Tab<usize>> {
        let tab = |(id, dimension): (usize, &Dimension)| Tab {
            id,
            name: dimension.name.to_owned(),
            short: dimension.name.split(' ').next_back().unwrap_or_default().to_owned(),
            role: Role::Plain,
        };
        self.columns.dimensions.iter().enumerate().map(tab).collect()
    }

    /// The counts as CSV.
    pub(super) fn csv(&self, dimension: &Dimension) -> String {
        let line = |bucket: &Bucket| {
            let value = match &bucket.value {
                Value::Text(text) => quoted(text.trim_end_matches('(').to_owned()),
                value => value.to_string(),
            };
            format!("{value},{},{}\n", bucket.rows, bucket.failed)
        };
        let head = format!("{},rows,failed\n", dimension.name.replace(' ', "_"));
        head + &self.buckets().iter().map(line).collect::<String>()
    }

    fn view_buckets(&self, dimension: &Dimension, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let Some(tallied) = self.buckets.answer() else { return };
        let has_failed = self.columns.success.is_some();
        let title = match tallied.step {
            Some(step) => format!("{}{}", step_words(step), zone(ctx)),
            None => dimension.name.to_owned(),
        };
        let columns = columns(title, has_failed);
        let lines = Lines::rows(&self.scroll, tallied.buckets.len(), area);
        let bucket = |at: usize| tallied.buckets.get(at);
        let cell = |bucket: &&Bucket, column| match column {
            0 => value(bucket, dimension, tallied.step, ctx),
            1 => (grouped(&bucket.rows), Role::Plain),
            2 => (percent(bucket.rows, tallied.rows), Role::Dim),
            3 if has_failed && bucket.failed > 0 => (grouped(&bucket.failed), Role::Failure),
            _ => Cell::default(),
        };
        let label = |bucket: &&Bucket, column| match (&bucket.value, column) {
            (Value::Text(text), 0) => labels::of_text(ctx, text),
            _ => None,
        };
        Table { columns: &columns, lines: &lines, area }.view(ctx.theme, buf, bucket, (cell, label));
        let places = table::fit(&columns, area.width.saturating_sub(1));
        let Some((_, x, wide)) = places.last().filter(|(at, ..)| *at + 1 == columns.len()) else { return };
        let most = tallied.most;
        // What there is at all has a bar that can be seen.
        let least = most.div_ceil(usize::from(*wide).max(1));
        let bar = |at| {
            let rows = bucket(at).map_or(0, |bucket| bucket.rows.max(least));
            let over = ctx.theme.over(at == self.scroll.selected);
            Bar::with_label("", u64::try_from(rows).unwrap_or(u64::MAX))
                .text_value(String::new())
                .style(ctx.theme.style(Role::Link).patch(over))
        };
        let bars: Vec<Bar<'_>> = lines.row_places().map(bar).collect();
        let column = Rect { width: *wide, ..area.below(1).right_of(x + 1) }.intersection(buf.area);
        if !column.is_empty() {
            BarChart::default()
                .direction(Direction::Horizontal)
                .bar_width(1)
                .bar_gap(0)
                .bar_set(ctx.theme.glyphs.rows_of_bars())
                .max(u64::try_from(most).unwrap_or(u64::MAX).max(1))
                .data(BarGroup::default().bars(&bars))
                .render(column, buf);
        }
    }

    /// The rows in a few numbers.
    fn summary_pieces(&self, summary: &Summary, ctx: &Context<'_>) -> Vec<Cell> {
        let glyphs = &ctx.theme.glyphs;
        let mut pieces = Vec::new();
        let known = summary.succeeded + summary.failed;
        if self.columns.success.is_some() {
            let unknown = summary.rows - known.min(summary.rows);
            let counts = [
                (glyphs.success, summary.succeeded, "succeeded", Role::Success),
                (glyphs.failure, summary.failed, "failed", Role::Failure),
                (glyphs.unknown, unknown, "not reported", Role::Dim),
            ];
            let some = counts.into_iter().filter(|(_, count, ..)| *count > 0);
            pieces.extend(
                some.map(|(sign, count, words, role)| (format!("{sign} {} {words}", grouped(&count)), role)),
            );
            let rate = (known > 0).then(|| format!("success rate {}", percent(summary.succeeded, known)));
            pieces.extend(rate.map(|rate| (rate, Role::Plain)));
        }
        for ((_, name), spread) in self.columns.numbers.iter().zip(&summary.numbers) {
            let words = spread.map(|it| {
                format!("{name} p50 {} p90 {} max {}", grouped(&it.p50), grouped(&it.p90), grouped(&it.most))
            });
            pieces.extend(words.map(|words| (words, Role::Plain)));
        }
        pieces.into_iter().map(|(text, role)| (firm(&text) + "   ", role)).collect()
    }
}

/// What the rows of a bucket have in common.
fn value(bucket: &Bucket, dimension: &Dimension, step: Option<u64>, ctx: &Context<'_>) -> Cell {
    match (&bucket.value, step) {
        (Value::Nothing, _) => (dimension.nothing.to_owned(), Role::Dim),
        (Value::Time(at), Some(step)) => (label(ctx, *at, step), Role::Plain),
        (Value::Number(number), _) => (grouped(number), Role::Plain),
        (Value::Text(text), _) if dimension.by == By::Name => {
            (text.trim_end_matches('(').to_owned(), Role::Plain)
        }
        (value, _) => (value.to_string(), Role::Plain),
    }
}

/// A span of time as what rows are counted by.
fn step_words(step: u64) -> String {
    match step {
        1 => "second".to_owned(),
        60 => "minute".to_owned(),
        3_600 => "hour".to_owned(),
        86_400 => "day".to_owned(),
        step => span_words(step),
    }
}

impl Aggregates {
    /// Draws the counts in place of the rows. If no row passes, it returns the area in which to say why.
    pub(in crate::panes::kit::list) fn view(
        &self,
        rows: &CountedRows<'_>,
        areas: &Areas,
        ctx: &Context<'_>,
        buf: &mut Buffer,
    ) -> Option<Rect> {
        let theme = ctx.theme;
        let label = Rect { x: areas.footer.x, width: areas.footer.width, ..areas.tabs };
        put(buf, label, (1, 0), LABEL, theme.style(Role::Dim));
        tabs::view(&self.tabs(), &self.chosen, theme, areas.tabs, buf);
        let words = (self.counted_words(rows, ctx), Role::Dim);
        footer::Band::new(&[], 0, areas.footer, ctx).view(words, ctx, buf);
        let (counted, below) = (self.buckets.answer(), areas.summary.union(areas.table));
        let is_none = counted.is_some_and(|tallied| tallied.rows == 0);
        match self.dimension().filter(|_| counted.is_some() && !is_none) {
            Some(dimension) => self.view_counted(dimension, areas, ctx, buf),
            None if is_none && self.buckets.asked.is_none() => return Some(below),
            None => say(&self.uncounted(rows), ctx, below, buf),
        }
        None
    }

    fn view_counted(&self, dimension: &Dimension, areas: &Areas, ctx: &Context<'_>, buf: &mut Buffer) {
        let theme = ctx.theme;
        self.view_buckets(dimension, ctx, areas.table, buf);
        let Some(summary) = self.summary.answer() else { return };
        let pieces = self.summary_pieces(summary, ctx);
        let columns = areas.summary.width.saturating_sub(2);
        let lines = wrap_pieces(&pieces, columns, usize::from(areas.summary.height), theme.glyphs.cut);
        for (row, line) in (0..).zip(lines) {
            let mut column = 1;
            for (text, role) in line {
                column = put(buf, areas.summary, (column, row), &text, theme.style(role));
            }
        }
        let of_time = |it: &&Dimension| Some(it.column) == self.columns.time;
        let column = self.columns.dimensions.iter().find(of_time).map(|it| it.name);
        if let Some((times, column)) = summary.times.as_ref().zip(column) {
            view_chart(times, column, ctx, areas.chart, buf);
        }
    }

    /// Why there are no counts.
    fn uncounted(&self, rows: &CountedRows<'_>) -> Vec<Cell> {
        let head = match (rows.loaded == 0, &self.buckets.failed) {
            (true, _) => "No row is loaded: there is nothing to count.",
            (false, Some(_)) => "The rows could not be counted.",
            (false, None) => "Counting the loaded rows.",
        };
        vec![(head.to_owned(), Role::Heading)]
    }

    /// Which bucket is selected, and which rows are counted.
    fn counted_words(&self, rows: &CountedRows<'_>, ctx: &Context<'_>) -> String {
        let buckets = self.buckets().len();
        let counted = self.buckets.answer().map_or(0, |tallied| tallied.rows);
        let examined = rows.valued.len();
        let which = match (self.of_marks, rows.filter.is_empty()) {
            (true, _) => "marked rows counted, of",
            (false, true) => "counted of",
            (false, false) => "pass and are counted, of",
        };
        let bucket = format!("count {} of {}", grouped(&(self.scroll.selected + 1)), grouped(&buckets));
        let is_behind = self.buckets.asked.is_some() || examined < rows.loaded;
        let parts = [
            rows.is_live.then(|| "live".to_owned()),
            (buckets > 0).then_some(bucket),
            Some(format!("{} {which} {} loaded", grouped(&counted), grouped(&rows.loaded))),
            is_behind.then(|| format!("counting, {} examined", grouped(&examined))),
            rows.has_more.then(|| "more below is not counted".to_owned()),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(&format!(" {} ", ctx.theme.glyphs.dot))
    }
}

/// The widest bar, columns.
const MAX_BAR_COLUMNS: usize = 6;
/// Minimum height of the chart's area for a separate line of failed rows.
const MIN_ROWS_FOR_FAILED: u16 = 6;

/// Draws the chart of rows by this column's times: bars with a scale, bars of failed rows below, and the times at
/// both ends.
fn view_chart(times: &Timeline, column: &str, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let (theme, inner) = (ctx.theme, area.right_of(SCALE_COLUMNS).left_of(1).intersection(buf.area));
    if inner.height < 3 || inner.is_empty() {
        return;
    }
    let wide =
        usize::from(inner.width).checked_div(times.counts.len()).unwrap_or(1).clamp(1, MAX_BAR_COLUMNS);
    let failed: u64 = times.failed.iter().sum();
    let shows_failed = failed > 0 && inner.height >= MIN_ROWS_FOR_FAILED;
    let failures = if shows_failed { ", failed ones below" } else { "" };
    let words = format!("rows by {column}{}, {} per bar{failures}", zone(ctx), span_words(times.step));
    let room = area.width.saturating_sub(2);
    put(buf, area, (1, 0), &cut(&words, room, theme.glyphs.cut), theme.style(Role::Dim));
    let [bars, below] = inner.below(1).with_footer(1 + u16::from(shows_failed));
    let scale = |buf: &mut Buffer, y: u16, text: &str, role| {
        let at = (SCALE_COLUMNS - 1).saturating_sub(width(text));
        put(buf, area, (at, y.saturating_sub(area.y)), text, theme.style(role));
    };
    let most = times.counts.iter().copied().max().unwrap_or_default();
    scale(buf, bars.y, &grouped(&most), Role::Dim);
    scale(buf, bars.bottom().saturating_sub(1), "0", Role::Dim);
    let (set, width) = (theme.glyphs.bar_set(), usize::from(bars.width));
    let draw_bars = |counts: &[u64], role, area: Rect, buf: &mut Buffer| {
        let each = counts.iter().flat_map(|count| std::iter::repeat_n(*count, wide));
        let data: Vec<u64> = each.take(width).collect();
        Sparkline::default().data(&data).bar_set(set.clone()).style(theme.style(role)).render(area, buf);
    };
    draw_bars(&times.counts, Role::Link, bars, buf);
    if shows_failed {
        draw_bars(&times.failed, Role::Failure, below.above(1), buf);
        scale(buf, below.y, theme.glyphs.failure, Role::Failure);
    }
    axis(times, times.counts.len().saturating_mul(wide), ctx, below.below(u16::from(shows_failed)), buf);
}

/// The times at both ends of the bars, and in the middle where it fits.
fn axis(times: &Timeline, columns: usize, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let columns = u16::try_from(columns).unwrap_or(u16::MAX).min(area.width);
    let (start, end) = (times.start, times.end());
    let middle = Timestamp::from_secs(start.seconds + (end.seconds - start.seconds) / 2);
    let style = ctx.theme.style(Role::Dim);
    let [first, middle, last] = [start, middle, end].map(|at| label(ctx, at, times.step));
    let used = put(buf, area, (0, 0), &cut(&first, area.width, ctx.theme.glyphs.cut), style);
    // Under few bars the last label goes beyond them.
    let at = columns.saturating_sub(width(&last)).max(used.saturating_add(2));
    if at.saturating_add(width(&last)) <= area.width {
        put(buf, area, (at, 0), &last, style);
        let half = (columns / 2).saturating_sub(width(&middle) / 2);
        if half > used.saturating_add(2) && half + width(&middle) + 2 < at {
            put(buf, area, (half, 0), &middle, style);
        }
    }
}

/// The zone of times in words, where the style of the moment has one.
pub(super) fn zone(ctx: &Context<'_>) -> &'static str {
    match ctx.theme.times {
        TimeStyle::Utc => " (UTC)",
        TimeStyle::Local => " (local)",
        TimeStyle::Relative => "",
        TimeStyle::Seconds => " (s)",
    }
}

/// The beginning of a span of so many seconds, as exact as the span needs.
pub(super) fn label(ctx: &Context<'_>, at: Timestamp, step: u64) -> String {
    let whole = ctx.theme.time(at, ctx.now);
    let end = match (ctx.theme.times, step) {
        (TimeStyle::Relative, _) => return whole,
        (TimeStyle::Seconds, _) => return at.seconds.to_string(),
        (TimeStyle::Utc, DAY_SECONDS..) => 10,
        (_, 60..) => 16,
        _ => 19,
    };
    whole.get(..end).map(ToOwned::to_owned).unwrap_or(whole)
}

/// A span of so many seconds in words: `10 s`, `5 min`, `1 h`, `30 d`.
fn span_words(seconds: u64) -> String {
    let units = [(DAY_SECONDS, "d"), (3_600, "h"), (60, "min")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length && seconds.is_multiple_of(*length));
    unit.map_or_else(|| format!("{seconds} s"), |(length, unit)| format!("{} {unit}", seconds / length))
}
