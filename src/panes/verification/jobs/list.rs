//! The rows of the job list: filter, columns, and totals.

use std::ops::Deref;

use ledger::amount::{grouped, percent};
use ledger::timestamp::span;
use ledger::{Text, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::{Job, JobKey, Mode, Statistics};

use super::numbers;
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, MemoryRows, Value, say};
use crate::panes::kit::nouns::job_text;
use crate::panes::verification::on_job;
use crate::panes::verification::passing::Passing;
use crate::widgets::line::put_words;
use crate::widgets::{Role, Split, split::REST};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Show {
    #[default]
    All,
    UnderWay,
    Unverified,
    Verified,
}

impl Show {
    pub(super) fn next(self) -> Self {
        match self {
            Self::All => Self::UnderWay,
            Self::UnderWay => Self::Unverified,
            Self::Unverified => Self::Verified,
            Self::Verified => Self::All,
        }
    }

    /// The description of the choice.
    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::All => "show all",
            Self::UnderWay => "only under way",
            Self::Unverified => "only without success",
            Self::Verified => "only verified",
        }
    }

    /// The text in the list's title.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::All => "",
            Self::UnderWay => " under way",
            Self::Unverified => " without success",
            Self::Verified => " verified",
        }
    }

    pub(super) fn holds(self, job: &Job) -> bool {
        match self {
            Self::All => true,
            Self::UnderWay => !job.is_over(),
            Self::Unverified => job.is_over() && !job.state.is_success(),
            Self::Verified => job.state.is_success(),
        }
    }
}

/// The jobs that pass the filter, newest first.
pub struct JobRows<'a> {
    pub(super) jobs: &'a [Job],
    pub(super) passing: Passing,
    pub(super) now: Timestamp,
}

impl<'a> JobRows<'a> {
    pub(super) fn get(&self, at: usize) -> Option<&'a Job> {
        self.jobs.get(self.passing.index(at)?)
    }
}

/// A job at a given time.
#[derive(Clone, Copy)]
pub struct JobAt<'a>(&'a Job, Timestamp);

impl Deref for JobAt<'_> {
    type Target = Job;

    fn deref(&self) -> &Job {
        self.0
    }
}

impl MemoryRows for JobRows<'_> {
    type Name = JobKey;
    type Columns = Jobs;

    fn columns(&self) -> &Jobs {
        &Jobs
    }

    fn len(&self) -> usize {
        self.passing.len(self.jobs.len())
    }

    fn name(&self, at: usize) -> Option<JobKey> {
        self.get(at).map(|job| job.key)
    }

    fn row(&self, at: usize) -> Option<JobAt<'_>> {
        self.get(at).map(|job| JobAt(job, self.now))
    }

    fn opened(&self, at: usize) -> Option<Place> {
        self.get(at).map(on_job::place)
    }

    fn copies(&self, at: usize) -> Vec<Copied> {
        let Some(job) = self.get(at) else { return Vec::new() };
        on_job::copies(job).into_iter().chain(Jobs::copied(&JobAt(job, self.now))).collect()
    }
}

/// The lines below the list, for the selected job.
const DETAIL_ROWS: u16 = 4;

/// The height of the rows, between the column titles and the selected job.
fn height(statistics: &Statistics, ctx: &Context<'_>) -> u16 {
    let below = DETAIL_ROWS + numbers::height(statistics, ctx);
    let list = if ctx.body.height > below + 6 { ctx.body.height - below } else { ctx.body.height };
    list.saturating_sub(1)
}

/// The number of running and ended jobs, and of successes.
pub(super) fn summary(statistics: &Statistics, ctx: &Context<'_>) -> String {
    let done = statistics.all.ended;
    let running = ctx.jobs.jobs().len().saturating_sub(done);
    let mut facts = vec![format!("{running} running"), format!("{done} done")];
    facts.extend(percent(statistics.all.ok, done).map(|rate| format!("{rate} % ok")));
    let older = ctx.jobs.older();
    facts.extend((older > 0).then(|| format!("{} older not shown", grouped(&older))));
    facts.join(&format!(" {} ", ctx.theme.glyphs.dot))
}

pub struct Jobs;

impl Columns for Jobs {
    type Row<'a> = JobAt<'a>;

    const LIST: &'static str = "jobs";

    const UNITS: &'static [(&'static str, &'static str)] = &[("took", "ms")];

