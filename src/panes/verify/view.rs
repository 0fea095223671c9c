//! The form on screen, and below it what is known and what will be sent.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::VerifyPane;
use super::fields::LINES;
use super::{checks, panel, plan};
use crate::panes::Context;
use crate::verification::Submission;
use crate::widgets::Role;
use crate::widgets::line::{put, wrap, wrap_words};

/// Where the fields are.
pub(super) fn form_area(body: Rect) -> Rect {
    Rect { height: LINES.min(body.height), ..body }
}

/// Draws the pane; returns where the cursor is, which the form always has.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let faults = plan::faults(&pane.fields, ctx, pane.tried);
    let cursor = pane.fields.form().view(ctx.look, form_area(area), &faults, buf);
    let findings = checks::findings(&pane.fields, &pane.subject, ctx);
    let request = lines(pane, ctx, area);
    let left = usize::from(area.height.saturating_sub(LINES)).saturating_sub(request.len());
    let known = panel::lines(&findings, left.saturating_sub(1));
    // A blank line above and one between, as far as there is room.
    let top = LINES + u16::from(left > known.len() + usize::from(!known.is_empty()));
    for (row, line) in (top..area.height).zip(&known) {
        panel::view(line, ctx, area, row, buf);
    }
    let gap = usize::from(!known.is_empty());
    let below = usize::from(top) + known.len() + gap;
    for (row, (line, role)) in (u16::try_from(below).unwrap_or(u16::MAX)..area.height).zip(request) {
        put(buf, area, 2, row, &line, ctx.look.theme.style(role));
    }
    // A choice has the focus without a place to type at: keys are the form's all the same.
    cursor.or_else(|| (!area.is_empty()).then_some(Position { x: area.x, y: area.y }))
}

/// What will be sent, or why nothing can be, cut to the width.
fn lines(pane: &VerifyPane, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let (glyphs, width) = (&ctx.look.glyphs, area.width.saturating_sub(4));
    let prose =
        |text: &str, role| wrap_words(text, width, 3, glyphs.cut).into_iter().map(move |line| (line, role));
    match plan::submission(&pane.fields, &pane.subject, ctx) {
        Ok(submission) => {
            let (words, role) = if pane.confirming {
                ("Send this? Enter sends it, escape goes back to the form.", Role::Chip)
            } else {
                ("Will send (enter asks once more):", Role::Heading)
            };
            let mut lines: Vec<(String, Role)> = prose(words, role).collect();
            let request = request(&submission, ctx).into_iter();
            let request = request.flat_map(|text| wrap(&text, width, 4, glyphs.cut));
            lines.extend(request.map(|line| (line, Role::Plain)));
            lines
        }
        Err((_, reason)) => {
            prose(&format!("{} Cannot be sent yet: {reason}.", glyphs.attention), Role::Attention).collect()
        }
    }
}

/// The request as it will be sent, but for the key.
fn request(submission: &Submission, ctx: &Context<'_>) -> [String; 3] {
    let base = ctx.network.verifier.as_deref().unwrap_or_default();
    [
        format!("POST {base}{}", submission.path(&ctx.network.import_segment)),
        "Content-Type: application/json".to_owned(),
        submission.masked_body(),
    ]
}
