//! The form on screen, and below it what is known and what will be sent.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::VerifyPane;
use super::fields::LINES;
use super::plan;
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
    let gap = u16::from(!pane.confirming || area.height >= LOW);
    let below = (LINES + gap..area.height).zip(lines(pane, ctx, area));
    for (row, (line, role)) in below {
        put(buf, area, 2, row, &line, ctx.look.theme.style(role));
    }
    // A choice has the focus without a place to type at: keys are the form's all the same.
    cursor.or_else(|| (!area.is_empty()).then_some(Position { x: area.x, y: area.y }))
}

/// On fewer lines than this, the request that is about to be sent needs the room of all else.
const LOW: u16 = 20;

/// The lines below the form, cut to the width.
fn lines(pane: &VerifyPane, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let (glyphs, width) = (&ctx.look.glyphs, area.width.saturating_sub(4));
    let prose = |(text, role): (String, Role)| {
        let text = match role {
            Role::Success => format!("{} {text}", glyphs.success),
            Role::Attention => format!("{} {text}", glyphs.attention),
            _ => text,
        };
        wrap_words(&text, width, 3, glyphs.cut).into_iter().map(move |line| (line, role))
    };
    let alone = pane.confirming && area.height < LOW;
    let notes = if alone { Vec::new() } else { plan::notes(&pane.fields, &pane.subject, ctx) };
    let mut lines: Vec<(String, Role)> = notes.into_iter().flat_map(prose).collect();
    if !lines.is_empty() {
        lines.push(Default::default());
    }
    match plan::submission(&pane.fields, &pane.subject, ctx) {
        Ok(submission) => {
            let (words, role) = if pane.confirming {
                ("Send this? Enter sends it, escape goes back to the form.", Role::Chip)
            } else {
                ("Will send (enter asks once more):", Role::Heading)
            };
            lines.extend(prose((words.to_owned(), role)));
            let request = request(&submission, ctx).into_iter();
            let request = request.flat_map(|text| wrap(&text, width, 4, glyphs.cut));
            lines.extend(request.map(|line| (line, Role::Plain)));
        }
        Err((_, reason)) => lines.extend(prose((format!("Cannot be sent yet: {reason}."), Role::Attention))),
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
