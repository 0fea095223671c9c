//! The pages of results that a hunt looks through, one after another, and why there is no further one.

use std::collections::HashSet;
use std::sync::Arc;

use crate::ledger::query::{Limit, ResultsQuery};
use crate::ledger::{ContractResult, Next, NextLink, Page, Timestamp};
use crate::message::{Answer, Ask, Effect, Failure, HuntPlace, Response, Retrying};
use crate::panes::{Context, Remote};
use crate::widgets::feed::Repeats;

/// The pages.
#[derive(Debug)]
pub(super) struct Pages {
    query: ResultsQuery,
    /// The link to the next page; `None` for the first.
    link: Option<NextLink>,
    followed: HashSet<NextLink>,
    over: Option<Over>,
    /// The earliest time on the pages so far: they come newest first.
    reached: Option<Timestamp>,
    repeats: Repeats,
    page: Remote<()>,
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
    pub(super) fn of(hunt: &HuntPlace) -> Self {
        let query = ResultsQuery {
            internal: hunt.internal,
            timestamp: hunt.timestamp.clone(),
            limit: Some(Limit::MOST),
            ..ResultsQuery::all(hunt.contract)
        };
        Self {
            query,
            link: None,
            followed: HashSet::new(),
            over: None,
            reached: None,
            repeats: Repeats::default(),
            page: Remote::default(),
        }
    }

    /// Asks for the next page, unless one is under way or there is none.
    pub(super) fn ask(&mut self, ctx: &Context<'_>) -> Option<Effect> {
        if self.page.asked().is_some() || self.over.is_some() {
            return None;
        }
        let ask = Ask::Results(self.query.clone(), self.link.clone());
        Some(self.page.ask(ctx.request(ask), ctx.now))
    }

    /// Takes a page; its rows. `None` if the answer was for something else; a failed page has no rows.
    pub(super) fn hear(&mut self, response: &Response) -> Option<Vec<Arc<ContractResult>>> {
        let mut page: Option<Page<Arc<ContractResult>>> = None;
        let heard = self.page.hear(response, |answer| match answer {
            Answer::Results(rows) => {
                page = Some(rows.clone());
                Some(())
            }
            _ => None,
        });
        let Some(page) = page else { return heard.then(Vec::new) };
        let times = || page.rows.iter().filter_map(|row| row.timestamp.value());
        let new = times().filter(|at| self.reached.is_none_or(|reached| *at < reached)).count();
        let untimed = page.rows.len() - times().count();
        self.repeats.count(page.rows.len(), new + untimed);
        self.reached = self.reached.into_iter().chain(times()).min();
        match page.next {
            Next::End => self.over = Some(Over::End),
            Next::Refused(words) => self.over = Some(Over::Refused(words)),
            Next::More(link) if !self.followed.insert(link.clone()) => {
                self.over = Some(Over::Refused(CIRCLE));
            }
            Next::More(link) => self.link = Some(link),
        }
        Some(page.rows)
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        self.page.retrying(retrying);
    }

    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.page.stop()
    }

    /// Whether the pages repeat their rows, so that it is for the user to say whether to go on.
    pub(super) fn is_repeating(&self) -> bool {
        self.repeats.is_vain()
    }

    /// Goes on although pages have repeated rows.
    pub(super) fn forgive(&mut self) {
        self.repeats = Repeats::default();
    }

    /// Why there is no further page.
    pub(super) fn over(&self) -> Option<Over> {
        self.over
    }

    /// Why the last page did not come.
    pub(super) fn failure(&self) -> Option<&Failure> {
        self.page.failure()
    }

    /// The request for a page, with its state.
    pub(super) fn asked(&self) -> &Remote<()> {
        &self.page
    }
}

/// What is said when a link was followed before.
const CIRCLE: &str = "the server's link leads back to a page that was looked through";
