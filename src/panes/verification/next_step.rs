//! The next step of a job, which has the same key on every pane that shows the job.

use std::borrow::Cow;

use ledger::ContractRef;
use ledger::timestamp::{NANOS, span};
use verification::{Advice, Job, Mode, Retry, Step};

use super::{job_leads, report};
use crate::message::{Action, Copied, Effect, Place};
use crate::panes::Context;
use crate::panes::kit::nouns::code_diff::mismatch;

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
    let form = |mode| Effect::Go(Place::Verify(job_leads::form(job, mode)));
    let effect = match step {
        Step::Try(mode) => Some(form(Some(mode))),
        Step::Edit | Step::Again => Some(form(job.mode)),
        Step::Retry if job.retry_at.is_some() => Some(Effect::Retry(job.key, Retry::Never)),
        Step::Retry => Some(Effect::Retry(job.key, Retry::Later)),
        Step::Resend => Some(Effect::Retry(job.key, Retry::Now)),
        Step::Poll => Some(Effect::PollNow(job.key)),
        Step::Verified => verified(job).map(Effect::Go),
        Step::Difference => Some(Effect::Go(Place::Difference(job_leads::job_place(job)))),
        Step::Raw => job_leads::raw(job),
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
pub(super) fn same_as(step: Step, job: &Job) -> Option<Action> {
    match step {
        Step::Try(mode) => (mode == job_leads::other_mode(job)).then_some(Action::NextMode),
        Step::Edit | Step::Again => Some(Action::Edit),
        Step::Poll | Step::Resend => Some(Action::Refresh),
        Step::Difference => Some(Action::Difference),
        Step::Raw => Some(Action::Raw),
        Step::Verified | Step::Retry | Step::Report => None,
    }
}
