//! A list that grows page by page, with rows identified by key. All rows stay loaded in packed form; those near the
//! window are unpacked, and those far from it may be on disk.

mod arrivals;
mod marks;
mod pages;
mod shown;

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, RandomState};
use std::ops::Range;
use std::sync::Arc;

use super::{Marks, Scroll};
pub use arrivals::Arrived;
use ledger::{Next, NextLink, PackedRows, Page, RawJson, Row};
pub use pages::{FeedPage, GivenBack, Repeats};

/// The identity of a row, independent of its place in the list.
pub trait Identity {
    /// The identity; rows without one are all distinct.
    type Id: Clone + Debug + Eq + Hash;

    /// This row's identity.
    fn identity(&self) -> Option<Self::Id>;
}

/// The loaded rows, the selection, and what follows.
#[derive(Clone, Debug)]
pub struct Feed<T> {
    rows: Vec<Place<T>>,
    /// The pages that the rows are in, in their order.
    parts: Vec<FeedPage<T>>,
    /// The indices of the shown rows; `None` if all are shown in list order.
    shown: Option<Arc<[u32]>>,
    /// The hashes of the identities of all rows.
    known: HashSet<u64>,
    hasher: RandomState,
    /// The unpacked rows near the window.
    near: Vec<Arc<T>>,
    near_start: usize,
    /// The range of rows to unpack.
    about: Range<usize>,
    /// The pages near the window that are on disk.
    missing: Vec<Arc<PackedRows<T>>>,
    /// The memory use of pages meant to be in memory, bytes.
    held: usize,
    /// The latest received rows.
    latest: Vec<Arc<T>>,
    last_page: Arc<PackedRows<T>>,
    followed: HashSet<NextLink>,
    next: Next,
    pages: usize,
    changes: usize,
    /// The number of changes to the shown rows.
    arrangements: usize,
    /// The number of times loaded rows moved.
    moves: usize,
    empty_pages: usize,
    repeats: Repeats,
    marks: Marks<u64, Place<T>>,
    /// The number of pages received since the user's last action.
    unasked: usize,
    /// The selected row and the window around it.
    pub scroll: Scroll,
}

/// A row: where it is packed, and the hash of its identity.
#[derive(Debug)]
struct Place<T> {
    page: Arc<PackedRows<T>>,
    row: u32,
    id: Option<u64>,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        Self { page: Arc::clone(&self.page), ..*self }
    }
}

impl<T: Row> Place<T> {
    fn row(&self) -> Option<T> {
        self.page.row(usize::try_from(self.row).ok()?)
    }
}

/// How many rows before and behind the window are unpacked at least.
pub const MIN_AROUND_ROWS: usize = 50;
/// How many rows before and behind the window are unpacked when it comes too near the edge of those.
const AROUND_ROWS: usize = 100;

/// How many empty pages in a row are followed on their own: servers that look at a window of time at once
/// answer with such pages.
const MAX_EMPTY_PAGES: usize = 8;

/// How many pages are followed on their own with rows on them: enough to fill a screen, unless pages are
/// small.
const MAX_UNASKED_PAGES: usize = 8;
/// Shown when a link was followed before.
const CIRCLE: &str = "the server's link for the next page leads back to a page that was loaded before";

impl<T: Identity + Row> Feed<T> {
    /// A list that begins with this page.
    pub fn new(page: Page<T>, height: u16) -> Self {
        Self::with_marks(page, height, Marks::default(), RandomState::new())
    }

    fn with_marks(page: Page<T>, height: u16, marks: Marks<u64, Place<T>>, hasher: RandomState) -> Self {
        let mut feed = Self {
            rows: Vec::new(),
            parts: Vec::new(),
            shown: None,
            known: HashSet::new(),
            hasher,
            near: Vec::new(),
            near_start: 0,
            about: 0..0,
            missing: Vec::new(),
            held: 0,
            latest: Vec::new(),
            last_page: Arc::clone(&page.packed),
            followed: HashSet::new(),
            next: Next::End,
            pages: 0,
            changes: 0,
            arrangements: 0,
            moves: 0,
            empty_pages: 0,
            repeats: Repeats::default(),
            marks,
            unasked: 0,
            scroll: Scroll::default(),
        };
        feed.append(page, height);
        feed
    }

    fn hash(&self, row: &T) -> Option<u64> {
        row.identity().map(|id| self.hasher.hash_one(id))
    }

