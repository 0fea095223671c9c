//! `POST /v2/verify/similarity/{chain}/{address}`: the search among verified contracts.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Arrived, Demands};
use crate::verifier::Verifier;
use crate::verifier::answer::Refusal;
use crate::verifier::body;
use crate::verifier::job::Work;

const DEMANDS: Demands = Demands { schema: body::hash_fault, more: |_| None };

pub(in crate::verifier) async fn similarity(
    State(verifier): State<Arc<Verifier>>,
    arrived: Arrived,
) -> Result<Response, Refusal> {
    let submission = verifier.receive(arrived, &DEMANDS)?;
    let (address, chain) = (submission.address.checksummed(), submission.chain.id);
    if submission.is_out_of_reach() {
        let message = format!("Failed to get the code at {address} on chain {chain} from its nodes.");
        return Err(Refusal::new(StatusCode::BAD_GATEWAY, "failed_to_get_bytecode", message));
    }
    let Some(onchain) = verifier.onchain(&submission) else {
        let message = format!("There is no code at {address} on chain {chain}.");
        return Err(Refusal::new(StatusCode::NOT_FOUND, "cannot_fetch_bytecode", message));
    };
    let work = Work::Search(onchain, submission.creation_hash());
    Ok(verifier.accept(&submission, work).await)
}
