//! Marked rows, by key: they stay marked wherever they are in the list, shown or hidden.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// The rows that are marked, each with what is kept of it.
#[derive(Clone, Debug)]
pub struct Marks<K, V = ()> {
    rows: HashMap<K, V>,
    range: Option<Anchor<K>>,
}

/// The row at which a range begins, and its place among those that are shown.
#[derive(Clone, Debug)]
struct Anchor<K> {
    name: K,
    at: usize,
}

impl<K, V> Default for Marks<K, V> {
    fn default() -> Self {
        Self { rows: HashMap::new(), range: None }
    }
}

impl<K: Clone + Eq + Hash, V> Marks<K, V> {
    /// Marks a row, or takes its mark away.
    pub fn toggle(&mut self, name: K, row: V) {
        if self.rows.remove(&name).is_none() {
            self.rows.insert(name, row);
        }
    }

    /// Begins a range at the row of this name that is shown here; a row without one begins none.
    pub fn begin_range(&mut self, name: Option<K>, at: usize) {
        self.range = name.map(|name| Anchor { name, at });
    }

    /// Marks these rows: those of the range, which ends.
    pub fn end_range(&mut self, rows: impl IntoIterator<Item = (K, V)>) {
        self.range = None;
        self.rows.extend(rows);
    }

    /// Cancels the range. `false` if no range is open.
    pub fn leave_range(&mut self) -> bool {
        self.range.take().is_some()
    }

    /// The rows of the range that is open, from its beginning to the selected row or the other way round.
    pub fn range(&self, selected: usize) -> Option<RangeInclusive<usize>> {
        let from = self.range.as_ref()?.at;
        Some(from.min(selected)..=from.max(selected))
    }

    /// Whether a row of this name is marked, without those of the range that is open.
    pub fn contains(&self, name: &K) -> bool {
        self.rows.contains_key(name)
    }

    /// How many rows are marked, without those of the range that is open.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no row is marked.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What is kept of the marked rows, in no order.
    pub fn kept(&self) -> impl Iterator<Item = &V> {
        self.rows.values()
    }

    /// What is kept of a marked row.
    pub fn kept_mut(&mut self, name: &K) -> Option<&mut V> {
        self.rows.get_mut(name)
    }

    /// Removes all marks. `false` without marks.
    pub fn clear(&mut self) -> bool {
        let had = !self.rows.is_empty();
        *self = Self::default();
        had
    }

    /// Adjusts to a row inserted at this place among the shown ones.
    pub fn push_down(&mut self, at: usize) {
        if let Some(anchor) = &mut self.range {
            anchor.at += usize::from(at <= anchor.at);
        }
    }

    /// Finds the range's first row among the `len` rows now shown. The range ends if that row is hidden.
    pub fn find_anchor(&mut self, len: usize, name: impl Fn(usize) -> Option<K>) {
        let Some(anchor) = &mut self.range else { return };
        let is_it = |at: &usize| name(*at).as_ref() == Some(&anchor.name);
        let at = Some(anchor.at).filter(is_it).or_else(|| (0..len).find(is_it));
        match at {
            Some(at) => anchor.at = at,
            None => self.range = None,
        }
    }
}