    /// The places of a page's rows.
    fn places(&self, page: &Page<T>) -> Vec<Place<T>> {
        let rows = page.rows.iter().zip(0..);
        let place =
            |(row, at): (&Arc<T>, u32)| Place { page: Arc::clone(&page.packed), row: at, id: self.hash(row) };
        rows.map(place).collect()
    }

    /// Adds a following page. Rows that are there already are not added again; a page that brings nothing
    /// new but a link counts as empty.
    pub fn append(&mut self, page: Page<T>, height: u16) {
        let (before, came) = (self.rows.len(), page.rows.len());
        let mut new_rows = Vec::new();
        self.latest.clear();
        for (place, row) in self.places(&page).into_iter().zip(page.rows) {
            if place.id.is_none_or(|id| self.known.insert(id)) {
                new_rows.push(place.row);
                marks::renew(&mut self.marks, std::slice::from_ref(&place));
                self.rows.push(place);
                self.latest.push(row);
            }
        }
        if !new_rows.is_empty() {
            self.held += pages::page_bytes(&page.packed);
        }
        self.parts.extend(FeedPage::new(&page.packed, new_rows));
        self.pages += 1;
        self.changes += 1;
        self.unasked += 1;
        let new = self.rows.len() - before;
        self.empty_pages = if new == 0 { self.empty_pages + 1 } else { 0 };
        self.repeats.count(came, new);
        self.last_page = page.packed;
        self.next = match page.next {
            Next::More(link) if !self.followed.insert(link.clone()) => Next::Refused(CIRCLE),
            next => next,
        };
        self.settle(height);
    }

    /// Takes a fresh first page: new rows go on top, the selected row stays selected wherever it is now.
    /// If the fresh page does not reach the loaded rows, or no page can follow these, the list starts over from it.
    pub fn refresh(&mut self, page: Page<T>, height: u16) {
        let selected = self.place(self.scroll.selected).and_then(|place| place.id);
        let (scroll, before) = (self.scroll, self.rows.len());
        let counts = (self.changes + 1, self.moves + 1);
        let shown = self.shown.take().map(|shown| self.ids(&shown));
        let places = self.places(&page);
        let fresh: HashSet<u64> = places.iter().filter_map(|place| place.id).collect();
        marks::renew(&mut self.marks, &places);
        let mut twins = fresh.iter().filter(|id| self.known.contains(id)).count();
        if twins > 0 && !matches!(self.next, Next::Refused(_)) {
            // All duplicates are near the top; the search stops below the last one.
            let kept = std::mem::take(&mut self.rows).into_iter().filter(|place| {
                let twin = twins > 0 && place.id.is_some_and(|id| fresh.contains(&id));
                twins -= usize::from(twin);
                !twin
            });
            self.rows = places.into_iter().chain(kept).collect();
            self.known.extend(fresh);
            self.last_page = page.packed;
            self.latest = page.rows;
            self.parts = pages::parts(&self.rows);
            self.held = pages::held(&self.rows);
        } else {
            let marks = std::mem::take(&mut self.marks);
            *self = Self::with_marks(page, height, marks, self.hasher.clone());
            self.scroll = scroll;
        }
        if let Some(ids) = shown {
            self.shown = Some(self.found(&ids));
            let is_it = |at: &u32| self.loaded_place(*at).is_some_and(|place| place.id == selected);
            let shown = self.shown.iter().flat_map(|shown| shown.iter());
            if let Some(at) = shown.clone().position(is_it) {
                self.scroll.select(at, shown.count(), height);
            }
        } else if let Some(id) = selected.filter(|_| scroll.selected != 0) {
            let is_it = |place: &Place<T>| place.id == Some(id);
            let moved = (scroll.selected + self.rows.len()).saturating_sub(before);
            let at = self.rows.get(moved).filter(|place| is_it(place)).map(|_| moved);
            if let Some(at) = at.or_else(|| self.rows.iter().position(is_it)) {
                self.scroll.select(at, self.rows.len(), height);
            }
        }
        (self.changes, self.moves) = counts;
        self.near.clear();
        self.settle(height);
        self.find_anchor();
    }

