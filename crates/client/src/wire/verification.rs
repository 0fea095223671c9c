//! Parses a verifier's answers: jobs, the answer to a submission, chains, and records of contracts.

use ledger::RawJson;
use ledger::json::Json;
use verification::verified::{AllChains, Verified};
use verification::{Chains, JobId, JobRecord};

use super::page::{BodyFault, List, bare_list, read_list, read_record, whole};

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

/// Reads the body of `GET /chains`. An element that is no object is a chain of which nothing is known.
pub(crate) fn read_chains(body: &RawJson) -> Result<Chains, BodyFault> {
    Ok(Chains(bare_list(body)?.into_iter().map(Json::record).collect()))
}

/// Parses a contract's record from the body of `GET /v2/contract/{chainId}/{address}`; `None` if the body is
/// no such record.
pub fn read_verified(body: &RawJson) -> Option<Verified> {
    read_record(body).ok()
}

/// Parses the body of a 404 for a contract that is not verified: chain and address without a match. `None`
/// for a refusal or anything else.
pub(crate) fn read_unverified(body: &RawJson) -> Option<Verified> {
    let object = whole(body).ok()?;
    let record = ["match", "runtimeMatch", "creationMatch", "chainId"].iter();
    let is_record =
        object.get("customCode").is_none() && record.into_iter().any(|name| object.get(name).is_some());
    if is_record { read_record(body).ok() } else { None }
}

/// Parses the body of `GET /v2/contract/all-chains/{address}`.
pub(crate) fn read_all_chains(body: &RawJson) -> Result<AllChains, BodyFault> {
    let List { rows, .. } = read_list::<Verified>(body, "results")?;
    Ok(AllChains(rows.iter().map(|row| row.contract.clone()).collect()))
}

#[cfg(test)]
mod tests {
    use alloy_primitives::keccak256;
    use ledger::{Field, Text};
    use verification::{ChainId, Grade};

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

    fn unverified(body: &str) -> Option<Verified> {
        read_unverified(&RawJson::new(body))
    }

    #[test]
    fn a_record_without_matches_is_told_from_a_refusal() {
        let body =
            r#"{"match":null,"creationMatch":null,"runtimeMatch":null,"chainId":"3","address":"0x5F"}"#;
        assert_eq!(unverified(body).unwrap().grade(), Grade::Not);
        for other in [
            r#"{"customCode":"route_not_found","message":"m","errorId":"e","chainId":"3"}"#,
            r#"{"error":"not found"}"#,
            r#"{"results":[]}"#,
            "<!DOCTYPE html>",
            "[]",
            "",
        ] {
            assert_eq!(unverified(other), None, "{other}");
        }
    }

    #[test]
    fn a_source_of_another_hash_than_the_metadatas_is_altered() {
        let hash = keccak256("contract A {}");
        let body = format!(
            r#"{{"match":"match","sources":{{"a.sol":{{"content":"contract A {{}}"}},"b.sol":{{"content":"contract B {{}}"}},
            "c.sol":{{"content":"no hash"}}}},"metadata":{{"sources":{{"a.sol":{{"keccak256":"{hash}"}},
            "b.sol":{{"keccak256":"{hash}"}}}}}}}}"#
        );
        let read: Verified = read_record(&RawJson::new(body)).unwrap();
        assert_eq!(read.altered, [Text::from("b.sol")]);
    }

    #[test]
    fn odd_parts_spoil_nothing_else() {
        let body = r#"{"match":"match","compilation":[],"deployment":{"blockNumber":"33","deployer":5},
            "sourceIds":{"a.sol":{"id":0},"b.sol":null},"proxyResolution":null}"#;
        let read: Verified = read_record(&RawJson::new(body)).unwrap();
        assert_eq!(read.grade(), Grade::Raisable);
        assert_eq!(read.files, [Text::from("a.sol"), Text::from("b.sol")]);
        let deployment = read.deployment.known().unwrap();
        assert_eq!(deployment.block_number.value(), Some(33));
        assert_eq!(deployment.deployer.value(), None);
    }
}
