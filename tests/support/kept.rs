//! What a session keeps, as the store would have it.

use hieroscope::message::{Draft, Keep};

use super::Session;

impl Session {
    pub(super) fn keep(&mut self, keep: &Keep) {
        match keep {
            Keep::Job(job) => {
                self.saved.jobs.retain(|known| known.key != job.key);
                self.saved.jobs.insert(0, (**job).clone());
            }
            Keep::ForgetJob(key) => self.saved.jobs.retain(|known| known.key != *key),
            Keep::Visit(visit) => self.saved.visits.insert(0, visit.clone()),
            Keep::Batch(batch) => {
                self.saved.batches.retain(|known| known.id != batch.id);
                self.saved.batches.insert(0, (**batch).clone());
            }
            Keep::Draft(draft) => {
                let Draft { form, .. } = draft;
                self.saved.drafts.retain(|known| known.form != *form);
                self.saved.drafts.push(draft.clone());
            }
            Keep::Interface(taught) => {
                self.saved.interfaces.retain(|known| !known.is(taught));
                self.saved.interfaces.push((**taught).clone());
            }
            Keep::ForgetInterface(taught) => self.saved.interfaces.retain(|known| !known.is(taught)),
            Keep::Signature(taught) => self.saved.signatures.push(taught.clone()),
            Keep::ForgetSignature(text) => self.saved.signatures.retain(|known| known.text != *text),
            Keep::SlotName(name) => {
                self.saved.slots.retain(|known| !known.is(name));
                self.saved.slots.extend((!name.name.is_empty()).then(|| name.clone()));
            }
            Keep::Answer(answer) => self.saved.answers.push((**answer).clone()),
            Keep::Told(told, _) => {
                self.saved.told.functions.extend(told.functions.iter().cloned());
                self.saved.told.events.extend(told.events.iter().cloned());
            }
        }
    }
}
