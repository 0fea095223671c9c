//! The two submissions.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use super::Verifier;
use super::answer::{Refusal, json_answer};
use super::cast::{self, Habit, Listing, Role};
use super::chains::{Chain, Nodes};
use super::job::{Job, Work};
use super::verdict::{Match, Onchain};
use super::{body, checks, explorer};
use crate::ledger::EvmAddress;

/// How long a silent submission waits before it answers.
const SILENCE: Duration = Duration::from_mins(2);

/// What arrives with a submission.
type Arrived = (Path<(String, String)>, RawQuery, HeaderMap, Result<Bytes, BytesRejection>);

/// A submission that passed the checks.
struct Submission {
    chain: &'static Chain,
    address: EvmAddress,
    body: Value,
}

/// `POST /v2/verify/similarity/{chain}/{address}`
pub(super) async fn similarity(
    State(verifier): State<Arc<Verifier>>,
    path: Path<(String, String)>,
    query: RawQuery,
    headers: HeaderMap,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let submission = check((path, query, headers, bytes), body::hash_fault)?;
    verifier.check_free(&submission)?;
    let Submission { chain, address, body } = submission;
    let role = verifier.role(chain, address);
    if chain.nodes == Nodes::Nobody || role.is_some_and(|role| role.habit == Habit::NoLedger) {
        let message = format!(
            "Failed to get the code at {} on chain {} from its nodes.",
            address.checksummed(),
            chain.id
        );
        return Err(Refusal::new(StatusCode::BAD_GATEWAY, "failed_to_get_bytecode", message));
    }
    let Some(onchain) = verifier.onchain(chain, address) else {
        let message = format!("There is no code at {} on chain {}.", address.checksummed(), chain.id);
        return Err(Refusal::new(StatusCode::NOT_FOUND, "cannot_fetch_bytecode", message));
    };
    let hash = body.get("creationTransactionHash").and_then(Value::as_str).and_then(body::bounded_hash);
    verifier.accept(chain, address, role, Work::Search(hash), onchain).await
}

/// `POST /v2/verify/etherscan/{chain}/{address}`, also spelled `blockexplorer`
pub(super) async fn import(
    State(verifier): State<Arc<Verifier>>,
    path: Path<(String, String)>,
    query: RawQuery,
    headers: HeaderMap,
    bytes: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let submission = check((path, query, headers, bytes), body::key_fault)?;
    verifier.check_free(&submission)?;
    let Submission { chain, address, body } = submission;
    if !chain.supported {
        return Err(Refusal::fault());
    }
    if !chain.import {
        let message = format!("The explorer does not cover chain {}, so nothing can be imported.", chain.id);
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "unsupported_chain", message));
    }
    let role = verifier.role(chain, address);
    let key = body.get("apiKey").and_then(Value::as_str).filter(|key| !key.is_empty());
    let work = explorer::ask(role.map_or(Listing::Nothing, |role| role.listing), key)?;
    let onchain = verifier.onchain(chain, address).unwrap_or_default();
    verifier.accept(chain, address, role, work, onchain).await
}

/// The checks of both submissions, with what each has to say of its body.
fn check(arrived: Arrived, body_fault: fn(&Value) -> Option<String>) -> Result<Submission, Refusal> {
    let (Path((chain, address)), RawQuery(query), headers, bytes) = arrived;
    // A body beyond the limit is answered as a fault of the server.
    let bytes = bytes.map_err(|_| Refusal::fault())?;
    let body = body::read(&headers, &bytes)?;
    checks::query(query.as_deref(), &[])?;
    body::announced(&headers)?;
    let body_fault =
        if body.is_object() { body_fault(&body) } else { Some("request/body must be object".into()) };
    let path_fault = checks::chain_fault(&chain).or_else(|| checks::address_fault(&address));
    checks::none_of([path_fault, body_fault])?;
    let chain = checks::known_chain(&chain)?;
    let address = checks::summed_address(&address)?;
    Ok(Submission { chain, address, body })
}

impl Verifier {
    /// Refuses what is verified in full, and what is being verified.
    fn check_free(&self, submission: &Submission) -> Result<(), Refusal> {
        let Submission { chain, address, .. } = submission;
        let desk = self.desk();
        let exact = desk.verified(chain.id, *address).is_some_and(|one| {
            (one.verdict.runtime, one.verdict.creation) == (Match::Exact, Some(Match::Exact))
        });
        let name = address.checksummed();
        if exact {
            let message = format!(
                "Contract {name} on chain {} is verified: its runtime and creation match exactly.",
                chain.id
            );
            return Err(Refusal::new(StatusCode::CONFLICT, "already_verified", message));
        }
        if desk.is_busy(chain.id, *address) {
            let message = format!("Contract {name} on chain {} is being verified.", chain.id);
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "duplicate_verification_request",
                message,
            ));
        }
        Ok(())
    }

    /// The part that the contract at this address plays; none on other chains.
    fn role(&self, chain: &Chain, address: EvmAddress) -> Option<&'static Role> {
        let entity = (chain.nodes == Nodes::Ledger).then(|| self.ledger.entity_at(address))??;
        cast::role(entity)
    }

    fn onchain(&self, chain: &Chain, address: EvmAddress) -> Option<Onchain> {
        let runtime = (chain.nodes == Nodes::Ledger).then(|| self.ledger.code_at(address))??;
        let creation = self.ledger.creation_at(address);
        Some(Onchain { runtime, creation, created_by: self.ledger.creation_hash(address) })
    }

    async fn accept(
        &self,
        chain: &Chain,
        address: EvmAddress,
        role: Option<&Role>,
        work: Work,
        onchain: Onchain,
    ) -> Result<Response, Refusal> {
        let habit = role.map_or(Habit::Usual, |role| role.habit);
        let id = self.desk().accept(Job::start(chain.id, address, habit, work, onchain, self.clock.now()));
        if habit == Habit::Silent {
            tokio::time::sleep(SILENCE).await;
        }
        let body = match habit {
            Habit::Nameless => json!({ "message": "Accepted" }),
            _ => json!({ "verificationId": id }),
        };
        Ok(json_answer(StatusCode::ACCEPTED, &body))
    }
}
