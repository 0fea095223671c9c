//! Draws the lines of a batch: progress, a table, and the selected line.

use ledger::amount::grouped;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::Batch;
use verification::batch::{BatchLine, OnError, Pause, Phase};

use super::row;
use crate::panes::Context;
use crate::panes::kit::nouns::job_text;
use crate::widgets::line::{cut, put, wrap_words};
use crate::widgets::{Role, Split};

/// The rows above the table, for the batch's progress and state.
const HEADER_ROWS: u16 = 2;
/// The rows below the table, for the selected line.
const FOOTER_ROWS: u16 = 4;

pub(super) fn table_area(body: Rect) -> Rect {
    let footer = if body.height > HEADER_ROWS + FOOTER_ROWS + 4 { FOOTER_ROWS } else { 0 };
    body.below(HEADER_ROWS).above(footer)
}

/// Draws the reason of an empty list.
pub(super) fn view_empty(batch: Option<&Batch>, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
    let (words, role) = match batch {
        None => ("This batch is no longer stored.", Role::Heading),
        Some(_) => ("No matching lines.", Role::Dim),
    };
    put(buf, table, (1, 1), words, ctx.theme.style(role));
}

/// Draws the progress of the batch above its lines, and the selected line below them.
pub(super) fn view_around(batch: &Batch, line: Option<&BatchLine>, ctx: &Context<'_>, buf: &mut Buffer) {
    let (theme, body) = (ctx.theme, ctx.body);
    let lines = [(progress(batch, theme.glyphs.dot), Role::Heading), phase(batch, theme.glyphs.dot)];
    for (row, (text, role)) in (0..).zip(lines) {
        let text = cut(&text, body.width.saturating_sub(2), theme.glyphs.cut);
        put(buf, body, (1, row), &text, theme.style(role));
    }
    if let Some(line) = line {
        view_line(line, ctx, body.below(table_area(body).bottom() - body.y), buf);
    }
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

/// The state of the batch, with the reason if it is paused.
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

/// The selected line: its input, and the meaning of its state.
fn view_line(line: &BatchLine, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let dot = ctx.theme.glyphs.dot;
    let job = row::job(line, ctx);
    let id = job.and_then(|job| job.id.as_ref()).map(|id| format!(" {dot} job {id}")).unwrap_or_default();
    let advice = job.and_then(verification::Job::advice);
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
        put(buf, area, (1, row), &text, ctx.theme.style(role));
    }
}
