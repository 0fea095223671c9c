//! All verification jobs, submitted here or adopted.

mod adopt;
mod list;
mod numbers;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::list::Show;
use super::on_job;
use crate::ledger::Timestamp;
use crate::message::{Action, Effect, Input, Notice, Place};
use crate::panes::kit::{PopupForm, job_text};
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
        let jobs = self.show.jobs(ctx);
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
                if scroll.act(action, jobs.len(), list::height(ctx)).is_some() {
                    self.selected = jobs.get(scroll.selected).map(|job| job.key);
                    self.scroll = scroll;
                }
                Vec::new()
            }),
        }
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
        let Input::Mouse(click) = input else { return None };
        let jobs = self.show.jobs(ctx);
        let [_, rows] = ctx.body.stack([1, list::height(ctx)]);
        let mut scroll = self.scroll_at(self.selected_row(&jobs));
        let again = scroll.click(*click, rows, jobs.len());
        self.selected = jobs.get(scroll.selected).map(|job| job.key);
        self.scroll = scroll;
        Some(if again == Some(true) { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let jobs = self.show.jobs(ctx);
        list::links(&jobs, &self.scroll_at(self.selected_row(&jobs)), ctx)
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if self.adopt.is_some() {
            return action_hint::line("follow it");
        }
        let jobs = self.show.jobs(ctx);
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
        hints
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
        let jobs = self.show.jobs(ctx);
        list::view(&jobs, &self.scroll_at(self.selected_row(&jobs)), self.show, ctx, area, buf);
        self.adopt.as_ref().and_then(|adopt| adopt.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(self.show.jobs(ctx), ctx.now)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let jobs = self.show.jobs(ctx);
        let at = self.selected_row(&jobs);
        self.scroll = self.scroll_at(at);
        self.scroll.settle(jobs.len(), list::height(ctx));
        self.selected = jobs.get(at).map(|job| job.key);
    }
}
