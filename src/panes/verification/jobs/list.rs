//! The rows of the list: which jobs, in which columns, and their totals in one line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::numbers;
use crate::ledger::amount::grouped;
use crate::ledger::timestamp::span;
use crate::panes::Context;
use crate::panes::kit::job_text;
use crate::panes::verification::next_step;
use crate::verification::{Job, Mode};
use crate::widgets::line::{cut, put, wrap_words};
use crate::widgets::table::{Cell, Column, Table};
use crate::widgets::{Role, Scroll};

/// Which jobs are shown.
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

    /// What choosing it does.
    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::All => "show all",
            Self::UnderWay => "only under way",
            Self::Unverified => "only without success",
            Self::Verified => "only verified",
        }
    }

    /// What the title says of it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::All => "",
            Self::UnderWay => " under way",
            Self::Unverified => " without success",
            Self::Verified => " verified",
        }
    }

    fn holds(self, job: &Job) -> bool {
        match self {
            Self::All => true,
            Self::UnderWay => !job.is_over(),
            Self::Unverified => job.is_over() && !job.state.is_success(),
            Self::Verified => job.state.is_success(),
        }
    }

    /// The jobs that are shown, newest first.
    pub(super) fn of<'a>(self, ctx: &Context<'a>) -> Vec<&'a Job> {
        ctx.jobs.jobs().iter().filter(|job| self.holds(job)).collect()
    }
}

/// Lines below the list, for the selected job in words.
const DETAIL_ROWS: u16 = 4;

/// The rows for jobs, between the column titles and the selected job in words.
pub(super) fn height(ctx: &Context<'_>) -> u16 {
    let below = DETAIL_ROWS + numbers::height(ctx);
    let list = if ctx.body.height > below + 6 { ctx.body.height - below } else { ctx.body.height };
    list.saturating_sub(1)
}

/// How many jobs run and are done, and how many of those went well.
pub(super) fn summary(ctx: &Context<'_>) -> String {
    let counts = ctx.jobs.counts();
    let mut facts = vec![format!("{} running", counts.running), format!("{} done", counts.done)];
    facts.extend((counts.ok * 100).checked_div(counts.done).map(|rate| format!("{rate} % ok")));
    let older = ctx.jobs.older();
    facts.extend((older > 0).then(|| format!("{} older not shown", grouped(&older))));
    facts.join(&format!(" {} ", ctx.theme.glyphs.dot))
}

fn columns() -> [Column; 8] {
    [
        Column::text("state", 18),
        Column::text("mode", 13).rank(3),
        Column::number("chain", 5).rank(2),
        // The outcome has few enough words to be seen whole soon, and then the address, of 42 characters.
        Column::text("contract", 14).grows(1).up_to(42),
        Column::number("age", 7).rank(4),
        Column::number("time", 7).rank(1),
        Column::number("next", 5).rank(1),
        Column::text("outcome", 18).grows(6).up_to(36),
    ]
}

fn row(job: &Job, ctx: &Context<'_>) -> Vec<Cell> {
    let none = || ctx.theme.glyphs.none.to_owned();
    let dim = |text: String| (text, Role::Dim);
    let (state, role) = job_text::state(job, ctx.theme, ctx.now);
    vec![
        (state, role),
        dim(job.mode.map_or("adopted", Mode::words).to_owned()),
        dim(job.chain.as_ref().map_or_else(none, ToString::to_string)),
        (job_text::contract(job, ctx.theme), Role::Plain),
        dim(span(ctx.now.since(job.key.made))),
        (job_text::elapsed(job, ctx.now), Role::Plain),
        dim(job_text::next(job, ctx).unwrap_or_default()),
        (job_text::outcome(job), if role == Role::Success { Role::Dim } else { role }),
    ]
}

/// Draws the list and the selected job in words.
pub(super) fn view(
    jobs: &[&Job],
    scroll: &Scroll,
    show: Show,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    if jobs.is_empty() {
        return view_empty(show, ctx, area, buf);
    }
    let height = height(ctx);
    let list = Rect { height: height.saturating_add(1).min(area.height), ..area };
    let table = Table { columns: &columns(), len: jobs.len(), scroll };
    table.view(ctx.theme, list, buf, |at| jobs.get(at).map(|job| row(job, ctx)).unwrap_or_default());
    let below = Rect {
        y: area.y.saturating_add(list.height),
        height: area.height.saturating_sub(list.height),
        ..area
    };
    if let Some(job) = jobs.get(scroll.selected) {
        view_detail(job, ctx, Rect { height: DETAIL_ROWS.min(below.height), ..below }, buf);
    }
    if below.height >= DETAIL_ROWS + numbers::height(ctx) {
        numbers::view(
            ctx,
            Rect { y: below.y + DETAIL_ROWS, height: below.height - DETAIL_ROWS, ..below },
            buf,
        );
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
        (said(&[job.sentence(), there, &job_text::attempts(job, ctx)]), job_text::role(job.state)),
        (
            next_step::advice(job, ctx)
                .map_or_else(String::new, |advice| format!("{} {}", advice.says, advice.next)),
            Role::Plain,
        ),
    ];
    let mut row = 0;
    for (text, role) in lines {
        for line in wrap_words(&text, area.width.saturating_sub(2), 2, ctx.theme.glyphs.cut) {
            put(buf, area, 1, row, &line, ctx.theme.style(role));
            row += 1;
        }
    }
}

/// What there is of these, in a row.
fn said(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<_>>().join("  ")
}

fn view_empty(show: Show, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let lines: &[&str] = if show == Show::All {
        &[
            "No verification was submitted here yet.",
            "Open a contract and verify it, or follow a job by its id: paste it here.",
        ]
    } else {
        &["No matching jobs.", "Change what is shown, or verify a contract."]
    };
    for (row, line) in (0..).zip(lines) {
        let role = if row == 0 { Role::Heading } else { Role::Dim };
        put(buf, area, 1, row, &cut(line, area.width, ctx.theme.glyphs.cut), ctx.theme.style(role));
    }
}
