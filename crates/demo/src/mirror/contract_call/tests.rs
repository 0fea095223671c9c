//! Calls of the network's contracts, and what is refused.

use ledger::Timestamp;
use serde_json::{Value, json};

use crate::simulation::abi::{self, Value as Argument, account, text, uint};
use crate::simulation::contracts::address_of;
use crate::simulation::{accounts, blocks};
use crate::{Clock, Demo, Options, http, start};

/// 2026-11-21 00:00:00 UTC.
const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

async fn network() -> Demo {
    let options = Options { results: 1_000, clock: Clock::fixed(NOW), ..Options::default() };
    start(options).await.unwrap()
}

async fn send(demo: &Demo, body: impl Into<reqwest::Body>, kind: &str) -> (u16, Value) {
    let request = http().post(format!("{}/api/v1/contracts/call", demo.url())).header("content-type", kind);
    let answer = request.body(body).send().await.unwrap();
    (answer.status().as_u16(), serde_json::from_str(&answer.text().await.unwrap()).unwrap())
}

async fn ask(demo: &Demo, body: Value) -> (u16, Value) {
    send(demo, body.to_string(), "application/json").await
}

fn call(num: u64, signature: &str, arguments: &[Argument]) -> Value {
    let data = alloy_primitives::hex::encode_prefixed(abi::call(signature, arguments));
    json!({ "to": address_of(num).to_string(), "data": data })
}

async fn view(demo: &Demo, num: u64, signature: &str, arguments: &[Argument]) -> String {
    let (status, body) = ask(demo, call(num, signature, arguments)).await;
    assert_eq!(status, 200, "{signature} {body}");
    body["result"].as_str().unwrap().to_owned()
}

fn words(values: &[Argument]) -> String {
    alloy_primitives::hex::encode_prefixed(abi::encode(values))
}

#[tokio::test]
async fn view_functions_answer_what_the_constructor_left() {
    let demo = network().await;
    assert_eq!(view(&demo, 5002, "name()", &[]).await, words(&[text("Demo token 5002")]));
    assert_eq!(view(&demo, 5002, "symbol()", &[]).await, words(&[text("DEMO2")]));
    assert_eq!(view(&demo, 5002, "decimals()", &[]).await, words(&[uint(8u8)]));
    let supply = words(&[uint(1_000_000_000_000_000u64)]);
    assert_eq!(view(&demo, 5002, "totalSupply()", &[]).await, supply);
    let member = Argument::Word(abi::address(accounts::address(1002)));
    assert_eq!(view(&demo, 5008, "isOwner(address)", &[member]).await, words(&[uint(1u8)]));
    assert_eq!(view(&demo, 5008, "owners(uint256)", &[uint(1u8)]).await, words(&[account(address_of(1003))]));
    // Behind a proxy, and through a contract that it calls in turn.
    let first = view(&demo, 5007, "owner()", &[]).await;
    assert_ne!(first, words(&[uint(0u8)]));
    let own = view(&demo, 5014, "asset()", &[]).await;
    assert_eq!(own, words(&[account(accounts::long_zero(5002))]));
    assert!(view(&demo, 5014, "totalAssets()", &[]).await.len() == 66);
    // Another address of the same contract, and an account without code.
    let mut by_number = call(5001, "paused()", &[]);
    by_number["to"] = json!(accounts::long_zero(5001).to_string());
    assert_eq!(ask(&demo, by_number).await.1["result"], words(&[uint(0u8)]));
    assert_eq!(view(&demo, 1003, "name()", &[]).await, "0x");
}

