//! What a pane says of its list: the rows that answer its question, and what is known of them.

use std::fmt::Debug;
use std::sync::Arc;

use ledger::Timestamp;
use ledger::query::{Limit, Order, ResultQuery};

use super::filters::Completions;
use super::{Columns, Filterable, Links, PagedList, Valuer};
use crate::message::operation::ListQuery;
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::table::Cell;

/// How the verbs of a list are offered, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// What opening a row does.
    pub open: &'static str,
    /// What copying copies of a row.
    pub copy: &'static str,
    /// What asking for the next page does.
    pub more: &'static str,
}

/// A question that is answered by pages of rows.
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

    /// Whether a row says if something succeeded.
    const ENDS: bool = false;

    /// Whether single records have fields that rows leave out.
    const HAS_DETAILS: bool = false;

    /// The single record of a row, if the row leaves out fields that it has.
    fn single(&self, _row: &Self::Row) -> Option<ResultQuery> {
        None
    }

    /// The header's left side.
    fn title(&self, ctx: &Context<'_>) -> String;

    /// Where a row leads.
    fn opened(&self, row: &Self::Row) -> Option<Place>;

    /// The consensus time of the transaction behind a row.
    fn transaction(row: &Self::Row) -> Option<Timestamp>;

    /// The time by which rows are ordered, if they are.
    fn time(row: &Self::Row) -> Option<Timestamp> {
        Self::transaction(row)
    }

    /// The question for what is newer than so many seconds before a row, or before now if there is none, oldest first.
    /// `None` if nothing new can come into the list.
    fn newer_than(&self, _row: Option<&Self::Row>, _seconds: u64, _now: Timestamp) -> Option<Self> {
        None
    }

    /// What completes the fields of its filter form, by what is near in the list.
    fn completions(_rows: &[Arc<Self::Row>], _ctx: &Context<'_>) -> Vec<Completions> {
        Vec::new()
    }

    /// The order of its rows.
    fn order(&self) -> Order {
        self.value("order").and_then(|order| Order::parse(&order)).unwrap_or(Self::USUAL)
    }

    /// What is sent: a whole page of rows unless another size is wanted.
    #[must_use]
    fn in_whole_pages(&self) -> Self {
        let limit = self.value("limit").unwrap_or_else(|| Limit::MAX.rows().to_string());
        self.setting("limit", Some(&limit))
    }

    /// The same question in the other order.
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

/// What a pane knows of the rows of its list, and how it shows them.
pub trait Rows<Q: Listed, P = Links>: Columns {
    /// The column that is copied of a row without the menu; `None` if that is where it leads.
    const FIRST_COPY: Option<&'static str> = None;

    /// A row with all that is known of it.
    fn known<'a>(&'a self, row: &'a Q::Row, ctx: &Context<'a>) -> Self::Row<'a>;

    /// What works out what rows are worth, off the loop, with what is known by now beside them.
    fn valuer(&self, ctx: &Context<'_>) -> Arc<dyn Valuer<Q::Row>>;

    /// How often what the rows are worth changed by what this knows of them: it is worked out again then.
    fn changes(&self) -> usize {
        0
    }

    /// The selected row in full: up to two lines of pieces that follow each other.
    fn detail_lines(&self, row: &Self::Row<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>>;

    /// Why the list is empty, and what would make it less so.
    fn empty_state(&self, list: &PagedList<Q, P>, ctx: &Context<'_>) -> Vec<Cell>;

    /// What else can be copied of a row, beside where it leads and what its columns are worth.
    fn copies(&self, _row: &Self::Row<'_>) -> Vec<Copied> {
        Vec::new()
    }
}

/// What is said of a row, each with its label: those that say nothing are left out.
pub fn labelled<'a>(said: impl IntoIterator<Item = (&'a str, String)>) -> impl Iterator<Item = Cell> {
    let said = said.into_iter().filter(|(_, text)| !text.is_empty());
    said.flat_map(|(label, text)| [(label.to_owned(), Role::Dim), (format!("{text}  "), Role::Plain)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::query::{ResultsQuery, SchedulesQuery};
    use ledger::{ContractRef, EntityId};

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
