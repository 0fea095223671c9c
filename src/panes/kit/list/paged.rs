//! A list that a server pages: the first page again on refresh, further ones while scrolling.

use api::{Failure, ListQuery, PageOf};
use ledger::amount::{counted, grouped};
use ledger::timestamp::span;
use ledger::{Next, NextLink, Page};

use super::Pages;
use crate::message::{Action, Effect};
use crate::panes::kit::{Fetched, Progress, Wants};
use crate::panes::{Context, Status};
use crate::widgets::feed::Identity;
use crate::widgets::{Feed, Role};

/// The loaded part of the list, and the wanted pages. An applied page is no longer wanted, which frees the answer.
#[derive(Debug)]
pub struct Paged<Q: ListQuery<Row: Identity>> {
    feed: Option<Feed<Q::Row>>,
    /// The first page, while it is wanted.
    first: Option<PageOf<Q>>,
    /// The page after the last loaded one, while it is wanted.
    next: Option<PageOf<Q>>,
    /// Progress of the first page's request.
    loaded: Progress,
    /// URL of the last page.
    url: String,
}

impl<Q: ListQuery<Row: Identity>> Default for Paged<Q> {
    fn default() -> Self {
        Self { feed: None, first: None, next: None, loaded: Progress::default(), url: String::new() }
    }
}

impl<Q: ListQuery<Row: Identity>> Paged<Q> {
    /// Requests the first page, loaded or not; loaded rows stay until it arrives. The request for a following page
    /// is cancelled, as it may not follow the new first page.
    pub fn ask(&mut self, first: PageOf<Q>) {
        (self.first, self.next) = (Some(first), None);
    }

    /// Wants the next page if the selection comes near the end of what is loaded. `true` if it does by now.
    pub fn scrolled(
        &mut self,
        ctx: &Context<'_>,
        height: u16,
        behind: impl FnOnce(NextLink) -> PageOf<Q>,
    ) -> bool {
        if self.next.is_none() && !is_pending(self.first.as_ref(), ctx) {
            let link = self.feed.as_ref().and_then(|feed| feed.wanted(height));
            self.next = link.cloned().map(behind);
        }
        self.next.is_some()
    }

    /// Requests the next page for the user. A request in progress is not restarted; one that failed or waits for a
    /// retry is sent at once.
    pub fn more(&mut self, ctx: &Context<'_>, behind: impl FnOnce(NextLink) -> PageOf<Q>) -> Vec<Effect> {
        if is_pending(self.first.as_ref(), ctx) {
            return Vec::new();
        }
        let Some(next) = &self.next else {
            self.next = self.feed.as_ref().and_then(Feed::more).cloned().map(behind);
            return Vec::new();
        };
        let rests = ctx.get(next).progress().is_some_and(|progress| !progress.is_under_way());
        rests.then_some(Effect::Refresh).into_iter().collect()
    }

    /// Adds the wanted pages. Only the first is required: with rows on screen, the pane can be closed at any time.
    pub fn wants(&self, wants: &mut Wants) {
        match (&self.first, &self.feed) {
            (Some(first), None) => wants.add_shared(first),
            (Some(first), Some(_)) => wants.add_optional(first),
            (None, _) => {}
        }
        if let Some(next) = &self.next {
            wants.add_optional(next);
        }
    }

    /// Receives pages. `true` if one was received.
    pub fn receive(&mut self, ctx: &Context<'_>, height: u16, pages: &mut impl Pages<Q>) -> bool {
        if let Some((page, progress)) = taken(self.first.as_ref(), ctx, pages) {
            progress.url().clone_into(&mut self.url);
            (self.first, self.next, self.loaded) = (None, None, progress);
            match &mut self.feed {
                None => self.feed = Some(Feed::new(page, height)),
                Some(feed) => feed.refresh(page, height),
            }
            return true;
        }
        let Some(feed) = &mut self.feed else { return false };
        let Some((page, progress)) = taken(self.next.as_ref(), ctx, pages) else { return false };
        progress.url().clone_into(&mut self.url);
        self.next = None;
        feed.append(page, height);
        true
    }

    /// Whether the first page is in progress.
    pub fn is_beginning(&self, ctx: &Context<'_>) -> bool {
        is_pending(self.first.as_ref(), ctx) && !is_waiting(self.first.as_ref(), ctx)
    }

    /// Whether the next page waits for a retry.
    pub fn is_waiting(&self, ctx: &Context<'_>) -> bool {
        is_waiting(self.next.as_ref(), ctx)
    }

    /// Whether a request is in progress or waits for a retry.
    pub fn is_asking(&self, ctx: &Context<'_>) -> bool {
        is_pending(self.first.as_ref(), ctx) || self.is_loading(ctx)
    }

    /// Whether a following page is in progress.
    pub fn is_loading(&self, ctx: &Context<'_>) -> bool {
        is_pending(self.next.as_ref(), ctx)
    }

    /// Cancels further pages. A list without any page keeps waiting, unless the user stops it.
    pub fn stop(&mut self) {
        self.next = None;
        self.first.take_if(|_| self.feed.is_some());
    }

    /// The loaded rows.
    pub fn feed(&self) -> Option<&Feed<Q::Row>> {
        self.feed.as_ref()
    }

    /// The loaded rows, to move in.
    pub fn feed_mut(&mut self) -> Option<&mut Feed<Q::Row>> {
        self.feed.as_mut()
    }

    /// The first page, while it is wanted.
    pub fn first<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Page<Q::Row>>> {
        self.first.as_ref().map(|first| ctx.get(first))
    }

