//! What a session keeps, as the store would have it.

use hieroscope::message::{Draft, Persist};

use super::host::TestHost;

impl TestHost {
    pub(super) fn keep(&mut self, keep: &Persist) {
        match keep {
            Persist::Job(job) => {
                self.saved.jobs.retain(|known| known.key != job.key);
                self.saved.jobs.insert(0, (**job).clone());
            }
            Persist::ForgetJob(key) => self.saved.jobs.retain(|known| known.key != *key),
            Persist::Visit(visit) => self.saved.visits.insert(0, visit.clone()),
            Persist::Filter(filter) => {
                self.saved.filters.retain(|known| !known.is(filter));
                self.saved.filters.insert(0, (**filter).clone());
            }
            Persist::ForgetFilter(filter) => self.saved.filters.retain(|known| !known.is(filter)),
            Persist::OpenTabs(tabs) => self.saved.open_tabs.clone_from(tabs),
            Persist::Batch(batch) => {
                self.saved.batches.retain(|known| known.id != batch.id);
                self.saved.batches.insert(0, (**batch).clone());
            }
            Persist::Draft(draft) => {
                let Draft { form, .. } = draft;
                self.saved.drafts.retain(|known| known.form != *form);
                self.saved.drafts.push(draft.clone());
            }
            Persist::Interface(custom) => {
                self.saved.interfaces.retain(|known| !known.is(custom));
                self.saved.interfaces.push((**custom).clone());
            }
            Persist::ForgetInterface(custom) => self.saved.interfaces.retain(|known| !known.is(custom)),
            Persist::Signature(custom) => self.saved.signatures.push(custom.clone()),
            Persist::ForgetSignature(text) => self.saved.signatures.retain(|known| known.text != *text),
            Persist::SlotName(name) => {
                self.saved.slots.retain(|known| !known.is(name));
                self.saved.slots.extend((!name.name.is_empty()).then(|| name.clone()));
            }
            Persist::Labels(labels) => {
                for label in labels {
                    self.saved.labels.retain(|known| !known.is(label));
                    self.saved.labels.extend((!label.name.is_empty()).then(|| label.clone()));
                }
            }
            Persist::Bookmarks(bookmarks) => {
                for bookmark in bookmarks {
                    self.saved.bookmarks.retain(|known| !known.is(bookmark));
                    self.saved.bookmarks.insert(0, bookmark.clone());
                }
            }
            Persist::ForgetBookmark(bookmark) => self.saved.bookmarks.retain(|known| !known.is(bookmark)),
            Persist::Watched(watched) => {
                self.saved.watched.retain(|known| !known.is(watched));
                self.saved.watched.push((**watched).clone());
            }
            Persist::ForgetWatched(watched) => self.saved.watched.retain(|known| !known.is(watched)),
            Persist::Answer(answer) => self.saved.answers.push((**answer).clone()),
            Persist::CachedSignatures(told, _) => {
                self.saved.signature_cache.functions.extend(told.functions.iter().cloned());
                self.saved.signature_cache.events.extend(told.events.iter().cloned());
            }
            Persist::Chosen(name, _) => match self.saved.chosen.iter_mut().find(|(known, _)| known == name) {
                Some((_, times)) => *times += 1,
                None => self.saved.chosen.push((name.clone(), 1)),
            },
            Persist::Preview(on) => self.saved.preview = Some(*on),
            Persist::Columns(list, choice) => {
                self.saved.columns.insert(list.clone(), choice.clone());
            }
        }
    }
}
