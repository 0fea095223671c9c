//! The rows over time, as a chart with an axis.

use decode::rows::Timeline;
use ledger::Timestamp;
use ledger::amount::grouped;
use ledger::timestamp::DAY_SECONDS;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Sparkline, Widget};

use super::areas::SCALE_COLUMNS;
use crate::panes::Context;
use crate::widgets::line::{cut, put, width};
use crate::widgets::{Role, Split, TimeStyle};

/// The widest bar, columns.
const MAX_BAR_COLUMNS: usize = 6;
/// Minimum height of the chart's area for a separate line of failed rows.
const MIN_ROWS_FOR_FAILED: u16 = 6;

/// Draws the chart of rows by this column's times: bars with a scale, bars of failed rows below, and the times at
/// both ends.
pub(super) fn view(times: &Timeline, column: &str, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
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
    put(buf, area, 1, 0, &cut(&words, room, theme.glyphs.cut), theme.style(Role::Dim));
    let [bars, below] = inner.below(1).with_footer(1 + u16::from(shows_failed));
    let scale = |buf: &mut Buffer, y: u16, text: &str, role| {
        let at = (SCALE_COLUMNS - 1).saturating_sub(width(text));
        put(buf, area, at, y.saturating_sub(area.y), text, theme.style(role));
    };
    let most = times.counts.iter().copied().max().unwrap_or_default();
    scale(buf, bars.y, &grouped(&most), Role::Dim);
    scale(buf, bars.bottom().saturating_sub(1), "0", Role::Dim);
    draw(&times.counts, wide, Role::Link, ctx, bars, buf);
    if shows_failed {
        draw(&times.failed, wide, Role::Failure, ctx, below.above(1), buf);
        scale(buf, below.y, theme.glyphs.failure, Role::Failure);
    }
    axis(times, times.counts.len().saturating_mul(wide), ctx, below.below(u16::from(shows_failed)), buf);
}

fn draw(counts: &[u64], wide: usize, role: Role, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let each = counts.iter().flat_map(|count| std::iter::repeat_n(*count, wide));
    let data: Vec<u64> = each.take(usize::from(area.width)).collect();
    let (set, style) = (ctx.theme.glyphs.bar_set(), ctx.theme.style(role));
    Sparkline::default().data(&data).bar_set(set).style(style).render(area, buf);
}

/// The times at both ends of the bars, and in the middle where it fits.
fn axis(times: &Timeline, columns: usize, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let columns = u16::try_from(columns).unwrap_or(u16::MAX).min(area.width);
    let (start, end) = (times.start, times.end());
    let middle = Timestamp::from_secs(start.seconds + (end.seconds - start.seconds) / 2);
    let style = ctx.theme.style(Role::Dim);
    let [first, middle, last] = [start, middle, end].map(|at| label(ctx, at, times.step));
    let used = put(buf, area, 0, 0, &cut(&first, area.width, ctx.theme.glyphs.cut), style);
    // Under few bars the last label goes beyond them.
    let at = columns.saturating_sub(width(&last)).max(used.saturating_add(2));
    if at.saturating_add(width(&last)) <= area.width {
        put(buf, area, at, 0, &last, style);
        let half = (columns / 2).saturating_sub(width(&middle) / 2);
        if half > used.saturating_add(2) && half + width(&middle) + 2 < at {
            put(buf, area, half, 0, &middle, style);
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
pub(super) fn span_words(seconds: u64) -> String {
    let units = [(DAY_SECONDS, "d"), (3_600, "h"), (60, "min")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length && seconds.is_multiple_of(*length));
    unit.map_or_else(|| format!("{seconds} s"), |(length, unit)| format!("{} {unit}", seconds / length))
}
