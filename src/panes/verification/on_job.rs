//! The actions on a followed job, shared by every pane that shows one.

use verification::{Job, JobState, Mode, Retry, Step};

use super::job_leads::{contract, form, job_place, other_mode, place, raw, sources};
use super::{next_step, report};
use crate::message::{Action, Copied, Effect, ExportOffer, Place, TextOffer};
use crate::panes::kit::nouns::code_diff::mismatch;
use crate::panes::{Context, Verbs};

/// Adds the verbs of a job, its next step first.
pub fn verbs<P: 'static>(job: &Job, ctx: &Context<'_>, verbs: &mut Verbs<'_, P>) {
    let no_id = job.id.is_none().then_some("the verifier gave it no id");
    let no_address = job.address.is_none().then_some("its contract is not known yet");
    let exact =
        (job.state == JobState::ExactMatch).then_some("it is verified exactly: nothing is left to do");
    let other = match other_mode(job) {
        Mode::Similarity => "try similarity",
        Mode::Import => "try import",
        Mode::StandardJson => "try standard JSON",
        Mode::Metadata => "try metadata",
    };
    let planned = ctx.jobs.is_planned_elsewhere(job.key).then_some("another hieroscope sends it again");
    let step = next_step::step_of(job, ctx);
    if let Some(step) = step {
        let row = verbs.add(Action::NextStep, || next_step::step_label(step, job).into_owned());
        row.give(|| next_step::take_step(step, job, ctx));
    }
    if ctx.jobs.can_send_again(job.key) {
        let again = verbs.hidden(Action::Refresh, "send it now").shown_if(step == Some(Step::Retry));
        again.give(|| Effect::Retry(job.key, Retry::Now));
    } else {
        let check = verbs.add(Action::Refresh, "check now").unless(planned.or(no_id));
        check.give(|| Effect::PollNow(job.key));
    }
    if mismatch::error(job).is_some() {
        let codes = verbs.add(Action::Difference, "compare the codes").unless(mismatch::obstacle(job, ctx));
        codes.give(|| Effect::Go(Place::Difference(job_place(job))));
    }
    to_contract(job, ctx, verbs);
    let edit = verbs.add(Action::Edit, "edit and resubmit").unless(no_address.or(exact).or(planned));
    edit.give(|| Effect::Go(Place::Verify(form(job, job.mode))));
    let mode = verbs.add(Action::NextMode, other).unless(no_address.or(exact));
    mode.give(|| Effect::Go(Place::Verify(form(job, Some(other_mode(job))))));
    to_record(job, ctx, verbs);
    // The verb's own key still works; listing it twice would waste space.
    step.and_then(|step| next_step::same_as(step, job)).into_iter().for_each(|same| verbs.hide(same));
}

/// Adds the link to a job's contract.
pub(super) fn to_contract<P: 'static>(job: &Job, ctx: &Context<'_>, verbs: &mut Verbs<'_, P>) {
    let place = contract(job, ctx);
    let elsewhere = place.is_none().then_some("its contract is on another network");
    let no_address = job.address.is_none().then_some("its contract is not known yet");
    verbs.add(Action::Contract, "contract").unless(no_address.or(elsewhere)).give(|| Effect::go(place));
}

/// Adds the links to a job's record and to its web page.
pub(super) fn to_record<P: 'static>(job: &Job, ctx: &Context<'_>, verbs: &mut Verbs<'_, P>) {
    let no_record = job.record.is_none().then_some("there is no record yet").or(loading(job));
    verbs.add(Action::Raw, "raw JSON").unless(no_record).give(|| raw(job));
    let page = sources(job, ctx);
    let no_page = page.is_none().then_some("there is no page of its sources to open");
    let browse = verbs.hidden(Action::Browse, "open the sources in a web explorer").unless(no_page);
    browse.give(|| Effect::browse(page));
}

/// Adds the export of a report.
pub(super) fn to_report<P: 'static>(job: &Job, ctx: &Context<'_>, verbs: &mut Verbs<'_, P>) {
    let report = verbs.hidden(Action::Export, "write a report to a file").unless(loading(job));
    report.give(|| Effect::Export(ExportOffer::Text(export(job, ctx))));
}

fn loading(job: &Job) -> Option<&'static str> {
    job.record.as_ref().is_some_and(|record| record.abridged).then_some(mismatch::LOADING)
}

/// The copy menu of a job.
pub fn copies(job: &Job) -> Vec<Copied> {
    let copied = |what: &str, text: String| Copied::new(what, text);
    let id = job.id.as_ref().map(|id| copied("job id", id.to_string()));
    let lasting = job.id.as_ref().filter(|_| !job.server.is_empty());
    let theme = lasting.map(|id| copied("address of the record", format!("{}/v2/verify/{id}", job.server)));
    let address = job.address.as_ref().map(|address| copied("contract address", address.checksummed()));
    let place = copied("this place", place(job).to_string());
    id.into_iter().chain(address).chain(theme).chain([place]).collect()
}

/// The report as a file, named after the job's id or its creation time.
fn export(job: &Job, ctx: &Context<'_>) -> TextOffer {
    let id = job.id.as_ref().map(|id| id.to_string().chars().take(8).collect());
    let name = id.unwrap_or_else(|| job.key.made.seconds.to_string());
    TextOffer {
        title: TextOffer::TITLE,
        path: format!("hieroscope-report-{name}.md"),
        text: report::markdown(job, ctx.now),
    }
}
