//! The actions on a followed job, on every pane that shows one.

use super::{next_step, report};
use crate::ledger::ContractRef;
use crate::message::place::{JobPlace, VerifyPlace};
use crate::message::{Action, Copied, Effect, ExportOffer, Place, TextOffer};
use crate::panes::kit::code_diff::mismatch;
use crate::panes::{ActionHint, Context};
use crate::verification::{Job, JobState, Mode, Retry, Step};

/// Where the job is: by its id on the server once it has one.
pub fn place(job: &Job) -> Place {
    Place::Job(job_place(job))
}

pub(super) fn job_place(job: &Job) -> JobPlace {
    job.id.clone().map_or(JobPlace::Key(job.key), JobPlace::Id)
}

/// Does a verb that is about a job. `None` if it is the pane's own.
pub fn act(job: &Job, action: Action, ctx: &Context<'_>) -> Option<Vec<Effect>> {
    let effect = match action {
        Action::NextStep => {
            return Some(
                next_step::step_of(job, ctx)
                    .map_or_else(Vec::new, |step| next_step::take_step(step, job, ctx)),
            );
        }
        Action::Refresh if ctx.jobs.can_send_again(job.key) => Some(Effect::Retry(job.key, Retry::Now)),
        Action::Refresh => Some(Effect::PollNow(job.key)),
        Action::Edit => Some(Effect::Go(Place::Verify(form(job, job.mode)))),
        Action::NextMode => Some(Effect::Go(Place::Verify(form(job, Some(other_mode(job)))))),
        Action::Contract => contract(job, ctx).map(Effect::Go),
        Action::Difference => Some(Effect::Go(Place::Difference(job_place(job)))),
        Action::Raw => raw(job),
        Action::Browse => sources(job, ctx).map(Effect::Browse),
        Action::Export => Some(Effect::Export(ExportOffer::Text(export(job, ctx)))),
        _ => return None,
    };
    Some(effect.into_iter().collect())
}

/// The available actions on the job, its next step first.
pub fn hints(job: &Job, ctx: &Context<'_>) -> Vec<ActionHint> {
    let no_id = job.id.is_none().then_some("the verifier gave it no id");
    let no_address = job.address.is_none().then_some("its contract is not known yet");
    let loading = job.record.as_ref().is_some_and(|record| record.abridged).then_some(mismatch::LOADING);
    let no_record = job.record.is_none().then_some("there is no record yet").or(loading);
    let elsewhere = contract(job, ctx).is_none().then_some("its contract is on another network");
    let no_page = sources(job, ctx).is_none().then_some("there is no page of its sources to open");
    let exact =
        (job.state == JobState::ExactMatch).then_some("it is verified exactly: nothing is left to do");
    let other = match other_mode(job) {
        Mode::Similarity => "try similarity",
        Mode::Import => "try import",
        Mode::StandardJson => "try standard JSON",
        Mode::Metadata => "try metadata",
    };
    let planned = ctx.jobs.is_planned_elsewhere(job.key).then_some("another hieroscope sends it again");
    let theme = if ctx.jobs.can_send_again(job.key) {
        ActionHint::hidden(Action::Refresh, "send it now")
    } else {
        ActionHint::new(Action::Refresh, "check now").disabled_if(planned.or(no_id))
    };
    let mut hints = vec![
        theme,
        ActionHint::new(Action::Contract, "contract").disabled_if(no_address.or(elsewhere)),
        ActionHint::new(Action::Edit, "edit and resubmit").disabled_if(no_address.or(exact).or(planned)),
        ActionHint::new(Action::NextMode, other).disabled_if(no_address.or(exact)),
        ActionHint::new(Action::Raw, "raw JSON").disabled_if(no_record),
        ActionHint::hidden(Action::Browse, "open the sources in a web explorer").disabled_if(no_page),
        ActionHint::new(Action::Forget, "forget"),
        ActionHint::hidden(Action::Export, "write a report to a file").disabled_if(loading),
    ];
    if mismatch::error(job).is_some() {
        let codes = ActionHint::new(Action::Difference, "compare the codes")
            .disabled_if(mismatch::obstacle(job, ctx));
        hints.insert(1, codes);
    }
    if let Some(step) = next_step::step_of(job, ctx) {
        if step == Step::Retry {
            hints
                .iter_mut()
                .filter(|hint| hint.action == Action::Refresh)
                .for_each(|hint| hint.footer = true);
        }
        let same = next_step::same_as(step, job);
        // Its own key still does it; named twice, it would take another's room.
        hints.iter_mut().filter(|hint| Some(hint.action) == same).for_each(|hint| hint.footer = false);
        hints.insert(0, ActionHint::new(Action::NextStep, next_step::step_label(step, job)));
    }
    hints
}

/// The names of a job, for copying.
pub fn copies(job: &Job) -> Vec<Copied> {
    let copied = |what: &str, text: String| Copied::new(what, text);
    let id = job.id.as_ref().map(|id| copied("job id", id.to_string()));
    let lasting = job.id.as_ref().filter(|_| !job.server.is_empty());
    let theme = lasting.map(|id| copied("address of the record", format!("{}/v2/verify/{id}", job.server)));
    let address = job.address.as_ref().map(|address| copied("contract address", address.checksummed()));
    let place = copied("this place", place(job).to_string());
    id.into_iter().chain(address).chain(theme).chain([place]).collect()
}

/// The form with the job's input.
pub(super) fn form(job: &Job, mode: Option<Mode>) -> VerifyPlace {
    VerifyPlace {
        chain: job.chain.clone(),
        contract: job.address.map(ContractRef::Address),
        mode,
        creation_hash: job.creation_hash,
    }
}

pub(super) fn other_mode(job: &Job) -> Mode {
    match job.mode {
        Some(Mode::Similarity) => Mode::Import,
        Some(Mode::Import | Mode::StandardJson | Mode::Metadata) | None => Mode::Similarity,
    }
}

/// The record as received.
pub(super) fn raw(job: &Job) -> Option<Effect> {
    let record = job.record.as_ref()?;
    Some(Effect::Raw("the job's record as received".to_owned(), record.raw.clone()))
}

/// The report as a file, which is named by the job's id or by when it was made.
fn export(job: &Job, ctx: &Context<'_>) -> TextOffer {
    let id = job.id.as_ref().map(|id| id.to_string().chars().take(8).collect());
    let name = id.unwrap_or_else(|| job.key.made.seconds.to_string());
    TextOffer {
        title: TextOffer::TITLE,
        path: format!("hieroscope-report-{name}.md"),
        text: report::markdown(job, ctx.now),
    }
}

/// The contract, if the network on screen can show it.
pub fn contract(job: &Job, ctx: &Context<'_>) -> Option<Place> {
    let here = job.network == ctx.network.name && (job.chain.is_none() || job.chain == ctx.network.chain);
    job.address.filter(|_| here).map(|address| Place::contract(ContractRef::Address(address)))
}

/// The web page with the verified sources.
pub(super) fn sources(job: &Job, ctx: &Context<'_>) -> Option<String> {
    let network = ctx.networks.iter().find(|network| network.name == job.network)?;
    let page = network.explorer.sources_of(job.chain.as_ref()?, job.address?)?;
    job.state.is_success().then_some(page)
}
