//! What stands on the pane while there is no result, and why there may be none.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::answers::Answers;
use crate::ledger::query::{Op, ResultsQuery, TimestampFilter};
use crate::ledger::{ContractRef, Timestamp};
use crate::message::Place;
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::line::{put, wrap_words};

/// Why a server knows no result at a time at which there is one.
const REASONS: [&str; 3] = [
    "A result is found only by its exact consensus time, to the nanosecond.",
    "A child call may be kept under the contract that it called, not under this one.",
    "A result of the last seconds may not be there yet: refresh in a moment.",
];

/// Draws what stands in place of the result.
pub(super) fn view(
    answers: &Answers,
    (contract, at): (ContractRef, Timestamp),
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let subject = format!("result of {contract} at {at} on {}", ctx.network.name);
    let mut row = answers.base().view_missing(ctx, &subject, area, buf) + 1;
    if !answers.is_missing() {
        return;
    }
    for reason in REASONS {
        for line in wrap_words(reason, area.width.saturating_sub(2), 2, ctx.look.glyphs.cut) {
            put(buf, area, 1, row, &line, ctx.look.theme.style(Role::Plain));
            row += 1;
        }
    }
}

/// The results up to the time at which there is none, with those of child transactions.
pub(super) fn around(contract: ContractRef, at: Timestamp) -> Place {
    let timestamp = vec![TimestampFilter { op: Op::Lte, at }];
    Place::Results(ResultsQuery { timestamp, internal: true, ..ResultsQuery::all(contract) })
}
