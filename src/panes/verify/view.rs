//! The form on screen, and below it what is known and what will be sent.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::VerifyPane;
use super::fields::LINES;
use super::plan;
use crate::panes::Context;
use crate::verification::Submission;
use crate::widgets::Role;
use crate::widgets::line::{put, wrap_words};

/// Where the fields are.
pub(super) fn form_area(body: Rect) -> Rect {
    Rect { height: LINES.min(body.height), ..body }
}

/// Draws the pane; returns where the cursor is, which the form always has.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let faults = plan::faults(&pane.fields, ctx, pane.tried);
    let cursor = pane.fields.form().view(ctx.look, form_area(area), &faults, buf);
    let mut row = LINES + 1;
    for (text, role) in lines(pane, ctx) {
        if text.is_empty() {
            row += 1;
        }
        for line in wrap_words(&text, area.width.saturating_sub(4), 3, ctx.look.glyphs.cut) {
            put(buf, area, 2, row, &line, ctx.look.theme.style(role));
            row = row.saturating_add(1);
        }
    }
    // A choice has the focus without a place to type at: keys are the form's all the same.
    cursor.or_else(|| (!area.is_empty()).then_some(Position { x: area.x, y: area.y }))
}

/// The lines below the form; an empty one is a gap.
fn lines(pane: &VerifyPane, ctx: &Context<'_>) -> Vec<(String, Role)> {
    let glyphs = &ctx.look.glyphs;
    let signed = |text: String, role| match role {
        Role::Success => (format!("{} {text}", glyphs.success), role),
        Role::Attention => (format!("{} {text}", glyphs.attention), role),
        _ => (text, role),
    };
    let notes = plan::notes(&pane.fields, &pane.subject, ctx);
    let mut lines: Vec<_> = notes.into_iter().map(|(text, role)| signed(text, role)).collect();
    if !lines.is_empty() {
        lines.push((String::new(), Role::Plain));
    }
    match plan::submission(&pane.fields, &pane.subject, ctx) {
        Ok(submission) => {
            let (words, role) = if pane.confirming {
                ("Send this? Enter sends it, escape goes back to the form.", Role::Attention)
            } else {
                ("Will send (enter asks once more):", Role::Heading)
            };
            lines.push((words.to_owned(), role));
            lines.extend(request(&submission, ctx).map(|line| (line, Role::Plain)));
        }
        Err((_, reason)) => lines.push(signed(format!("Cannot be sent yet: {reason}."), Role::Attention)),
    }
    lines
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
