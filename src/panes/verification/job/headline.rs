//! The lines above the sheet: the job's state, its meaning, and what to do.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::{Job, JobState, Step};

use crate::panes::Context;
use crate::panes::kit::nouns::code_diff::mismatch::{Conclusion, sentences};
use crate::panes::kit::nouns::job_text;
use crate::panes::verification::on_job;
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, Split};

/// The minimum height of the sheet.
const MIN_SHEET_ROWS: u16 = 6;

/// The content of the headline.
#[derive(Clone, Copy)]
pub(super) struct Headline<'a> {
    pub(super) job: &'a Job,
    /// The conclusion of the code comparison.
    pub(super) found: Option<&'a Conclusion>,
}

/// The height of the headline in this body, with a blank line at the end if there is room.
pub(super) fn height(headline: Headline<'_>, ctx: &Context<'_>, body: Rect) -> u16 {
    let lines = headline_lines(headline, ctx, body.width).len();
    let wanted = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2);
    wanted.min(body.height.saturating_sub(MIN_SHEET_ROWS)).max(1).min(body.height)
}

pub(super) fn view(headline: Headline<'_>, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let job = headline.job;
    let [area] = area.stack([height(headline, ctx, area)]);
    let (state, role) = job_text::state(job, ctx.theme, ctx.now);
    let spent = job_text::elapsed(job, ctx.now);
    let time = match job.took() {
        Some(_) => format!("took {spent}"),
        None if spent.is_empty() => spent,
        None if job.state.is_final() => format!("after {spent}"),
        None => format!("for {spent}"),
    };
    let mut column = put(buf, area, (1, 0), &state, ctx.theme.style(role));
    if let Some(known) = job.last_known().filter(|_| job.state == JobState::Unreachable) {
        let known = format!("  last known: {}", known.label());
        column = put(buf, area, (column, 0), &known, ctx.theme.style(Role::Plain));
    }
    column = put(buf, area, (column, 0), &format!("  {time}"), ctx.theme.style(Role::Dim));
    let attempts = format!("  {}", job_text::attempts(job, ctx));
    put(buf, area, (column, 0), &attempts, ctx.theme.style(Role::Attention));
    for (row, (line, role)) in (1..area.height).zip(headline_lines(headline, ctx, area.width)) {
        put(buf, area, (1, row), &line, ctx.theme.style(role));
    }
}

/// The meaning of the state, the error and the advice, cut to the width.
fn headline_lines(headline: Headline<'_>, ctx: &Context<'_>, width: u16) -> Vec<(String, Role)> {
    let Headline { job, found } = headline;
    let found = found.filter(|_| on_job::step_of(job, ctx) == Some(Step::Difference));
    let advice = on_job::advice(job, ctx).map(|advice| sentences(advice, found));
    let (text, next) = advice.unwrap_or_default();
    let (known, known_role) = job_text::lookup(job, ctx).unwrap_or_default();
    let texts = [
        (job.sentence(), Role::Plain),
        (known.as_str(), known_role),
        (&*text, job_text::role(job.state)),
        (&*next, Role::Plain),
    ];
    let cut = |text: &str| wrap_words(text, width.saturating_sub(2), 3, ctx.theme.glyphs.cut);
    texts.into_iter().flat_map(|(text, role)| cut(text).into_iter().map(move |line| (line, role))).collect()
}
