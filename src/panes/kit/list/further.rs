//! Loading a list further because the user wants it: to its end, or as far as is typed.

use super::{Listed, Loading, PagedList, Pages, Until};
use crate::ledger::amount::counted;
use crate::message::{Effect, Input, Notice};
use crate::panes::Context;
use crate::panes::kit::prompt::{Prompt, Prompted};
use crate::widgets::Feed;

/// Labels of the line for the end of loading: where a local filter counts, in lists ordered by time, and in others.
const UNTIL_PASS: &str = "load until so many rows pass: ";
const UNTIL: &str = "load until (rows, or a time such as 2h ago): ";
const UNTIL_ROWS: &str = "load until (rows): ";

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Asks how far the list is to be loaded.
    pub(super) fn ask_until(&mut self, ctx: &Context<'_>) {
        let clock = ctx.clock();
        let label = match (self.is_choosing(), Q::TIMED) {
            (true, _) => UNTIL_PASS.to_owned(),
            (false, true) if clock.is_local() => {
                format!("load until (rows, or a time in {}): ", clock.zone())
            }
            (false, true) => UNTIL.to_owned(),
            (false, false) => UNTIL_ROWS.to_owned(),
        };
        self.source.until = Some(Prompt::new(label, ""));
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
        self.source.loading = Some(loading);
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

    /// Handles an input to the line where the end of loading is typed.
    pub(super) fn type_until(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let prompt = self.source.until.as_mut()?;
        match prompt.handle_input(input) {
            Prompted::Ignored if matches!(input, Input::Key(_)) => return None,
            Prompted::Typed | Prompted::Ignored => {}
            Prompted::Left => self.source.until = None,
            Prompted::Done => match Until::parse(prompt.text(), Q::TIMED, ctx.clock()) {
                Ok(until) => {
                    self.source.until = None;
                    return Some(self.load_all(Loading::until(self.loaded_pages(), until, ctx.now), ctx));
                }
                Err(words) => return Some(vec![Effect::Notify(Notice::warning(words))]),
            },
        }
        Some(Vec::new())
    }

    /// Wants the next page that the user waits for. `true` if there is one.
    pub(super) fn load_on(&mut self, ctx: &Context<'_>) -> bool {
        let (Some(loading), Some(feed)) = (self.source.loading, self.feed()) else { return false };
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
            self.source.loading = None;
            return false;
        }
        self.more(ctx);
        true
    }
}
