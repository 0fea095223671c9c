//! A list on a server that is read page by page: the first page again on refresh, the next ones as one scrolls.

use std::sync::Arc;

use crate::ledger::amount::grouped;
use crate::ledger::timestamp::span;
use crate::ledger::{Next, NextLink, Page, Timestamp};
use crate::message::{Action, Answer, Ask, Effect, Failure, Request, Response, Retrying};
use crate::panes::{Context, Remote, Status};
use crate::widgets::feed::Identity;
use crate::widgets::{Feed, Role};

/// The list as far as it is loaded, and what is being asked.
#[derive(Debug)]
pub struct Paged<T: Identity> {
    feed: Option<Feed<T>>,
    first: Remote<()>,
    more: Remote<()>,
}

impl<T: Identity> Default for Paged<T> {
    fn default() -> Self {
        Self { feed: None, first: Remote::default(), more: Remote::default() }
    }
}

impl<T: Identity> Paged<T> {
    /// Asks for the first page; loaded rows stay until it comes. A following page that is under way is given up:
    /// it need not follow what comes now.
    pub fn ask(&mut self, ask: Ask, ctx: &Context<'_>) -> Vec<Effect> {
        let given_up = self.more.stop();
        given_up.into_iter().chain(self.first.again(ctx.request(ask), ctx.now)).collect()
    }

    /// Asks for the next page if the selection comes near the end of what is loaded.
    pub fn scrolled(
        &mut self,
        ctx: &Context<'_>,
        height: u16,
        ask: impl FnOnce(NextLink) -> Ask,
    ) -> Vec<Effect> {
        let idle =
            self.more.asked().is_none() && self.more.failure().is_none() && self.first.asked().is_none();
        let link = self.feed.as_ref().filter(|_| idle).and_then(|feed| feed.wanted(height)).cloned();
        link.map(|link| self.more.ask(ctx.request(ask(link)), ctx.now)).into_iter().collect()
    }

    /// Asks for the next page because it is wanted. Nothing is asked while a page is under way; one that waits for
    /// its next try is asked for at once.
    pub fn more(&mut self, ctx: &Context<'_>, ask: impl FnOnce(NextLink) -> Ask) -> Vec<Effect> {
        if self.first.asked().is_some() || self.more.is_under_way() {
            return Vec::new();
        }
        let link = self.feed.as_ref().and_then(Feed::more).cloned();
        link.map(|link| self.more.again(ctx.request(ask(link)), ctx.now)).unwrap_or_default()
    }

    /// Takes a page that was asked for. `pick` finds it in an answer of the right kind. `true` if it was for
    /// this list.
    pub fn hear(
        &mut self,
        response: &Response,
        height: u16,
        pick: impl Fn(&Answer) -> Option<&Page<Arc<T>>>,
    ) -> bool {
        let mut page = None;
        let mut take = |answer: &Answer| {
            page = pick(answer).cloned();
            page.as_ref().map(|_| ())
        };
        let first = self.first.hear(response, &mut take);
        let heard = first || self.more.hear(response, &mut take);
        match (page, &mut self.feed) {
            (Some(page), None) => self.feed = Some(Feed::new(page)),
            (Some(page), Some(feed)) if first => feed.refresh(page, height),
            (Some(page), Some(feed)) => feed.append(page),
            (None, _) => {}
        }
        heard
    }

    /// Whether the next page waits for its next try.
    pub fn is_waiting(&self) -> bool {
        self.more.asked().is_some() && !self.more.is_under_way()
    }

    /// Whether nothing is asked, nor waited for.
    pub fn is_idle(&self) -> bool {
        self.first.asked().is_none() && self.more.asked().is_none()
    }

    /// Whether this is what the list waits for.
    pub fn asks(&self, request: &Request) -> bool {
        self.first.asked() == Some(request) || self.more.asked() == Some(request)
    }

    /// Whether anything is being asked.
    pub fn is_asking(&self) -> bool {
        self.first.asked().is_some() || self.more.asked().is_some()
    }

