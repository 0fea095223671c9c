//! Why a result may be missing.

use ledger::ExecutionRef;
use ledger::query::{Op, ResultsQuery, TimestampFilter, TransactionQuery};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::answers::Answers;
use crate::message::{Place, ResultName};
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::line::{put, wrap_words};

/// Reasons why a server may not find a result by its time.
const REASONS: [&str; 3] = [
    "A result is found only by its exact consensus time, to the nanosecond.",
    "A child call may be recorded under the contract it called, not under this one.",
    "A result of the last seconds may not be there yet: refresh in a moment.",
];
/// Reasons why a server may not find a result by its transaction.
const REASONS_BY_TRANSACTION: [&str; 3] = [
    "Only a transaction that ran a contract has a result; the transaction itself may exist.",
    "A scheduled call that failed is not found by its transaction id, only by its hash or its time.",
    "A result of the last seconds may not be there yet: refresh in a moment.",
];

pub(super) fn view(answers: &Answers, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let mut row = answers.view_missing(ctx, area, buf) + 1;
    if !answers.is_missing(ctx) {
        return;
    }
    let reasons = match answers.named() {
        ResultName::At(..) => REASONS,
        ResultName::Of(_) => REASONS_BY_TRANSACTION,
    };
    for reason in reasons {
        for line in wrap_words(reason, area.width.saturating_sub(2), 2, ctx.theme.glyphs.cut) {
            put(buf, area, 1, row, &line, ctx.theme.style(Role::Plain));
            row += 1;
        }
    }
}

/// An alternative place and its label: the results up to the missing one's time, child transactions included; or
/// the transaction.
pub(super) fn around(named: &ResultName) -> Option<(Place, &'static str)> {
    match named {
        ResultName::At(contract, at) => {
            let timestamp = vec![TimestampFilter { op: Op::Lte, at: *at }];
            let query = ResultsQuery { timestamp, internal: true, ..ResultsQuery::all(*contract) };
            Some((Place::Results(query), "results up to that time"))
        }
        ResultName::Of(query) => match &query.of {
            ExecutionRef::Id(id) => {
                let family = TransactionQuery { nonce: query.nonce, ..TransactionQuery::family(*id) };
                Some((Place::Transaction(family), "the transaction"))
            }
            ExecutionRef::Hash(_) => None,
        },
    }
}
