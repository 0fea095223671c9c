//! How the pages of a list are asked for: by the server's links, or in a way of a pane's own.

use std::fmt::Debug;

use ledger::{NextLink, Page, Timestamp};

use crate::message::Failure;
use crate::message::operation::{ListQuery, PageOf};

/// A way through the pages of a list.
pub trait Pages<Q: ListQuery>: Clone + Debug + Send + Sync + 'static {
    /// The first page, from the beginning.
    fn first(&mut self, query: &Q, now: Timestamp) -> PageOf<Q>;

    /// The page behind a link.
    fn behind(&mut self, query: &Q, link: NextLink) -> PageOf<Q>;

    /// A page as the list is to take it.
    fn taken(&mut self, page: Page<Q::Row>) -> Page<Q::Row> {
        page
    }

    /// The page that a failure means, if it means one.
    fn meant_by(&mut self, _failure: &Failure) -> Option<Page<Q::Row>> {
        None
    }

    /// How far the search went, where a page is not all that was searched.
    fn progress(&self) -> Option<String> {
        None
    }

    /// Whether to look further by itself, though nothing was found so far.
    fn goes_on(&self) -> bool {
        false
    }

    /// Stands still until the user wants to look further.
    fn stop(&mut self) {}

    /// Takes it that the user wants to look further.
    fn go_on(&mut self) {}

    /// Whether the user has stopped the look.
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
