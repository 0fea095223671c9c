//! Day breaks in lists that show only the time of day.

use ratatui::layout::Rect;

use super::Listed;
use crate::message::Action;
use crate::panes::Context;
use crate::widgets::Feed;
use crate::widgets::table::Lines;

/// The visible lines of this area.
pub(super) fn lines<Q: Listed>(feed: &Feed<Q::Row>, table: Rect, ctx: &Context<'_>) -> Lines {
    Lines::with_breaks(&feed.scroll, feed.len(), table, |row| day_break::<Q>(feed, row, ctx))
}

/// Number of rows per page in the direction of a move: a day break takes a line.
pub(super) fn page_height<Q: Listed>(
    feed: &Feed<Q::Row>,
    action: Action,
    height: u16,
    ctx: &Context<'_>,
) -> u16 {
    let from = feed.scroll.selected;
    let lines = |row| 1 + usize::from(day_break::<Q>(feed, row, ctx).is_some());
    let each: Box<dyn Iterator<Item = usize>> = match action {
        Action::PageDown | Action::HalfDown => Box::new((from + 1..feed.len()).map(lines)),
        Action::PageUp | Action::HalfUp => Box::new((0..from).rev().map(lines)),
        _ => return height,
    };
    let room = usize::from(height);
    let mut taken = 0_usize;
    let fitting = each.take(room).take_while(|lines| {
        taken += lines;
        taken <= room
    });
    u16::try_from(fitting.count()).unwrap_or(height).max(1)
}
/// The day of a row, if the row above it is of another.
fn day_break<Q: Listed>(feed: &Feed<Q::Row>, row: usize, ctx: &Context<'_>) -> Option<String> {
    let time = |row| Q::time(feed.row(row)?);
    let above = row.checked_sub(1).filter(|_| Q::BY_DAY)?;
    ctx.theme.new_day(time(row)?, time(above)?)
}
