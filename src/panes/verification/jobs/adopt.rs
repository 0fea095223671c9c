//! Asks for the id of a job that was submitted elsewhere.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Effect, Input};
use crate::panes::Context;
use crate::panes::kit::job_text;
use crate::panes::verification::on_job;
use crate::verification::{Job, JobId, JobKey};
use crate::widgets::form::{Form, FormField, Typed};
use crate::widgets::popup;

/// The form.
#[derive(Clone, Debug)]
pub(super) struct Adopt {
    form: Form,
    fault: Option<String>,
}

const NAME: &str = "verificationId";

impl Default for Adopt {
    fn default() -> Self {
        let field = FormField::text(NAME, "job id", "a UUID, or an address that ends with one", "");
        Self { form: Form::new(vec![field]), fault: None }
    }
}

impl Adopt {
    /// Takes an input; whether the form stays open, and what follows. `None` if the input is not for it.
    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<(bool, Vec<Effect>)> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some((false, Vec::new())),
            Typed::Moved => Some((true, Vec::new())),
            // A whole id that is pasted needs no further key.
            Typed::Edited
                if matches!(input, Input::Paste(_)) && parse_job_id(self.form.value(NAME)).is_ok() =>
            {
                match self.adopted(ctx) {
                    Ok(effects) => Some((false, effects)),
                    Err(fault) => {
                        self.fault = Some(fault);
                        Some((true, Vec::new()))
                    }
                }
            }
            Typed::Edited => {
                let text = self.form.value(NAME);
                self.fault = if text.is_empty() { None } else { parse_job_id(text).err() };
                Some((true, Vec::new()))
            }
            Typed::Apply => match self.adopted(ctx) {
                Ok(effects) => Some((false, effects)),
                Err(fault) => {
                    self.fault = Some(fault);
                    Some((true, Vec::new()))
                }
            },
        }
    }

    /// Follows the job, or opens it if it is followed already.
    fn adopted(&self, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
        let id = parse_job_id(self.form.value(NAME))?;
        let server = ctx.network.verifier.as_ref();
        let server = server.ok_or_else(|| format!("{} has no verifier to ask", ctx.network.name))?;
        if let Some(job) = ctx.jobs.by_id(&id).filter(|job| job.server == *server) {
            return Ok(vec![Effect::Go(on_job::place(job))]);
        }
        let key = JobKey { made: ctx.now, process: ctx.process };
        let job = Job::adopt(key, &ctx.network.name, server, id, ctx.now);
        let place = on_job::place(&job);
        Ok(vec![Effect::Follow(Box::new(job)), Effect::Go(place)])
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let title = format!(
            "Follow a job of {}",
            ctx.network.verifier.as_deref().map_or("no verifier", job_text::server)
        );
        let inner = popup::open(ctx.theme, area, &title, 3, buf);
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        popup::footer(ctx.theme, ctx.keymap, inner, self.fault.as_deref(), buf);
        cursor
    }
}

/// Whether a text names a job.
pub(super) fn names_a_job(text: &str) -> bool {
    parse_job_id(text.trim()).is_ok()
}

/// Reads an id, alone or at the end of an address.
fn parse_job_id(text: &str) -> Result<JobId, String> {
    let last = text.trim_end_matches('/').rsplit('/').next().unwrap_or(text);
    JobId::parse(last).ok_or_else(|| {
        "a job's id is 32 hex digits in five groups, such as 2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_at_the_end_of_addresses() {
        let id = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";
        for text in [
            id.to_owned(),
            id.to_uppercase(),
            format!("http://127.0.0.1:1/v2/verify/{id}"),
            format!("http://127.0.0.1:1/jobs/{id}/"),
            format!("job/{id}"),
        ] {
            assert_eq!(parse_job_id(&text).map(|id| id.to_string()).as_deref(), Ok(id), "{text}");
        }
        assert!(parse_job_id("").is_err());
        assert!(parse_job_id("0.0.5001").is_err());
    }
}
