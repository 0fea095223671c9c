//! The actions on the lines of a batch, and what can be copied of them.

use super::lines::Lines;
use super::{csv, open, row};
use crate::message::{Action, Copied, Place};
use crate::panes::verification::on_job;
use crate::panes::{ActionHint, Context, action_hint};
use crate::verification::Batch;
use crate::verification::batch::{BatchLine, LineState, Phase, Skipped, Standing};

impl Lines {
    pub(super) fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let Some(batch) = self.batch(ctx) else { return vec![ActionHint::new(Action::Batch, "enter lines")] };
        if self.key.is_some() {
            return action_hint::line("resume");
        }
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let line = self.line(batch, ctx).map(|(_, line)| line);
        let ended = match batch.phase {
            Phase::Ended => Some("the batch has ended"),
            Phase::Elsewhere => Some("another hieroscope is handling it"),
            Phase::Running | Phase::Paused(_) => None,
        };
        let progress = batch.progress();
        let no_job = line.is_none_or(|line| line.job().and_then(|key| ctx.jobs.get(key)).is_none());
        let none_failed = (progress.failed == 0).then_some("no line has failed");
        let elsewhere =
            open(ctx).filter(|open| open.id != batch.id).map(|_| "another batch has not ended yet");
        let none_waits = (progress.waiting == 0).then_some("no line is waiting");
        let skipped = LineState::Skipped(Skipped::Asked);
        let skip = if line.is_some_and(|line| line.state == skipped) { "unskip" } else { "skip" };
        let fixed = line.is_none_or(|line| line.standing() != Standing::Waiting && line.state != skipped);
        let fixed = fixed.then_some("only a waiting line can be skipped");
        let all_well = rest(batch).is_empty().then_some("every line is verified");
        let there = ended.filter(|_| batch.phase == Phase::Elsewhere);
        let going = (batch.phase != Phase::Ended).then_some("the batch has not ended yet");
        let pause = if batch.phase == Phase::Running { "pause" } else { "resume" };
        let mut hints = vec![
            ActionHint::new(Action::Pause, pause)
                .disabled_if(ended.or(elsewhere.filter(|_| pause == "resume"))),
            ActionHint::new(Action::Open, "job")
                .disabled_if(no_job.then_some("there is no job of this line here")),
            ActionHint::new(Action::Forget, skip).disabled_if(ended.or(fixed)),
            ActionHint::new(Action::Refresh, "retry failed").disabled_if(none_failed.or(elsewhere).or(there)),
            ActionHint::new(Action::Reset, "stop").disabled_if(ended.or(none_waits)),
            ActionHint::new(Action::Edit, "edit the rest").disabled_if(going.or(all_well)),
            ActionHint::new(Action::Batch, "enter lines"),
            ActionHint::new(Action::CopyMenu, "copy …"),
            ActionHint::new(Action::Filter, self.show.next().hint()),
            ActionHint::hidden(Action::Copy, "copy the contract")
                .disabled_if(line.is_none().then_some("no line is selected")),
        ];
        for (action, words) in [(Action::Left, "previous batch"), (Action::Right, "next batch")] {
            let none = self.neighbour(action, ctx).is_none().then_some("there is none");
            hints.push(ActionHint::hidden(action, words).disabled_if(none));
        }
        let none = batch.lines.is_empty().then_some("there is no line");
        let mut hints = self.local.hints(hints, &self.rows(batch, ctx), none);
        hints.extend(action_hint::moves());
        hints.push(ActionHint::global(Action::Jobs, "jobs"));
        hints
    }

    pub(super) fn copies(&self, batch: &Batch, ctx: &Context<'_>) -> Vec<Copied> {
        let place = |what: &str, text: String| Copied::new(what, text);
        let line = self.line(batch, ctx).map(|(_, line)| line);
        let job = line.and_then(|line| ctx.jobs.get(line.job()?));
        let rest = rest(batch);
        let mut copies = self.local.marked_copies(&self.rows(batch, ctx), ctx);
        copies.push(place("results as CSV", csv::to_csv(batch, ctx)));
        copies.extend((!rest.is_empty()).then(|| place("lines that are not verified", rest.join("\n"))));
        copies.extend(line.map(copied));
        copies.extend(job.map(on_job::copies).into_iter().flatten().take(1));
        copies.push(place("this place", Place::Batch.to_string()));
        copies
    }
}

/// The lines that are not verified, as they were written; doubles are not among them.
pub(super) fn rest(batch: &Batch) -> Vec<String> {
    let open = |line: &&BatchLine| {
        line.standing() != Standing::Verified && !matches!(line.state, LineState::Skipped(Skipped::Double(_)))
    };
    batch.lines.iter().filter(open).map(|line| line.text.clone()).collect()
}

pub(super) fn copied(line: &BatchLine) -> Copied {
    Copied::new(format!("the contract of line {}", line.number), row::contract(line))
}
