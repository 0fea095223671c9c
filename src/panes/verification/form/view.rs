//! Draws the form, with the findings and the request below it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{VerifyPane, candidates, checks, file_lines, panel, plan, request, review};
use crate::panes::Context;
use crate::panes::kit::form::folder;
use crate::widgets::Split;
use crate::widgets::line::put;

/// Draws the pane; returns the cursor's position.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let mut faults = plan::faults(&pane.fields, &pane.subject, &pane.source, ctx, pane.tried);
    if pane.picks.is_open(&pane.fields, &pane.source, ctx) {
        // A search text is incomplete and not an error.
        faults.retain(|(name, _)| *name != pane.fields.form().focused());
    }
    let form = pane.fields.area(area);
    let cursor = pane.fields.form().view(ctx.theme, form, &faults, buf);
    // A focused choice has no cursor, but keys still go to the form.
    let cursor = cursor.or_else(|| (!area.is_empty()).then_some(Position { x: area.x, y: area.y }));
    if review::view(pane, ctx, area, buf) {
        return cursor;
    }
    let request = request::lines(pane, ctx, area);
    let mut row = form.height;
    row += if let Some(picker) = pane.picks.picker(&pane.fields, &pane.source) {
        folder::view(picker, ctx, area, form.height, buf)
    } else {
        let room = form.height + u16::try_from(request.len()).unwrap_or(u16::MAX);
        candidates::view(pane, ctx, area.below(form.height), area.height.saturating_sub(room), buf)
    };
    let findings = checks::findings(&pane.fields, &pane.subject, ctx);
    // The request is shown in full; the findings above it take the remaining rows.
    let room = usize::from(area.height.saturating_sub(row)).saturating_sub(request.len());
    let file = request::prose(file_lines::lines(&pane.fields, &pane.source, ctx), ctx, area);
    let file = if file.len() < room { file } else { Vec::new() };
    let known = panel::lines(&findings, room.saturating_sub(file.len() + 1));
    let reported = file.len() + known.len();
    // A blank line above and one between, if there is room.
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
