//! From the form to a job: review, then send.

use super::{VerifyPane, plan};
use crate::message::place::JobPlace;
use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::verification::{Job, JobKey, Submission};

impl VerifyPane {
    /// Enter: shows the request for a last look, and then sends it.
    pub(super) fn apply(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.tried = true;
        self.lookup(ctx);
        self.source.read_again(&self.fields, ctx);
        self.changed = false;
        match self.submission(ctx) {
            // The file is sent as it is now, so it is read once more.
            Ok(_) if self.confirming && self.fields.wants_file() => self.source.check(),
            Ok(_) if self.confirming => return self.send(ctx),
            Ok(_) => {
                self.confirming = true;
                self.first_file = 0;
                return vec![Effect::ProbeStore];
            }
            Err((field, _)) => {
                self.confirming = false;
                if let Some(field) = field {
                    self.fields.form_mut().focus(field);
                }
            }
        }
        Vec::new()
    }

    /// What would be sent; otherwise why not, and at which field if it is a field's fault.
    pub(super) fn submission(&self, ctx: &Context<'_>) -> Result<Submission, (Option<&'static str>, String)> {
        plan::submission(&self.fields, &self.subject, &self.source, ctx)
    }

    /// Sends, if there is something to send still.
    pub(super) fn send(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.confirming = false;
        let Ok(submission) = self.submission(ctx) else { return Vec::new() };
        let Some(server) = &ctx.network.verifier else { return Vec::new() };
        let key = JobKey { made: ctx.now, process: ctx.process };
        let job = Job::new(key, &ctx.network.name, server, &submission, ctx.now)
            .from_file(self.source.sent_path(&self.fields));
        self.fields.forget_key();
        self.source.leave();
        vec![Effect::Submit(Box::new(job), submission), Effect::Go(Place::Job(JobPlace::Key(key)))]
    }
}