#[tokio::test]
async fn a_block_is_named_in_every_form_and_time_is_its_own() {
    let demo = network().await;
    let number = blocks::number(NOW) - 1;
    let hash = alloy_primitives::hex::encode_prefixed(blocks::hash(number));
    let idle = Argument::Word([0; 32]);
    for block in [
        json!("latest"),
        json!("pending"),
        json!(number.to_string()),
        json!(format!("{number:#x}")),
        json!(hash),
    ] {
        let mut body = call(5213, "raise(bytes32,string)", &[idle.clone(), text("")]);
        body["block"] = block;
        let (status, body) = ask(&demo, body).await;
        let hour = blocks::first_second(number) / 3600 % 24;
        let reason = abi::call("NightOnly(uint256)", &[uint(hour)]);
        assert_eq!(status, 400);
        assert_eq!(body["_status"]["messages"][0]["data"], alloy_primitives::hex::encode_prefixed(reason));
    }
    let mut early = call(5002, "name()", &[]);
    early["block"] = json!("earliest");
    assert_eq!(ask(&demo, early).await.0, 404);
}

#[tokio::test]
async fn a_revert_tells_its_reason_and_its_data() {
    let demo = network().await;
    let (status, body) = ask(&demo, call(5022, "withText(string)", &[text("not today")])).await;
    let data = alloy_primitives::hex::encode_prefixed(abi::call("Error(string)", &[text("not today")]));
    let message = json!({ "message": "CONTRACT_REVERT_EXECUTED", "detail": "not today", "data": data });
    assert_eq!((status, body), (400, json!({ "_status": { "messages": [message] } })));
    let (status, body) = ask(&demo, call(5022, "invalidOpcode()", &[])).await;
    let message = &body["_status"]["messages"][0];
    assert_eq!((status, &message["message"]), (400, &json!("CONTRACT_EXECUTION_EXCEPTION")));
    let mut body = call(5022, "named(uint256)", &[uint(7u8)]);
    body["from"] = json!(accounts::long_zero(1002).to_string());
    let (_, body) = ask(&demo, body).await;
    // The contract sees the sender's own address.
    let seen = [account(accounts::address(1002)), uint(7u8), text("more than there is")];
    let reason = alloy_primitives::hex::encode_prefixed(abi::call("Named(address,uint256,string)", &seen));
    assert_eq!(body["_status"]["messages"][0]["data"], reason);
}

#[tokio::test]
async fn an_estimate_is_enough_and_hardly_more() {
    let demo = network().await;
    let mut body = call(5214, "grind(uint256)", &[uint(50u8)]);
    body["estimate"] = json!(true);
    let (_, answer) = ask(&demo, body.clone()).await;
    let gas = u64::from_str_radix(answer["result"].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
    body["estimate"] = json!(false);
    body["gas"] = json!(gas);
    assert_eq!(ask(&demo, body.clone()).await.0, 200);
    body["gas"] = json!(gas - gas / 100);
    assert_eq!(ask(&demo, body).await.1["_status"]["messages"][0]["message"], "INSUFFICIENT_GAS");
}

#[tokio::test]
async fn what_is_no_call_is_refused() {
    let demo = network().await;
    let good = call(5002, "name()", &[]);
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for (body, detail) in [
        (with("to", json!("0x12")), "to field invalid hexadecimal string"),
        (with("data", json!("0xzz")), "data field invalid hexadecimal string"),
        (with("gas", json!(20_999)), "gas field must be greater than or equal to 21000"),
        (with("gas", json!(15_000_001)), "gas field must be less than or equal to 15000000"),
        (with("gas", json!("much")), "Unable to parse JSON"),
        (with("value", json!(1)), "from field must not be empty"),
        (with("block", json!("soon")), "block field not valid"),
        (with("block", json!("999999999999")), "Unknown block number"),
    ] {
        let (status, answer) = ask(&demo, body).await;
        assert_eq!(status, 400, "{answer}");
        assert_eq!(answer["_status"]["messages"][0]["detail"], detail, "{answer}");
    }
    assert_eq!(send(&demo, "{", "application/json").await.0, 400);
    assert_eq!(send(&demo, good.to_string(), "text/plain").await.0, 415);
    for unknown in [accounts::long_zero(4999), address_of(5003), address_of(5041)] {
        assert_eq!(ask(&demo, with("to", json!(unknown.to_string()))).await.0, 404);
    }
    let url = format!("{}/api/v1/contracts/call", demo.url());
    assert_eq!(http().get(url).send().await.unwrap().status(), 400);
}
