//! All verification jobs, submitted here or adopted.

mod adopt;
mod list;
mod numbers;
mod steps;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::list::Show;
use self::steps::Rows;
use super::on_job;
use crate::ledger::Timestamp;
use crate::message::{Action, Arrangement, Effect, Input, Notice, Place};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{RowsInMemory, StepRows, say};
use crate::panes::kit::{PopupForm, Wants, job_text};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::verification::{Job, JobKey};
use crate::widgets::{Link, Role, Scroll, Split};

/// The jobs to clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forget {
    /// A job that is in progress.
    One(JobKey),
    /// All that have ended, of those that are shown.
    Ended,
}

/// The pane. The rows are the app's; the pane holds which of them is selected.
#[derive(Debug, Default)]
pub struct JobsPane {
    show: Show,
    local: RowsInMemory,
    /// The jobs that are shown, and where each is.
    rows: Vec<(JobKey, Place)>,
    selected: Option<JobKey>,
    scroll: Scroll,
    adopt: Option<PopupForm>,
    /// What to clear if the key is pressed again.
    forgetting: Option<Forget>,
}

impl JobsPane {
    /// Opens the pane.
    pub fn open(ctx: &Context<'_>) -> Self {
        let mut pane = Self::default();
        pane.rebuild_view(ctx);
        pane
    }

    fn act_on_selected(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let asked = self.forgetting.take();
        let jobs = self.jobs(ctx);
        let at = self.selected_row(&jobs);
        let Some(job) = jobs.get(at) else { return Vec::new() };
        match action {
            Action::Open => vec![Effect::Go(on_job::place(job))],
            Action::Copy => on_job::copies(job).into_iter().take(1).map(Effect::Copy).collect(),
            Action::CopyMenu => vec![Effect::CopyMenu(on_job::copies(job))],
            Action::Forget if job.is_over() || asked == Some(Forget::One(job.key)) => {
                let next = jobs.get(at + 1).or_else(|| jobs.get(at.checked_sub(1)?));
                self.selected = next.map(|job| job.key);
                vec![
                    Effect::Forget(job.key),
                    Effect::Notify(Notice::info("forgotten here; the verifier keeps it")),
                ]
            }
            Action::Reset => {
                let ended: Vec<JobKey> = jobs.iter().filter(|job| job.is_over()).map(|job| job.key).collect();
                let count = ended.len();
                if asked == Some(Forget::Ended) {
                    let notice = Notice::info(format!("forgotten here: {count}; the verifier keeps them"));
                    return ended.into_iter().map(Effect::Forget).chain([Effect::Notify(notice)]).collect();
                }
                self.forgetting = Some(Forget::Ended);
                let again = ctx.keymap.key_of(Action::Reset);
                vec![Effect::Notify(Notice::warning(format!(
                    "press {again} again to clear {count} finished jobs"
                )))]
            }
            Action::Forget => {
                self.forgetting = Some(Forget::One(job.key));
                let again = ctx.keymap.key_of(Action::Forget);
                vec![Effect::Notify(Notice::warning(format!(
                    "it is still running: press {again} again to forget it here"
                )))]
            }
            _ => on_job::act(job, action, ctx).unwrap_or_else(|| {
                let mut scroll = self.scroll_at(at);
                if scroll.act(action, jobs.len(), list::height(&self.local.within(ctx))).is_some() {
                    self.selected = jobs.get(scroll.selected).map(|job| job.key);
                    self.scroll = scroll;
                }
                Vec::new()
            }),
        }
    }

    /// The jobs that are shown.
    fn jobs<'a>(&self, ctx: &Context<'a>) -> Vec<&'a Job> {
        let all = self.show.jobs(ctx);
        self.local.of(&all).iter().copied().collect()
    }

    /// Where the selected job is now: jobs come and go above it. If it is gone, the row that it had.
    fn selected_row(&self, jobs: &[&Job]) -> usize {
        let found = jobs.iter().position(|job| Some(job.key) == self.selected);
        found.unwrap_or_else(|| self.scroll.selected.min(jobs.len().saturating_sub(1)))
    }

    fn scroll_at(&self, at: usize) -> Scroll {
        let mut scroll = self.scroll;
        scroll.selected = at;
        scroll
    }
}

