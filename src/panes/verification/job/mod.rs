//! A verification job: its state and next step, every field of its record, and its timeline.

mod facts;
mod headline;

use api::{ContractLookup, JobPoll, Polled, job_event};
use ledger::{Document, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;
use verification::{Job, JobEvent, JobKey, PollInterval};

use self::headline::Headline;
use super::on_job;
use crate::message::place::JobPlace;
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::code_diff::mismatch;
use crate::panes::kit::nouns::code_diff::mismatch::{Compared, Conclusion};
use crate::panes::kit::nouns::{job_text, labels};
use crate::panes::kit::page::on_sheet;
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Status, Verbs};
use crate::widgets::line::put;
use crate::widgets::{Link, Role, Sheet, Split};

/// The pane. The app owns the job; the pane holds its sheet.
#[derive(Debug)]
pub struct JobPane {
    which: JobPlace,
    sheet: Sheet,
    /// The code comparison of a failed job.
    compared: Compared,
    /// The conclusion of the comparison.
    conclusion: Option<Conclusion>,
    /// Whether the key to forget a running job was pressed once.
    forgetting: bool,
    /// Polls the verifier for a job that is not followed. The answers are not stored.
    poll: Option<JobPoll>,
    /// The job built from the verifier's record, if it is not followed.
    found: Option<Job>,
    /// Looks up the job's contract, to confirm the job's outcome.
    contract: Option<ContractLookup>,
    /// Whether the job was polled since the pane was opened.
    opened: bool,
}

impl JobPane {
    pub fn open(which: JobPlace, ctx: &Context<'_>) -> Self {
        let poll = match (&which, &ctx.network.verifier) {
            (JobPlace::Id(id), Some(server)) => Some(JobPoll {
                key: JobKey { made: ctx.now, process: ctx.process },
                id: id.clone(),
                server: server.clone(),
                etag: None,
                may_repeat_key: true,
            }),
            _ => None,
        };
        let (sheet, compared) = (Sheet::default(), Compared::default());
        let (found, contract, conclusion) = (None, None, None);
        let (forgetting, opened) = (false, false);
        let mut pane = Self { which, sheet, compared, conclusion, forgetting, poll, found, contract, opened };
        pane.rebuild_view(ctx);
        pane
    }

    fn headline<'a>(&'a self, job: &'a Job) -> Headline<'a> {
        Headline { job, found: self.conclusion.as_ref() }
    }

    /// The poll of a job that is not followed.
    fn poll(&self, ctx: &Context<'_>) -> Option<&JobPoll> {
        self.poll.as_ref().filter(|_| self.followed(ctx).is_none())
    }

    /// Builds a job that is not followed from the answers so far.
    fn unfollowed_job(&self, ctx: &Context<'_>) -> Option<(Job, Option<ContractLookup>)> {
        let poll = self.poll(ctx)?;
        let mut job = Job::adopt(poll.key, &ctx.network.name, &poll.server, poll.id.clone(), poll.key.made);
        let found = ctx.get(poll);
        let reported = match found.value() {
            Some(Polled::Record(record, _)) => Some(JobEvent::Polled(record.clone(), None)),
            Some(Polled::Unchanged) | None => None,
        };
        let events = reported.into_iter().chain(found.failure().map(job_event::of_failed_poll));
        for event in events {
            job.apply(event, found.ended_at().unwrap_or(ctx.now), &PollInterval::default());
        }
        let contract = contract_lookup(&job);
        if let Some(contract) = &contract {
            let found = ctx.get(contract);
            let reported = found.value().map(|verified| JobEvent::Contract(verified.clone()));
            if let Some(event) = reported.or(found.failure().map(job_event::of_failed_contract)) {
                job.apply(event, found.ended_at().unwrap_or(ctx.now), &PollInterval::default());
            }
        }
        job.next_poll = found.is_loading().then_some(ctx.now);
        Some((job, contract))
    }

    /// The followed job, otherwise the one built from the verifier's record.
    fn job<'a>(&'a self, ctx: &Context<'a>) -> Option<&'a Job> {
        self.followed(ctx).or(self.found.as_ref())
    }

    fn followed<'a>(&self, ctx: &Context<'a>) -> Option<&'a Job> {
        on_job::followed(&self.which, ctx)
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        verbs.before(|pane| pane.forgetting = false);
        if let Some(job) = self.followed(ctx) {
            on_job::verbs(job, ctx, verbs);
            let forget = verbs.add(Action::Forget, "forget");
            if self.forgetting || job.is_over() {
                forget.give(|| [&on_job::forget(job)[..], &[Effect::Back]].concat());
            } else {
                forget.run(|pane| {
                    pane.forgetting = true;
                    on_job::forget_again(ctx)
                });
            }
            on_job::to_report(job, ctx, verbs);
        } else {
            self.verbs_of_found(ctx, verbs);
        }
        if let Some(job) = self.job(ctx) {
            let sheet = (&self.sheet, sheet_area(self.headline(job), ctx, ctx.body).height);
            on_sheet::verbs(verbs, sheet, |pane| &mut pane.sheet, || self.copies(ctx));
        }
    }

    /// Adds the verbs of a job that is not followed.
    fn verbs_of_found(&self, ctx: &Context<'_>, verbs: &mut Verbs<'_, Self>) {
        let (id, server) =
            (if let JobPlace::Id(id) = &self.which { Some(id) } else { None }, &ctx.network.verifier);
        let reason = match server {
            Some(_) => id.is_none().then_some("its id at the verifier is not known"),
            None => Some("this network has no verifier to ask"),
        };
        verbs.add(Action::Adopt, "follow it").unless(reason).give(|| {
            let key = JobKey { made: ctx.now, process: ctx.process };
            let job = Job::adopt(key, &ctx.network.name, server.as_ref()?, id?.clone(), ctx.now);
            Some(Effect::Follow(Box::new(job)))
        });
        if let Some(job) = &self.found {
            verbs.add(Action::Refresh, "check again").give(|| Effect::Refresh);
            on_job::to_contract(job, ctx, verbs);
            on_job::to_record(job, ctx, verbs);
        }
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let report = self.followed(ctx).map(|job| on_job::report(job, ctx));
        self.job(ctx).map(on_job::copies).into_iter().flatten().chain(report).collect()
    }
}

