//! What a list offers, and what it says of itself in the header.

use super::{List, Listed, Pages};
use crate::message::{Action, Place};
use crate::panes::{Context, Offer, Status, offer};

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// The verbs of every list, with the pane's own among them: `first` before those that load and turn it, `then`
    /// behind them.
    pub fn offers(
        &self,
        ctx: &Context<'_>,
        first: impl IntoIterator<Item = Offer>,
        then: impl IntoIterator<Item = Offer>,
    ) -> Vec<Offer> {
        if let Some(offers) = self.filters.form_offers() {
            return offers;
        }
        if self.until.is_some() {
            return offer::line("load");
        }
        let feed = self.feed();
        let none = self.no_row();
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let unsent = self.raw().is_none().then_some("nothing is loaded");
        let searching = self.pages.words().is_some();
        let loads = feed.is_some() && (self.loading.is_some() || searching && self.is_asking(ctx));
        let words = Q::WORDS;
        let more = Offer { footer: searching, ..Offer::new(Action::MorePages, words.more).unless(over) };
        let stop = loads.then(|| Offer::new(Action::Close, "stop"));
        let mut offers: Vec<Offer> = stop.into_iter().collect();
        let transaction = matches!(self.opened(), Some(Place::TransactionAt(_)));
        let open = if transaction { "open its transaction" } else { words.open };
        offers.push(Offer::new(Action::Open, open).unless(none));
        offers.extend(self.filters.offers());
        offers.push(more);
        offers.push(Offer::quiet(Action::LoadAll, "load all").unless(over));
        offers.push(Offer::quiet(Action::LoadUntil, "load until …").unless(over));
        offers.extend(first);
        offers.push(Offer::new(Action::Refresh, "refresh"));
        offers.push(Offer::new(Action::Order, "reverse order"));
        offers.extend(then);
        let untimed = self.transaction().is_none().then_some("it names no time of a transaction");
        offers.push(Offer::quiet(Action::Transaction, "transaction").unless(none.or(untimed)));
        offers.push(Offer::quiet(Action::Copy, words.copy).unless(none));
        offers.push(Offer::quiet(Action::CopyMenu, "copy …"));
        offers.push(Offer::new(Action::Raw, "raw JSON").unless(unsent));
        offers.extend(offer::moves());
        offers
    }

    /// Why nothing can be done with the selected row, if there is none.
    pub fn no_row(&self) -> Option<&'static str> {
        self.feed().and_then(|feed| feed.selected()).is_none().then_some("no row is selected")
    }

    /// See [`crate::panes::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        self.with_order(self.paged.status(ctx), ctx)
    }

    /// A status with the order of the rows before its words.
    pub fn with_order(&self, mut status: Status, ctx: &Context<'_>) -> Status {
        let words = [self.query().order_words(), &status.words];
        let words: Vec<&str> = words.into_iter().filter(|words| !words.is_empty()).collect();
        status.words = words.join(&format!(" {} ", ctx.look.glyphs.dot));
        status
    }
}
