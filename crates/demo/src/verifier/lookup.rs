//! The lookups: one contract, the same address on all chains, and information about the server.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{Html, Response};
use ledger::EvmAddress;
use serde_json::{Map, Value, json};

use super::details::{Details, Wish};
use super::record::time;
use super::registry::Verified;
use super::{Refusal, Verifier, chains, checks, json_answer, scenario, verdict};
use crate::data;
use crate::simulation::contracts;
use crate::world::World;

/// `GET /v2/contract/{chain}/{address}`: not verified is a 404 without an error code.
pub(super) async fn contract(
    State(verifier): State<Arc<Verifier>>,
    Path((chain, address)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let query = checks::query(query.as_deref(), &["fields", "omit"])?;
    checks::none_of([checks::chain_fault(&chain), checks::address_fault(&address)])?;
    let chain = checks::known_chain(&chain)?;
    let address = checks::summed_address(&address)?;
    let wish = Wish::from_query(&query)?;
    let stored = verifier.registry().verified(chain.id, address).cloned();
    let Some(stored) = stored else {
        let body = json!({
            "match": null,
            "creationMatch": null,
            "runtimeMatch": null,
            "chainId": chain.id.to_string(),
            "address": address.checksummed(),
        });
        return Ok(json_answer(StatusCode::NOT_FOUND, &body));
    };
    let mut members = minimal(&stored);
    let details = Details {
        artifact: stored.verdict.artifact,
        code: verifier.world.code_at(address),
        created_by: World::creation_hash(address),
        implementation: verifier.implementation(address),
    };
    for name in wish.needed() {
        members.insert(name.into(), details.member(name));
    }
    wish.cut(&mut members);
    Ok(json_answer(StatusCode::OK, &Value::Object(members)))
}

/// `GET /v2/contract/all-chains/{address}`
pub(super) async fn all_chains(
    State(verifier): State<Arc<Verifier>>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    checks::query(query.as_deref(), &[])?;
    checks::none_of([checks::address_fault(&address)])?;
    let address = checks::summed_address(&address)?;
    let results: Vec<Value> =
        verifier.registry().everywhere(address).map(|one| Value::Object(minimal(one))).collect();
    let status = if results.is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
    Ok(json_answer(status, &json!({ "results": results })))
}

/// `GET /chains`
pub(super) async fn list_chains() -> Response {
    json_answer(StatusCode::OK, &chains::list())
}

/// `GET /health`: a sentence, sent as a page.
pub(super) async fn health() -> Html<&'static str> {
    Html("Alive and kicking!")
}

/// `GET /version`
pub(super) async fn version() -> Response {
    let version = env!("CARGO_PKG_VERSION");
    let body = json!({
        "sourcifyServerVersion": version,
        "libSourcifyVersion": version,
        "sourcifyCompilersVersion": version,
        "bytecodeUtilsVersion": version,
        "gitCommitHash": "embedded",
    });
    json_answer(StatusCode::OK, &body)
}

fn minimal(one: &Verified) -> Map<String, Value> {
    let (runtime, creation) = (one.verdict.runtime, one.verdict.creation);
    let members = json!({
        "matchId": one.id.to_string(),
        "creationMatch": creation.map(verdict::Match::name),
        "runtimeMatch": runtime.name(),
        "verifiedAt": time(one.at),
        "match": creation.max(Some(runtime)).map(verdict::Match::name),
        "chainId": one.chain.to_string(),
        "address": one.address.checksummed(),
    });
    data::changed(members, &Map::new(), &[])
}

impl Verifier {
    /// The contract behind the proxy at this address: its address, its name, and the kind of the proxy.
    fn implementation(&self, address: EvmAddress) -> Option<(EvmAddress, &'static str, &'static str)> {
        let proxy = contracts::by_address(address)?;
        let kind = scenario::scenario_for(proxy.num)?.proxy?;
        let address = contracts::address_of(proxy.behind()?);
        let artifact = verdict::identify(&self.world.code_at(address)?)?;
        Some((address, artifact.contract.as_str(), kind))
    }
}
