//! Finds ids and addresses within other text: a sentence, a log line, a piece of JSON.

use ledger::paste::{Shape, shapes};
use verification::JobId;

use super::commands::{Kind, typed};
use super::{GoToContext, Reading, network, shaped, url};

/// The readings of all unmistakable parts of the text, in text order.
pub(super) fn find_ids(text: &str, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let mut readings = Vec::new();
    let mut kind = None;
    for token in text.split(is_between) {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric());
        if token.is_empty() {
            continue;
        }
        readings.extend(meant(token, kind, ctx));
        kind = Kind::of_word_in_text(token);
    }
    readings
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || "\"'`,;()[]{}<>|“”‘’«»".contains(c)
}

fn meant(token: &str, kind: Option<Kind>, ctx: &GoToContext<'_>) -> Vec<Reading> {
    if token.contains("://") || (token.contains('/') && token.contains('.')) {
        match url::parse_url(token, ctx) {
            Ok(readings) if readings.is_empty() => {}
            // A recognised text without a page has no other reading either.
            readings => return readings.unwrap_or_default(),
        }
    }
    if let Some((_, rest)) = token.split_once("://") {
        let elsewhere = url::elsewhere(token, ctx);
        let readings = meant(rest, kind, ctx).into_iter();
        return readings.map(|reading| network::mark(reading, elsewhere.as_ref(), ctx)).collect();
    }
    if let Some(reading) = kind.and_then(|kind| typed(kind, token, ctx)) {
        return vec![reading];
    }
    if stands_out(token, ctx) {
        return shaped::readings_of_text(token, ctx);
    }
    // `"contract_id":"0.0.5001"` comes apart at the quotes; `contract_id=0.0.5001` does not.
    match token.split_once([':', '=']) {
        Some((name, value)) => meant(value, Kind::of_word_in_text(name), ctx),
        None => Vec::new(),
    }
}

/// Whether a token is unmistakably something: a bare number in running text is not.
fn stands_out(token: &str, ctx: &GoToContext<'_>) -> bool {
    JobId::parse(token).is_some()
        || shapes(token, ctx.home()).iter().any(|shape| match shape {
            Shape::Entity(..) => token.matches('.').count() == 2,
            Shape::Time(_) => token.contains('.'),
            Shape::Address { .. } | Shape::Transaction(_) | Shape::Hash(_) => true,
        })
}
