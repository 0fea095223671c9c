//! Spilled rows of a list, loaded back before they become visible.

use super::{Listed, PagedList, Pages};
use crate::message::{Failure, FarRows};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;
use crate::widgets::feed::GivenBack;

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// See [`crate::panes::Pane::loaded_bytes`].
    pub fn loaded_bytes(&self) -> usize {
        self.feed().map_or(0, Feed::bytes) + self.source.arranged.bytes()
    }

    /// See [`crate::panes::Pane::give_back`].
    pub fn give_back(&mut self, bytes: usize, is_on_screen: bool) -> GivenBack {
        let values = if is_on_screen { 0 } else { self.source.arranged.give_back() };
        let far = bytes.saturating_sub(values);
        let mut given = self.source.paged.feed_mut().map(|feed| feed.give_back(far)).unwrap_or_default();
        given.bytes += values;
        given
    }

    /// Receives loaded rows, and requests those missing around the window.
    pub(super) fn fetch_missing(&mut self, ctx: &Context<'_>) {
        let height = self.height(ctx);
        let Some(feed) = self.source.paged.feed_mut() else { return };
        if self.source.far_rows.as_ref().is_some_and(|asked| matches!(ctx.get(asked).outcome(), Some(Ok(()))))
        {
            self.source.far_rows = None;
            feed.settle(height);
        }
        self.ask_missing();
    }

    /// Requests the rows missing around the window, unless others are being loaded.
    pub(super) fn ask_missing(&mut self) {
        if self.source.far_rows.is_none()
            && let Some(feed) = self.source.paged.feed_mut()
        {
            self.source.far_rows = FarRows::new(feed.fetch_missing());
        }
    }

    /// Requests a spilled row. `false` if it is in memory.
    pub(super) fn want_row(&mut self, at: usize) -> bool {
        let Some(feed) = self.source.paged.feed_mut().filter(|feed| feed.is_away(at)) else { return false };
        feed.want_row(at);
        self.ask_missing();
        true
    }

    /// Adds the spilled rows to load back into memory.
    pub(super) fn want_far_rows(&self, wants: &mut Wants) {
        if let Some(far_rows) = &self.source.far_rows {
            wants.add_optional(far_rows);
        }
    }

    /// Why rows around the window are missing.
    pub(super) fn lost_rows<'a>(&self, ctx: &Context<'a>) -> Option<&'a Failure> {
        ctx.get(self.source.far_rows.as_ref()?).failure()
    }
}
