//! The lines of a batch as rows: their columns, their filter, and their export as CSV.

use std::ops::Deref;

use decode::rows::quoted;
use ledger::Text;
use ledger::text::visible;
use ledger::timestamp::NANOS;
use verification::batch::{BatchLine, LineState, Skipped, Standing};
use verification::{Batch, Job, JobError, JobState};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, MemoryRows, Value};
use crate::panes::kit::nouns::job_text;
use crate::panes::verification::on_job;
use crate::panes::verification::passing::Passing;
use crate::widgets::Role;

pub struct Lines {
    /// Whether the batch is verified from a project.
    project: bool,
}

/// The columns of a batch, which differ if it has a project.
pub(super) fn columns(project: bool) -> &'static Lines {
    if project { &Lines { project: true } } else { &Lines { project: false } }
}

const CHAIN: &str = "chain";
/// The column of the contract's name in the project.
const ARTIFACT: &str = "artifact";

impl Columns for Lines {
    type Row<'a> = LineAt<'a>;

    const LIST: &'static str = "batch";

    const UNITS: &'static [(&'static str, &'static str)] = &[("took", "ms")];

    const COUNTED: &'static [Counted] =
        &[Counted::values("state"), Counted::values("chain").nothing("no chain")];

    fn has_values(&self, column: &ColumnOf<Self>) -> bool {
        // All contracts of a project are on one chain.
        if self.project { column.name != CHAIN } else { column.name != ARTIFACT }
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::number("line", 4).dim(|line| Value::number(Some(line.number))),
        Column::number(CHAIN, 5).titled("chain").rank(3).dim(|line| Value::text(chain(line))),
        Column::text("contract", 14)
            .grows(5)
            .up_to(42)
            .shows(|line, _| (visible(&contract(line)), Role::Plain), |line| Value::Text(contract(line))),
        Column::text(ARTIFACT, 12).titled("artifact").grows(3).up_to(40).rank(1).shows(
            |line, ctx| (artifact(line, ctx).unwrap_or_default(), Role::Plain),
            |line| Value::text(named(line)),
        ),
        Column::text("state", 18)
            .shows(|line, ctx| state(line, ctx), |line| Value::text(Some(state_word(line)))),
        Column::number("took", 7).rank(2).shows(
            |line, ctx| {
                let took = job(line, ctx).map(|job| job_text::elapsed(job, ctx.now));
                (took.unwrap_or_default(), Role::Plain)
            },
            |line| line.took.clone(),
        ),
        Column::text("result", 18).grows(2).shows(
            |line, ctx| {
                let (_, role) = state(line, ctx);
                let quiet = if matches!(role, Role::Success | Role::Plain) { Role::Dim } else { role };
                (line.result.clone(), quiet)
            },
            |line| Value::text(Some(&line.told).filter(|words| !words.is_empty())),
        ),
    ];
}

/// A line, and its job while that is followed.
pub struct LineAt<'a> {
    line: &'a BatchLine,
    result: String,
    /// The compiler's errors in its own format, otherwise the result.
    told: String,
    /// Milliseconds.
    took: Value,
}

impl Deref for LineAt<'_> {
    type Target = BatchLine;

    fn deref(&self) -> &BatchLine {
        self.line
    }
}

/// The filtered lines of a batch as rows.
pub struct LineRows<'a> {
    batch: Option<&'a Batch>,
    passing: Passing,
    ctx: Context<'a>,
}

impl<'a> LineRows<'a> {
    pub(super) fn new(batch: Option<&'a Batch>, passing: &Passing, ctx: &Context<'a>) -> Self {
        Self { batch, passing: passing.clone(), ctx: Context { ..*ctx } }
    }

    /// A line with its index in the batch.
    pub(super) fn line(&self, at: usize) -> Option<(usize, &'a BatchLine)> {
        let at = self.passing.index(at)?;
        Some((at, self.batch?.lines.get(at)?))
    }
}

impl MemoryRows for LineRows<'_> {
    type Name = usize;
    type Columns = Lines;

    const FIRST_COPY: Option<&'static str> = Some("contract");

    fn columns(&self) -> &Lines {
        columns(self.batch.is_some_and(|batch| batch.project.is_some()))
    }

    fn len(&self) -> usize {
        self.batch.map_or(0, |batch| self.passing.len(batch.lines.len()))
    }

    fn name(&self, at: usize) -> Option<usize> {
        self.line(at).map(|(_, line)| line.number)
    }

    fn row(&self, at: usize) -> Option<LineAt<'_>> {
        let (_, line) = self.line(at)?;
        let job = job(line, &self.ctx);
        let took = job.map_or(Value::Nothing, |job| job_text::elapsed_millis(job, self.ctx.now));
        let error = job.and_then(|job| job.record.as_ref()?.error.known());
        let errors = error.map(JobError::formatted).unwrap_or_default();
        let result = result(line, &self.ctx);
        let told = if errors.is_empty() { result.clone() } else { errors.join("\n") };
        Some(LineAt { line, result, told, took })
    }

    fn opened(&self, at: usize) -> Option<Place> {
        job(self.line(at)?.1, &self.ctx).map(on_job::place)
    }
}

fn chain(line: &BatchLine) -> Option<String> {
    line.target.as_ref().map(|target| target.chain.to_string())
}

