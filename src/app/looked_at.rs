//! The jobs that are looked at: their whole records are loaded, however large.

use std::sync::Arc;

use super::App;
use super::history::Preview;
use crate::ledger::Timestamp;
use crate::message::place::JobPlace;
use crate::message::{Command, Notice, Place};
use crate::panes::kit::list::step::Lead;
use crate::verification::{JobKey, JobRecord};

impl App {
    /// What loads the records of the jobs on screen and of the one that is selected.
    pub(super) fn load_records(&mut self) -> Vec<Command> {
        let here = self.place();
        let selected = match here {
            Place::Jobs | Place::Batch => {
                self.history.top_mut().step_rows().and_then(|rows| rows.place(rows.selected(), Lead::Row))
            }
            _ => None,
        };
        let preview = self.history.preview().and_then(Preview::pane).map(|(_, pane)| pane.place());
        let followed = &mut self.shared.kept.followed;
        let places = [Some(here), selected, preview].into_iter().flatten();
        let keys = places.filter_map(|place| match place {
            Place::Job(JobPlace::Id(id)) | Place::Difference(JobPlace::Id(id)) => {
                followed.by_id(&id).map(|job| job.key)
            }
            Place::Job(JobPlace::Key(key)) | Place::Difference(JobPlace::Key(key)) => Some(key),
            _ => None,
        });
        let keys: Vec<JobKey> = keys.collect();
        keys.into_iter().filter(|key| followed.look_at(*key)).map(Command::LoadRecord).collect()
    }

    /// Takes in the whole record of a job.
    pub(super) fn record_loaded(
        &mut self,
        key: JobKey,
        record: Result<Arc<JobRecord>, String>,
        now: Timestamp,
    ) {
        match record {
            Ok(record) => {
                self.shared.kept.followed.complete(key, record);
                self.rebuild_view(now);
            }
            Err(words) => self.shared.screen.toasts.push(Notice::failure(words), now),
        }
    }
}
