//! Rows that arrive in a list with the newest first: each goes to its place by time.

use std::sync::Arc;

use ledger::{PackedRows, Page, Row, Timestamp};

use super::{Feed, Identity, Place, pages};

/// What has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Arrived {
    /// How many rows are new.
    pub new: usize,
    /// How many of them are above what is in view.
    pub above: usize,
    /// They are all among so many rows of the list.
    pub depth: usize,
}

impl<T: Identity + Row> Feed<T> {
    /// The page with those rows alone that are new, if most of it was there before: a page is kept as long as one of its
    /// rows.
    pub fn only_new(&self, page: &Page<T>) -> Page<T> {
        let is_new = |row: &&Arc<T>| self.hash(row).is_none_or(|id| !self.known.contains(&id));
        let rows: Vec<_> = page.rows.iter().filter(is_new).cloned().collect();
        if rows.is_empty() || rows.len() > page.rows.len() / 2 {
            return page.clone();
        }
        Page { packed: Arc::new(page.packed.only(&rows)), rows, next: page.next.clone() }
    }

    /// Adds the new rows of a page, sent oldest first, each above those that are not newer. The selected row stays
    /// selected. It takes time in proportion to the page and to the rows down to the lowest that is new.
    pub fn prepend(
        &mut self,
        page: &Page<T>,
        time: impl Fn(&T) -> Option<Timestamp>,
        height: u16,
    ) -> Arrived {
        let mut arriving: Vec<_> = self.places(page).into_iter().zip(&page.rows).collect();
        arriving.retain(|(place, _)| place.id.is_none_or(|id| self.known.insert(id)));
        arriving.reverse();
        let new = arriving.len();
        if new == 0 {
            return Arrived::default();
        }
        self.held += pages::page_bytes(&page.packed);
        let above_rows = self.places_by_time(arriving.iter().map(|(_, row)| time(row)), &time);
        let deepest = above_rows.last().copied().unwrap_or(0);
        self.insert(arriving.into_iter().map(|(place, _)| place), &above_rows, deepest);
        let above = if self.shown.is_some() {
            self.push_shown(&above_rows);
            new
        } else {
            self.push_window(&above_rows, height)
        };
        self.changes += 1;
        self.moves += 1;
        self.settle(height);
        Arrived { new, above, depth: deepest + new }
    }

    /// The places of the loaded rows above which rows of these times go, the newest first.
    fn places_by_time(
        &self,
        times: impl Iterator<Item = Option<Timestamp>>,
        time: impl Fn(&T) -> Option<Timestamp>,
    ) -> Vec<usize> {
        let time_at = |at: usize| {
            let near = self.row(at).filter(|_| self.shown.is_none());
            near.map_or_else(|| self.unpacked(at).and_then(|row| time(&row)), |row| time(row))
        };
        let (mut at, mut below) = (0, time_at(0));
        let place = |own: Option<Timestamp>| {
            if own.is_some() && below > own {
                at = first_not(at + 1, self.rows.len(), |at| time_at(at) > own);
                below = time_at(at);
            }
            at
        };
        times.map(place).collect()
    }

    /// Puts rows above those at these places, of which the last is the deepest. A page that they divide is in two parts
    /// from then on.
    fn insert(&mut self, arriving: impl Iterator<Item = Place<T>>, above_rows: &[usize], deepest: usize) {
        let (mut covered, mut head) = (0, 0);
        for part in &self.parts {
            if covered >= deepest {
                break;
            }
            covered += part.rows.len();
            head += 1;
        }
        let mut merged = Vec::with_capacity(deepest + above_rows.len());
        let mut from = 0;
        for (place, at) in arriving.zip(above_rows) {
            merged.extend_from_slice(self.rows.get(from..*at).unwrap_or_default());
            merged.push(place);
            from = *at;
        }
        self.rows.splice(..deepest, merged);
        let divided = pages::parts(self.rows.get(..covered + above_rows.len()).unwrap_or_default());
        self.parts.splice(..head, divided);
    }

    /// Updates the indices of shown rows after rows were inserted above these.
    fn push_shown(&mut self, above_rows: &[usize]) {
        let moved = |place: &u32| {
            let own = usize::try_from(*place).unwrap_or(usize::MAX);
            let moved = match above_rows.last() {
                Some(deepest) if own >= *deepest => above_rows.len(),
                _ => above_rows.partition_point(|at| *at <= own),
            };
            place.saturating_add(u32::try_from(moved).unwrap_or(u32::MAX))
        };
        self.shown = self.shown.as_ref().map(|shown| shown.iter().map(moved).collect());
    }

    /// Keeps the selected row, the range and the unpacked rows after others have come above these. How many are above
    /// what is in view.
    fn push_window(&mut self, above_rows: &[usize], height: u16) -> usize {
        let before = self.rows.len().saturating_sub(above_rows.len());
        let top = self.scroll.window(before, height).start;
        let mut edge = if top > 0 { top } else { self.scroll.selected };
        let mut above = 0;
        for (at, earlier) in above_rows.iter().zip(0..) {
            let at = at + earlier;
            if at <= edge {
                (edge, above) = (edge + 1, above + 1);
            }
            self.scroll.push_down(at);
            self.marks.push_down(at);
            if at <= self.near_start {
                self.near_start += 1;
            } else if at < self.near_start + self.near.len() {
                match self.rows.get(at).and_then(Place::row) {
                    Some(row) => self.near.insert(at - self.near_start, Arc::new(row)),
                    None => self.near.clear(),
                }
            }
        }
        above
    }

    /// How many of the rows that are shown and are among the first so many of the list came with these pages.
    pub fn shown_of(&self, arrived: &[Arc<PackedRows<T>>], depth: usize) -> usize {
        let is_within = |at: &usize| self.shown_place(*at).is_some_and(|place| is_below(place, depth));
        (0..self.len()).filter(is_within).filter(|at| self.came_with(*at, arrived)).count()
    }

    /// Whether the row that is shown here came with one of these pages.
    pub fn came_with(&self, at: usize, arrived: &[Arc<PackedRows<T>>]) -> bool {
        self.place(at).is_some_and(|place| arrived.iter().any(|page| Arc::ptr_eq(page, &place.page)))
    }
}

fn is_below(place: u32, depth: usize) -> bool {
    usize::try_from(place).is_ok_and(|place| place < depth)
}

/// The first from here on for which something does not hold that holds for all before it: looked for in growing steps,
/// as it is near.
fn first_not(from: usize, len: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut step) = (from.min(len), 1);
    while low + step <= len && holds(low + step - 1) {
        low += step;
        step *= 2;
    }
    let mut high = (low + step - 1).min(len);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_does_not_hold_is_found_wherever_it_is() {
        for len in 0..40 {
            for end in 0..=len {
                for from in 0..=end {
                    assert_eq!(first_not(from, len, |at| at < end), end, "{from}, {end} of {len}");
                }
            }
        }
    }
}
