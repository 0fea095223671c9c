//! Loads more of a list on request: to its end, or up to a typed end.

use super::{Listed, Loading, PagedList, Pages, Reached, Wish};
use crate::message::{Effect, Input};
use crate::panes::Context;
use crate::widgets::Feed;

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
