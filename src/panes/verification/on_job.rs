//! The links, the next step and the verbs of a followed job, the same on every pane that shows one.

use std::borrow::Cow;

use ledger::ContractRef;
use ledger::timestamp::{NANOS, span};
use verification::{Advice, Job, JobState, Mode, Retry, Step};

use super::report;
use crate::message::place::{JobPlace, VerifyPlace};
use crate::message::{Action, Copied, Effect, ExportOffer, Notice, Place, TextOffer};
use crate::panes::kit::nouns::code_diff::mismatch;
use crate::panes::{Context, Verbs};

/// The job of a place, if it is followed here.
pub(super) fn followed<'a>(which: &JobPlace, ctx: &Context<'a>) -> Option<&'a Job> {
    match which {
        JobPlace::Id(id) => ctx.jobs.by_id(id),
        JobPlace::Key(key) => ctx.jobs.get(*key),
    }
}

pub(super) fn forget(job: &Job) -> Vec<Effect> {
    let notice = Notice::info("forgotten here; the verifier keeps it");
    vec![Effect::Forget(job.key), Effect::Notify(notice)]
}

/// Says that the key must be pressed again to forget a running job.
pub(super) fn forget_again(ctx: &Context<'_>) -> Effect {
    let again = ctx.keymap.key_of(Action::Forget);
    let words = format!("it is still running: press {again} again to forget it here");
    Effect::Notify(Notice::warning(words))
}

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
    let step = step_of(job, ctx);
    if let Some(step) = step {
        let row = verbs.add(Action::NextStep, || step_label(step, job).into_owned());
        row.give(|| take_step(step, job, ctx));
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
    step.and_then(|step| same_as(step, job)).into_iter().for_each(|same| verbs.hide(same));
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

/// The job's page, by its id on the server once it has one.
pub fn place(job: &Job) -> Place {
    Place::Job(job_place(job))
}

fn job_place(job: &Job) -> JobPlace {
    job.id.clone().map_or(JobPlace::Key(job.key), JobPlace::Id)
}

pub(super) fn form(job: &Job, mode: Option<Mode>) -> VerifyPlace {
    VerifyPlace {
        chain: job.chain.clone(),
        contract: job.address.map(ContractRef::Address),
        mode,
        creation_hash: job.creation_hash,
    }
}

fn other_mode(job: &Job) -> Mode {
    match job.mode {
        Some(Mode::Similarity) => Mode::Import,
        Some(Mode::Import | Mode::StandardJson | Mode::Metadata) | None => Mode::Similarity,
    }
}

pub(super) fn raw(job: &Job) -> Option<Effect> {
    let record = job.record.as_ref()?;
    Some(Effect::Raw("the job's record as received".to_owned(), record.raw.clone()))
}

/// The contract; `None` if the current network cannot show it.
pub fn contract(job: &Job, ctx: &Context<'_>) -> Option<Place> {
    let here = job.network == ctx.network.name && (job.chain.is_none() || job.chain == ctx.network.chain);
    job.address.filter(|_| here).map(|address| Place::contract(ContractRef::Address(address)))
}

/// The web page of the verified sources.
pub(super) fn sources(job: &Job, ctx: &Context<'_>) -> Option<String> {
    let network = ctx.networks.iter().find(|network| network.name == job.network)?;
    let page = network.explorer.sources_of(job.chain.as_ref()?, job.address?)?;
    job.state.is_success().then_some(page)
}

/// The available step: the recommended one if possible, otherwise the closest to it.
pub fn step_of(job: &Job, ctx: &Context<'_>) -> Option<Step> {
    if ctx.jobs.is_planned_elsewhere(job.key) {
        return None;
    }
    let step = match job.step()? {
        _ if is_verified(job, ctx) => Step::Verified,
        Step::Retry | Step::Resend if !ctx.jobs.can_send_again(job.key) => Step::Again,
        // The user can correct the key.
        Step::Try(_) if job.claims_the_key() && ctx.jobs.sent_a_key(job.key) => Step::Edit,
        // A mode that failed before is not recommended again, except for the user's own sources, which may differ.
        Step::Try(mode) if ctx.jobs.in_vain(job, mode) || is_closed(mode, job, ctx) => {
            Step::Try(Mode::StandardJson)
        }
        Step::Difference if mismatch::obstacle(job, ctx).is_some() => Step::Edit,
        step => step,
    };
    let needs_contract = matches!(step, Step::Try(_) | Step::Edit | Step::Again | Step::Verified);
    let known = job.address.is_some() && job.chain.is_some();
    Some(if needs_contract && !known { Step::Report } else { step })
}

/// Whether the verifier has already verified the contract of a job with an unknown outcome.
fn is_verified(job: &Job, ctx: &Context<'_>) -> bool {
    ctx.jobs.lookup(job.key).is_some_and(|lookup| lookup.verified().is_some())
}

/// Whether the verifier does not import contracts of the job's chain.
fn is_closed(mode: Mode, job: &Job, ctx: &Context<'_>) -> bool {
    let chain = job.chain.as_ref().filter(|_| mode == Mode::Import && job.network == ctx.network.name);
    let known = chain.and_then(|chain| ctx.chains?.find(chain));
    known.is_some_and(|chain| chain.import.value() == Some(false))
}

/// The advice on the job, adapted to the available step.
pub fn advice(job: &Job, ctx: &Context<'_>) -> Option<Advice> {
    let advice = job.advice()?;
    let next = match step_of(job, ctx) {
        None if ctx.jobs.is_planned_elsewhere(job.key) => {
            "Another hieroscope sends it again by itself; there it can be sent now, or stopped."
        }
        Some(Step::Verified) if is_verified(job, ctx) => {
            "See how it is verified: by this submission, or by another one."
        }
        Some(Step::Edit) if job.claims_the_key() => {
            "Check that your key covers this chain and type it again, or try similarity, which needs none."
        }
        Some(Step::Again) if advice.step != Step::Again => {
            "Submit it again: what an earlier run of the program had sent is not kept."
        }
        Some(step @ Step::Try(_)) if step != advice.step => {
            "Verify it from your own sources: the easier ways are not available."
        }
        _ => advice.next,
    };
    Some(Advice { next, ..advice })
}

/// The label of a step.
pub fn step_label(step: Step, job: &Job) -> Cow<'static, str> {
    match (step, job.next_wait()) {
        (Step::Retry, _) if job.retry_at.is_some() => "stop retrying".into(),
        (Step::Retry, Some(wait)) => {
            format!("retry in {}", span(u128::from(wait) * u128::from(NANOS))).into()
        }
        (step, _) => step.label().into(),
    }
}

