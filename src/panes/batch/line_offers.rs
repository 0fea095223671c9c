//! What can be done with the lines of a batch, and what of them can be copied.

use super::lines::Lines;
use super::{csv, open, row};
use crate::message::{Action, Copied, Place};
use crate::panes::{Context, Offer, offer, on_job};
use crate::verification::Batch;
use crate::verification::batch::{BatchLine, LineState, Phase, Skipped, Standing};

impl Lines {
    pub(super) fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let Some(batch) = self.batch(ctx) else { return vec![Offer::new(Action::Batch, "enter lines")] };
        if self.key.is_some() {
            return offer::line("go on");
        }
        let line = self.line(batch).map(|(_, line)| line);
        let ended = match batch.phase {
            Phase::Ended => Some("the batch has ended"),
            Phase::Elsewhere => Some("another hieroscope takes care of it"),
            Phase::Running | Phase::Paused(_) => None,
        };
        let progress = batch.progress();
        let no_job = line.is_none_or(|line| line.job().and_then(|key| ctx.jobs.get(key)).is_none());
        let none_failed = (progress.failed == 0).then_some("none has failed");
        let elsewhere =
            open(ctx).filter(|open| open.id != batch.id).map(|_| "another batch has not ended yet");
        let none_waits = (progress.waiting == 0).then_some("none waits");
        let skipped = LineState::Skipped(Skipped::Asked);
        let skip = if line.is_some_and(|line| line.state == skipped) { "take back" } else { "skip" };
        let fixed = line.is_none_or(|line| line.standing() != Standing::Waiting && line.state != skipped);
        let fixed = fixed.then_some("only a line that waits can be skipped");
        let all_well = rest(batch).is_empty().then_some("every line is verified");
        let there = ended.filter(|_| batch.phase == Phase::Elsewhere);
        let going = (batch.phase != Phase::Ended).then_some("the batch has not ended yet");
        let pause = if batch.phase == Phase::Running { "pause" } else { "go on" };
        let mut offers = vec![
            Offer::new(Action::Pause, pause).unless(ended.or(elsewhere.filter(|_| pause == "go on"))),
            Offer::new(Action::Open, "job").unless(no_job.then_some("there is no job of this line here")),
            Offer::new(Action::Forget, skip).unless(ended.or(fixed)),
            Offer::new(Action::Refresh, "retry failed").unless(none_failed.or(elsewhere).or(there)),
            Offer::new(Action::Reset, "stop").unless(ended.or(none_waits)),
            Offer::new(Action::Edit, "edit the rest").unless(going.or(all_well)),
            Offer::new(Action::Batch, "enter lines"),
            Offer::new(Action::CopyMenu, "copy …"),
            Offer::new(Action::Filter, self.show.next().offer()),
            Offer::quiet(Action::Copy, "copy the contract")
                .unless(line.is_none().then_some("no line is selected")),
        ];
        for (action, words) in [(Action::Left, "the batch before"), (Action::Right, "the batch after")] {
            let none = self.neighbour(action, ctx).is_none().then_some("there is none");
            offers.push(Offer::quiet(action, words).unless(none));
        }
        offers.extend(offer::moves());
        offers.push(Offer::by_app(Action::Jobs, "jobs"));
        offers
    }

    pub(super) fn copies(&self, batch: &Batch, ctx: &Context<'_>) -> Vec<Copied> {
        let place = |what: &str, text: String| Copied { what: what.to_owned(), text };
        let line = self.line(batch).map(|(_, line)| line);
        let job = line.and_then(|line| ctx.jobs.get(line.job()?));
        let rest = rest(batch);
        let mut copies = vec![place("results as CSV", csv::of(batch, ctx))];
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
    Copied { what: format!("the contract of line {}", line.number), text: row::contract(line) }
}
