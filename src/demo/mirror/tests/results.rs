//! Single results.

use std::time::Duration;

use alloy_primitives::hex;
use serde_json::{Value, json};

use super::{Got, Still, still};

/// The result that people are shown first.
const RICH: &str = "1795216207.123456789";

/// The special results, by their place: seven seconds and some apart.
fn special(place: u128) -> String {
    let nanos = 1_795_216_207_123_456_789 + place * 7_123_456_789;
    format!("{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000)
}

async fn one(net: &Still, moment: &str) -> Got {
    net.get(&format!("/contracts/0.0.5001/results/{moment}")).await
}

#[tokio::test]
async fn the_best_known_result_has_everything() {
    let net = still().await;
    let got = one(&net, RICH).await;
    assert_eq!(got.status, 200);
    assert_eq!(got.header("cache-control"), Some("public, max-age=600"));
    let body = got.body;
    assert_eq!(body["from"], "0x0000000000000000000000000000000000000413");
    assert_eq!(body["to"], "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85");
    assert_eq!(
        (&body["amount"], &body["gas_used"], &body["gas_consumed"]),
        (&json!(5_000_000_000u64), &json!(800_000), &json!(72_702))
    );
    assert_eq!(
        (&body["status"], &body["result"], &body["type"]),
        (&json!("0x1"), &json!("SUCCESS"), &json!(2))
    );
    assert_eq!((&body["block_number"], &body["transaction_index"]), (&json!(70_070_000), &json!(0)));
    assert_eq!(
        (body["logs"].as_array().unwrap().len(), body["state_changes"].as_array().unwrap().len()),
        (3, 8)
    );
    assert_eq!(body["state_changes"][1]["value_written"], Value::Null);
    for member in ["0.0.5002", "0.0.1043", "0.0.1001"] {
        assert_eq!(net.get(&format!("/contracts/{member}/results/{RICH}")).await.status, 200, "{member}");
    }
    assert_eq!(net.get(&format!("/contracts/0.0.5022/results/{RICH}")).await.status, 404);
}

#[tokio::test]
async fn blooms_hold_the_bits_of_the_logs() {
    let net = still().await;
    let body = one(&net, RICH).await.body;
    let bits = |value: &Value| hex::decode(value.as_str().unwrap()).unwrap();
    let mut joined = vec![0u8; 256];
    for log in body["logs"].as_array().unwrap() {
        joined.iter_mut().zip(bits(&log["bloom"])).for_each(|(byte, more)| *byte |= more);
    }
    assert_eq!(joined, bits(&body["bloom"]));
    assert!(joined.iter().any(|byte| *byte != 0));
}

#[tokio::test]
async fn one_name_of_the_unit_gives_weibars_and_the_documented_one_is_refused() {
    let net = still().await;
    let large = special(15);
    let got = net.get(&format!("/contracts/0.0.5001/results/{large}?hbar=false")).await;
    assert!(got.text.contains("\"amount\":49999999999999999990000000000,"));
    assert_eq!(got.body["max_fee_per_gas"], format!("{:#x}", 142u128 * 10_000_000_000 + 1));
    let refused = net.get(&format!("/contracts/0.0.5001/results/{large}?coin=false")).await;
    assert_eq!((refused.status, refused.messages()), (400, vec!["Unknown query parameter: coin"]));
    let plain = one(&net, &large).await.body;
    assert_eq!(
        (&plain["amount"], &plain["max_fee_per_gas"]),
        (&json!(4_999_999_999_999_999_999u64), &json!("0x8e"))
    );
    assert_eq!(one(&net, &special(17)).await.body["amount"], 0);
    let bad = net.get(&format!("/contracts/0.0.5001/results/{large}?hbar=maybe")).await;
    assert_eq!(bad.messages(), ["Invalid parameter: hbar"]);
    let both = net.get("/contracts/x/results/y").await;
    assert_eq!(both.messages(), ["Invalid parameter: contractid", "Invalid parameter: timestamp"]);
}

#[tokio::test]
async fn envelopes_come_in_every_type() {
    let net = still().await;
    let kind = async |place| one(&net, &special(place)).await.body;
    let listed = kind(1).await;
    assert_eq!(listed["type"], 1);
    assert_eq!(listed["access_list"][0]["storage_keys"].as_array().unwrap().len(), 2);
    assert_eq!((&listed["gas_price"], &listed["max_fee_per_gas"]), (&json!("0x47"), &json!("0x")));
    assert_eq!(kind(2).await["type"], 0);
    let old = kind(3).await;
    assert_eq!((&old["chain_id"], &old["v"]), (&json!("0x"), &json!(27)));
    assert_eq!(kind(4).await["authorization_list"].as_array().unwrap().len(), 1);
    let native = kind(5).await;
    assert_eq!(
        (&native["type"], &native["nonce"], &native["r"], &native["gas_price"]),
        (&json!(0), &Value::Null, &Value::Null, &json!("0x33"))
    );
    let untyped = kind(6).await;
    assert_eq!(
        (&untyped["type"], &untyped["chain_id"], &untyped["access_list"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert!(kind(7).await["access_list"].as_str().unwrap().len() > 10);
    assert_eq!(kind(8).await["access_list"], "0x");
    assert_eq!(kind(9).await["max_fee_per_gas"], "0x8e");
}

#[tokio::test]
async fn incomplete_and_failed_results_have_their_shapes() {
    let net = still().await;
    let partial = one(&net, &special(10)).await;
    assert_eq!(partial.status, 206);
    assert_eq!(
        (&partial.body["amount"], &partial.body["bloom"], &partial.body["transaction_index"]),
        (&Value::Null, &json!("0x"), &Value::Null)
    );
    for place in [11, 12] {
        let failed = one(&net, &special(place)).await.body;
        assert_eq!(
            (&failed["contract_id"], &failed["address"], &failed["to"]),
            (&Value::Null, &Value::Null, &Value::Null)
        );
        assert!(failed["failed_initcode"].as_str().unwrap().len() > 100);
        assert_eq!(failed["function_parameters"] == "0x", place == 11);
    }
    assert_eq!(one(&net, &special(13)).await.body["created_contract_ids"], json!([null, "0.0.5026", null]));
    assert_eq!(one(&net, &special(18)).await.body["logs"].as_array().unwrap().len(), 130);
    assert_eq!(one(&net, &special(19)).await.body["bloom"], Value::Null);
    let nowhere = one(&net, &special(21)).await.body;
    assert_eq!((&nowhere["block_hash"], &nowhere["block_number"]), (&json!("0x"), &Value::Null));
    let unknown = one(&net, &special(22)).await.body;
    assert_eq!((&unknown["result"], &unknown["error_message"]), (&json!("UNKNOWN"), &Value::Null));
}

#[tokio::test]
async fn one_result_is_only_listed_and_one_only_opened() {
    let net = still().await;
    let listed = async |moment: &str| {
        let got = net.get(&format!("/contracts/0.0.5001/results?timestamp={moment}")).await;
        got.rows("results").len()
    };
    let (synthetic, wrong_nonce) = (special(23), special(24));
    assert_eq!((listed(&synthetic).await, one(&net, &synthetic).await.status), (1, 404));
    assert_eq!((listed(&wrong_nonce).await, one(&net, &wrong_nonce).await.status), (0, 200));
}

#[tokio::test]
async fn the_gallery_fails_in_every_way() {
    let net = still().await;
    let got = net.get("/contracts/0.0.5022/results?limit=100").await;
    let said: Vec<&Value> = got.rows("results").iter().map(|row| &row["error_message"]).collect();
    let with =
        |start: &str| said.iter().filter(|it| it.as_str().is_some_and(|it| it.starts_with(start))).count();
    assert!(with("0x08c379a0") >= 6 && with("0x4e487b71") == 10);
    for message in ["0x", "", "INSUFFICIENT_GAS", "CONTRACT_REVERT_EXECUTED", "0xdeadbeef"] {
        assert!(said.contains(&&json!(message)), "{message}");
    }
    assert!(said.iter().filter(|it| it.is_null()).count() >= 2);
    assert!(said.contains(&&json!(format!("0x{:064x}", 184))));
}

#[tokio::test]
async fn a_contract_s_making_is_found_at_its_time_of_creation() {
    let net = still().await;
    for num in [5001, 5002, 5005, 5009, 9_999_999_999u64] {
        let contract = net.get(&format!("/contracts/{num}")).await.body;
        let created = contract["created_timestamp"].as_str().unwrap();
        let made = net.get(&format!("/contracts/{num}/results/{created}")).await.body;
        assert_eq!(made["created_contract_ids"], json!([format!("0.0.{num}")]));
        assert_eq!(made["call_result"], contract["runtime_bytecode"]);
    }
}

#[tokio::test]
async fn some_results_are_not_whole_in_their_first_seconds() {
    let net = still().await;
    let mut waited = 0;
    let moment = loop {
        let page = net.get("/contracts/0.0.5001/results?limit=1").await;
        let moment = page.rows("results")[0]["timestamp"].as_str().unwrap().to_owned();
        if one(&net, &moment).await.status == 206 {
            break moment;
        }
        net.clock.advance(Duration::from_secs(3));
        waited += 1;
        assert!(waited < 60, "every eighth is young for eight seconds");
    };
    assert_eq!(one(&net, &moment).await.body["block_number"], Value::Null);
    net.clock.advance(Duration::from_secs(10));
    let whole = one(&net, &moment).await;
    assert_eq!((whole.status, whole.body["block_number"].is_u64()), (200, true));
}