    const OPTIONAL: &'static [&'static str] = &["name", "compiler", "file"];

    const COUNTED: &'static [Counted] = &[
        Counted::values("state"),
        Counted::values("outcome"),
        Counted::values("chain").nothing("no chain"),
        Counted::values("mode").nothing("adopted"),
        Counted::values("contract").nothing("not known"),
    ];

    fn leads(column: &'static str, job: &JobAt<'_>, ctx: &Context<'_>) -> Option<Place> {
        if column == "contract" { on_job::contract(job, ctx) } else { None }
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("state", 18).shows(
            |job, ctx| job_text::state(job, ctx.theme, ctx.now),
            |job| Value::text(Some(job.state.name())),
        ),
        Column::text("mode", 13).rank(3).shows(
            |job, _| (job.mode.map_or("adopted", Mode::label).to_owned(), Role::Dim),
            |job| Value::text(job.mode.map(Mode::name)),
        ),
        Column::number("chain", 5).rank(2).shows(
            |job, ctx| {
                let none = || ctx.theme.glyphs.none.to_owned();
                (job.chain.as_ref().map_or_else(none, ToString::to_string), Role::Dim)
            },
            |job| Value::text(job.chain.as_ref()),
        ),
        // The outcome's width is limited first, then the address of 42 characters gets the rest.
        Column::text("contract", 14).grows(1).up_to(42).shows(
            |job, ctx| {
                let name = job.origin.name().map(|name| format!("{} ", name.escaped())).unwrap_or_default();
                (format!("{name}{}", job_text::contract(job, ctx.theme)), Role::Plain)
            },
            |job| Value::text(job.address.map(|address| address.checksummed())),
        ),
        Column::number("age", 7).rank(4).shows(
            |job, ctx| (span(ctx.now.since(job.key.made)), Role::Dim),
            |job| Value::Time(job.key.made),
        ),
        Column::number("took", 7).titled("time").rank(1).shows(
            |job, ctx| (job_text::elapsed(job, ctx.now), Role::Plain),
            |job| job_text::elapsed_millis(job, job.1),
        ),
        Column::number("next check", 5).titled("next").rank(1).shows(
            |job, ctx| (job_text::next(job, ctx).unwrap_or_default(), Role::Dim),
            |job| Value::time(job_text::next_at(job)),
        ),
        Column::text("outcome", 18).grows(6).up_to(36).shows(
            |job, ctx| {
                let (_, role) = job_text::state(job, ctx.theme, ctx.now);
                (job_text::outcome(job), if role == Role::Success { Role::Dim } else { role })
            },
            |job| Value::text(Some(job_text::outcome(job)).filter(|text| !text.is_empty())),
        ),
        Column::text("message", 70).grows(1).up_to(90).rank(10).shows(
            |job, _| {
                let message = job.message().unwrap_or_default();
                (message.lines().next().unwrap_or_default().to_owned(), Role::Dim)
            },
            |job| Value::text(job.message()),
        ),
        Column::text("name", 12).grows(1).rank(7).shows(
            |job, ctx| of_origin(job.origin.contract.as_ref(), ctx),
            |job| Value::text(job.origin.contract.as_ref().map(Text::escaped)),
        ),
        Column::text("compiler", 12).up_to(30).rank(8).shows(
            |job, ctx| of_origin(job.origin.compiler.as_ref(), ctx),
            |job| Value::text(job.origin.compiler.as_ref().map(Text::escaped)),
        ),
        Column::text("file", 12).grows(1).rank(9).shows(
            |job, ctx| of_origin(job.origin.file.as_ref(), ctx),
            |job| Value::text(job.origin.file.as_ref().map(Text::escaped)),
        ),
    ];
}

/// The cell of a text about the submitted sources.
fn of_origin(text: Option<&Text>, ctx: &Context<'_>) -> (String, Role) {
    (text.map_or_else(|| ctx.theme.glyphs.none.to_owned(), Text::escaped), Role::Dim)
}

/// The areas of titles and rows, of the selected job, and of the statistics.
pub(super) fn areas(statistics: &Statistics, ctx: &Context<'_>) -> [Rect; 3] {
    ctx.body.stack([height(statistics, ctx).saturating_add(1), DETAIL_ROWS, REST])
}

/// Draws the selected job and the statistics.
pub(super) fn view_below(job: &Job, statistics: &Statistics, ctx: &Context<'_>, buf: &mut Buffer) {
    let [_, detail, rest] = areas(statistics, ctx);
    view_detail(job, ctx, detail, buf);
    if rest.height >= numbers::height(statistics, ctx) {
        numbers::view(statistics, ctx, rest, buf);
    }
}

fn view_detail(job: &Job, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let id = job.id.as_ref().map_or_else(|| "without an id".to_owned(), |id| format!("job {id}"));
    let dot = ctx.theme.glyphs.dot;
    let there = ctx.jobs.is_elsewhere(job.key) && !job.is_over();
    let there = if there { "Another hieroscope is handling it." } else { "" };
    let lines = [
        (
            format!(
                "{} {dot} {id} {dot} {}",
                job_text::contract(job, ctx.theme),
                job_text::server(&job.server)
            ),
            Role::Dim,
        ),
        (join_parts(&[job.sentence(), there, &job_text::attempts(job, ctx)]), job_text::role(job.state)),
        (
            on_job::advice(job, ctx)
                .map_or_else(String::new, |advice| format!("{} {}", advice.text, advice.next)),
            Role::Plain,
        ),
    ];
    put_words(buf, area, (0, 2), lines, ctx.theme);
}

/// Joins the parts that are not empty.
fn join_parts(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<_>>().join("  ")
}

/// Draws the reason of an empty list.
pub(super) fn view_empty(show: Show, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let (head, next) = if show == Show::All {
        let next = "Open a contract and verify it, or follow a job by its id: paste it here.";
        ("No verification was submitted here yet.", next)
    } else {
        ("No matching jobs.", "Change what is shown, or verify a contract.")
    };
    say(&[(head.to_owned(), Role::Heading), (next.to_owned(), Role::Dim)], ctx, area, buf);
}
