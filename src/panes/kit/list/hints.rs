//! What a list offers, and what it says of itself in the header.

use super::{Listed, PagedList, Pages, Rows, Source as _};
use crate::message::{Action, Place};
use crate::panes::{ActionHint, Context, Status, action_hint};

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// The verbs of every list, with the pane's own among them: `first` before those that load and turn it, `then`
    /// behind them.
    pub fn hints(
        &self,
        rows: &impl Rows<Q, P>,
        ctx: &Context<'_>,
        first: impl IntoIterator<Item = ActionHint>,
        then: impl IntoIterator<Item = ActionHint>,
    ) -> Vec<ActionHint> {
        if let Some(hints) = self.source.filters.form_hints() {
            return hints;
        }
        if self.source.until.is_some() {
            return action_hint::line("load");
        }
        if self.choice.is_typing() {
            return action_hint::line("keep");
        }
        let feed = self.feed();
        let none = self.no_row();
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let tail = if self.tail.is_some() { "stop the tail" } else { "live tail" };
        let no_tail = self.no_tail(ctx.now).filter(|_| self.tail.is_none());
        let tail = ActionHint::hidden(Action::Tail, tail).disabled_if(no_tail);
        let words = Q::WORDS;
        if let Some(aggregates) = &self.aggregates {
            let more = ActionHint::new(Action::MorePages, words.more).disabled_if(over);
            return aggregates.hints([more, ActionHint::hidden(Action::Refresh, "refresh"), tail]);
        }
        let unsent = feed.is_none_or(|feed| !feed.has_raw()).then_some("nothing is loaded");
        let more = ActionHint {
            footer: self.pages.progress().is_some(),
            ..ActionHint::new(Action::MorePages, words.more).disabled_if(over)
        };
        let stop = self.is_stoppable(ctx).then(|| ActionHint::new(Action::Close, "stop"));
        let close = if self.cell.is_some() { None } else { stop }.or_else(|| self.close_hint());
        let mut hints: Vec<ActionHint> = close.into_iter().collect();
        let transaction = matches!(self.opened(), Some(Place::TransactionAt(_)));
        let open = match self.cell {
            Some(_) => "follow the cell",
            None if transaction => "open its transaction",
            None => words.open,
        };
        hints.push(ActionHint::new(Action::Open, open).disabled_if(none));
        hints.extend(self.filters.hints());
        let unloaded = feed.is_none_or(|feed| feed.loaded() == 0).then_some("nothing is loaded");
        // Rows that are yet to come can be chosen among before they are here.
        let empty = unloaded.filter(|_| feed.is_some());
        let failed =
            Q::ENDS.then(|| ActionHint::hidden(Action::FailedOnly, "failed only").disabled_if(empty));
        let shown = self.shown_in(rows, self.areas(ctx.body).table, ctx);
        let nothing = empty.filter(|_| self.marked() == 0);
        let export = ActionHint::hidden(Action::Export, "export …").disabled_if(nothing);
        hints.extend(shown.hints(unloaded, [failed, Some(tail), Some(export)]));
        if Q::HAS_DETAILS {
            let words = if self.details.is_running() { "stop fetching details" } else { "fetch details" };
            hints.push(ActionHint::hidden(Action::FetchDetails, words).disabled_if(self.no_details(ctx)));
        }
        hints.push(more);
        hints.push(ActionHint::hidden(Action::LoadAll, "load all").disabled_if(over));
        hints.push(ActionHint::hidden(Action::LoadUntil, "load until …").disabled_if(over));
        hints.extend(first);
        hints.push(ActionHint::new(Action::Refresh, "refresh"));
        hints.push(ActionHint::new(Action::Order, "reverse order"));
        hints.extend(then);
        let untimed = self.transaction().is_none().then_some("it names no time of a transaction");
        hints.push(ActionHint::hidden(Action::Transaction, "transaction").disabled_if(none.or(untimed)));
        let is_marked = self.marked_words().is_some();
        let copy = if is_marked { "copy the marked rows" } else { words.copy };
        hints.push(ActionHint::hidden(Action::Copy, copy).disabled_if(none.filter(|_| !is_marked)));
        hints.push(ActionHint::hidden(Action::CopyMenu, "copy …"));
        hints.push(ActionHint::new(Action::Raw, "raw JSON").disabled_if(unsent));
        hints.extend(shown.cell_hints(none));
        hints.extend(action_hint::moves());
        hints
    }

    /// Whether it loads or searches, which can be stopped.
    pub(super) fn is_stoppable(&self, ctx: &Context<'_>) -> bool {
        let searching = self.source.pages.progress().is_some();
        let is_loading = self.source.loading.is_some() || self.source.details.is_running();
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
}
