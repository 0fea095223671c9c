//! `POST /v2/verify/etherscan/{chain}/{address}`, also spelled `blockexplorer`: sources from the explorer.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;

use super::{Arrived, Demands};
use crate::verifier::Verifier;
use crate::verifier::answer::Refusal;
use crate::verifier::explorer;
use crate::verifier::scenario::Listing;

const DEMANDS: Demands = Demands { schema: key_fault, more: |_| None };

pub(in crate::verifier) async fn import(
    State(verifier): State<Arc<Verifier>>,
    arrived: Arrived,
) -> Result<Response, Refusal> {
    let submission = verifier.receive(arrived, &DEMANDS)?;
    let chain = submission.chain;
    if !chain.supported {
        return Err(Refusal::fault());
    }
    if !chain.import {
        let message = format!("The explorer does not cover chain {}, so nothing can be imported.", chain.id);
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "unsupported_chain", message));
    }
    let key = submission.body.get("apiKey").and_then(Value::as_str).filter(|key| !key.is_empty());
    let listing = submission.scenario.map_or(Listing::Nothing, |scenario| scenario.listing);
    let onchain = verifier.onchain(&submission).unwrap_or_default();
    let work = explorer::ask(listing, key, onchain)?;
    Ok(verifier.accept(&submission, work).await)
}

/// The error in the key, if any.
fn key_fault(body: &Value) -> Option<String> {
    let fine = body.get("apiKey").is_none_or(Value::is_string);
    (!fine).then(|| "request/body/apiKey must be string".into())
}
