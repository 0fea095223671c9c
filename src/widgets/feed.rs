//! A list that grows page by page, in which every row is known by its identity.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::Scroll;
use crate::ledger::{Next, NextLink, Page, RawJson};

/// What tells one row from another, whatever its place in the list.
pub trait Identity {
    /// The identity; rows without one are all taken as different.
    type Id: Clone + Debug + Eq + Hash;

    /// This row's identity.
    fn identity(&self) -> Option<Self::Id>;
}

/// The loaded rows, the selection, and what follows.
#[derive(Clone, Debug)]
pub struct Feed<T: Identity> {
    rows: Vec<Arc<T>>,
    known: HashSet<T::Id>,
    followed: HashSet<NextLink>,
    next: Next,
    pages: usize,
    changes: usize,
    empty_pages: usize,
    repeats: Repeats,
    /// How many pages came since the user did something.
    unasked: usize,
    last_page: RawJson,
    /// The selected row and the window around it.
    pub scroll: Scroll,
}

/// How many empty pages in a row are followed by themselves: servers that look at a window of time at once
/// answer with such pages.
const MAX_EMPTY_PAGES: usize = 8;

/// A count of the latest pages that repeat rows of those before them: servers whose pages overlap would cost a
/// question for every row or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    run: usize,
}

impl Repeats {
    /// How many such pages in a row are followed by themselves.
    const MAX_RUN: usize = 8;
    /// A page repeats if no more than one row in so many is new.
    const SHARE: usize = 4;

    /// Counts a page that has so many rows, of which so many are new.
    pub fn count(&mut self, rows: usize, new: usize) {
        let repeats = rows > 0 && new.saturating_mul(Self::SHARE) <= rows;
        self.run = if repeats { self.run + 1 } else { 0 };
    }

    /// Whether there were so many that no further page is worth a question by itself.
    pub fn is_vain(self) -> bool {
        self.run >= Self::MAX_RUN
    }
}

/// How many pages are followed by themselves with rows on them: enough to fill a screen, unless pages are small.
const MAX_UNASKED_PAGES: usize = 8;
/// What is said when a link was followed before.
const CIRCLE: &str = "the server's link for the next page leads back to a page that was loaded before";

impl<T: Identity> Feed<T> {
    /// A list that begins with this page.
    pub fn new(page: Page<Arc<T>>) -> Self {
        let mut feed = Self {
            rows: Vec::new(),
            known: HashSet::new(),
            followed: HashSet::new(),
            next: Next::End,
            pages: 0,
            changes: 0,
            empty_pages: 0,
            repeats: Repeats::default(),
            unasked: 0,
            last_page: RawJson::default(),
            scroll: Scroll::default(),
        };
        feed.append(page);
        feed
    }

    /// Adds a following page. Rows that are there already are not added again; a page that brings nothing
    /// new but a link counts as empty.
    pub fn append(&mut self, page: Page<Arc<T>>) {
        let (before, came) = (self.rows.len(), page.rows.len());
        for row in page.rows {
            if row.identity().is_none_or(|id| self.known.insert(id)) {
                self.rows.push(row);
            }
        }
        self.pages += 1;
        self.changes += 1;
        self.unasked += 1;
        let new = self.rows.len() - before;
        self.empty_pages = if new == 0 { self.empty_pages + 1 } else { 0 };
        self.repeats.count(came, new);
        self.last_page = page.raw;
        self.next = match page.next {
            Next::More(link) if !self.followed.insert(link.clone()) => Next::Refused(CIRCLE),
            next => next,
        };
    }

    /// Takes a fresh first page: new rows go on top, the selected row stays selected wherever it is now.
    /// If the fresh page does not reach the loaded rows, the list starts over from it.
    pub fn refresh(&mut self, page: Page<Arc<T>>, height: u16) {
        let selected = self.selected().and_then(|row| row.identity());
        let (scroll, before, changes) = (self.scroll, self.rows.len(), self.changes);
        let fresh: HashSet<T::Id> = page.rows.iter().filter_map(|row| row.identity()).collect();
        let mut twins = fresh.iter().filter(|id| self.known.contains(id)).count();
        if twins > 0 {
            // All twins are found near the top; below the last of them nothing need be looked at.
            let kept = std::mem::take(&mut self.rows).into_iter().filter(|row| {
                let twin = twins > 0 && row.identity().is_some_and(|id| fresh.contains(&id));
                twins -= usize::from(twin);
                !twin
            });
            self.rows = page.rows.into_iter().chain(kept).collect();
            self.known.extend(fresh);
            self.last_page = page.raw;
        } else {
            *self = Self::new(page);
            self.scroll = scroll;
        }
        if let Some(id) = selected.filter(|_| scroll.selected != 0) {
            let is_it = |row: &Arc<T>| row.identity().as_ref() == Some(&id);
            let moved = (scroll.selected + self.rows.len()).saturating_sub(before);
            let at = self.rows.get(moved).filter(|row| is_it(row)).map(|_| moved);
            if let Some(at) = at.or_else(|| self.rows.iter().position(is_it)) {
                self.scroll.select(at, self.rows.len(), height);
            }
        }
        self.changes = changes + 1;
        self.scroll.settle(self.rows.len(), height);
    }

    /// How often rows came: what was worked out of the rows at another count may be out of date.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// The loaded rows.
    pub fn rows(&self) -> &[Arc<T>] {
        &self.rows
    }