    /// Hears that a request will be repeated.
    pub fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.first.retrying(retrying) || self.more.retrying(retrying);
    }

    /// Stops whatever is asked.
    pub fn stop(&mut self) -> Vec<Effect> {
        self.first.stop().into_iter().chain(self.more.stop()).collect()
    }

    /// The loaded rows.
    pub fn feed(&self) -> Option<&Feed<T>> {
        self.feed.as_ref()
    }

    /// The loaded rows, to move in.
    pub fn feed_mut(&mut self) -> Option<&mut Feed<T>> {
        self.feed.as_mut()
    }

    /// The request for the first page, with its state.
    pub fn first(&self) -> &Remote<()> {
        &self.first
    }

    /// Why the last page could not be read.
    pub fn failure(&self) -> Option<&Failure> {
        self.more.failure().or_else(|| self.first.failure())
    }

    /// Whether a following page is under way.
    pub fn is_loading(&self) -> bool {
        self.more.asked().is_some()
    }

    /// The address that was asked last.
    pub fn url(&self) -> &str {
        if self.more.url().is_empty() { self.first.url() } else { self.more.url() }
    }

    /// What the header says.
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        if self.more.asked().is_some() || self.more.failure().is_some() {
            let mut status = self.more.status(ctx);
            if let Some(failure) = self.more.failure() {
                let words = format!("The next page did not come. {}", failure.sentence());
                status.banner = Some((words, Role::Failure));
            }
            return status;
        }
        self.first.status(ctx)
    }

    /// Why what lies below is not there, and what to do about it; nothing while all goes well.
    pub fn trouble(&self, ctx: &Context<'_>) -> Option<(String, Role)> {
        let glyphs = &ctx.look.glyphs;
        let key = |action, does: &str| ctx.key_does(action, does).map(|key| format!(" ({key})"));
        if let Some(words) = self.more.waits(ctx.now) {
            let key = key(Action::MorePages, "tries now").unwrap_or_default();
            return Some((format!("{} next page{key}: {words}", glyphs.attention), Role::Attention));
        }
        if let Some(failure) = self.more.failure() {
            let key = key(Action::MorePages, "tries again").unwrap_or_default();
            let wait = asked_wait(failure, ctx.now).map(|wait| format!(" It asks to wait {}.", span(wait)));
            let words = format!("{}{}", failure.sentence(), wait.unwrap_or_default());
            return Some((format!("{} next page failed{key}: {words}", glyphs.failure), Role::Failure));
        }
        let feed = self.feed.as_ref()?;
        if let Next::Refused(words) = feed.next() {
            let key = key(Action::Refresh, "begins anew").unwrap_or_default();
            let words = format!("{} next page cannot be loaded{key}: {words}", glyphs.attention);
            return Some((words, Role::Attention));
        }
        let key = key(Action::MorePages, "loads another").unwrap_or_default();
        let words = "the last pages repeated rows that were there already";
        let told = format!("{} stopped{key}: {words}", glyphs.attention);
        (feed.is_repeating() && feed.more().is_some()).then_some((told, Role::Attention))
    }

    /// Where the selection is, how much is loaded, and what lies below, in words.
    pub fn indicator(&self) -> String {
        let Some(feed) = &self.feed else { return String::new() };
        let (row, rows, pages) = (feed.scroll.selected + 1, feed.rows().len(), feed.pages());
        let pages = format!("{} {}", grouped(&pages), if pages == 1 { "page" } else { "pages" });
        let below = match feed.next() {
            Next::End => "the end of the list".to_owned(),
            Next::More(_) if self.more.asked().is_some() => "loading more".to_owned(),
            Next::More(_) => "more below".to_owned(),
            Next::Refused(_) => "more that cannot be loaded".to_owned(),
        };
        match rows {
            0 => format!("no rows in {pages}, {below}"),
            _ => format!("row {} of {} loaded in {pages}, {below}", grouped(&row), grouped(&rows)),
        }
    }

    /// When something about this moves by itself.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        let countdown = self.more.failure().and_then(|failure| asked_wait(failure, now));
        let countdown = countdown.map(|_| now.plus_millis(1000));
        [self.first.wake_at(now), self.more.wake_at(now), countdown].into_iter().flatten().min()
    }
}

/// For how long the server still asks to be left alone, nanoseconds.
fn asked_wait(failure: &Failure, now: Timestamp) -> Option<u128> {
    match failure {
        Failure::RateLimited { until: Some(until), .. } if *until > now => Some(until.since(now)),
        _ => None,
    }
}
