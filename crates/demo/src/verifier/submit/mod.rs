//! The four submissions, and their shared parts: the order of the checks, the refusals, and the start of a job.

pub(super) mod metadata;
pub(super) mod standard_json;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{MethodRouter, post};
use ledger::EvmAddress;
use serde_json::{Value, json};

use super::chains::{Chain, Nodes};
use super::compiler::Compilation;
use super::failure::Failure;
use super::job::{Job, Work};
use super::onchain::Onchain;
use super::registry::Registry;
use super::scenario::{Behaviour, Scenario};
use super::verdict::Match;
use super::{Refusal, Verifier, checks, compiler, json_answer, scenario, verdict};
use crate::simulation::contracts;
use crate::verifier::explorer;
use crate::verifier::scenario::Listing;
use crate::world::World;

/// The delay of a silent submission's answer.
const SILENCE: Duration = Duration::from_mins(2);

type Arrived = (Path<(String, String)>, RawQuery, HeaderMap, Result<Bytes, BytesRejection>);

/// The required members of a mode's body, and their checks.
struct Demands {
    /// The schema, checked together with the path.
    schema: fn(&Value) -> Option<String>,
    /// Checks beyond the schema, after chain and address.
    more: fn(&Value) -> Option<String>,
}

pub(super) struct SourceMode {
    demands: Demands,
    read: fn(&Value) -> Result<Compilation, Failure>,
}

pub(super) fn sources(mode: &'static SourceMode) -> MethodRouter<Arc<Verifier>> {
    post(async |State(verifier): State<Arc<Verifier>>, arrived: Arrived| {
        verifier.compile(arrived, mode).await
    })
}

struct Submission {
    chain: &'static Chain,
    address: EvmAddress,
    /// The part that the contract at this address plays; none on other chains.
    scenario: Option<Scenario>,
    body: Value,
}

impl Submission {
    fn behaviour(&self) -> Behaviour {
        self.scenario.map_or(Behaviour::Usual, |scenario| scenario.behaviour)
    }

    /// The hash of the creation as given in the body.
    fn creation_hash(&self) -> Option<[u8; 32]> {
        self.body.get("creationTransactionHash").and_then(Value::as_str).and_then(checks::bounded_hash)
    }

    fn is_out_of_reach(&self) -> bool {
        self.chain.nodes == Nodes::Nobody || self.behaviour() == Behaviour::NoLedger
    }
}

fn check(arrived: Arrived, demands: &Demands) -> Result<(&'static Chain, EvmAddress, Value), Refusal> {
    let (Path((chain, address)), RawQuery(query), headers, bytes) = arrived;
    // A body beyond the limit is answered as a fault of the server.
    let bytes = bytes.map_err(|_| Refusal::fault())?;
    let body = checks::parse_body(&headers, &bytes)?;
    checks::query(query.as_deref(), &[])?;
    checks::announced(&headers)?;
    let body_fault =
        if body.is_object() { (demands.schema)(&body) } else { Some("request/body must be object".into()) };
    let path_fault = checks::chain_fault(&chain).or_else(|| checks::address_fault(&address));
    checks::none_of([path_fault, body_fault])?;
    let chain = checks::known_chain(&chain)?;
    let address = checks::summed_address(&address)?;
    checks::none_of([(demands.more)(&body)])?;
    Ok((chain, address, body))
}

