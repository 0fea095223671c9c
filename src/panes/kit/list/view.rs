//! How a list is drawn: its areas, the rows with day breaks or the empty state, the selected row, and an open form.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::source::Source as _;
use super::{Listed, PagedList, Pages, Rows, chips, footer};
use crate::message::Action;
use crate::panes::kit::Fetched;
use crate::panes::kit::nouns::labels;
use crate::panes::{Context, Status};
use crate::widgets::line::{put, width, wrap_words};
use crate::widgets::split::REST;
use crate::widgets::table::{Cell, Lines};
use crate::widgets::{Feed, Role, Split};

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Draws the list with its rows' data. See [`crate::panes::Pane::view`].
    pub fn view(
        &self,
        rows: &impl Rows<Q, P>,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let Some(feed) = self.feed() else {
            return self.view_missing(
                (self.source.paged.first(ctx), &self.query().subject()),
                ctx,
                area,
                buf,
            );
        };
        let Areas { chips, table, footer } = self.areas(area);
        chips::view(&self.chips(), ctx, chips, buf);
        if self.draw_counts(|| self.none_passes(ctx), ctx, area, buf) {
            return None;
        }
        let trouble = self.source.paged.trouble(ctx);
        if feed.loaded() > 0 && feed.is_empty() {
            say(&self.none_passes(ctx), ctx, table, buf);
            footer::Band::new(&[], 0, footer, ctx).view(self.indicator(ctx), ctx, buf);
        } else if feed.is_empty() {
            let none = rows.empty_state(self, ctx).into_iter().chain(trouble);
            say(&none.collect::<Vec<_>>(), ctx, table, buf);
        } else {
            let shown = self.shown_in(&rows, table, ctx);
            let lines = shown.lines();
            let lines = Lines { new: self.new_rows(&lines), ..lines };
            shown.view(&lines, buf);
            let below = table.below(u16::try_from(lines.lines.len()).unwrap_or(u16::MAX).saturating_add(1));
            let spare = if trouble.is_some() { 0 } else { below.height };
            if let Some(trouble) = trouble.filter(|_| below.height > 1) {
                say(&[trouble], ctx, below, buf);
            }
            let selected = feed.selected().map(|row| rows.known(row, ctx));
            let whole = selected.map(|row| labelled(rows.detail_lines(&row, ctx), ctx)).unwrap_or_default();
            footer::Band::new(&whole, spare, footer, ctx).view(self.indicator(ctx), ctx, buf);
        }
        let [_, last] = area.with_footer(1);
        let line = if footer.is_empty() { last } else { footer };
        if self.source.loader.is_typing() {
            return self.source.loader.view_line(ctx, line, buf);
        }
        if self.choice.is_typing() {
            return self.choice.view_typed(|| self.count_words(), ctx, line, buf);
        }
        self.source.filters.view_form(ctx, area, buf)
    }

    /// Whether loading or a search is in progress and can be stopped.
    pub(super) fn is_stoppable(&self, ctx: &Context<'_>) -> bool {
        let searching = self.source.pages.progress().is_some();
        let is_loading = self.source.loader.loading.is_some() || self.source.details.is_running();
        self.feed().is_some() && (is_loading || searching && self.is_asking(ctx))
    }

    /// See [`crate::panes::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        self.with_order(self.source.paged.status(ctx), ctx)
    }

    /// A status with the order of the rows before its words.
    pub fn with_order(&self, mut status: Status, ctx: &Context<'_>) -> Status {
        let words = [self.query().order_words(), &status.words];
        let words: Vec<&str> = words.into_iter().filter(|words| !words.is_empty()).collect();
        status.words = words.join(&format!(" {} ", ctx.theme.glyphs.dot));
        status
    }

    /// Draws a placeholder for the list while this is loading or has failed. `subject` names it.
    pub fn view_missing<T>(
        &self,
        (fetched, subject): (Option<Fetched<'_, T>>, &str),
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let Areas { chips, table, .. } = self.areas(area);
        chips::view(&self.chips(), ctx, chips, buf);
        let subject = format!("{subject} on {}", ctx.network.name);
        if let Some(fetched) = fetched {
            fetched.view_missing(ctx, &subject, table, buf);
        }
        self.source.filters.view_form(ctx, area, buf)
    }

    /// The page indicator: position, searched range, and loading or failure.
    fn indicator(&self, ctx: &Context<'_>) -> Cell {
        let dot = format!(" {} ", ctx.theme.glyphs.dot);
        if let Some(failure) = self.lost_rows(ctx) {
            let words =
                format!("{} {} {}", ctx.theme.glyphs.failure, failure.sentence(), failure.next_step());
            return (words, Role::Failure);
        }
        if let Some((words, role)) = self.source.paged.trouble(ctx) {
            return (format!("{words}{dot}{}", self.position(ctx)), role);
        }
        let stopped = self.source.pages.is_stopped().then(|| "stopped".to_owned());
        let loading = self.source.loader.loading.map(|loading| loading.label(self.loaded_pages(), ctx.now));
        let stop = self.source.loader.loading.and_then(|_| ctx.key_does(Action::Close, "stops"));
        let live = self.tail_words(ctx);
        let details = self.details_words(ctx);
        let role = details.as_ref().or(live.as_ref()).map_or(Role::Dim, |(_, role)| *role);
        let words = |cell: Option<Cell>| cell.map(|(words, _)| words);
        let parts = [
            words(details),
            words(live),
            self.source.marked_words(),
            Some(self.position(ctx)),
            self.partly_known(),
            self.source.pages.progress(),
            stopped,
            loading,
            stop,
            self.ways_on(ctx),
        ];
        (parts.into_iter().flatten().collect::<Vec<_>>().join(&dot), role)
    }

    fn position(&self, ctx: &Context<'_>) -> String {
        self.source.paged.indicator(self.choice.sort().is_some(), ctx)
    }

    /// At the last loaded row, the keys that load more.
    fn ways_on(&self, ctx: &Context<'_>) -> Option<String> {
        if self.source.loader.loading.is_some() || !self.is_at_end() || self.source.paged.is_asking(ctx) {
            return None;
        }
        let keys = [(Action::MorePages, "loads a page"), (Action::LoadAll, "all")];
        let keys: Vec<String> = keys.into_iter().filter_map(|(key, does)| ctx.key_does(key, does)).collect();
        (!keys.is_empty()).then(|| keys.join(", "))
    }

    /// The text while no row was found, but more pages may follow.
    pub fn none_so_far(&self) -> Option<[Cell; 2]> {
        let feed = self.feed().filter(|feed| feed.more().is_some())?;
        let head = format!("No rows in {} pages so far, but the server offers more.", feed.pages());
        let next = "It searches part of its data for each page; load another page to search further.";
        Some([(head, Role::Heading), (next.to_owned(), Role::Plain)])
    }

    /// The filters of an empty list, one a line.
    pub fn filter_lines(&self) -> Vec<Cell> {
        let chips = self.source.filters.chips();
        chips.iter().map(|(name, value)| (format!("  {name} = {value}"), Role::Plain)).collect()
    }

    /// The filters of an empty list, and the available actions. Empty without filters.
    pub fn filter_words(&self) -> Vec<Cell> {
        let advice = ("Clear the filters, or widen them.".to_owned(), Role::Plain);
        self.filter_lines().into_iter().chain(self.is_filtered().then_some(advice)).collect()
    }

    /// Whether any filter is active.
    pub fn is_filtered(&self) -> bool {
        self.source.filters.is_set()
    }
}

