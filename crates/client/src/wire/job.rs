//! Parses verification jobs, the answer to a submission, and a verifier's list of chains.

use ledger::{RawJson, Text};
use verification::{
    Chain, ChainId, Chains, ExternalVerification, JobContract, JobError, JobId, JobRecord, Match,
};

use super::page::bare_list;
use super::{BodyFault, FromJson, Json, Object, Record, read_record, whole};

/// Where servers of another make might write a job's state.
const STATE_WORDS: [&str; 4] = ["status", "state", "jobStatus", "jobState"];

/// Parses a job's record from the body of `GET /v2/verify/{verificationId}`, fresh or stored.
///
/// Unreadable fields become [`Field::Odd`](ledger::Field::Odd); the record keeps the whole body.
pub fn read_job_record(raw: &RawJson) -> JobRecord {
    read_record(raw).unwrap_or_else(|_| JobRecord { raw: raw.clone(), ..JobRecord::default() })
}

/// Reads `verificationId` from the answer to a submission; `None` if there is no id to be read.
pub(crate) fn read_submitted(raw: &RawJson) -> Option<JobId> {
    let id = whole(raw).ok()?.get("verificationId")?.string()?;
    JobId::parse(&id)
}

impl Record for JobRecord {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        let completed = object.field("isJobCompleted");
        let external = object.get("externalVerifications").and_then(Json::object);
        let status_word = STATE_WORDS.iter().find_map(|name| object.field::<Text>(name).known().cloned());
        Self {
            status_word: if completed.is_absent() { status_word } else { None },
            completed,
            verification_id: object.field("verificationId"),
            started: object.field("jobStartTime"),
            finished: object.field("jobFinishTime"),
            compilation_time: object.field("compilationTime"),
            contract: object.field("contract"),
            error: object.field("error"),
            external: external.map(|object| read_external(&object)).unwrap_or_default(),
            raw,
            abridged: false,
        }
    }
}

fn read_external(object: &Object<'_>) -> Vec<(Text, ExternalVerification)> {
    let entries = object.members().filter(|(_, json)| !json.is_null());
    entries
        .map(|(name, json)| (Text::from(name), ExternalVerification::from_json(json).unwrap_or_default()))
        .collect()
}

impl FromJson for Match {
    fn from_json(json: Json<'_>) -> Option<Self> {
        match json.string()?.as_ref() {
            "exact_match" => Some(Self::Exact),
            "match" => Some(Self::Partial),
            _ => None,
        }
    }
}

/// The members that a job's `contract` and the lookup of a contract share.
pub(super) fn job_contract(object: &Object<'_>) -> JobContract {
    JobContract {
        overall: object.field("match"),
        creation: object.field("creationMatch"),
        runtime: object.field("runtimeMatch"),
        chain_id: object.field("chainId"),
        address: object.field("address"),
        verified_at: object.field("verifiedAt"),
        match_id: object.field("matchId"),
    }
}

impl FromJson for JobContract {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.object().map(|object| job_contract(&object))
    }
}

impl FromJson for JobError {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            code: object.field("customCode"),
            message: object.field("message"),
            error_id: object.field("errorId"),
            recompiled_creation: object.field("recompiledCreationCode"),
            recompiled_runtime: object.field("recompiledRuntimeCode"),
            onchain_creation: object.field("onchainCreationCode"),
            onchain_runtime: object.field("onchainRuntimeCode"),
            creation_transaction_hash: object.field("creationTransactionHash"),
            data: object.field("errorData"),
        })
    }
}

impl FromJson for ExternalVerification {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            verification_id: object.field("verificationId"),
            status_url: object.field("statusUrl"),
            explorer_url: object.field("explorerUrl"),
            contract_api_url: object.field("contractApiUrl"),
            error: object.field("error"),
        })
    }
}

/// Reads the body of `GET /chains`. An element that is no object is a chain of which nothing is known.
pub(crate) fn read_chains(body: &RawJson) -> Result<Chains, BodyFault> {
    let chains = bare_list(body)?.into_iter().map(|chain| {
        let object = chain.object().unwrap_or_default();
        Chain {
            id: object.field("chainId"),
            name: object.field("name"),
            title: object.field("title"),
            supported: object.field("supported"),
            import: object.field("etherscanAPI"),
        }
    });
    Ok(Chains(chains.collect()))
}

impl FromJson for ChainId {
    /// Digits, sent as a number or as a string.
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.scalar()?)
    }
}

#[cfg(test)]
mod tests {
    use ledger::Field;

    use super::*;

    fn parse(body: &str) -> Result<Chains, BodyFault> {
        read_chains(&RawJson::new(body))
    }

    #[test]
    fn what_a_server_leaves_out_is_not_known() {
        let chains = parse(r#"[{"name":"x","chainId":296,"supported":true},7,{"chainId":"0x1"}]"#).unwrap();
        let chain = chains.find(&ChainId::parse("296").unwrap()).unwrap();
        assert_eq!((chain.supported.value(), &chain.import), (Some(true), &Field::Absent));
        assert_eq!(chain.called().map(Text::escaped).as_deref(), Some("x"));
        assert_eq!(chains.0.len(), 3);
        assert_eq!(chains.find(&ChainId::parse("1").unwrap()), None);
    }

    #[test]
    fn what_is_no_list_is_told() {
        for body in ["{}", "null", "", "<html>", "[1"] {
            assert!(parse(body).is_err(), "{body}");
        }
    }
}
