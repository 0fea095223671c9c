//! What a session keeps, as the store would have it.

use hieroscope::message::{Draft, Keep};

use super::host::TestHost;

impl TestHost {
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
            Keep::Interface(custom) => {
                self.saved.interfaces.retain(|known| !known.is(custom));
                self.saved.interfaces.push((**custom).clone());
            }
            Keep::ForgetInterface(custom) => self.saved.interfaces.retain(|known| !known.is(custom)),
            Keep::Signature(custom) => self.saved.signatures.push(custom.clone()),
            Keep::ForgetSignature(text) => self.saved.signatures.retain(|known| known.text != *text),
            Keep::SlotName(name) => {
                self.saved.slots.retain(|known| !known.is(name));
                self.saved.slots.extend((!name.name.is_empty()).then(|| name.clone()));
            }
            Keep::Answer(answer) => self.saved.answers.push((**answer).clone()),
            Keep::CachedSignatures(told, _) => {
                self.saved.signature_cache.functions.extend(told.functions.iter().cloned());
                self.saved.signature_cache.events.extend(told.events.iter().cloned());
            }
        }
    }
}