impl Verifier {
    /// Checks a request, and refuses contracts that are fully verified or being verified.
    fn receive(&self, arrived: Arrived, demands: &Demands) -> Result<Submission, Refusal> {
        let (chain, address, body) = check(arrived, demands)?;
        let entity = contracts::by_address(address).filter(|_| chain.nodes == Nodes::Ledger);
        let submission = Submission {
            chain,
            address,
            scenario: entity.and_then(|it| scenario::scenario_for(it.num)),
            body,
        };
        if let Behaviour::Refuses(refused) = submission.behaviour() {
            return Err(refused.into());
        }
        let mut registry = self.registry();
        let name = address.checksummed();
        let exact = registry.verified(chain.id, address).is_some_and(|one| {
            (one.verdict.runtime, one.verdict.creation) == (Match::Exact, Some(Match::Exact))
        });
        if exact {
            let message = format!(
                "Contract {name} on chain {} is verified: its runtime and creation match exactly.",
                chain.id
            );
            return Err(Refusal::new(StatusCode::CONFLICT, "already_verified", message));
        }
        self.let_others_begin(&submission, &mut registry);
        if registry.is_busy(chain.id, address) {
            let message = format!("Contract {name} on chain {} is being verified.", chain.id);
            return Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "duplicate_verification_request",
                message,
            ));
        }
        drop(registry);
        Ok(submission)
    }

    /// For a contract that someone else submits at the same time: their job, which comes first.
    fn let_others_begin(&self, submission: &Submission, registry: &mut Registry) {
        let Submission { chain, address, .. } = submission;
        let Behaviour::Contested { won } = submission.behaviour() else { return };
        if !registry.has_met(chain.id, *address) {
            let work = if won {
                Work::Search(self.onchain(submission).unwrap_or_default(), None)
            } else {
                Work::Fail(verdict::not_deployed())
            };
            let now = self.world.clock.now();
            registry.accept(Job::start(chain.id, *address, Behaviour::Foreign, work, now));
        }
    }

    fn onchain(&self, submission: &Submission) -> Option<Onchain> {
        let Submission { chain, address, .. } = submission;
        let runtime = (chain.nodes == Nodes::Ledger).then(|| self.world.code_at(*address))??;
        let creation = self.world.creation_at(*address);
        Some(Onchain { runtime, creation, created_by: World::creation_hash(*address) })
    }

    /// Starts a job for a body with sources: it queries the ledger first, then the compiler, and failures are the
    /// job's.
    async fn compile(&self, arrived: Arrived, mode: &SourceMode) -> Result<Response, Refusal> {
        let submission = self.receive(arrived, &mode.demands)?;
        let outcome = (mode.read)(&submission.body).and_then(|sources| match self.onchain(&submission) {
            _ if submission.is_out_of_reach() => {
                Err(Failure::new("cannot_fetch_bytecode", "The chain's nodes did not give the code."))
            }
            None => Err(verdict::not_deployed()),
            Some(onchain) => match compiler::compile(&sources) {
                Ok(compiled) => Ok(Work::Compare(onchain, compiled, submission.creation_hash())),
                Err(complaint) => Err(complaint.into_failure(&onchain)),
            },
        });
        Ok(self.accept(&submission, outcome.unwrap_or_else(Work::Fail)).await)
    }

    async fn accept(&self, submission: &Submission, work: Work) -> Response {
        let (chain, behaviour) = (submission.chain.id, submission.behaviour());
        let job = Job::start(chain, submission.address, behaviour, work, self.world.clock.now());
        let id = self.registry().accept(job);
        if behaviour == Behaviour::Silent {
            tokio::time::sleep(SILENCE).await;
        }
        let body = match behaviour {
            Behaviour::Nameless => json!({ "message": "Accepted" }),
            _ => json!({ "verificationId": id }),
        };
        json_answer(StatusCode::ACCEPTED, &body)
    }
}

const IMPORT_DEMANDS: Demands = Demands { schema: key_fault, more: |_| None };

pub(in crate::verifier) async fn import(
    State(verifier): State<Arc<Verifier>>,
    arrived: Arrived,
) -> Result<Response, Refusal> {
    let submission = verifier.receive(arrived, &IMPORT_DEMANDS)?;
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

const SIMILARITY_DEMANDS: Demands = Demands { schema: checks::hash_fault, more: |_| None };

pub(in crate::verifier) async fn similarity(
    State(verifier): State<Arc<Verifier>>,
    arrived: Arrived,
) -> Result<Response, Refusal> {
    let submission = verifier.receive(arrived, &SIMILARITY_DEMANDS)?;
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