    /// Fits the window to this height, and unpacks the rows about it. To be called after [`Self::scroll`] has moved.
    pub fn settle(&mut self, height: u16) {
        self.scroll.settle(self.len(), height);
        let window = self.scroll.window(self.len(), height);
        let wanted = self.around(&window, MIN_AROUND_ROWS);
        let near = self.near_start..self.near_start + self.near.len();
        if near.start <= wanted.start && wanted.end <= near.end {
            return;
        }
        let about = self.around(&window, AROUND_ROWS);
        let row = |at: usize| {
            let unpacked = at.checked_sub(near.start).and_then(|at| self.near.get(at)).cloned();
            unpacked.or_else(|| self.place(at)?.row().map(Arc::new))
        };
        let rows = about.clone().map(row).collect();
        self.take_near(rows, about);
    }

    fn around(&self, window: &Range<usize>, rows: usize) -> Range<usize> {
        window.start.saturating_sub(rows)..window.end.saturating_add(rows).min(self.len())
    }

    /// How often rows came: what was worked out of the rows at another count may be out of date.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// How often other rows were chosen to be shown: the same place has another row then.
    pub fn arrangements(&self) -> usize {
        self.arrangements
    }

    /// How often loaded rows got other places: what was worked out by their places before that is void.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.shown.as_ref().map_or(self.rows.len(), |shown| shown.len())
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many rows are loaded, shown or not.
    pub fn loaded(&self) -> usize {
        self.rows.len()
    }

    /// The pages that the loaded rows are in.
    pub fn parts(&self) -> &[FeedPage<T>] {
        &self.parts
    }

    /// A row about the window.
    pub fn row(&self, at: usize) -> Option<&Arc<T>> {
        self.near.get(at.checked_sub(self.near_start)?)
    }

    /// Any of the rows that are shown.
    pub fn shown_row(&self, at: usize) -> Option<Arc<T>> {
        self.row(at).cloned().or_else(|| self.place(at)?.row().map(Arc::new))
    }

    /// Any of the loaded rows, unpacked.
    pub fn unpacked(&self, at: usize) -> Option<T> {
        self.rows.get(at)?.row()
    }

    /// The loaded rows from this place on, each of them unpacked.
    pub fn rows_from(&self, at: usize) -> impl Iterator<Item = Arc<T>> {
        let near = |at| self.row(at).filter(|_| self.shown.is_none()).cloned();
        (at..self.loaded()).map_while(move |at| near(at).or_else(|| self.unpacked(at).map(Arc::new)))
    }

    /// The rows about the window, [`MIN_AROUND_ROWS`] on each side of it at least, and the place of their first.
    pub fn near(&self) -> (usize, &[Arc<T>]) {
        (self.near_start, &self.near)
    }

    /// The rows that came last: all of a fresh first page, or those of a following page that are new.
    pub fn latest(&self) -> &[Arc<T>] {
        &self.latest
    }

    /// The selected row.
    pub fn selected(&self) -> Option<&Arc<T>> {
        self.row(self.scroll.selected)
    }

    /// Whether there is anything as received.
    pub fn has_raw(&self) -> bool {
        let place = self.place(self.scroll.selected);
        place.map_or(&self.last_page, |place| &place.page).has_body()
    }

    /// The selected row as received; without one, the latest page. Takes time proportional to the page.
    pub fn raw(&self) -> RawJson {
        let row = |place: &Place<T>| {
            let page = place.page.here()?;
            page.part(&page.body(), usize::try_from(place.row).ok()?)
        };
        let whole = || Some(self.last_page.here()?.body());
        self.place(self.scroll.selected).map_or_else(whole, row).unwrap_or_default()
    }

    pub fn pages(&self) -> usize {
        self.pages
    }

    /// What follows the loaded rows.
    pub fn next(&self) -> &Next {
        &self.next
    }

    /// The link to follow now: when the selection comes near the end, or while pages are empty.
    pub fn wanted(&self, height: u16) -> Option<&NextLink> {
        let Next::More(link) = &self.next else { return None };
        let near = self.scroll.selected.saturating_add(usize::from(height) * 2) >= self.len();
        let room = self.unasked < MAX_UNASKED_PAGES && self.empty_pages < MAX_EMPTY_PAGES;
        (near && room && !self.is_repeating()).then_some(link)
    }

    /// Whether so many consecutive pages repeated rows that no further page is requested automatically.
    pub fn is_repeating(&self) -> bool {
        self.repeats.is_vain()
    }

    /// Resets the count of repeating pages: the user asked for more.
    pub fn forgive(&mut self) {
        self.repeats = Repeats::default();
    }

    /// Notes a user action: further pages may load automatically.
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
mod tests;
