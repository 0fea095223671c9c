//! The pages of results that a search walks, and why the walk ended.

use std::collections::HashSet;
use std::sync::Arc;

use ledger::query::{Limit, ResultsQuery};
use ledger::{ContractResult, Next, NextLink, Timestamp};

use crate::message::operation::PageOf;
use crate::message::{EventSearchPlace, Failure};
use crate::panes::Context;
use crate::widgets::feed::Repeats;

#[derive(Debug)]
pub(super) struct Pages {
    next: PageOf<ResultsQuery>,
    followed: HashSet<NextLink>,
    over: Option<Over>,
    /// Time of the oldest row so far: pages come newest first.
    reached: Option<Timestamp>,
    repeats: Repeats,
    /// URL of the last answer.
    url: String,
}

/// Why there is no further page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// The list has ended.
    End,
    /// The server's link cannot be followed, in words.
    Refused(&'static str),
}

impl Pages {
    pub(super) fn new(query: &EventSearchPlace) -> Self {
        let query = ResultsQuery {
            internal: query.internal,
            timestamp: query.timestamp.clone(),
            limit: Some(Limit::MAX),
            ..ResultsQuery::all(query.contract)
        };
        Self {
            next: PageOf { query, link: None },
            followed: HashSet::new(),
            over: None,
            reached: None,
            repeats: Repeats::default(),
            url: String::new(),
        }
    }

    /// The next page to search, if there is one.
    pub(super) fn next(&self) -> Option<&PageOf<ResultsQuery>> {
        self.over.is_none().then_some(&self.next)
    }

    pub(super) fn receive<'a>(
        &mut self,
        ctx: &Context<'a>,
    ) -> Option<Result<&'a [Arc<ContractResult>], &'a Failure>> {
        let fetched = ctx.get(self.next()?);
        let outcome = fetched.outcome()?;
        fetched.url().clone_into(&mut self.url);
        let page = match outcome {
            Ok(page) => page,
            Err(failure) => return Some(Err(failure)),
        };
        let times = || page.rows.iter().filter_map(|row| row.timestamp.value());
        let new = times().filter(|at| self.reached.is_none_or(|reached| *at < reached)).count();
        let untimed = page.rows.len() - times().count();
        self.repeats.count(page.rows.len(), new + untimed);
        self.reached = self.reached.into_iter().chain(times()).min();
        match &page.next {
            Next::End => self.over = Some(Over::End),
            Next::Refused(words) => self.over = Some(Over::Refused(words)),
            Next::More(link) if !self.followed.insert(link.clone()) => {
                self.over = Some(Over::Refused(CIRCLE));
            }
            Next::More(link) => self.next.link = Some(link.clone()),
        }
        Some(Ok(&page.rows))
    }

    /// Whether pages repeat rows: the user decides whether to continue.
    pub(super) fn is_repeating(&self) -> bool {
        self.repeats.is_vain()
    }

    /// Continues although pages repeat rows.
    pub(super) fn forgive(&mut self) {
        self.repeats = Repeats::default();
    }

    /// Why there is no further page.
    pub(super) fn over(&self) -> Option<Over> {
        self.over
    }

    /// URL of the last answer.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// Shown when the next link was followed before.
const CIRCLE: &str = "the server's link leads back to a page that was searched";
