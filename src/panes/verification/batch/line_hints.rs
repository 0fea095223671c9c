//! The actions on the lines of a batch, and what can be copied of them.

use super::{csv, open};
use crate::message::{Action, Copied};
use crate::panes::{ActionHint, Context};
use crate::verification::Batch;
use crate::verification::batch::{BatchLine, LineState, Phase, Skipped, Standing};

/// The actions on a batch, and on its selected line.
pub(super) fn hints(batch: &Batch, line: Option<&BatchLine>, ctx: &Context<'_>) -> Vec<ActionHint> {
    let ended = match batch.phase {
        Phase::Ended => Some("the batch has ended"),
        Phase::Elsewhere => Some("another hieroscope is handling it"),
        Phase::Running | Phase::Paused(_) => None,
    };
    let progress = batch.progress();
    let no_job = line.is_none_or(|line| line.job().and_then(|key| ctx.jobs.get(key)).is_none());
    let none_failed = (progress.failed == 0).then_some("no line has failed");
    let elsewhere = open(ctx).filter(|open| open.id != batch.id).map(|_| "another batch has not ended yet");
    let none_waits = (progress.waiting == 0).then_some("no line is waiting");
    let skipped = LineState::Skipped(Skipped::Asked);
    let skip = if line.is_some_and(|line| line.state == skipped) { "unskip" } else { "skip" };
    let fixed = line.is_none_or(|line| line.standing() != Standing::Waiting && line.state != skipped);
    let fixed = fixed.then_some("only a waiting line can be skipped");
    let all_well = rest(batch).is_empty().then_some("every line is verified");
    let there = ended.filter(|_| batch.phase == Phase::Elsewhere);
    let going = (batch.phase != Phase::Ended).then_some("the batch has not ended yet");
    let pause = if batch.phase == Phase::Running { "pause" } else { "resume" };
    vec![
        ActionHint::new(Action::Pause, pause).disabled_if(ended.or(elsewhere.filter(|_| pause == "resume"))),
        ActionHint::new(Action::Open, "job")
            .disabled_if(no_job.then_some("there is no job of this line here")),
        ActionHint::new(Action::Forget, skip).disabled_if(ended.or(fixed)),
        ActionHint::new(Action::Refresh, "retry failed").disabled_if(none_failed.or(elsewhere).or(there)),
        ActionHint::new(Action::Reset, "stop").disabled_if(ended.or(none_waits)),
        ActionHint::new(Action::Edit, "edit the rest").disabled_if(going.or(all_well)),
        ActionHint::new(Action::Batch, "enter lines"),
        ActionHint::new(Action::CopyMenu, "copy …"),
    ]
}

/// What can be copied of the whole batch.
pub(super) fn copies(batch: &Batch, ctx: &Context<'_>) -> Vec<Copied> {
    let rest = rest(batch);
    let rest = (!rest.is_empty()).then(|| Copied::new("lines that are not verified", rest.join("\n")));
    [Copied::new("results as CSV", csv::to_csv(batch, ctx))].into_iter().chain(rest).collect()
}

/// The lines that are not verified, as they were written; doubles are not among them.
pub(super) fn rest(batch: &Batch) -> Vec<String> {
    let open = |line: &&BatchLine| {
        line.standing() != Standing::Verified && !matches!(line.state, LineState::Skipped(Skipped::Double(_)))
    };
    batch.lines.iter().filter(open).map(|line| line.text.clone()).collect()
}
