//! Draws the lines of a batch: progress, a table, and the selected line.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::lines::Lines;
use super::row;
use crate::ledger::amount::grouped;
use crate::ledger::text::visible;
use crate::panes::Context;
use crate::panes::kit::job_text;
use crate::panes::kit::list;
use crate::verification::Batch;
use crate::verification::batch::{BatchLine, OnError, Pause, Phase};
use crate::widgets::line::{cut, put, wrap_words};
use crate::widgets::{Link, Role, Split};

/// The rows above the table: progress and state of the batch.
const HEADER_ROWS: u16 = 2;
/// The rows below it: the selected line in words.
const FOOTER_ROWS: u16 = 4;

/// How many rows of lines there is room for below the titles.
pub(super) fn height(table: Rect) -> u16 {
    table.height.saturating_sub(1)
}

pub(super) fn table_area(body: Rect) -> Rect {
    let footer = if body.height > HEADER_ROWS + FOOTER_ROWS + 4 { FOOTER_ROWS } else { 0 };
    body.below(HEADER_ROWS).above(footer)
}

/// Draws the batch; returns where the cursor is, if a key is asked for.
pub(super) fn view(lines: &Lines, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let theme = ctx.theme;
    if lines.local.view_counts(ctx, area, buf) {
        return None;
    }
    let body = lines.local.view_chips(ctx, area, buf);
    let Some(batch) = lines.batch(ctx) else {
        put(buf, area, 1, 0, "This batch is no longer stored.", theme.style(Role::Heading));
        return None;
    };
    let head = |row: u16, text: &str, role: Role, buf: &mut Buffer| {
        let text = cut(text, body.width.saturating_sub(2), theme.glyphs.cut);
        put(buf, body, 1, row, &text, theme.style(role));
    };
    head(0, &progress(batch, theme.glyphs.dot), Role::Heading, buf);
    let (words, role) = phase(batch, theme.glyphs.dot);
    head(1, &words, role, buf);
    let (rows, place) = (lines.rows(batch, ctx), table_area(body));
    lines.local.view(&rows, ctx, place, buf);
    let is_empty = lines.local.is_empty(&rows);
    if let Some(none) = lines.local.none_passes(ctx).filter(|_| is_empty) {
        list::say(&none, ctx, place, buf);
    } else if is_empty {
        put(buf, place, 1, 1, "No matching lines.", theme.style(Role::Dim));
    }
    if let Some((_, line)) = lines.local.selected(&rows).and_then(|at| rows.line(at)) {
        view_line(line, ctx, area.below(place.bottom() - area.y), buf);
    }
    if lines.local.line_hints().is_some() {
        return lines.local.view_line(ctx, area, buf);
    }
    lines.key.as_ref().and_then(|form| form.view(ctx, area, buf))
}

/// What the lines lead to: their jobs.
pub(super) fn links(lines: &Lines, ctx: &Context<'_>) -> Vec<Link> {
    let Some(batch) = lines.batch(ctx).filter(|_| lines.key.is_none()) else { return Vec::new() };
    lines.local.links(&lines.rows(batch, ctx), ctx, lines.table(ctx))
}

/// `7 of 12 done · 6 verified · 1 failed · 2 in progress · 3 waiting`.
fn progress(batch: &Batch, dot: &str) -> String {
    let progress = batch.progress();
    let counted = [
        (progress.verified, "verified"),
        (progress.failed, "failed"),
        (progress.unknown, "unknown"),
        (progress.under_way, "under way"),
        (progress.waiting, "waiting"),
        (progress.skipped, "skipped"),
        (progress.faulty, "invalid"),
    ];
    let counted = counted.iter().filter(|(count, _)| *count > 0);
    let counted = counted.map(|(count, words)| format!("{} {words}", grouped(count)));
    let done = format!("{} of {} done", grouped(&progress.done()), grouped(&progress.all));
    [done].into_iter().chain(counted).collect::<Vec<_>>().join(&format!(" {dot} "))
}

/// The state of the batch, with the reason of a pause.
fn phase(batch: &Batch, dot: &str) -> (String, Role) {
    let stops = match batch.on_error {
        OnError::Stop => "stops at an error",
        OnError::GoOn => "continues on error",
    };
    let server = job_text::server(&batch.server);
    match batch.phase {
        Phase::Running => (format!("{} at once to {server}; {stops}", batch.at_once.get()), Role::Dim),
        Phase::Paused(Pause::Asked) => {
            ("paused; running jobs are followed to the end".to_owned(), Role::Attention)
        }
        Phase::Paused(Pause::Error(number)) => {
            (format!("stopped by an error in line {number}; resume to send the rest"), Role::Attention)
        }
        Phase::Paused(Pause::TooMany(number)) => (
            format!("the verifier had too many requests at line {number}; wait a while, then resume"),
            Role::Attention,
        ),
        Phase::Paused(Pause::Unrecorded(number)) => (
            format!("the job of line {number} cannot be recorded, so it was not sent; resume to try again"),
            Role::Attention,
        ),
        Phase::Paused(Pause::Restart) => {
            ("paused: the program was ended meanwhile; resume to send the rest".to_owned(), Role::Attention)
        }
        Phase::Elsewhere => {
            ("another hieroscope is handling it: pause, stop or resume it there".to_owned(), Role::Attention)
        }
        Phase::Ended => (format!("has ended {dot} {server} {dot} {}", batch.network), Role::Dim),
    }
}

/// The selected line: as it was written, and what its state means.
fn view_line(line: &BatchLine, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let dot = ctx.theme.glyphs.dot;
    let job = row::job(line, ctx);
    let id = job.and_then(|job| job.id.as_ref()).map(|id| format!(" {dot} job {id}")).unwrap_or_default();
    let advice = job.and_then(crate::verification::Job::advice);
    let (_, role) = row::state(line, ctx);
    let text = match job {
        Some(job) => job.sentence().to_owned(),
        None => row::result(line, ctx),
    };
    let texts = [
        (format!("line {}: {}{id}", line.number, visible(&line.text)), Role::Dim),
        (text, role),
        (advice.map_or_else(String::new, |advice| format!("{} {}", advice.text, advice.next)), Role::Plain),
    ];
    let width = area.width.saturating_sub(2);
    let lines = texts.iter().flat_map(|(text, role)| {
        wrap_words(text, width, 2, ctx.theme.glyphs.cut).into_iter().map(move |line| (line, *role))
    });
    for (row, (text, role)) in (0..area.height).zip(lines) {
        put(buf, area, 1, row, &text, ctx.theme.style(role));
    }
}