pub fn take_step(step: Step, job: &Job, ctx: &Context<'_>) -> Vec<Effect> {
    let form = |mode| Effect::Go(Place::Verify(form(job, mode)));
    let effect = match step {
        Step::Try(mode) => Some(form(Some(mode))),
        Step::Edit | Step::Again => Some(form(job.mode)),
        Step::Retry if job.retry_at.is_some() => Some(Effect::Retry(job.key, Retry::Never)),
        Step::Retry => Some(Effect::Retry(job.key, Retry::Later)),
        Step::Resend => Some(Effect::Retry(job.key, Retry::Now)),
        Step::Poll => Some(Effect::PollNow(job.key)),
        Step::Verified => verified(job).map(Effect::Go),
        Step::Difference => Some(Effect::Go(Place::Difference(job_place(job)))),
        Step::Raw => raw(job),
        Step::Report => Some(Effect::Copy(report(job, ctx))),
    };
    effect.into_iter().collect()
}

/// The verifier's record of the contract.
fn verified(job: &Job) -> Option<Place> {
    Some(Place::Verified(job.chain.clone()?, ContractRef::Address(job.address?)))
}

pub fn report(job: &Job, ctx: &Context<'_>) -> Copied {
    Copied::new("report in Markdown", report::markdown(job, ctx.now))
}

/// The verb equivalent to the step, if any.
fn same_as(step: Step, job: &Job) -> Option<Action> {
    match step {
        Step::Try(mode) => (mode == other_mode(job)).then_some(Action::NextMode),
        Step::Edit | Step::Again => Some(Action::Edit),
        Step::Poll | Step::Resend => Some(Action::Refresh),
        Step::Difference => Some(Action::Difference),
        Step::Raw => Some(Action::Raw),
        Step::Verified | Step::Retry | Step::Report => None,
    }
}
