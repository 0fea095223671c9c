//! Draws why there is nothing to compare.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::CodeDiffPane;
use crate::panes::Context;
use crate::panes::kit::nouns::code_diff::mismatch;
use crate::widgets::Role;
use crate::widgets::line::{put, wrap_words};

/// Draws why there is nothing to compare, or the progress of the request for code.
pub(super) fn nothing(pane: &CodeDiffPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let Some(job) = pane.job(ctx) else {
        return draw_lines(
            ctx,
            &["This job is not followed here.", "Open the job itself to follow it by its id."],
            0,
            area,
            buf,
        );
    };
    if let Some(contract) = pane.found(ctx).filter(|contract| contract.value().is_none()) {
        let subject = job.address.map(|address| format!("code of {address}")).unwrap_or_default();
        contract.view_missing(ctx, &subject, area, buf);
        return;
    }
    let reason = match mismatch::error(job) {
        None => "it did not fail on a comparison of codes",
        Some(_) => {
            mismatch::obstacle(job, ctx).unwrap_or("the mirror node has no code of the contract either")
        }
    };
    draw_lines(ctx, &["There is nothing to compare:", reason], 0, area, buf);
}

fn draw_lines(ctx: &Context<'_>, lines: &[&str], first: u16, area: Rect, buf: &mut Buffer) {
    let wrapped =
        lines.iter().flat_map(|line| wrap_words(line, area.width.saturating_sub(2), 2, ctx.theme.glyphs.cut));
    for (row, line) in (first..area.height).zip(wrapped) {
        let role = if row == first { Role::Heading } else { Role::Plain };
        put(buf, area, 1, row, &line, ctx.theme.style(role));
    }
}
