//! What is refused at once, and in which order.

use std::time::Duration;

use serde_json::json;

use super::{Server, address, nothing};

const SIMILARITY: &str = "/v2/verify/similarity";
const IMPORT: &str = "/v2/verify/blockexplorer";

#[tokio::test]
async fn both_spellings_of_the_import_accept() {
    let server = Server::start().await;
    server.accepted("etherscan", 5001, &nothing()).await;
    server.accepted("blockexplorer", 5036, &json!({ "apiKey": "", "more": [1] })).await;
}

#[tokio::test]
async fn the_body_must_be_a_json_object_announced_as_such() {
    let server = Server::start().await;
    let path = format!("{IMPORT}/298/{}", address(5001));
    for (kind, body, code) in [
        ("text/plain", "{}", "invalid_parameter"),
        ("multipart/form-data", "{}", "invalid_parameter"),
        ("application/json", "[]", "invalid_parameter"),
        ("application/json", "null", "invalid_json"),
        ("application/json", "1", "invalid_json"),
        ("application/json", "{\"apiKey\":", "invalid_json"),
        ("application/json", "{\"apiKey\":null}", "invalid_parameter"),
        ("application/json", "{\"apiKey\":1}", "invalid_parameter"),
    ] {
        let answer = server.post_as(&path, kind, body.into()).await;
        assert_eq!(answer.code(), (400, code.into()), "{kind} {body}");
    }
    let unannounced = server.send(server.client.post(format!("{}{path}", server.url))).await;
    assert_eq!(unannounced.code(), (400, "invalid_parameter".into()));
    let empty = server.post_as(&path, "application/json; charset=utf-8", String::new()).await;
    assert_eq!(empty.status, 202);
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_a_fault_of_the_server() {
    let server = Server::start().await;
    let body = format!("{{\"x\":\"{}\"}}", "a".repeat(30 * 1024 * 1024));
    let answer = server.post_as(&format!("{IMPORT}/298/{}", address(5001)), "application/json", body).await;
    assert_eq!(answer.code(), (500, "internal_error".into()));
}

#[tokio::test]
async fn a_creation_hash_must_fit_its_pattern_which_is_not_anchored() {
    let server = Server::start().await;
    let digits = "ab".repeat(32);
    for hash in [
        json!("0xabc"),
        json!(null),
        json!(1),
        json!(""),
        json!(digits),
        json!(format!("0x{}", digits.to_uppercase())),
        json!(format!("0x{digits}0")),
    ] {
        let answer = server.submit("similarity", 5001, &json!({ "creationTransactionHash": hash })).await;
        assert_eq!(answer.code(), (400, "invalid_parameter".into()), "{hash}");
    }
    server.accepted("similarity", 5001, &json!({ "creationTransactionHash": format!(" 0x{digits} ") })).await;
}

#[tokio::test]
async fn the_chain_is_checked_by_form_then_by_name() {
    let server = Server::start().await;
    for (chain, status, code) in [
        ("mainnet", 400, "invalid_parameter"),
        ("0x128", 400, "invalid_parameter"),
        ("-298", 400, "invalid_parameter"),
        ("298.5", 400, "invalid_parameter"),
        ("%20298", 400, "invalid_parameter"),
        ("111111111111111111111", 400, "invalid_parameter"),
        ("9429413", 400, "unsupported_chain"),
        ("0298", 400, "unsupported_chain"),
        ("99999999999999999999", 400, "unsupported_chain"),
        ("3", 502, "failed_to_get_bytecode"),
        ("0", 502, "failed_to_get_bytecode"),
        ("295", 502, "failed_to_get_bytecode"),
        ("296", 404, "cannot_fetch_bytecode"),
    ] {
        let answer = server.post(&format!("{SIMILARITY}/{chain}/{}", address(5001)), &nothing()).await;
        assert_eq!(answer.code(), (status, code.into()), "{chain}");
    }
    for (chain, status, code) in [
        ("3", 500, "internal_error"),
        ("0", 500, "internal_error"),
        ("295", 400, "unsupported_chain"),
        ("296", 400, "unsupported_chain"),
        ("297", 400, "unsupported_chain"),
    ] {
        let answer = server.post(&format!("{IMPORT}/{chain}/{}", address(5001)), &nothing()).await;
        assert_eq!(answer.code(), (status, code.into()), "{chain}");
    }
    let empty = server.post(&format!("{SIMILARITY}//{}", address(5001)), &nothing()).await;
    assert_eq!(empty.status, 404);
    assert!(empty.text.contains("<pre>Cannot POST /v2/verify/similarity//"), "{}", empty.text);
}

#[tokio::test]
async fn the_address_is_checked_by_form_then_by_checksum() {
    let server = Server::start().await;
    for (given, status, code) in [
        ("0x1234", 400, "invalid_parameter"),
        ("0.0.1234", 400, "invalid_parameter"),
        ("5FC8d32690cc91D4c39d9d3abcBD16989F875707", 400, "invalid_parameter"),
        ("0x5FC8d32690cc91D4c39d9d3abcBD16989F8757070", 400, "invalid_parameter"),
        ("0xzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", 400, "invalid_parameter"),
        ("0X5FC8d32690cc91D4c39d9d3abcBD16989F875707", 400, "invalid_parameter"),
        ("0x5fc8D32690CC91d4C39D9D3ABCbd16989f875707", 400, "invalid_parameter"),
        ("0x5FC8d32690cc91D4c39d9d3abcBD16989F875707", 404, "cannot_fetch_bytecode"),
        ("0x000000000000000000000000000000000000ABCD", 404, "cannot_fetch_bytecode"),
    ] {
        let answer = server.post(&format!("{SIMILARITY}/298/{given}"), &nothing()).await;
        assert_eq!(answer.code(), (status, code.into()), "{given}");
    }
}

#[tokio::test]
async fn earlier_checks_win() {
    let server = Server::start().await;
    // Broken JSON before an unknown query parameter, that before the schema, the chain before the checksum.
    let wrong_sum = "0x5fc8D32690CC91d4C39D9D3ABCbd16989f875707";
    let answer = server.post_as(&format!("{IMPORT}/x/{wrong_sum}?a=1"), "application/json", "{".into()).await;
    assert_eq!(answer.code().1, "invalid_json");
    let answer = server.post(&format!("{IMPORT}/x/{wrong_sum}?a=1"), &nothing()).await;
    assert_eq!(answer.json()["message"], "Unknown query parameter 'a'");
    let answer = server.post(&format!("{IMPORT}/x/{wrong_sum}"), &json!({ "apiKey": 1 })).await;
    let both = "request/params/chainId must match pattern \"^\\d+$\", request/body/apiKey must be string";
    assert_eq!(answer.json()["message"], both);
    let answer = server.post(&format!("{IMPORT}/77/{wrong_sum}"), &nothing()).await;
    assert_eq!(answer.code().1, "unsupported_chain");
    // What is verified in full is said before the explorer or the ledger is asked.
    for mode in ["similarity", "etherscan"] {
        assert_eq!(server.submit(mode, 5002, &nothing()).await.code(), (409, "already_verified".into()));
    }
}

#[tokio::test]
async fn one_job_at_a_time_for_a_contract_on_a_chain() {
    let server = Server::start().await;
    server.accepted("etherscan", 5021, &nothing()).await;
    for (mode, given) in [
        ("similarity", address(5021).to_string()),
        ("etherscan", address(5021).to_string().to_uppercase().replace("0X", "0x")),
    ] {
        let answer = server.post(&format!("/v2/verify/{mode}/298/{given}"), &nothing()).await;
        assert_eq!(answer.code(), (429, "duplicate_verification_request".into()));
    }
    server.accepted("similarity", 5001, &nothing()).await;
    server.clock.advance(Duration::from_secs(4));
    assert_eq!(server.submit("similarity", 5021, &nothing()).await.code(), (409, "already_verified".into()));
}

#[tokio::test]
async fn the_explorer_is_asked_during_the_submission() {
    let server = Server::start().await;
    for (entity, body, status, code) in [
        (5014, nothing(), 404, "not_etherscan_verified"),
        (5999, nothing(), 404, "not_etherscan_verified"),
        (5018, nothing(), 502, "etherscan_request_failed"),
        (5018, json!({ "apiKey": "guess" }), 502, "etherscan_request_failed"),
        (5022, nothing(), 429, "etherscan_limit"),
        (5026, nothing(), 502, "etherscan_request_failed"),
        (5027, nothing(), 400, "invalid_json"),
        (5034, nothing(), 502, "etherscan_request_failed"),
    ] {
        let answer = server.submit("etherscan", entity, &body).await;
        assert_eq!(answer.code(), (status, code.into()), "{entity}");
    }
    let refused = server.submit("etherscan", 5018, &nothing()).await;
    assert!(refused.json()["message"].as_str().unwrap().ends_with("Invalid API Key"));
    server.accepted("etherscan", 5018, &json!({ "apiKey": "demo-key" })).await;
}

#[tokio::test]
async fn a_search_needs_the_ledger() {
    let server = Server::start().await;
    let answer = server.submit("similarity", 5016, &nothing()).await;
    assert_eq!(answer.code(), (502, "failed_to_get_bytecode".into()));
    let answer = server.submit("similarity", 5999, &nothing()).await;
    assert_eq!(answer.code(), (404, "cannot_fetch_bytecode".into()));
}

#[tokio::test]
async fn other_methods_and_routes_meet_a_page() {
    let server = Server::start().await;
    let path = format!("{}{IMPORT}/298/{}", server.url, address(5001));
    for request in [
        server.client.put(&path).body("{}"),
        server.client.get(&path),
        server.client.get(format!("{}/v2/nope", server.url)),
        server.client.post(format!("{}/v2/verify/461157eb-e4ea-4c5f-9aec-04c56924fd96", server.url)),
    ] {
        let answer = server.send(request).await;
        assert_eq!(answer.status, 404);
        assert!(
            answer.text.starts_with("<!DOCTYPE html>") && answer.text.contains("Cannot "),
            "{}",
            answer.text
        );
    }
}

#[tokio::test]
async fn a_submission_may_be_accepted_without_saying_so() {
    let server = Server::start().await;
    let nameless = server.submit("similarity", 5031, &nothing()).await;
    assert_eq!(nameless.status, 202);
    assert!(nameless.json().get("verificationId").is_none());
    let silent = format!("{}/v2/verify/similarity/298/{}", server.url, address(5032));
    let request = server.client.post(silent).header("content-type", "application/json");
    let request = request.timeout(Duration::from_millis(300));
    assert!(request.send().await.unwrap_err().is_timeout());
    for entity in [5031, 5032] {
        let again = server.submit("similarity", entity, &nothing()).await;
        assert_eq!(again.code(), (429, "duplicate_verification_request".into()));
    }
    server.clock.advance(Duration::from_secs(4));
    assert_eq!(server.lookup(5032, "").await.status, 200);
}