    /// The selected row.
    pub fn selected(&self) -> Option<&Arc<T>> {
        self.rows.get(self.scroll.selected)
    }

    /// How many pages were loaded.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// What follows the loaded rows.
    pub fn next(&self) -> &Next {
        &self.next
    }

    /// The body of the page that came last.
    pub fn last_page(&self) -> &RawJson {
        &self.last_page
    }

    /// The link to follow now: when the selection comes near the end, or while pages are empty.
    pub fn wanted(&self, height: u16) -> Option<&NextLink> {
        let Next::More(link) = &self.next else { return None };
        let near = self.scroll.selected.saturating_add(usize::from(height) * 2) >= self.rows.len();
        let room = self.unasked < MAX_UNASKED_PAGES && self.empty_pages < MAX_EMPTY_PAGES;
        (near && room && !self.is_repeating()).then_some(link)
    }

    /// Whether so many pages in a row have repeated rows that no further one is worth a question by itself.
    pub fn is_repeating(&self) -> bool {
        self.repeats.is_vain()
    }

    /// Begins to count repeating pages anew: the user wants to go on nevertheless.
    pub fn forgive(&mut self) {
        self.repeats = Repeats::default();
    }

    /// Says that the user has moved: further pages may be followed by themselves.
    pub fn touched(&mut self) {
        self.unasked = 0;
    }

    /// The link to follow when the user asks for more.
    pub fn more(&self) -> Option<&NextLink> {
        match &self.next {
            Next::More(link) => Some(link),
            Next::End | Next::Refused(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Identity for u32 {
        type Id = u32;
        fn identity(&self) -> Option<u32> {
            Some(*self)
        }
    }

    fn page(rows: &[u32], next: Option<&str>) -> Page<Arc<u32>> {
        Page {
            rows: rows.iter().map(|row| Arc::new(*row)).collect(),
            next: next.map_or(Next::End, |link| Next::More(NextLink(link.into()))),
            raw: RawJson::default(),
        }
    }

    #[test]
    fn refreshing_keeps_the_selected_row_by_identity() {
        let mut feed = Feed::new(page(&[9, 8, 7, 6], Some("a")));
        feed.scroll.select(2, 4, 10);
        feed.refresh(page(&[11, 10, 9, 8], Some("b")), 10);
        assert_eq!(feed.rows().iter().map(|row| **row).collect::<Vec<_>>(), [11, 10, 9, 8, 7, 6]);
        assert_eq!(feed.selected().map(|row| **row), Some(7));
        assert_eq!(feed.more(), Some(&NextLink("a".into())));
    }

    #[test]
    fn a_row_that_has_moved_up_is_not_left_behind() {
        let mut feed = Feed::new(page(&[9, 8, 7, 6, 5], None));
        feed.scroll.select(3, 5, 10);
        feed.refresh(page(&[10, 5], None), 10);
        assert_eq!(feed.rows().iter().map(|row| **row).collect::<Vec<_>>(), [10, 5, 9, 8, 7, 6]);
        assert_eq!(feed.selected().map(|row| **row), Some(6));
        feed.scroll.select(1, 6, 10);
        feed.refresh(page(&[5, 10], None), 10);
        assert_eq!(feed.selected().map(|row| **row), Some(5));
    }

    #[test]
    fn a_fresh_page_that_does_not_reach_the_old_rows_starts_over() {
        let mut feed = Feed::new(page(&[4, 3], Some("a")));
        feed.refresh(page(&[99, 98], Some("b")), 10);
        assert_eq!(feed.rows().len(), 2);
        assert_eq!(feed.more(), Some(&NextLink("b".into())));
    }

    #[test]
    fn rows_never_double_and_circles_end() {
        let mut feed = Feed::new(page(&[3, 2], Some("a")));
        feed.append(page(&[2, 1], Some("b")));
        assert_eq!(feed.rows().len(), 3);
        feed.append(page(&[1], Some("a")));
        assert!(matches!(feed.next(), Next::Refused(_)));
        assert_eq!(feed.wanted(10), None);
    }

    #[test]
    fn pages_that_overlap_are_followed_up_to_a_limit() {
        let rows = |from: u32| -> Vec<u32> { (from..from + 20).collect() };
        let mut feed = Feed::new(page(&rows(0), Some("0")));
        feed.scroll.select(19, 20, 10);
        let mut followed = 0;
        while feed.wanted(10).is_some() && followed < 100 {
            followed += 1;
            feed.append(page(&rows(followed), Some(&followed.to_string())));
        }
        assert_eq!((followed, feed.rows().len()), (7, 27));
        assert!(feed.more().is_some(), "the user can still ask for more");
    }

    #[test]
    fn pages_that_repeat_rows_are_vain_after_a_run_of_them() {
        let mut repeats = Repeats::default();
        for at in 1..=Repeats::MAX_RUN {
            assert!(!repeats.is_vain());
            repeats.count(20, at % 6);
        }
        assert!(repeats.is_vain());
        repeats.count(20, 6);
        assert!(!repeats.is_vain());
    }

    #[test]
    fn empty_pages_are_followed_up_to_a_limit() {
        let mut feed = Feed::new(page(&[], Some("0")));
        let mut followed = 0;
        while feed.wanted(10).is_some() && followed < 100 {
            followed += 1;
            feed.append(page(&[], Some(&followed.to_string())));
        }
        assert_eq!(followed, MAX_EMPTY_PAGES - 1);
        assert!(feed.more().is_some(), "the user can still ask for more");
    }
}
