//! The verification jobs that were submitted here, or adopted by an id typed into a form.

mod list;
mod numbers;

use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::{Job, JobId, JobKey, Statistics};

use self::list::{JobRows, Jobs, Show};
use super::on_job;
use super::passing::Passing;
use crate::message::{Action, Effect, Input, Notice, Place};
use crate::panes::kit::PopupForm;
use crate::panes::kit::list::{
    HasList as _, MemoryList, MemoryPane, MemoryRows as _, MemorySource, Source as _,
};
use crate::panes::kit::nouns::job_text;
use crate::panes::{ActionHint, Context, Status, Verbs, action_hint};
use crate::widgets::Role;
use crate::widgets::form::{Form, FormField};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forget {
    /// A running job.
    One(JobKey),
    /// All ended jobs that pass the filter.
    Ended,
}

/// The pane. The app owns the rows; the pane holds the selection.
pub type JobsPane = MemoryPane<ShownJobs>;

impl JobsPane {
    pub fn open(ctx: &Context<'_>) -> Self {
        Self::of(ShownJobs::default(), ctx)
    }
}

#[derive(Debug, Default)]
pub struct ShownJobs {
    show: Show,
    passing: Passing,
    statistics: Statistics,
    adopt: Option<PopupForm>,
    /// The jobs to clear if the key is pressed again.
    forgetting: Option<Forget>,
}

impl ShownJobs {
    fn job_rows<'a>(&self, ctx: &Context<'a>) -> JobRows<'a> {
        JobRows { jobs: ctx.jobs.jobs(), passing: self.passing.clone(), now: ctx.now }
    }

    fn show(&mut self, show: Show, ctx: &Context<'_>) {
        (self.show, self.passing) = (show, Passing::of(ctx.jobs.jobs(), |job| show.holds(job)));
    }
}

type List = MemoryList<JobKey>;

fn selected<'a>(list: &List, rows: &JobRows<'a>) -> Option<&'a Job> {
    rows.get(list.selected(rows)?)
}

/// The jobs that pass the local filter.
fn passing<'a>(list: &List, rows: &JobRows<'a>) -> impl Iterator<Item = &'a Job> {
    list.shown(rows).filter_map(|at| rows.get(at))
}

impl JobsPane {
    /// Forgets a job; a running one only if `asked` says that the key was pressed before.
    fn forget(&mut self, job: &Job, asked: Option<Forget>, ctx: &Context<'_>) -> Vec<Effect> {
        let wanted = Forget::One(job.key);
        if !job.is_over() && asked != Some(wanted) {
            return self.ask(wanted, on_job::forget_again(ctx));
        }
        let (list, rows) = self.parts(ctx);
        let at = list.cursor();
        let mut near = [at.checked_add(1), at.checked_sub(1)].into_iter().flatten();
        let next = near.find_map(|at| list.place(&rows, at));
        list.hold(next.and_then(|at| rows.name(at)));
        on_job::forget(job)
    }

    fn forget_ended(&mut self, asked: Option<Forget>, ctx: &Context<'_>) -> Vec<Effect> {
        let (list, rows) = self.parts(ctx);
        let ended: Vec<JobKey> =
            passing(list, &rows).filter(|job| job.is_over()).map(|job| job.key).collect();
        let count = ended.len();
        if asked == Some(Forget::Ended) {
            let notice = Notice::info(format!("forgotten here: {count}; the verifier keeps them"));
            return ended.into_iter().map(Effect::Forget).chain([Effect::Notify(notice)]).collect();
        }
        let again = ctx.keymap.key_of(Action::Reset);
        let words = format!("press {again} again to clear {count} finished jobs");
        self.ask(Forget::Ended, Effect::Notify(Notice::warning(words)))
    }

    fn ask(&mut self, what: Forget, again: Effect) -> Vec<Effect> {
        self.source_mut().forgetting = Some(what);
        vec![again]
    }
}

impl MemorySource for ShownJobs {
    type Name = JobKey;
    type Columns = Jobs;
    type Rows<'a> = JobRows<'a>;

