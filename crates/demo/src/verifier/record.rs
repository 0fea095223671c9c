//! `GET /v2/verify/{id}`: the record of a job, and the state of a success that was forwarded to explorers.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use ledger::Timestamp;
use serde_json::{Map, Value, json};

use super::job::{End, Job};
use super::registry::Verified;
use super::scenario::Behaviour;
use super::verdict::Match;
use super::{Refusal, Verifier, checks, job, json_answer};
use crate::data;

/// The number of polls of a flaky job that get a gateway error.
const OUTAGES: u32 = 2;

/// Answers with the record, or as the job's behaviour is.
pub(super) async fn show(
    State(verifier): State<Arc<Verifier>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    checks::query(query.as_deref(), &[])?;
    if !job::is_uuid(&id) {
        return Err(Refusal::parameter(
            "request/params/verificationId must match pattern \
             \"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$\"",
        ));
    }
    let now = verifier.world.clock.now();
    let mut registry = verifier.registry();
    let unknown = || {
        Refusal::new(StatusCode::NOT_FOUND, "job_not_found", format!("No verification job has the id {id}"))
    };
    let job = registry.job(&id).ok_or_else(unknown)?;
    job.looks += 1;
    let job = job.clone();
    match job.behaviour {
        Behaviour::Vanishing if job.looks > 1 => {
            registry.forget(&id);
            Err(unknown())
        }
        Behaviour::Flaky if job.looks <= OUTAGES => {
            Err(Refusal::page(StatusCode::SERVICE_UNAVAILABLE, "The gateway is out of order"))
        }
        Behaviour::Strange => Ok(json_answer(StatusCode::OK, &strange(&job))),
        _ => {
            let stored =
                registry.verified(job.chain, job.address).filter(|one| one.job.as_deref() == Some(&id));
            Ok(json_answer(StatusCode::OK, &record(&job, stored, now)))
        }
    }
}

/// The current record: missing members are left out, and only the matches are ever null.
fn record(job: &Job, stored: Option<&Verified>, now: Timestamp) -> Value {
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
    put("isJobCompleted", job.end.is_some().into());
    put("verificationId", job.id.as_str().into());
    put("jobStartTime", time(job.started).into());
    if let Some(finished) = job.finishes.filter(|_| job.end.is_some()) {
        put("jobFinishTime", time(finished).into());
        if let Some(End::Verified(_)) = job.end {
            if let Some(millis) = job.compiles {
                put("compilationTime", millis.to_string().into());
            }
            if let Some(answers) = to_explorers(job, finished, now) {
                put("externalVerifications", answers);
            }
        }
    }
    put("contract", contract(job, stored));
    if let Some(End::Failed(failure, error_id)) = &job.end {
        let error = json!({ "customCode": failure.code, "message": failure.message, "errorId": error_id });
        put("error", data::changed(error, &failure.details, &[]).into());
    }
    record.into()
}

/// The contract of a record: its matches as the job found them, and the stored match if it is still this job's.
fn contract(job: &Job, stored: Option<&Verified>) -> Value {
    let verdict = match &job.end {
        Some(End::Verified(verdict)) => Some(verdict),
        _ => None,
    };
    let runtime = verdict.map(|verdict| verdict.runtime);
    let creation = verdict.and_then(|verdict| verdict.creation);
    let mut contract = json!({
        "match": runtime.max(creation).map(Match::name),
        "creationMatch": creation.map(Match::name),
        "runtimeMatch": runtime.map(Match::name),
        "chainId": job.chain.to_string(),
        "address": job.address.checksummed(),
    });
    if let (Some(_), Some(stored), Some(contract)) = (verdict, stored, contract.as_object_mut()) {
        contract.insert("verifiedAt".into(), time(stored.at).into());
        contract.insert("matchId".into(), stored.id.to_string().into());
    }
    contract
}

/// A record as a server of another make would write it.
fn strange(job: &Job) -> Value {
    let state = match &job.end {
        None => "running",
        Some(End::Verified(_)) => "verified",
        Some(End::Failed(..)) => "failed",
    };
    json!({
        "id": job.id,
        "status": state,
        "progress": { "step": if job.end.is_some() { 3 } else { 1 }, "of": 3 },
        "contract": format!("{}:{}", job.chain, job.address.checksummed()),
    })
}

/// A time as this server writes it: whole seconds, in UTC.
pub(super) fn time(at: Timestamp) -> String {
    let text = at.utc();
    format!("{}Z", text.get(..19).unwrap_or(&text).replace(' ', "T"))
}

/// The explorers' answers so far for a forwarded job; `None` before the first.
///
/// One answers two seconds after the job, one three, and one refuses after four.
fn to_explorers(job: &Job, finished: Timestamp, now: Timestamp) -> Option<Value> {
    if job.behaviour != Behaviour::Forwarded {
        return None;
    }
    let address = job.address.checksummed();
    // The doubled slash is as the real server builds it.
    let entry = |host: &str, id: &str| {
        json!({
            "verificationId": id,
            "statusUrl": format!("https://api.{host}/api?module=contract&action=checkverifystatus&guid={id}"),
            "explorerUrl": format!("https://{host}//address/{address}"),
            "contractApiUrl": format!("https://api.{host}/api?module=contract&action=getabi&address={address}"),
        })
    };
    // An earlier verification has no state to follow.
    let mut known = entry("routescan.invalid", "VERIFIER_ALREADY_VERIFIED");
    if let Some(known) = known.as_object_mut() {
        known.shift_remove("statusUrl");
    }
    let mut answers = Map::new();
    let mut after = |millis: u64, name: &str, answer: Value| {
        if now >= finished.plus_millis(millis) {
            answers.insert(name.into(), answer);
        }
    };
    after(2000, "etherscan", entry("etherscan.invalid", &job.id.replace('-', "")));
    after(3000, "routescan", known);
    after(4000, "blockscout", json!({ "error": "Unable to locate ContractCode" }));
    (!answers.is_empty()).then_some(Value::Object(answers))
}
