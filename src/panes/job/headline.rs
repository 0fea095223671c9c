//! The lines above the sheet: where the job stands now, what that means, and what to do about it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::panes::{Context, job_words};
use crate::verification::{Job, JobState};
use crate::widgets::Role;
use crate::widgets::line::{put, wrap};

/// How many lines: the state, its meaning, what happened, what to do; a blank.
const LINES: u16 = 6;

/// How many lines of this body the headline takes.
pub(super) fn height(body: Rect) -> u16 {
    if body.height >= LINES + 4 { LINES } else { body.height.min(1) }
}

/// Draws the headline.
pub(super) fn view(job: &Job, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let most = height(area);
    let (state, role) = job_words::state(job, ctx.look, ctx.now);
    let spent = job_words::elapsed(job, ctx.now);
    let time = match job.took() {
        Some(_) => format!("took {spent}"),
        None if job.state.is_final() => format!("after {spent}"),
        None => format!("for {spent}"),
    };
    let mut column = put(buf, area, 1, 0, &state, ctx.look.theme.style(role));
    if let Some(known) = job.last_known().filter(|_| job.state == JobState::Unreachable) {
        let known = format!("  last known: {}", known.words());
        column = put(buf, area, column, 0, &known, ctx.look.theme.style(Role::Plain));
    }
    put(buf, area, column, 0, &format!("  {time}"), ctx.look.theme.style(Role::Dim));
    let advice = job.advice();
    let lines = [
        (job.state.sentence(), Role::Plain),
        (advice.map_or("", |advice| advice.says), role),
        (advice.map_or("", |advice| advice.next), Role::Plain),
    ];
    let mut row = 1;
    for (text, role) in lines {
        for line in wrap(text, area.width.saturating_sub(2), 2, ctx.look.glyphs.cut) {
            if row + 1 < most {
                put(buf, area, 1, row, &line, ctx.look.theme.style(role));
                row += 1;
            }
        }
    }
}
