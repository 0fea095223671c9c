//! All verification jobs, submitted here or adopted.

mod adopt;
mod list;
mod numbers;
mod steps;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::list::{JobRows, Show};
use self::steps::Rows;
use super::on_job;
use crate::ledger::Timestamp;
use crate::message::{Action, Arrangement, Contents, Effect, Input, Notice, Place};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{MemoryRows as _, RowsInMemory, StepRows, say};
use crate::panes::kit::{PopupForm, Wants, job_text};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::verification::{Job, JobKey};
use crate::widgets::{Link, Role, Split};

/// The jobs to clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forget {
    /// A job that is in progress.
    One(JobKey),
    /// All that have ended, of those that are shown.
    Ended,
}

/// The pane. The rows are the app's; the pane holds which of them is selected.
#[derive(Debug)]
pub struct JobsPane {
    show: Show,
    local: RowsInMemory<JobKey>,
    /// The jobs that are shown, and where each is.
    rows: Vec<(JobKey, Place)>,
    adopt: Option<PopupForm>,
    /// What to clear if the key is pressed again.
    forgetting: Option<Forget>,
}

impl JobsPane {
    /// Opens the pane.
    pub fn open(ctx: &Context<'_>) -> Self {
        let mut pane = Self {
            show: Show::default(),
            local: RowsInMemory::holding_top(),
            rows: Vec::new(),
            adopt: None,
            forgetting: None,
        };
        pane.rebuild_view(ctx);
        pane
    }

    fn act_on_selected(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let asked = self.forgetting.take();
        let rows = self.show.jobs(ctx);
        let Some(job) = self.local.selected(&rows).and_then(|at| rows.jobs.get(at).copied()) else {
            return Vec::new();
        };
        match action {
            Action::Open => vec![Effect::Go(on_job::place(job))],
            Action::Copy => on_job::copies(job).into_iter().take(1).map(Effect::Copy).collect(),
            Action::Forget if job.is_over() || asked == Some(Forget::One(job.key)) => {
                let at = self.local.cursor();
                let mut near = [at.checked_add(1), at.checked_sub(1)].into_iter().flatten();
                let next = near.find_map(|at| self.local.place(&rows, at));
                self.local.hold(next.and_then(|at| rows.name(at)));
                vec![
                    Effect::Forget(job.key),
                    Effect::Notify(Notice::info("forgotten here; the verifier keeps it")),
                ]
            }
            Action::Reset => {
                let ended: Vec<JobKey> =
                    self.shown(&rows).filter(|job| job.is_over()).map(|job| job.key).collect();
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
            Action::CopyMenu => {
                let marked = self.local.marked_copies(&rows, ctx);
                vec![Effect::CopyMenu(marked.into_iter().chain(on_job::copies(job)).collect())]
            }
            _ => on_job::act(job, action, ctx).unwrap_or_else(|| {
                self.local.move_by(action, &rows, self.table(ctx).below(1).height);
                Vec::new()
            }),
        }
    }

    /// The jobs that are shown.
    fn shown<'a>(&self, rows: &JobRows<'a>) -> impl Iterator<Item = &'a Job> {
        self.local.shown(rows).filter_map(|at| rows.jobs.get(at).copied())
    }

    /// Where the titles and the rows are.
    fn table(&self, ctx: &Context<'_>) -> Rect {
        list::table(&self.local.within(ctx))
    }
}

impl Pane for JobsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let rows = self.show.jobs(ctx);
        if let Some(effects) = self.local.act(action, &rows, self.table(ctx), ctx) {
            self.rebuild_view(ctx);
            return effects;
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
        let (rows, table) = (self.show.jobs(ctx), self.table(ctx));
        if self.local.handle_input(input, &rows, table, ctx) {
            self.rebuild_view(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        let pressed = self.local.click(*click, &rows, table, ctx);
        Some(pressed.effects(|| self.act(Action::Open, ctx)))
    }

    /// Loads older jobs once the last one is selected.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let is_at_end = self.local.cursor() + 1 >= self.rows.len();
        if is_at_end && ctx.jobs.older() > 0 { vec![Effect::LoadOlderJobs] } else { Vec::new() }
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.local.links(&self.show.jobs(ctx), ctx, self.table(ctx))
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if self.adopt.is_some() {
            return action_hint::line("follow it");
        }
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let rows = self.show.jobs(ctx);
        let mut hints = Vec::new();
        if let Some(job) = self.local.selected(&rows).and_then(|at| rows.jobs.get(at).copied()) {
            hints.push(ActionHint::new(Action::Open, "open"));
            hints.extend(on_job::hints(job, ctx));
            let ended = self.shown(&rows).any(Job::is_over);
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
        self.local.hints(hints, &rows, rows.is_empty().then_some("there is no job"))
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        self.local.wants(wants);
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.local.contents(&self.show.jobs(ctx), ctx)
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
        if self.local.view_counts(ctx, area, buf) {
            return None;
        }
        let (rows, body) = (self.show.jobs(ctx), self.local.view_chips(ctx, area, buf));
        let is_empty = self.local.is_empty(&rows);
        if let Some(lines) = self.local.none_passes(ctx).filter(|_| is_empty) {
            say(&lines, ctx, body, buf);
        } else if is_empty {
            list::view_empty(self.show, ctx, body, buf);
        } else {
            list::view(&rows, &self.local, &self.local.within(ctx), body, buf);
        }
        if self.local.line_hints().is_some() {
            return self.local.view_line(ctx, area, buf);
        }
        self.adopt.as_ref().and_then(|adopt| adopt.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(self.shown(&self.show.jobs(ctx)), ctx.now)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let rows = self.show.jobs(ctx);
        self.local.update(&rows, ctx);
        self.local.settle(&rows, self.table(ctx).below(1).height);
        self.rows = self.shown(&rows).map(|job| (job.key, on_job::place(job))).collect();
    }
}
