//! The form for the id of a job that was submitted elsewhere.

use verification::{Job, JobId, JobKey};

use crate::message::Effect;
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::panes::kit::nouns::job_text;
use crate::panes::verification::job_leads;
use crate::widgets::form::{Form, FormField};

const NAME: &str = "verificationId";

pub(super) fn form(ctx: &Context<'_>) -> PopupForm {
    let server = ctx.network.verifier.as_deref().map_or("no verifier", job_text::server);
    let field = FormField::text(NAME, "job id", "a UUID, or an address that ends with one", "");
    PopupForm::new(format!("Follow a job of {server}"), vec![field]).live().applied_by_paste()
}

/// Follows the job with the typed id, or opens it if it is already followed.
pub(super) fn parse(form: &Form, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
    let id = parse_job_id(form.value(NAME))?;
    let server = ctx.network.verifier.as_ref();
    let server = server.ok_or_else(|| format!("{} has no verifier to ask", ctx.network.name))?;
    if let Some(job) = ctx.jobs.by_id(&id).filter(|job| job.server == *server) {
        return Ok(vec![Effect::Go(job_leads::place(job))]);
    }
    let key = JobKey { made: ctx.now, process: ctx.process };
    let job = Job::adopt(key, &ctx.network.name, server, id, ctx.now);
    let place = job_leads::place(&job);
    Ok(vec![Effect::Follow(Box::new(job)), Effect::Go(place)])
}

/// Whether a text contains a job's id.
pub(super) fn names_a_job(text: &str) -> bool {
    parse_job_id(text.trim()).is_ok()
}

/// Parses an id, alone or at the end of a URL.
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
