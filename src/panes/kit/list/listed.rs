//! What a pane defines for its list: the query, the rows' data, and how pages are requested.

use std::fmt::Debug;
use std::sync::Arc;

use api::{Failure, ListQuery, PageOf};
use ledger::query::{Limit, Order, ResultQuery};
use ledger::{NextLink, Page, Timestamp};

use super::filters::Completions;
use super::{Columns, Filterable, PagedList, Valuer};
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::table::Cell;

/// The words for a list's verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// What opening a row does.
    pub open: &'static str,
    /// The part of a row that is copied.
    pub copy: &'static str,
    /// The effect of loading the next page.
    pub more: &'static str,
}

/// A query with a paged list as its answer.
pub trait Listed: Filterable + ListQuery<Row: Identity + Debug> + Send + Sync + 'static {
    /// Its verbs in words.
    const WORDS: Words;
    /// The orders of its rows in words, each with its name.
    const ORDERS: &'static [(&'static str, &'static str)];
    /// The server's default order.
    const USUAL: Order;

    /// Whether the rows come in the order of their time.
    const TIMED: bool = true;

    /// Whether rows show their time of day alone, and a break says where the day changes.
    const BY_DAY: bool = false;

    /// Whether rows have an outcome.
    const ENDS: bool = false;

    /// Whether single records have more fields than rows.
    const HAS_DETAILS: bool = false;

    /// The query for a row's single record; `None` if the row has all its fields.
    fn single(&self, _row: &Self::Row) -> Option<ResultQuery> {
        None
    }

    /// The header's left side.
    fn title(&self, ctx: &Context<'_>) -> String;

    /// The place that a row opens.
    fn opened(&self, row: &Self::Row) -> Option<Place>;

    /// The consensus time of the transaction behind a row.
    fn transaction(row: &Self::Row) -> Option<Timestamp>;

    /// The time by which rows are ordered, if they are.
    fn time(row: &Self::Row) -> Option<Timestamp> {
        Self::transaction(row)
    }

    /// The query for rows newer than this many seconds before a row, or before now without a row, oldest first.
    /// `None` if the list cannot grow.
    fn newer_than(&self, _row: Option<&Self::Row>, _seconds: u64, _now: Timestamp) -> Option<Self> {
        None
    }

    /// Completions of the filter form's fields, from rows near the window.
    fn completions(_rows: &[Arc<Self::Row>], _ctx: &Context<'_>) -> Vec<Completions> {
        Vec::new()
    }

    /// The order of its rows.
    fn order(&self) -> Order {
        self.value("order").and_then(|order| Order::parse(&order)).unwrap_or(Self::USUAL)
    }

    /// The query as sent: with the maximum page size unless another is set.
    #[must_use]
    fn in_whole_pages(&self) -> Self {
        let limit = self.value("limit").unwrap_or_else(|| Limit::MAX.rows().to_string());
        self.setting("limit", Some(&limit))
    }

    /// The query in the reverse order.
    #[must_use]
    fn turned(&self) -> Self {
        let other = match Self::USUAL {
            Order::Asc => Order::Desc,
            Order::Desc => Order::Asc,
        };
        self.setting("order", Some(other.name()).filter(|_| self.order() != other))
    }

    /// The order of the rows, in words.
    fn order_words(&self) -> &'static str {
        let order = self.order().name();
        Self::ORDERS.iter().find(|(_, name)| *name == order).map_or(order, |(words, _)| words)
    }
}

/// A pane's data about its list's rows, and their display.
pub trait Rows<Q: Listed, P = Links>: Columns {
    /// The column that the copy key copies; `None` for the place that the row opens.
    const FIRST_COPY: Option<&'static str> = None;

    /// Combines a row with the data that its cells need.
    fn known<'a>(&'a self, row: &'a Q::Row, ctx: &Context<'a>) -> Self::Row<'a>;

    /// Computes column values off the main loop with the current knowledge.
    fn valuer(&self, ctx: &Context<'_>) -> Arc<dyn Valuer<Q::Row>>;

    /// Number of changes of this data that affect values, which are then computed again.
    fn changes(&self) -> usize {
        0
    }

    /// The selected row in full: up to two lines of consecutive pieces.
    fn detail_lines(&self, row: &Self::Row<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>>;

    /// Why the list is empty, and which change would help.
    fn empty_state(&self, list: &PagedList<Q, P>, ctx: &Context<'_>) -> Vec<Cell>;

    /// Further copies of a row, after its link and its values.
    fn copies(&self, _row: &Self::Row<'_>) -> Vec<Copied> {
        Vec::new()
    }
}

/// Labelled texts of a row, without the empty ones.
pub fn labelled<'a>(said: impl IntoIterator<Item = (&'a str, String)>) -> impl Iterator<Item = Cell> {
    let said = said.into_iter().filter(|(_, text)| !text.is_empty());
    said.flat_map(|(label, text)| [(label.to_owned(), Role::Dim), (format!("{text}  "), Role::Plain)])
}

/// A paging strategy.
pub trait Pages<Q: ListQuery>: Clone + Debug + Send + Sync + 'static {
    /// The request for the first page.
    fn first(&mut self, query: &Q, now: Timestamp) -> PageOf<Q>;

    /// The request for the page of a link.
    fn behind(&mut self, query: &Q, link: NextLink) -> PageOf<Q>;

    /// Adapts a received page for the list.
    fn taken(&mut self, page: Page<Q::Row>) -> Page<Q::Row> {
        page
    }

    /// The page that a failure is equivalent to, if any.
    fn meant_by(&mut self, _failure: &Failure) -> Option<Page<Q::Row>> {
        None
    }

    /// The searched range, if pages do not show it.
    fn progress(&self) -> Option<String> {
        None
    }

    /// Whether to continue automatically without a hit so far.
    fn goes_on(&self) -> bool {
        false
    }

    /// Pauses until the user continues.
    fn stop(&mut self) {}

    /// Continues on the user's request.
    fn go_on(&mut self) {}

    /// Whether the user stopped the search.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Page after page by the server's links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links;

impl<Q: ListQuery> Pages<Q> for Links {
    fn first(&mut self, query: &Q, _now: Timestamp) -> PageOf<Q> {
        PageOf::first(query.clone())
    }

    fn behind(&mut self, query: &Q, link: NextLink) -> PageOf<Q> {
        PageOf::behind(query.clone(), link)
    }
}

#[cfg(test)]
mod tests {
    use ledger::query::{ResultsQuery, SchedulesQuery};
    use ledger::{ContractRef, EntityId};

    use super::*;

    #[test]
    fn a_list_is_turned_and_turned_back() {
        let results = ResultsQuery::all(ContractRef::Id(EntityId::from_num(5001)));
        assert_eq!(results.order_words(), "newest first");
        assert_eq!(results.turned().order_words(), "oldest first");
        assert_eq!(results.turned().turned(), results);
        let schedules = SchedulesQuery::newest_first();
        assert_eq!(schedules.order_words(), "newest first");
        assert_eq!(schedules.turned(), SchedulesQuery::default());
        assert_eq!(schedules.turned().turned(), schedules);
    }

    #[test]
    fn whole_pages_are_asked_for_unless_another_size_is_wanted() {
        let all = SchedulesQuery::newest_first();
        assert_eq!(all.in_whole_pages(), SchedulesQuery { limit: Some(Limit::MAX), ..all.clone() });
        let few = SchedulesQuery { limit: Limit::parse("7"), ..all };
        assert_eq!(few.in_whole_pages(), few);
    }
}
