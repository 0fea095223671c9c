//! The outcome of a result: the headline of its first tab, and the reason of a failure.

use std::borrow::Cow;

use super::shown::{Shown, called};
use crate::panes::Context;
use crate::panes::kit::nouns::{
    decoded::phrase::{self, Room},
    execution,
};
use crate::widgets::pieces::{FIRM, cut_words};
use crate::widgets::table::Cell;
use crate::widgets::{Role, Value};
use decode::reading::ErrorReading;
use decode::{ResponseCode, Revert};
use ledger::{ContractResult, Success, Text};

/// The response code for a revert without details.
const REVERTED: &str = "CONTRACT_REVERT_EXECUTED";
/// The maximum width of the reason in the headline; the facts show it in full.
const MAX_REASON_COLUMNS: u16 = 200;
const MAX_HEADLINE_LINES: usize = 3;

/// The headline, in lines of at most this many columns.
pub(super) fn headline(shown: &Shown<'_>, columns: u16) -> Vec<Value> {
    let room = Room { columns, lines: MAX_HEADLINE_LINES };
    let lines = phrase::fitted(shown.ctx, room, |length| pieces(shown, length));
    lines.into_iter().map(|pieces| Value { pieces, ..Value::default() }).collect()
}

pub(super) fn words(shown: &Shown<'_>) -> String {
    pieces(shown, MAX_REASON_COLUMNS).into_iter().map(|(text, _)| text.replace(FIRM, " ")).collect()
}

fn pieces(shown: &Shown<'_>, length: u16) -> Vec<Cell> {
    let (result, ctx) = (shown.result, shown.ctx);
    let plain = |text: &str| (text.to_owned(), Role::Plain);
    let (sign, role) = sign(result, ctx);
    let mut pieces = vec![(format!("{sign} "), role), (ending(result), role)];
    if let Some(refused) = refused(shown) {
        pieces.extend([plain(", but the system contract answered "), (refused, Role::Failure)]);
    }
    if result.success() == Success::Yes {
        let cut = |(text, role): Cell| (cut_words(&text, MAX_REASON_COLUMNS, ctx.theme.glyphs.cut), role);
        pieces.extend(shown.inner_calls.pieces().into_iter().map(cut));
    }
    let error = shown.error().and_then(|error| error.custom.as_ref()?.exact());
    match (error.filter(|_| result.success() == Success::No), reason(shown)) {
        (Some(error), _) => {
            pieces.push(plain(": "));
            pieces.extend(phrase::named(ctx, called(result), error, length));
        }
        (None, Some(reason)) => {
            let reason = cut_words(&reason, MAX_REASON_COLUMNS, ctx.theme.glyphs.cut);
            pieces.extend([plain(": "), (reason, Role::Heading)]);
        }
        (None, None) => {}
    }
    pieces
}

/// The sign of the outcome and its role.
pub(super) fn sign(result: &ContractResult, ctx: &Context<'_>) -> (&'static str, Role) {
    match result.success() {
        Success::Yes => (ctx.theme.glyphs.success, Role::Success),
        Success::No => (ctx.theme.glyphs.failure, Role::Failure),
        Success::Unknown => (ctx.theme.glyphs.unknown, Role::Attention),
    }
}

/// The outcome in words.
fn ending(result: &ContractResult) -> String {
    let reverted = match result.result.known() {
        Some(name) => name.is(REVERTED),
        None => !matches!(Revert::from_field(&result.error_message), Some(Revert::Status(_))),
    };
    let words = match (result.success(), result.contract_id.value().filter(|_| result.is_creation())) {
        (Success::Yes, Some(made)) => return format!("Created {made}"),
        (Success::Yes, None) => "Succeeded",
        (Success::No, _) if result.is_creation() && reverted => "Creation reverted",
        (Success::No, _) if result.is_creation() => "Creation failed",
        (Success::No, _) if reverted => "Reverted",
        (Success::No, _) => "Failed",
        (Success::Unknown, _) => "Outcome unknown: the record does not say how it ended",
    };
    words.to_owned()
}

/// The response code of a system contract that refused the request although the call succeeded.
fn refused(shown: &Shown<'_>) -> Option<String> {
    let response = shown.readings.call()?.response.filter(|response| !response.is_success())?;
    (shown.result.success() == Success::Yes).then(|| response.explanation())
}

/// The reason of a failure: the error message, otherwise the name of the response code.
pub(super) fn reason(shown: &Shown<'_>) -> Option<String> {
    let result = shown.result;
    if result.success() != Success::No {
        return None;
    }
    let says_nothing = |name: &Text| name.is(REVERTED);
    match execution::revert(result) {
        None | Some(Revert::NoReason) => match result.result.known() {
            Some(name) if !says_nothing(name) => Some(ResponseCode::explanation(name)),
            _ => Some(Revert::NoReason.summary()),
        },
        Some(Revert::Status(name)) if says_nothing(&name) => Some(Revert::NoReason.summary()),
        Some(Revert::Reason(text)) if !text.is_empty() => Some(format!("\"{}\"", text.escaped())),
        Some(revert) => Some(shown.error().map_or_else(|| revert.summary(), ErrorReading::summary)),
    }
}

/// How the transaction was submitted.
pub(super) fn way(result: &ContractResult) -> Cow<'static, str> {
    match result.r#type.value().filter(|_| result.is_wrapped()) {
        Some(kind) => format!("an Ethereum transaction of type {kind}").into(),
        None if result.is_wrapped() => "an Ethereum transaction".into(),
        None => "a native transaction".into(),
    }
}
