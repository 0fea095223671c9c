//! Paging strategies of lists: the server's links, or a pane's own.

use std::fmt::Debug;

use ledger::{NextLink, Page, Timestamp};

use crate::message::Failure;
use crate::message::operation::{ListQuery, PageOf};

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
