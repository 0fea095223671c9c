//! The pages that the rows of a feed are in. Those far from the window may leave memory, and come back before they are
//! seen; pages that only repeat earlier rows are counted.

use std::collections::HashSet;
use std::mem::size_of;
use std::ops::Range;
use std::sync::Arc;

use ledger::packed::Held;
use ledger::{PackedRows, Row};

use super::{Feed, Identity, Place};

/// A page, and which of its rows are in the list: those that were not there before it.
#[derive(Debug)]
pub struct FeedPage<T> {
    pub page: Arc<PackedRows<T>>,
    /// The rows by their places in the page.
    pub rows: Arc<[u32]>,
}

impl<T> Clone for FeedPage<T> {
    fn clone(&self) -> Self {
        Self { page: Arc::clone(&self.page), rows: Arc::clone(&self.rows) }
    }
}

impl<T> FeedPage<T> {
    /// A page with these rows; `None` if `rows` is empty.
    pub(super) fn new(page: &Arc<PackedRows<T>>, rows: Vec<u32>) -> Option<Self> {
        (!rows.is_empty()).then(|| Self { page: Arc::clone(page), rows: rows.into() })
    }
}

/// The pages of rows that follow one another.
pub(super) fn parts<T>(rows: &[Place<T>]) -> Vec<FeedPage<T>> {
    let pages = rows.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page));
    let part = |rows: &[Place<T>]| {
        let places = rows.iter().map(|place| place.row).collect();
        FeedPage::new(&rows.first()?.page, places)
    };
    pages.filter_map(part).collect()
}

/// The size of a row's identity hash and its place on its page, bytes, in addition to its place in the list.
const ID_BYTES: usize = 20;

/// How many rows at the top stay in memory: those that arrive go among them.
const TOP_ROWS: usize = 200;

/// Memory released by spilling.
#[derive(Debug, Default)]
pub struct GivenBack {
    pub pages: Vec<Arc<dyn Held>>,
    /// Their size, bytes.
    pub bytes: usize,
}

/// The memory use of the rows' pages meant to be in memory, bytes.
pub(super) fn held<T: Row>(rows: &[Place<T>]) -> usize {
    let mut seen = HashSet::new();
    let pages = rows.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page));
    let pages = pages.filter_map(|rows| rows.first()).map(|place| &place.page);
    pages.filter(|page| seen.insert(Arc::as_ptr(page))).map(page_bytes).sum()
}

/// The memory use of a page, bytes.
pub(super) fn page_bytes<T: Row>(page: &Arc<PackedRows<T>>) -> usize {
    let (stays, goes) = page.size();
    stays + if page.is_wanted() { goes } else { 0 }
}

impl<T: Identity + Row> Feed<T> {
    /// The approximate memory use of the loaded rows, bytes.
    pub fn bytes(&self) -> usize {
        let row = size_of::<Place<T>>() + ID_BYTES;
        self.held + self.rows.len() * row + (self.near.len() + self.latest.len()) * size_of::<T>()
    }

    /// Releases about this many bytes: the farthest pages that are neither near the window, at an end of the list, nor
    /// marked. Takes time proportional to the number of pages.
    pub fn give_back(&mut self, bytes: usize) -> GivenBack {
        let near = self.about.clone().filter_map(|at| self.place(at));
        let marked = self.marks.kept();
        let kept: HashSet<_> = near.chain(marked).map(|place| Arc::as_ptr(&place.page)).collect();
        let is_far = |at: &usize| {
            let page = self.parts.get(*at).map(|part| &part.page);
            page.is_some_and(|page| page.is_wanted() && !kept.contains(&Arc::as_ptr(page)))
        };
        let window =
            self.shown_place(self.about.start).map_or(0, |place| usize::try_from(place).unwrap_or(0));
        let window = self.part_of(window);
        let inner = self.part_of(TOP_ROWS) + 1..self.parts.len().saturating_sub(1);
        let mut far: Vec<usize> = inner.filter(is_far).collect();
        far.sort_by_key(|at| at.abs_diff(window));
        let mut given = GivenBack::default();
        while given.bytes < bytes
            && let Some(part) = far.pop().and_then(|at| self.parts.get(at))
        {
            let page = part.page.held();
            if page.set_wanted(false) {
                given.bytes += part.page.size().1;
                given.pages.push(page);
            }
        }
        self.held = self.held.saturating_sub(given.bytes);
        given
    }

    /// The part that the row at this place among all is in; behind the last if there are not so many rows.
    fn part_of(&self, place: usize) -> usize {
        let mut rows = 0;
        let holds = |part: &FeedPage<T>| {
            rows += part.rows.len();
            rows > place
        };
        self.parts.iter().position(holds).unwrap_or(self.parts.len())
    }

    /// Whether the shown row at this index is not in memory.
    pub fn is_away(&self, at: usize) -> bool {
        self.place(at).is_some_and(|place| place.page.here().is_none())
    }

    /// Requests a row far from the window, and all rows between.
    pub fn want_row(&mut self, at: usize) {
        let Some(page) = self.place(at).map(|place| Arc::clone(&place.page)) else { return };
        self.about = self.about.start.min(at)..self.about.end.max(at + 1);
        self.missing.push(page);
    }

    /// The pages to read from disk to show the rows near the window. They count as in memory from now on.
    pub fn fetch_missing(&mut self) -> Vec<Arc<dyn Held>> {
        let mut missing = Vec::new();
        for page in std::mem::take(&mut self.missing) {
            let held = page.held();
            if held.set_wanted(true) {
                self.held += page.size().1;
            }
            missing.push(held);
        }
        missing
    }

    /// Takes the rows that are in memory about the selected one, of these at `about`, and notes the pages of the others.
    pub(super) fn take_near(&mut self, rows: Vec<Option<Arc<T>>>, about: Range<usize>) {
        self.missing.clear();
        for (at, _) in about.clone().zip(&rows).filter(|(_, row)| row.is_none()) {
            let Some(page) = self.place(at).map(|place| &place.page) else { continue };
            if page.here().is_none() && !self.missing.iter().any(|known| Arc::ptr_eq(known, page)) {
                let page = Arc::clone(page);
                self.missing.push(page);
            }
        }
        let selected = self.scroll.selected.saturating_sub(about.start).min(rows.len().saturating_sub(1));
        let start = rows.iter().take(selected).rposition(Option::is_none).map_or(0, |at| at + 1);
        self.near = rows.into_iter().skip(start).map_while(|row| row).collect();
        self.near_start = about.start + start;
        self.about = about;
    }
}

/// Counts consecutive pages that repeat earlier rows: a server with overlapping pages would cost a request for every
/// row or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    run: usize,
}

impl Repeats {
    /// The most consecutive repeating pages that are followed automatically.
    pub(super) const MAX_RUN: usize = 8;
    /// A page repeats if at most one in this many of its rows is new.
    const SHARE: usize = 4;

    /// Counts a page that has this many rows, of which so many are new.
    pub fn count(&mut self, rows: usize, new: usize) {
        let repeats = rows > 0 && new.saturating_mul(Self::SHARE) <= rows;
        self.run = if repeats { self.run + 1 } else { 0 };
    }

    /// Whether too many pages repeated to request another one automatically.
    pub fn is_vain(self) -> bool {
        self.run >= Self::MAX_RUN
    }
}
