//! The request as text, or why it is not possible yet.

use ratatui::layout::Rect;
use verification::Submission;

use super::{VerifyPane, verdict};
use crate::message::Action;
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::line::{wrap, wrap_words};

/// Sentences cut to the width, each with the sign of its role.
pub(super) fn prose(pieces: Vec<(String, Role)>, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
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

/// The lines of the request, or why it is not possible yet.
pub(super) fn lines(pane: &VerifyPane, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
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

/// The request's lines, with counts instead of sources and without the key.
pub(super) fn written(submission: &Submission, ctx: &Context<'_>) -> [String; 3] {
    let base = ctx.network.verifier.as_deref().unwrap_or_default();
    [
        format!("POST {base}{}", submission.path(&ctx.network.import_segment)),
        "Content-Type: application/json".to_owned(),
        submission.masked_body(),
    ]
}
