//! The contracts that show one code each.

use std::time::Duration;

use serde_json::Value;

use super::{Server, nothing, standard_json, with_metadata};
use crate::demo::ledger::contracts;
use crate::demo::verifier::rehearsals::{ENDINGS, REFUSALS, Refused};

fn modes() -> [(&'static str, Value); 4] {
    [
        ("similarity", nothing()),
        ("etherscan", nothing()),
        ("", standard_json("Counter")),
        ("metadata", with_metadata("Counter")),
    ]
}

#[tokio::test]
async fn a_job_ends_as_rehearsed_in_every_mode_and_can_be_repeated() {
    let server = Server::start().await;
    for (entity, end) in ENDINGS {
        for (mode, body) in modes() {
            let done = server.outcome(mode, *entity, &body).await;
            assert_eq!(done["error"]["customCode"], end.code, "{entity} {mode}");
        }
        assert_eq!(server.lookup(*entity, "").await.status, 404);
    }
}

#[tokio::test]
async fn a_submission_is_refused_as_rehearsed_in_every_mode() {
    let server = Server::start().await;
    for (entity, refused) in REFUSALS {
        for (mode, body) in modes() {
            let answer = server.submit(mode, *entity, &body).await;
            match refused {
                Refused::Code(status, code, _) => {
                    assert_eq!(answer.code(), (status.as_u16(), (*code).to_owned()));
                }
                Refused::Page(status, words) => {
                    assert_eq!(answer.status, status.as_u16());
                    assert!(answer.text.starts_with("<!DOCTYPE html>") && answer.text.contains(words));
                }
            }
        }
    }
    let malformed = server.submit("etherscan", 5139, &nothing()).await;
    assert_eq!(malformed.code(), (400, "malformed_etherscan_response".into()));
    server.accepted("similarity", 5139, &nothing()).await;
}

#[test]
fn every_contract_to_rehearse_on_has_code_and_a_memo_that_names_its_code() {
    let memo = |entity: u64| contracts::by_num(entity).map(|contract| contract.memo).unwrap_or_default();
    for (entity, end) in ENDINGS {
        assert!(memo(*entity).contains(end.code) || *entity == 5123, "{entity}");
    }
    for (entity, refused) in REFUSALS {
        let (Refused::Code(status, ..) | Refused::Page(status, _)) = refused;
        assert!(memo(*entity).contains(status.as_str()), "{entity}");
    }
    assert!(contracts::all().all(|contract| contract.num != 5139 || contract.memo.contains("malformed")));
}

#[tokio::test]
async fn someone_elses_job_refuses_for_a_while_and_then_a_retry_is_accepted() {
    let server = Server::start().await;
    let taken = (429, "duplicate_verification_request".to_owned());
    for entity in [5141, 5142] {
        assert_eq!(server.submit("similarity", entity, &nothing()).await.code(), taken);
    }
    server.clock.advance(Duration::from_secs(34));
    assert_eq!(server.submit("", 5141, &standard_json("Counter")).await.code(), taken);
    server.clock.advance(Duration::from_secs(1));
    let done = server.outcome("similarity", 5141, &nothing()).await;
    assert_eq!(done["contract"]["match"], "exact_match");
    let verified = server.submit("similarity", 5142, &nothing()).await;
    assert_eq!(verified.code(), (409, "already_verified".into()));
    assert_eq!(server.lookup(5142, "").await.json()["match"], "exact_match");
}
