//! Data that outlives the session: jobs, batches, the watch list, and the inputs of panes, such as visits, drafts,
//! bookmarks, filters and columns.

use std::collections::BTreeMap;

use ledger::Timestamp;
use verification::{Followed, JobKey};

use super::records::Records;
use crate::app::jobs::batches::Batches;
use crate::message::{
    Bookmark, ColumnChoices, Command, Draft, Effect, Persist, Saved, SavedFilter, Visit, Watched,
};
use crate::panes::kit::nouns::watch::Watch;

#[derive(Debug)]
pub(in crate::app) struct Kept {
    pub(in crate::app) followed: Followed,
    pub(in crate::app) batches: Batches,
    pub(in crate::app) records: Records,
    /// The watch list, oldest first.
    pub(in crate::app) watching: Vec<Watch>,
    pub(in crate::app) remembered: Remembered,
    /// The process that makes job keys.
    pub(in crate::app) process: u32,
}

impl Kept {
    pub(super) fn new(process: u32) -> Self {
        Self {
            followed: Followed::default(),
            batches: Batches::default(),
            records: Records::default(),
            watching: Vec::new(),
            remembered: Remembered::default(),
            process,
        }
    }

    pub(in crate::app) fn save_jobs(&self, keys: &[JobKey]) -> Vec<Command> {
        let jobs = keys.iter().filter_map(|key| self.followed.get(*key));
        jobs.map(|job| Command::Persist(Persist::Job(Box::new(job.clone())))).collect()
    }

    /// The next step of the batches.
    pub(in crate::app) fn step_batches(&mut self, now: Timestamp) -> Option<Vec<Effect>> {
        self.batches.step(&self.followed, now, self.process)
    }

    /// Applies a stored change of the watch list. `true` if the change is about it.
    pub(super) fn keep_watched(&mut self, keep: &Persist) -> bool {
        match keep {
            Persist::Watched(watched) => self.set_watched(watched),
            Persist::ForgetWatched(watched) => self.watching.retain(|known| !known.watched.is(watched)),
            _ => return false,
        }
        true
    }

    fn set_watched(&mut self, watched: &Watched) {
        match self.watching.iter_mut().find(|known| known.watched.is(watched)) {
            Some(known) => known.watched.clone_from(watched),
            None => self.watching.push(Watch::new(watched.clone())),
        }
    }

    /// Restores the stored list; entries added since the start stay unchanged.
    pub(super) fn restore_watched(&mut self, saved: Vec<Watched>) {
        let newer = std::mem::take(&mut self.watching);
        let is_newer = |watched: &Watched| newer.iter().any(|known| known.watched.is(watched));
        let older: Vec<Watch> = saved.into_iter().filter(|it| !is_newer(it)).map(Watch::new).collect();
        self.watching = older.into_iter().chain(newer).collect();
    }
}

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
