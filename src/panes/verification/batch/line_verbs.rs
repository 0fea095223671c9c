//! The verbs of a batch's lines, and their copy menu. The API key for lines that are sent again is typed
//! into a form, never stored, and wiped when the batch ends.

use api::Network;
use verification::batch::{BatchLine, LineState, Pause, Phase, Skipped, Standing};
use verification::{ApiKey, Batch, submission_text};

use super::{BatchPane, open, row};
use crate::message::{Action, BatchOrder, Copied, Effect};
use crate::panes::kit::PopupForm;
use crate::panes::kit::list::HasList as _;
use crate::panes::verification::{KEY, on_job};
use crate::panes::{Context, Verbs};
use crate::widgets::form::{Form, FormField};

/// Adds the verbs of a batch and of its selected line; `line` includes its index.
pub(super) fn verbs<'c>(
    is_stopping: bool,
    batch: &'c Batch,
    line: Option<(usize, &BatchLine)>,
    ctx: &'c Context<'_>,
    verbs: &mut Verbs<'c, BatchPane>,
) {
    let id = batch.id;
    let ended = match batch.phase {
        Phase::Ended => Some("the batch has ended"),
        Phase::Elsewhere => Some("another hieroscope is handling it"),
        Phase::Running | Phase::Paused(_) => None,
    };
    let elsewhere = open(ctx).filter(|open| open.id != id).map(|_| "another batch has not ended yet");
    let is_running = batch.phase == Phase::Running;
    let words = if is_running { "pause" } else { "resume" };
    let pause = verbs.add(Action::Pause, words).unless(ended.or(elsewhere.filter(|_| !is_running)));
    // The key is wiped when a batch ends and does not survive a restart.
    let has_lost_key = batch.keyed && batch.phase == Phase::Paused(Pause::Restart);
    if has_lost_key {
        pause.run(|pane| pane.source_mut().ask_key(false));
    } else {
        let order = if is_running { BatchOrder::Pause(id) } else { BatchOrder::GoOn(id, None) };
        pause.give(|| Effect::Batch(order));
    }
    let job = line.and_then(|(_, line)| row::job(line, ctx));
    let no_job = job.is_none().then_some("there is no job of this line here");
    verbs.add(Action::Open, "job").unless(no_job).give(|| Effect::go(job.map(on_job::place)));
    let skipped = LineState::Skipped(Skipped::Asked);
    let is_skipped = line.is_some_and(|(_, line)| line.state == skipped);
    let is_fixed = !is_skipped && line.is_none_or(|(_, line)| line.standing() != Standing::Waiting);
    let fixed = is_fixed.then_some("only a waiting line can be skipped");
    let skip = verbs.add(Action::Forget, if is_skipped { "unskip" } else { "skip" });
    let skip = skip.unless(ended.or(fixed));
    skip.give(|| line.map(|(at, _)| Effect::Batch(BatchOrder::Skip(id, at))));
    let there = ended.filter(|_| batch.phase == Phase::Elsewhere);
    let none_failed = || (batch.progress().failed == 0).then_some("no line has failed");
    let retry = verbs.add(Action::Refresh, "retry failed");
    let retry = retry.unless(|| none_failed().or(elsewhere).or(there));
    if has_lost_key || batch.keyed && batch.phase == Phase::Ended {
        retry.run(|pane| pane.source_mut().ask_key(true));
    } else {
        retry.give(|| Effect::Batch(BatchOrder::Retry(id, None)));
    }
    let none_waits = || (batch.progress().waiting == 0).then_some("no line is waiting");
    let stop = verbs.add(Action::Reset, "stop").unless(|| ended.or_else(none_waits));
    if is_stopping {
        stop.give(|| Effect::Batch(BatchOrder::Stop(id)));
    } else {
        stop.run(move |pane| pane.source_mut().ask_to_stop(batch, ctx));
    }
    let going = (batch.phase != Phase::Ended).then_some("the batch has not ended yet");
    let all_well = || (!batch.lines.iter().any(is_unverified)).then_some("every line is verified");
    let edit = verbs.add(Action::Edit, "edit the rest").unless(|| going.or_else(all_well));
    edit.run(move |pane| pane.enter(&rest(batch), ctx));
    verbs.add(Action::Batch, "enter lines").run(move |pane| pane.enter(&[], ctx));
    verbs.add(Action::CopyMenu, "copy …").run(move |pane| pane.copy_menu(ctx));
}

/// The copy menu of the whole batch.
pub(super) fn copies(batch: &Batch, ctx: &Context<'_>) -> Vec<Copied> {
    let rest = rest(batch);
    let rest = (!rest.is_empty()).then(|| Copied::new("lines that are not verified", rest.join("\n")));
    [Copied::new("results as CSV", row::to_csv(batch, ctx))].into_iter().chain(rest).collect()
}

/// The input of the lines that are not verified.
fn rest(batch: &Batch) -> Vec<String> {
    batch.lines.iter().filter(|line| is_unverified(line)).map(|line| line.text.clone()).collect()
}

/// Whether the line is not verified; duplicates count as verified.
fn is_unverified(line: &BatchLine) -> bool {
    line.standing() != Standing::Verified && !matches!(line.state, LineState::Skipped(Skipped::Double(_)))
}

/// The form. `retries`: whether it is for the failed lines instead of the waiting ones.
pub(super) fn form(retries: bool) -> PopupForm {
    let verb = if retries { "Retry" } else { "Continue" };
    let hint = "it was never stored; leave empty to continue without one";
    let field = FormField::masked(KEY, "API key", hint);
    PopupForm::new(format!("{verb} with the key for the explorer"), vec![field]).live()
}

/// The typed key, if the batch's verifier may receive it.
pub(super) fn parse_key(form: &Form, batch: &Batch, ctx: &Context<'_>) -> Result<Option<ApiKey>, String> {
    let profile = ctx.networks.iter().find(|network| network.name == batch.network);
    let text = form.value(KEY);
    profile.map_or_else(|| submission_text::api_key(text), |network: &Network| network.api_key(text))
}