impl Pane for JobPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let job = self.job(ctx)?;
        let follow = self.sheet.click(*click, sheet_area(self.headline(job), ctx, ctx.body));
        Some(if follow { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    /// Polls a job when it is opened, unless its state is final.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if std::mem::replace(&mut self.opened, true) {
            return Vec::new();
        }
        let waits = |job: &&Job| {
            let runs = job.id.is_some() && !job.state.is_final();
            runs || job.leaves_open() && ctx.jobs.lookup(job.key).is_none()
        };
        self.followed(ctx).filter(waits).map(|job| Effect::PollNow(job.key)).into_iter().collect()
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.job(ctx)
            .map(|job| self.sheet.links(sheet_area(self.headline(job), ctx, ctx.body)))
            .unwrap_or_default()
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        let Some(poll) = self.poll(ctx) else { return };
        wants.add_optional(poll);
        if let Some(contract) = &self.contract {
            wants.add_optional(contract);
        }
    }

    fn document(&self, ctx: &Context<'_>) -> Option<Json> {
        self.job(ctx).map(Job::document)
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Job(self.which.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        match (self.followed(ctx), &self.which) {
            (Some(job), _) => {
                format!("job {} {}", ctx.theme.glyphs.crumb, job_text::contract(job, ctx.theme))
            }
            (None, JobPlace::Id(id)) => format!("job {id}  not followed here"),
            (None, JobPlace::Key(_)) => "job".to_owned(),
        }
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let Some(job) = self.job(ctx) else { return Status::default() };
        let (words, role) = match job_text::next(job, ctx).as_deref() {
            Some(wait) if job.retry_at.is_some() && job.state.is_final() => {
                let who = if ctx.jobs.is_planned_elsewhere(job.key) { "by another hieroscope " } else { "" };
                (format!("sent again {who}in {wait}"), Role::Attention)
            }
            None if ctx.jobs.is_elsewhere(job.key) && !job.is_over() => {
                ("another hieroscope is handling it".to_owned(), Role::Dim)
            }
            Some("now") => ("checking now".to_owned(), Role::Attention),
            Some(_) if job.state.is_success() => (String::new(), Role::Dim),
            Some(wait) if job.next_poll.is_some() => (format!("next check in {wait}"), Role::Dim),
            _ => (String::new(), Role::Dim),
        };
        let failed = job.words.as_ref().filter(|_| job.failed_polls > 0);
        let banner = failed.map(|words| {
            let kept = if job.record.is_some() { " (showing the last known state)" } else { "" };
            (format!("{} {}{kept}", ctx.theme.glyphs.attention, words.escaped()), Role::Attention)
        });
        Status { words, role, banner }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if let Some(job) = self.job(ctx) {
            headline::view(self.headline(job), ctx, area, buf);
            self.sheet.view(ctx.theme, sheet_area(self.headline(job), ctx, area), buf);
        } else {
            let style = ctx.theme.style(Role::Heading);
            put(buf, area, (1, 0), "This job is not followed here.", style);
        }
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(self.job(ctx), ctx.now)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let (found, contract) = self.unfollowed_job(ctx).unzip();
        (self.found, self.contract) = (found, contract.flatten());
        let Some(job) = self.followed(ctx).or(self.found.as_ref()) else { return };
        if let Some(id) = &job.id {
            self.which = JobPlace::Id(id.clone());
        }
        if self.compared.renew(mismatch::error(job).and(job.record.as_ref()), None) {
            self.conclusion = Conclusion::new(job, self.compared.all());
        }
        self.sheet = labels::on_sheet(ctx, facts::sheet(job, self.compared.all(), ctx))
            .after(&self.sheet, sheet_area(self.headline(job), ctx, ctx.body).height);
    }
}

/// The lookup of a job's contract, to confirm or name the outcome; `None` if not needed.
fn contract_lookup(job: &Job) -> Option<ContractLookup> {
    ContractLookup::of(job).filter(|_| job.checks_contract || job.wants_name())
}

/// The area of the sheet, below the headline.
fn sheet_area(headline: Headline<'_>, ctx: &Context<'_>, body: Rect) -> Rect {
    body.below(headline::height(headline, ctx, body))
}
