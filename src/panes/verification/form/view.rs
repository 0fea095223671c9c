//! Draws the form, and below it the findings and the request.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{VerifyPane, candidates, checks, file_lines, panel, plan, review, verdict};
use crate::message::Action;
use crate::panes::Context;
use crate::panes::kit::form::folder;
use crate::verification::Submission;
use crate::widgets::line::{put, wrap, wrap_words};
use crate::widgets::{Role, Split};

/// Where the fields are.
pub(super) fn form_area(pane: &VerifyPane, body: Rect) -> Rect {
    let [fields] = body.stack([pane.fields.lines()]);
    fields
}

/// Draws the pane; returns where the cursor is, which the form always has.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let mut faults = plan::faults(&pane.fields, &pane.subject, &pane.source, ctx, pane.tried);
    if pane.picks.is_open(&pane.fields, &pane.source, ctx) {
        // Text typed to search is not final.
        faults.retain(|(name, _)| *name != pane.fields.form().focused());
    }
    let form = form_area(pane, area);
    let cursor = pane.fields.form().view(ctx.theme, form, &faults, buf);
    // A choice has the focus without a place to type at: keys are the form's all the same.
    let cursor = cursor.or_else(|| (!area.is_empty()).then_some(Position { x: area.x, y: area.y }));
    if review::view(pane, ctx, area, buf) {
        return cursor;
    }
    let request = request(pane, ctx, area);
    let mut row = form.height;
    row += if let Some(picker) = pane.picks.picker(&pane.fields, &pane.source) {
        folder::view(picker, ctx, area, form.height, buf)
    } else {
        let room = form.height + u16::try_from(request.len()).unwrap_or(u16::MAX);
        candidates::view(pane, ctx, area.below(form.height), area.height.saturating_sub(room), buf)
    };
    let findings = checks::findings(&pane.fields, &pane.subject, ctx);
    // The request is seen whole; what is known before it takes what room is left.
    let room = usize::from(area.height.saturating_sub(row)).saturating_sub(request.len());
    let file = prose(file_lines::lines(&pane.fields, &pane.source, ctx), ctx, area);
    let file = if file.len() < room { file } else { Vec::new() };
    let known = panel::lines(&findings, room.saturating_sub(file.len() + 1));
    let reported = file.len() + known.len();
    // A blank line above and one between, as far as there is room.
    row += u16::from(room > reported + usize::from(reported > 0));
    for (line, role) in file {
        put(buf, area, 2, row, &line, ctx.theme.style(role));
        row += 1;
    }
    for line in &known {
        panel::view(line, ctx, area, row, buf);
        row += 1;
    }
    row += u16::from(reported > 0);
    for (row, (line, role)) in (row..area.height).zip(request) {
        put(buf, area, 2, row, &line, ctx.theme.style(role));
    }
    cursor
}

/// Sentences, cut to the width, with the sign that their meaning has.
fn prose(pieces: Vec<(String, Role)>, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let (glyphs, width) = (&ctx.theme.glyphs, area.width.saturating_sub(4));
    let lines = pieces.into_iter().flat_map(|(text, role)| {
        let text = match role {
            Role::Success => format!("{} {text}", glyphs.success),
            Role::Attention => format!("{} {text}", glyphs.attention),
            _ => text,
        };
        wrap_words(&text, width, 3, glyphs.cut).into_iter().map(move |line| (line, role))
    });
    lines.collect()
}

/// The request as it will be sent, or why none can be sent yet.
pub(super) fn request(pane: &VerifyPane, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let submission = match pane.submission(ctx) {
        Ok(submission) => submission,
        Err((_, reason)) => {
            return prose(vec![(format!("Cannot be sent yet: {reason}."), Role::Attention)], ctx, area);
        }
    };
    let mut pieces = Vec::new();
    if pane.changed {
        let words = "The file has changed since it was read; review the request again.";
        pieces.push((words.to_owned(), Role::Attention));
    }
    if let Some(fault) = ctx.store_fault {
        let words = format!(
            "This job may not be recorded; before it is sent without a record, you are asked. {fault}"
        );
        pieces.push((words, Role::Attention));
    }
    pieces.extend(verdict::of_sent(&pane.fields, &pane.source, ctx).filter(|_| pane.confirming));
    let [enter, escape] = [Action::Open, Action::Close].map(|action| ctx.keymap.key_while_typing(action));
    pieces.push(if pane.confirming {
        (format!("Send this? {enter} sends it, {escape} goes back to the form."), Role::Chip)
    } else {
        (format!("Will send ({enter} to review):"), Role::Heading)
    });
    let mut lines = prose(pieces, ctx, area);
    let written = written(&submission, ctx).into_iter();
    let written = written.flat_map(|text| wrap(&text, area.width.saturating_sub(4), 5, ctx.theme.glyphs.cut));
    lines.extend(written.map(|line| (line, Role::Plain)));
    lines
}

/// The request's lines, with counts in place of sources and without the key.
pub(super) fn written(submission: &Submission, ctx: &Context<'_>) -> [String; 3] {
    let base = ctx.network.verifier.as_deref().unwrap_or_default();
    [
        format!("POST {base}{}", submission.path(&ctx.network.import_segment)),
        "Content-Type: application/json".to_owned(),
        submission.masked_body(),
    ]
}
