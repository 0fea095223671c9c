//! What a list offers, and what it says of itself in the header.

use super::{List, Listed, Pages};
use crate::message::{Action, Place};
use crate::panes::{ActionHint, Context, Status, action_hint};

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// The verbs of every list, with the pane's own among them: `first` before those that load and turn it, `then`
    /// behind them.
    pub fn hints(
        &self,
        ctx: &Context<'_>,
        first: impl IntoIterator<Item = ActionHint>,
        then: impl IntoIterator<Item = ActionHint>,
    ) -> Vec<ActionHint> {
        if let Some(hints) = self.filters.form_hints() {
            return hints;
        }
        if self.until.is_some() {
            return action_hint::line("load");
        }
        if self.choice.is_typing() {
            return action_hint::line("keep");
        }
        if self.is_counting() {
            return self.aggregate_hints(ctx);
        }
        let feed = self.feed();
        let none = self.no_row();
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let unsent = feed.is_none_or(|feed| !feed.has_raw()).then_some("nothing is loaded");
        let searching = self.pages.progress().is_some();
        let local = self.choice.is_active().then(|| ActionHint::new(Action::Close, "show all rows"));
        let words = Q::WORDS;
        let more = ActionHint {
            footer: searching,
            ..ActionHint::new(Action::MorePages, words.more).disabled_if(over)
        };
        let stop = self.is_stoppable(ctx).then(|| ActionHint::new(Action::Close, "stop"));
        let cell = self.cell.map(|_| ActionHint::new(Action::Close, "leave the cell"));
        let marking = self.marking();
        let close = cell.or(stop).or_else(|| marking.clear_hint()).or(local);
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
        hints.push(ActionHint::new(Action::Find, "local filter").disabled_if(unloaded));
        // Rows that are yet to come can be chosen among before they are here.
        let empty = unloaded.filter(|_| feed.is_some());
        if Q::ENDS {
            hints.push(ActionHint::hidden(Action::FailedOnly, "failed only").disabled_if(empty));
        }
        hints.push(ActionHint { footer: false, ..ActionHint::global(Action::SavedFilters, "saved filters") });
        hints.push(ActionHint::hidden(Action::Aggregates, "counts").disabled_if(unloaded));
        let tail = if self.tail.is_some() { "stop the tail" } else { "live tail" };
        let no_tail = self.no_tail(ctx.now).filter(|_| self.tail.is_none());
        hints.push(ActionHint::hidden(Action::Tail, tail).disabled_if(no_tail));
        hints.push(ActionHint::hidden(Action::SortNext, "sort by the next column").disabled_if(unloaded));
        hints.push(ActionHint::hidden(Action::SortBefore, "by the column before").disabled_if(unloaded));
        hints.extend(marking.hints());
        let nothing = empty.filter(|_| marking.marked == 0);
        hints.push(ActionHint::hidden(Action::Export, "export …").disabled_if(nothing));
        hints.extend(self.compare_hint());
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
        let is_marked = marking.words().is_some();
        let copy = if is_marked { "copy the marked rows" } else { words.copy };
        hints.push(ActionHint::hidden(Action::Copy, copy).disabled_if(none.filter(|_| !is_marked)));
        hints.push(ActionHint::hidden(Action::CopyMenu, "copy …"));
        hints.push(ActionHint::new(Action::Raw, "raw JSON").disabled_if(unsent));
        hints.push(ActionHint::hidden(Action::Right, "next cell that leads further").disabled_if(none));
        hints.push(ActionHint::hidden(Action::Left, "the cell before").disabled_if(none));
        hints.extend(action_hint::moves());
        hints
    }

    /// Whether it loads or searches, which can be stopped.
    pub(super) fn is_stoppable(&self, ctx: &Context<'_>) -> bool {
        let searching = self.pages.progress().is_some();
        let is_loading = self.loading.is_some() || self.details.is_running();
        self.feed().is_some() && (is_loading || searching && self.is_asking(ctx))
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
        status.words = words.join(&format!(" {} ", ctx.theme.glyphs.dot));
        status
    }
}