/// Lines with the labels of what they name.
fn labelled(lines: Vec<Vec<Cell>>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let cell = |(text, role): Cell| (labels::in_text(ctx, &text).into_owned(), role);
    lines.into_iter().map(|line| line.into_iter().map(cell).collect()).collect()
}

/// The lines below the table: the page indicator on a rule, and the selected row in full; one line less on a
/// screen of fewer than [`MIN_HIGH_ROWS`].
const FOOTER_ROWS: u16 = 4;
const MIN_HIGH_ROWS: u16 = 18;

/// The areas, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The active filters; an empty area without any.
    pub chips: Rect,
    /// The titles and the rows.
    pub table: Rect,
    /// The page indicator and the selected row.
    pub footer: Rect,
}

impl Areas {
    /// The areas of a body, with room for chips if there are any.
    pub fn new(body: Rect, chips: bool) -> Self {
        let chips = u16::from(chips).min(body.height);
        let footer = FOOTER_ROWS - u16::from(body.height < MIN_HIGH_ROWS);
        let footer = footer.min(body.height.saturating_sub(chips + 2));
        let [chips, rest] = body.stack([chips, REST]);
        let [table, footer] = rest.with_footer(footer);
        Self { chips, table, footer }
    }

    /// Number of visible rows below the titles.
    pub fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}

/// Draws the empty state: a text instead of rows.
pub fn say(lines: &[(String, Role)], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let mut row = 1;
    for (text, role) in lines {
        let words = text.trim_start();
        let column = 1 + width(text).saturating_sub(width(words));
        for line in wrap_words(words, area.width.saturating_sub(1 + column), 3, ctx.theme.glyphs.cut) {
            put(buf, area, (column, row), &line, ctx.theme.style(*role));
            row += 1;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_fill_a_body_of_any_size() {
        for height in 0..40 {
            for chips in [false, true] {
                let body = Rect::new(0, 2, 80, height);
                let areas = Areas::new(body, chips);
                assert_eq!(areas.chips.height + areas.table.height + areas.footer.height, height);
                assert_eq!(areas.footer.bottom(), body.bottom());
                assert_eq!(areas.table.y, areas.chips.bottom());
            }
        }
    }
}