    const COPY: &'static str = "copy the id";
    const STEPS: bool = true;
    const HOLDS_TOP: bool = true;

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> JobRows<'a> {
        self.job_rows(ctx)
    }

    fn columns(&self, _: &Context<'_>) -> &Jobs {
        &Jobs
    }

    fn place(&self) -> Place {
        Place::Jobs
    }

    fn title(&self, _: &Context<'_>) -> String {
        format!("jobs{}", self.show.title())
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        Status { words: list::summary(&self.statistics, ctx), role: Role::Dim, banner: None }
    }

    fn table(&self, _: &List, ctx: &Context<'_>) -> Rect {
        list::areas(&self.statistics, ctx)[0]
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        self.statistics = ctx.jobs.statistics();
        self.show(self.show, ctx);
    }

    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str> {
        self.rows(ctx).is_empty().then_some("there is no job")
    }

    fn verbs<'c>(&self, list: &List, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, JobsPane>) {
        let asked = self.forgetting;
        verbs.before(|pane| pane.source_mut().forgetting = None);
        let rows = self.job_rows(ctx);
        if let Some(job) = selected(list, &rows) {
            verbs.add(Action::Open, "open").give(|| Effect::Go(on_job::place(job)));
            on_job::verbs(job, ctx, verbs);
            verbs.add(Action::Forget, "forget").run(move |pane| pane.forget(job, asked, ctx));
            on_job::to_report(job, ctx, verbs);
            let none = || (!passing(list, &rows).any(Job::is_over)).then_some("none of these has ended");
            let ended = verbs.hidden(Action::Reset, "forget all that have ended").unless(none);
            ended.run(move |pane| pane.forget_ended(asked, ctx));
        }
        verbs.add(Action::Adopt, "follow an id").run(move |pane| pane.source_mut().adopt = Some(form(ctx)));
        let next = self.show.next();
        verbs.add(Action::Filter, next.hint()).run(move |pane| pane.source_mut().show(next, ctx));
        verbs.global(Action::Verify, "verify");
        verbs.global(Action::Batch, "batch");
    }

    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.adopt.is_some().then(|| action_hint::line("follow it"))
    }

    fn is_typing(&self) -> bool {
        self.adopt.as_ref().is_some_and(PopupForm::is_typing)
    }

    fn type_in_form(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        // Other pastes go to the palette.
        if matches!(input, Input::Paste(text) if names_a_job(text)) && self.adopt.is_none() {
            self.adopt = Some(form(ctx));
        }
        self.adopt
            .is_some()
            .then(|| PopupForm::handle_or_close(&mut self.adopt, input, |form| parse(form, ctx)))
    }

    fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.adopt.as_ref().and_then(|adopt| adopt.view(ctx, area, buf))
    }

    fn view_empty(&self, ctx: &Context<'_>, _: Rect, buf: &mut Buffer) {
        list::view_empty(self.show, ctx, ctx.body, buf);
    }

    fn view_around(&self, list: &List, ctx: &Context<'_>, buf: &mut Buffer) {
        if let Some(job) = selected(list, &self.rows(ctx)) {
            list::view_below(job, &self.statistics, ctx, buf);
        }
    }

    /// Loads older jobs when the last one is selected.
    fn due_effects(&mut self, list: &List, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let is_at_end = list.cursor() + 1 >= list.len(&self.rows(ctx));
        (is_at_end && ctx.jobs.older() > 0).then(|| vec![Effect::LoadOlderJobs])
    }

    fn wake_at(&self, list: &List, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(passing(list, &self.rows(ctx)), ctx.now)
    }
}

const NAME: &str = "verificationId";

fn form(ctx: &Context<'_>) -> PopupForm {
    let server = ctx.network.verifier.as_deref().map_or("no verifier", job_text::server);
    let field = FormField::text(NAME, "job id", "a UUID, or an address that ends with one", "");
    PopupForm::new(format!("Follow a job of {server}"), vec![field]).live().applied_by_paste()
}

/// Follows the job with the typed id, or opens it if it is already followed.
fn parse(form: &Form, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
    let id = parse_job_id(form.value(NAME))?;
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

/// Whether a text contains a job's id.
fn names_a_job(text: &str) -> bool {
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
