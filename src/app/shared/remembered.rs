//! The stored inputs of panes, from this run and earlier ones: visits, drafts, bookmarks, filters and columns.

use std::collections::BTreeMap;

use ledger::Timestamp;

use crate::message::{Bookmark, ColumnChoices, Draft, Persist, Saved, SavedFilter, Visit};

/// The most visited places in the list.
const MAX_VISITS: usize = 200;

#[derive(Debug, Default)]
pub(in crate::app) struct Remembered {
    pub(in crate::app) visits: Vec<Visit>,
    /// How often rows of the palette were chosen, by their names there.
    pub(in crate::app) chosen: BTreeMap<String, u32>,
    /// The column choices for lists.
    pub(in crate::app) columns: ColumnChoices,
    pub(in crate::app) drafts: Vec<Draft>,
    /// Bookmarks, newest first.
    pub(in crate::app) bookmarks: Vec<Bookmark>,
    /// Filters that were kept, newest first.
    pub(in crate::app) filters: Vec<SavedFilter>,
}

impl Remembered {
    /// Adds what earlier runs stored; changes since the start win.
    pub(in crate::app) fn restore(&mut self, saved: Saved) {
        for visit in saved.visits {
            if !self.visits.iter().any(|v| v.place == visit.place && v.network == visit.network) {
                self.visits.push(visit);
            }
        }
        for draft in saved.drafts {
            if !self.drafts.iter().any(|d| d.form == draft.form) {
                self.drafts.push(draft);
            }
        }
        for bookmark in saved.bookmarks {
            if !self.bookmarks.iter().any(|known| known.is(&bookmark)) {
                self.bookmarks.push(bookmark);
            }
        }
        for filter in saved.filters {
            if !self.filters.iter().any(|known| known.is(&filter)) {
                self.filters.push(filter);
            }
        }
        for (name, times) in saved.chosen {
            let known = self.chosen.entry(name).or_default();
            *known = known.saturating_add(times);
        }
        for (list, choice) in saved.columns {
            self.columns.entry(list).or_insert(choice);
        }
    }

    /// Counts a choice in the palette.
    pub(in crate::app) fn choose(&mut self, name: String, now: Timestamp) -> Persist {
        let times = self.chosen.entry(name.clone()).or_default();
        *times = times.saturating_add(1);
        Persist::Chosen(name, now)
    }

    /// Puts a place on top of the visited ones.
    pub(in crate::app) fn visited(&mut self, visit: Visit) -> Persist {
        self.visits.retain(|v| v.place != visit.place || v.network != visit.network);
        self.visits.insert(0, visit.clone());
        self.visits.truncate(MAX_VISITS);
        Persist::Visit(visit)
    }

    /// Stores those changes that panes read back: forms, filters and columns.
    pub(in crate::app) fn remember(&mut self, keep: &Persist) {
        match keep {
            Persist::Draft(draft) => {
                self.drafts.retain(|d| d.form != draft.form);
                self.drafts.push(draft.clone());
            }
            Persist::Filter(filter) => {
                self.filters.retain(|known| !known.is(filter));
                self.filters.insert(0, (**filter).clone());
            }
            Persist::Columns(list, choice) => {
                self.columns.insert(list.clone(), choice.clone());
            }
            Persist::Bookmarks(bookmarks) => {
                for bookmark in bookmarks {
                    self.bookmarks.retain(|known| !known.is(bookmark));
                    self.bookmarks.insert(0, bookmark.clone());
                }
            }
            Persist::ForgetBookmark(bookmark) => self.bookmarks.retain(|known| !known.is(bookmark)),
            Persist::ForgetFilter(filter) => self.filters.retain(|known| !known.is(filter)),
            _ => {}
        }
    }
}
