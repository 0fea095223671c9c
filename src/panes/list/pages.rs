//! How the pages of a list are asked for: by the server's links, or in a way of a pane's own.

use std::borrow::Cow;

use super::Listed;
use crate::ledger::{NextLink, Timestamp};
use crate::message::{Ask, Response};

/// A way through the pages of a list.
pub trait Pages<Q: Listed> {
    /// The question for the first page, from the beginning.
    fn first(&mut self, query: &Q, now: Timestamp) -> Ask;

    /// The question for what lies behind a link.
    fn behind(&mut self, query: &Q, link: NextLink) -> Ask;

    /// An answer as the list is to take it.
    fn taken<'a>(&mut self, response: &'a Response) -> Cow<'a, Response> {
        Cow::Borrowed(response)
    }

    /// How far was looked, in words, where a page is not all that was looked through.
    fn words(&self) -> Option<String> {
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

impl<Q: Listed> Pages<Q> for Links {
    fn first(&mut self, query: &Q, _now: Timestamp) -> Ask {
        query.clone().ask(None)
    }

    fn behind(&mut self, query: &Q, link: NextLink) -> Ask {
        query.clone().ask(Some(link))
    }
}