    fn next<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Page<Q::Row>>> {
        self.next.as_ref().map(|next| ctx.get(next))
    }

    /// Why the last page could not be loaded.
    pub fn failure<'a>(&self, ctx: &Context<'a>) -> Option<&'a Failure> {
        [self.next(ctx), self.first(ctx)].into_iter().flatten().find_map(Fetched::failure)
    }

    /// URL of the last request.
    pub fn url<'a>(&'a self, ctx: &Context<'a>) -> &'a str {
        let asked = [self.next(ctx), self.first(ctx)].into_iter().flatten().map(Fetched::url);
        asked.chain([self.url.as_str()]).find(|url| !url.is_empty()).unwrap_or_default()
    }

    /// The header's status.
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        let old = self.feed.is_some();
        if let Some(progress) = self.next(ctx).and_then(Fetched::progress) {
            let mut status = progress.status(false, ctx);
            if let Some(failure) = progress.failure() {
                let words = format!("The next page could not be loaded. {}", failure.sentence());
                status.banner = Some((words, Role::Failure));
            }
            return status;
        }
        self.first(ctx).and_then(Fetched::progress).unwrap_or(&self.loaded).status(old, ctx)
    }

    /// Why the next rows are missing, and what to do; `None` without a problem.
    pub fn trouble(&self, ctx: &Context<'_>) -> Option<(String, Role)> {
        let glyphs = &ctx.theme.glyphs;
        let key = |action, does: &str| ctx.key_does(action, does).map(|key| format!(" ({key})"));
        let next = self.next(ctx).and_then(Fetched::progress);
        if let Some(words) = next.and_then(|next| next.waits(ctx.now)) {
            let key = key(Action::MorePages, "tries now").unwrap_or_default();
            return Some((format!("{} next page{key}: {words}", glyphs.attention), Role::Attention));
        }
        if let Some(failure) = next.and_then(Progress::failure) {
            let key = key(Action::MorePages, "tries again").unwrap_or_default();
            let wait = next.and_then(|next| next.asked_wait(ctx.now));
            let wait = wait.map(|wait| format!(" It asks to wait {}.", span(wait)));
            let words = format!("{}{}", failure.sentence(), wait.unwrap_or_default());
            return Some((format!("{} next page failed{key}: {words}", glyphs.failure), Role::Failure));
        }
        let feed = self.feed.as_ref()?;
        if let Next::Refused(words) = feed.next() {
            let key = key(Action::Refresh, "starts over").unwrap_or_default();
            let words = format!("{} next page cannot be loaded{key}: {words}", glyphs.attention);
            return Some((words, Role::Attention));
        }
        let key = key(Action::MorePages, "loads another").unwrap_or_default();
        let words = "the last pages repeated rows that were there already";
        let reported = format!("{} stopped{key}: {words}", glyphs.attention);
        (feed.is_repeating() && feed.more().is_some()).then_some((reported, Role::Attention))
    }

    /// The position of the selection, how much is loaded, and what follows.
    pub fn indicator(&self, sorted: bool, ctx: &Context<'_>) -> String {
        let Some(feed) = &self.feed else { return String::new() };
        let (row, shown, rows, pages) = (feed.scroll.selected + 1, feed.len(), feed.loaded(), feed.pages());
        let pages = counted(pages, "page");
        let below = match feed.next() {
            Next::End => "the end of the list".to_owned(),
            Next::More(_) if self.is_loading(ctx) => "loading more".to_owned(),
            Next::More(_) => "more below".to_owned(),
            Next::Refused(_) => "more that cannot be loaded".to_owned(),
        };
        let (row, shown, loaded) = (grouped(&row), grouped(&shown), grouped(&rows));
        let chosen = feed.len() < rows;
        let among = if sorted { "sorted among" } else { "of" };
        match (rows, chosen) {
            (0, _) => format!("no rows in {pages}, {below}"),
            (_, true) if feed.is_empty() => format!("none of {loaded} loaded in {pages}, {below}"),
            (_, true) => format!("row {row} of {shown}, {among} {loaded} loaded in {pages}, {below}"),
            (_, false) if sorted => format!("row {row}, {among} {loaded} loaded in {pages}, {below}"),
            (_, false) => format!("row {row} of {loaded} loaded in {pages}, {below}"),
        }
    }
}

/// A received page in the form for the list, and its progress.
fn taken<Q: ListQuery<Row: Identity>>(
    wanted: Option<&PageOf<Q>>,
    ctx: &Context<'_>,
    pages: &mut impl Pages<Q>,
) -> Option<(Page<Q::Row>, Progress)> {
    let fetched = ctx.get(wanted?);
    let page = match fetched.outcome()? {
        Ok(page) => pages.taken(Page::clone(page)),
        Err(failure) => {
            let page = pages.meant_by(failure)?;
            pages.taken(page)
        }
    };
    Some((page, fetched.progress()?.as_answered()))
}

/// Whether a page is requested, or will be at once.
fn is_pending<Q: ListQuery>(page: Option<&PageOf<Q>>, ctx: &Context<'_>) -> bool {
    let progress = |page| ctx.get(page).progress();
    page.is_some_and(|page| progress(page).is_none_or(|progress| progress.asked().is_some()))
}

/// Whether a page waits for a retry.
fn is_waiting<Q: ListQuery>(page: Option<&PageOf<Q>>, ctx: &Context<'_>) -> bool {
    let progress = page.and_then(|page| ctx.get(page).progress());
    progress.is_some_and(|progress| progress.asked().is_some() && !progress.is_under_way())
}
