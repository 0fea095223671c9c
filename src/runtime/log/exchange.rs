//! Logs requests: each attempt's start and outcome, without bodies, headers and secrets.

use crate::client::Listeners;
use crate::message::{Answered, Exchange, Stage, Word};

/// Logs every exchange from now on.
pub(in crate::runtime) fn log_exchanges(listeners: &Listeners) {
    listeners.add(|told| log_exchange(&told.exchange));
}

fn log_exchange(exchange: &Exchange) {
    let Exchange { number, attempt, millis, .. } = exchange;
    let (method, address) = (exchange.method(), exchange.url.as_str());
    let api = Word(exchange.api.label());
    match &exchange.stage {
        Stage::Waiting => stage("waits", exchange),
        Stage::UnderWay => stage("sent", exchange),
        Stage::Cancelled => stage("cancelled", exchange),
        Stage::Kept => stage("from memory", exchange),
        Stage::Answered(Answered { status, bytes, is_recorded, .. }) => tracing::info!(
            name: "answered",
            target: "hieroscope::request",
            api = api.field(),
            number, method, address, attempt, status, millis, bytes,
            recorded = is_recorded,
        ),
        Stage::Failed(failure) => tracing::warn!(
            name: "failed",
            target: "hieroscope::request",
            api = api.field(),
            number, method, address, attempt, millis,
            why = failure.sentence(),
            words = failure.joined_messages().map(|words| words.escaped()),
        ),
    }
}

/// Logs a stage between.
fn stage(stage: &'static str, exchange: &Exchange) {
    tracing::debug!(
        name: "stage",
        target: "hieroscope::request",
        now = Word(stage).field(),
        number = exchange.number,
        method = exchange.method(),
        address = exchange.url,
        attempt = exchange.attempt,
    );
}