/// The artifact named in the line, otherwise the one that was found.
fn named(line: &BatchLine) -> Option<String> {
    let written = line.target.as_ref().and_then(|target| target.artifact.as_deref());
    let found = || line.matching.found().map(|found| visible(&found.contract.to_string()));
    written.map(visible).or_else(found)
}

/// The contract's name in the project, otherwise the name in the line.
fn artifact(line: &BatchLine, ctx: &Context<'_>) -> Option<String> {
    let sent = job(line, ctx).and_then(|job| job.origin.contract.as_ref()).map(Text::escaped);
    let whole = sent.or_else(|| named(line))?;
    Some(whole.rsplit(':').next().unwrap_or(&whole).to_owned())
}

/// The job of a line; `None` if it is no longer followed.
pub(super) fn job<'a>(line: &BatchLine, ctx: &Context<'a>) -> Option<&'a Job> {
    line.job().and_then(|key| ctx.jobs.get(key))
}

/// The resolved address, otherwise the contract as typed.
pub(super) fn contract(line: &BatchLine) -> String {
    let named = line.target.as_ref().map(|target| target.contract.to_string());
    line.address.map(|address| address.checksummed()).or(named).unwrap_or_else(|| line.text.clone())
}

/// The state with its sign.
pub(super) fn state(line: &BatchLine, ctx: &Context<'_>) -> (String, Role) {
    let glyphs = &ctx.theme.glyphs;
    let (sign, role) = match &line.state {
        LineState::Sent(_, state) => match job(line, ctx) {
            Some(job) => return job_text::state(job, ctx.theme, ctx.now),
            None => (glyphs.unknown, job_text::role(*state)),
        },
        LineState::VerifiedBefore(_) => (glyphs.success, Role::Success),
        LineState::Faulty(_) | LineState::Unsent(_) => (glyphs.failure, Role::Failure),
        LineState::Waiting | LineState::Skipped(_) => (glyphs.none, Role::Dim),
        LineState::LookingUp => (glyphs.arrow, Role::Plain),
    };
    (format!("{sign} {}", state_name(line)), role)
}

/// The state in a word or two.
fn state_name(line: &BatchLine) -> &'static str {
    match &line.state {
        LineState::Faulty(_) => "invalid",
        LineState::Waiting => "waiting",
        LineState::LookingUp => "looked up",
        LineState::Sent(_, state) => state.label(),
        LineState::Unsent(_) => "not sent",
        LineState::VerifiedBefore(_) => "verified before",
        LineState::Skipped(Skipped::Double(_)) => "double",
        LineState::Skipped(Skipped::Asked) => "skipped",
    }
}

/// The state's name for scripts; sent lines use the states of `jobs`.
fn state_word(line: &BatchLine) -> &'static str {
    match &line.state {
        LineState::LookingUp => "looked-up",
        LineState::Sent(_, state) => state.name(),
        LineState::Unsent(_) => JobState::NotSent.name(),
        LineState::VerifiedBefore(_) => JobState::AlreadyVerified.name(),
        _ => state_name(line),
    }
}

/// The outcome, in a few words.
pub(super) fn result(line: &BatchLine, ctx: &Context<'_>) -> String {
    match &line.state {
        LineState::Faulty(words) | LineState::Unsent(words) | LineState::VerifiedBefore(words) => {
            words.clone()
        }
        LineState::Skipped(Skipped::Double(number)) => format!("sent once, with line {number}"),
        LineState::Sent(..) => job(line, ctx).map(job_text::outcome).unwrap_or_default(),
        LineState::Waiting | LineState::LookingUp | LineState::Skipped(Skipped::Asked) => String::new(),
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Show {
    #[default]
    All,
    Unverified,
    Open,
}

impl Show {
    pub(super) fn next(self) -> Self {
        match self {
            Self::All => Self::Unverified,
            Self::Unverified => Self::Open,
            Self::Open => Self::All,
        }
    }

    /// The description of the choice.
    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::All => "show all",
            Self::Unverified => "only without success",
            Self::Open => "only pending",
        }
    }

    /// The text in the list's title.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Unverified => ", without success",
            Self::Open => ", pending",
        }
    }

    pub(super) fn holds(self, standing: Standing) -> bool {
        let coming = matches!(standing, Standing::Waiting | Standing::UnderWay);
        match self {
            Self::All => true,
            Self::Unverified => !coming && standing != Standing::Verified,
            Self::Open => coming,
        }
    }
}

/// One row per line of the batch: input, state, and job.
pub(super) fn to_csv(batch: &Batch, ctx: &Context<'_>) -> String {
    let mut out = String::from("line,chain,contract,state,result,seconds,job,name,message\n");
    for line in &batch.lines {
        let job = job(line, ctx);
        let seconds = job.and_then(Job::took).map(|nanos| nanos / u128::from(NANOS));
        let values = [
            line.number.to_string(),
            line.target.as_ref().map(|target| target.chain.to_string()).unwrap_or_default(),
            contract(line),
            state_word(line).to_owned(),
            result(line, ctx),
            seconds.map(|seconds| seconds.to_string()).unwrap_or_default(),
            job.and_then(|job| job.id.as_ref()).map(ToString::to_string).unwrap_or_default(),
            job.and_then(|job| job.origin.contract.as_ref()).map(Text::escaped).unwrap_or_default(),
            job.and_then(Job::message).unwrap_or_default(),
        ];
        out.push_str(&values.map(quoted).join(","));
        out.push('\n');
    }
    out
}
