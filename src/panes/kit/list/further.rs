//! Loading a list further because the user wants it: to its end, or as far as is typed.

use super::{Listed, Loading, PagedList, Pages, Until, Wish};
use crate::ledger::amount::counted;
use crate::message::{Effect, Input, Notice};
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

    /// Loads to the end of the list, or as far as is wanted.
    pub(super) fn load_all(&mut self, loading: Loading, ctx: &Context<'_>) -> Vec<Effect> {
        if loading.end().is_some_and(|until| self.has_reached(until)) {
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

    /// Whether the list has come to where loading was to stop.
    fn has_reached(&self, until: Until) -> bool {
        let Some(feed) = self.feed() else { return false };
        let last = feed.latest().last().and_then(|row| Q::time(row));
        let rows = if self.is_choosing() { feed.len() } else { feed.loaded() };
        until.is_reached(rows, last, self.query().order())
    }

    /// Handles an input to the line where the end of loading is typed. The outer `None`: it is closed.
    pub fn type_until(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        Some(match self.source.loader.type_until(input, Q::TIMED, ctx)? {
            Ok(until) => Some(self.load_all(Loading::until(self.loaded_pages(), until, ctx.now), ctx)),
            Err(effects) => effects,
        })
    }

    /// Wants the next page that the user waits for. `true` if there is one.
    pub(super) fn load_on(&mut self, ctx: &Context<'_>) -> bool {
        let (Some(loading), Some(feed)) = (self.source.loader.loading, self.feed()) else { return false };
        if self.source.paged.is_asking(ctx) {
            return false;
        }
        // Whether as many pass as are wanted is known when all that is loaded has been examined.
        if loading.end().is_some() && self.is_choosing() && self.is_behind(feed) {
            return true;
        }
        let vain = loading.is_whole() && feed.is_repeating();
        let reached = loading.end().is_some_and(|until| self.has_reached(until));
        let over = reached || feed.more().is_none() || loading.is_done(feed.pages());
        let pages = feed.pages();
        let pauses = loading.is_whole() && !reached && feed.more().is_some() && loading.is_done(pages);
        if over || vain || self.source.paged.failure(ctx).is_some() {
            if pauses {
                let pages = counted(pages, "page");
                let words = format!("Loading paused at {pages}. Load all again to continue.");
                self.source.details.notice = Some(Notice::info(words));
            }
            self.source.loader.loading = None;
            return false;
        }
        self.more(ctx);
        true
    }
}
