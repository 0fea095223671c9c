//! Loads more of a list on request: to its end, or up to a number of rows or a time.

use ledger::amount::grouped;
use ledger::moment::Clock;
use ledger::query::Order;
use ledger::{Timestamp, moment};

use super::{Listed, Loading, PagedList, Pages, Reached, Wish};
use crate::message::{Effect, Input};
use crate::panes::Context;
use crate::widgets::Feed;

/// Maximum digits of a number of rows; longer numbers are times.
const MAX_ROWS_DIGITS: usize = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// This number of loaded rows.
    Rows(usize),
    /// A last loaded row of this time or beyond.
    Time(Timestamp),
}

impl Until {
    /// Parses an end. Only `timed` lists, with rows in time order, end at a time.
    ///
    /// # Errors
    /// The valid formats.
    pub fn parse(text: &str, timed: bool, clock: impl Into<Clock>) -> Result<Self, String> {
        let plain: String = text.chars().filter(|c| !matches!(c, ' ' | ',')).collect();
        if plain.len() <= MAX_ROWS_DIGITS
            && let Ok(rows) = plain.parse::<usize>()
        {
            return Ok(Self::Rows(rows));
        }
        if !timed {
            return Err("write a number of rows: this list is not in the order of time".to_owned());
        }
        let time = moment::point(text.trim(), clock);
        time.map(Self::Time)
            .map_err(|_| "write a number of rows, or a time such as 2026-11-20 14:00".to_owned())
    }

    /// Whether a list of this many rows has reached the end; `last` is the time of its last row.
    pub fn is_reached(self, rows: usize, last: Option<Timestamp>, order: Order) -> bool {
        match (self, order) {
            (Self::Rows(wanted), _) => rows >= wanted,
            (Self::Time(wanted), Order::Desc) => last.is_some_and(|last| last <= wanted),
            (Self::Time(wanted), Order::Asc) => last.is_some_and(|last| last >= wanted),
        }
    }

    /// The end in words.
    pub fn label(self) -> String {
        match self {
            Self::Rows(rows) => format!("{} rows", grouped(&rows)),
            Self::Time(at) => at.utc().get(..19).unwrap_or_default().to_owned(),
        }
    }
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Loads the list further.
    pub(super) fn load(&mut self, wish: Wish, ctx: &Context<'_>) -> Vec<Effect> {
        match wish {
            Wish::Page => return self.load_more(ctx),
            Wish::All => return self.load_all(Loading::whole(self.loaded_pages(), false, ctx.now), ctx),
            Wish::Until => self.source.loader.ask_until(!self.local_filter().is_empty(), Q::TIMED, ctx),
        }
        Vec::new()
    }

    pub(super) fn loaded_pages(&self) -> usize {
        self.feed().map_or(0, Feed::pages)
    }

    /// Whether the last loaded row is selected, and more can be loaded.
    pub(super) fn is_at_end(&self) -> bool {
        self.feed().is_some_and(|feed| feed.more().is_some() && feed.scroll.selected + 1 >= feed.len())
    }

    /// Loads the list up to the requested end.
    pub(super) fn load_all(&mut self, loading: Loading, ctx: &Context<'_>) -> Vec<Effect> {
        if self.reached(ctx).is_some_and(|reached| loading.has_ended(&reached)) {
            return Vec::new();
        }
        self.source.pages.go_on();
        if let Some(feed) = self.source.paged.feed_mut() {
            feed.forgive();
        }
        self.source.loader.loading = Some(loading);
        self.more(ctx)
    }

    /// Whether a local filter leaves rows out.
    fn is_choosing(&self) -> bool {
        !self.local_filter().is_empty()
    }

    /// The loaded part of the list; `None` before its first page.
    fn reached(&self, ctx: &Context<'_>) -> Option<Reached> {
        let (feed, loader) = (self.feed()?, &self.source.loader);
        let is_vain = loader.loading.is_some_and(Loading::is_whole) && feed.is_repeating();
        Some(Reached {
            pages: feed.pages(),
            rows: if self.is_choosing() { feed.len() } else { feed.loaded() },
            last: feed.latest().last().and_then(|row| Q::time(row)),
            order: self.query().order(),
            is_busy: self.source.paged.is_asking(ctx),
            is_over: is_vain || feed.more().is_none() || self.source.paged.failure(ctx).is_some(),
        })
    }

    /// Handles an input to the prompt for the end of loading. The outer `None`: it is closed.
    pub fn type_until(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        Some(match self.source.loader.type_until(input, Q::TIMED, ctx)? {
            Ok(until) => Some(self.load_all(Loading::until(self.loaded_pages(), until, ctx.now), ctx)),
            Err(effects) => effects,
        })
    }

    /// Requests the next page for the user. `true` if there is one.
    pub(super) fn load_on(&mut self, ctx: &Context<'_>) -> bool {
        let (Some(loading), Some(reached)) = (self.source.loader.loading, self.reached(ctx)) else {
            return false;
        };
        // The number of passing rows is known only after all loaded rows were examined.
        let is_examining = self.is_choosing() && self.feed().is_some_and(|feed| self.is_behind(feed));
        if loading.end().is_some() && is_examining && !reached.is_busy {
            return true;
        }
        let goes_on = self.source.loader.goes_on(&reached);
        if goes_on {
            self.more(ctx);
        }
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

    #[test]
    fn numbers_are_rows_and_the_rest_are_times() {
        assert_eq!(Until::parse(" 5 000 ", true, NOW), Ok(Until::Rows(5_000)));
        assert_eq!(Until::parse("5,000", false, NOW), Ok(Until::Rows(5_000)));
        let hours = NOW.minus_seconds(2 * 3_600);
        assert_eq!(Until::parse("2h ago", true, NOW), Ok(Until::Time(hours)));
        assert!(Until::parse("2h ago", false, NOW).is_err());
        assert!(Until::parse("soon", true, NOW).is_err() && Until::parse("", true, NOW).is_err());
    }

    #[test]
    fn a_time_is_reached_in_the_order_of_the_list() {
        let until = Until::Time(NOW);
        assert!(until.is_reached(1, Some(NOW.minus_seconds(1)), Order::Desc));
        assert!(!until.is_reached(1, Some(NOW.minus_seconds(1)), Order::Asc));
        assert!(!until.is_reached(1, None, Order::Desc));
        assert!(
            Until::Rows(3).is_reached(3, None, Order::Asc) && !Until::Rows(3).is_reached(2, None, Order::Asc)
        );
    }
}