impl Pane for JobsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        if self.local.act(action, &list::Jobs, ctx) {
            self.rebuild_view(ctx);
            return Vec::new();
        }
        let effects = match action {
            Action::Adopt => {
                self.adopt = Some(adopt::form(ctx));
                Vec::new()
            }
            Action::Filter => {
                self.show = self.show.next();
                Vec::new()
            }
            _ => self.act_on_selected(action, ctx),
        };
        self.rebuild_view(ctx);
        effects
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        // What else is pasted is for the palette.
        if matches!(input, Input::Paste(text) if adopt::names_a_job(text)) && self.adopt.is_none() {
            self.adopt = Some(adopt::form(ctx));
        }
        if self.adopt.is_some() {
            return PopupForm::handle_or_close(&mut self.adopt, input, |form| adopt::parse(form, ctx));
        }
        let within = self.local.within(ctx);
        let [titles, rows] = within.body.stack([1, list::height(&within)]);
        if self.local.handle_input(input, &list::Jobs, titles, ctx) {
            self.rebuild_view(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        let jobs = self.jobs(ctx);
        let mut scroll = self.scroll_at(self.selected_row(&jobs));
        let again = scroll.click(*click, rows, jobs.len());
        self.selected = jobs.get(scroll.selected).map(|job| job.key);
        self.scroll = scroll;
        Some(if again == Some(true) { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let jobs = self.jobs(ctx);
        let mut links =
            list::links(&jobs, &self.scroll_at(self.selected_row(&jobs)), &self.local.within(ctx));
        links.extend(self.local.links(ctx));
        links
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if self.adopt.is_some() {
            return action_hint::line("follow it");
        }
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let jobs = self.jobs(ctx);
        let mut hints = Vec::new();
        if let Some(job) = jobs.get(self.selected_row(&jobs)) {
            hints.push(ActionHint::new(Action::Open, "open"));
            hints.extend(on_job::hints(job, ctx));
            let ended = jobs.iter().any(|job| job.is_over());
            let none = (!ended).then_some("none of these has ended");
            hints.push(ActionHint::hidden(Action::Reset, "forget all that have ended").disabled_if(none));
            hints.push(ActionHint::hidden(Action::Copy, "copy the id"));
            hints.push(ActionHint::hidden(Action::CopyMenu, "copy …"));
            hints.extend(action_hint::moves());
        }
        hints.extend([
            ActionHint::new(Action::Adopt, "follow an id"),
            ActionHint::new(Action::Filter, self.show.next().hint()),
            ActionHint::global(Action::Verify, "verify"),
            ActionHint::global(Action::Batch, "batch"),
        ]);
        hints.extend(self.local.hints(self.show.jobs(ctx).is_empty().then_some("there is no job")));
        hints
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        self.local.wants(wants);
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<list::Jobs>(arrangement, ctx)
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        Some(Box::new(Rows(self)))
    }

    fn columns(&self, ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        (self.adopt.is_none() && !self.show.jobs(ctx).is_empty()).then_some(&list::Jobs)
    }

    fn place(&self) -> Place {
        Place::Jobs
    }

    fn title(&self, _: &Context<'_>) -> String {
        format!("jobs{}", self.show.title())
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        Status { words: list::summary(ctx), role: Role::Dim, banner: None }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let (jobs, body) = (self.jobs(ctx), self.local.view_chips(ctx, area, buf));
        if let Some(lines) = self.local.none_passes(ctx).filter(|_| jobs.is_empty()) {
            say(&lines, ctx, body, buf);
        } else if jobs.is_empty() {
            list::view_empty(self.show, ctx, body, buf);
        } else {
            let scroll = self.scroll_at(self.selected_row(&jobs));
            list::view(&jobs, &scroll, self.local.sorted(), &self.local.within(ctx), body, buf);
        }
        if self.local.line_hints().is_some() {
            return self.local.view_line(ctx, area, buf);
        }
        self.adopt.as_ref().and_then(|adopt| adopt.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(self.jobs(ctx), ctx.now)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.local.update::<list::Jobs>(self.show.jobs(ctx).into_iter());
        let jobs = self.jobs(ctx);
        let at = self.selected_row(&jobs);
        self.scroll = self.scroll_at(at);
        self.scroll.settle(jobs.len(), list::height(&self.local.within(ctx)));
        self.selected = jobs.get(at).map(|job| job.key);
        self.rows = jobs.into_iter().map(|job| (job.key, on_job::place(job))).collect();
    }
}
