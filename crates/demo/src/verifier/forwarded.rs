//! `externalVerifications`: the state of a success that was forwarded to explorers.

use ledger::Timestamp;
use serde_json::{Map, Value, json};

use super::job::Job;
use super::scenario::Behaviour;

/// The explorers' answers so far for a forwarded job; `None` before the first.
///
/// One answers two seconds after the job, one three, and one refuses after four.
pub(super) fn to_explorers(job: &Job, finished: Timestamp, now: Timestamp) -> Option<Value> {
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
