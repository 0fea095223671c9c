//! Families of transactions.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use super::{Got, Still, still};
use crate::ledger::{EntityId, EvmAddress, Timestamp, TransactionId};

async fn family(net: &Still, id: &str) -> Got {
    net.get(&format!("/transactions/{id}")).await
}

fn column<'a>(got: &'a Got, name: &str) -> Vec<&'a Value> {
    got.rows("transactions").iter().map(|it| &it[name]).collect()
}

#[tokio::test]
async fn the_transaction_of_a_result_is_found_by_its_id() {
    let net = still().await;
    let got = family(&net, "0.0.1001-1795216196-984148703").await;
    assert_eq!(got.status, 200);
    assert!(got.body.get("links").is_none());
    assert_eq!(column(&got, "name"), ["ETHEREUMTRANSACTION", "CRYPTOTRANSFER"]);
    assert_eq!(column(&got, "consensus_timestamp"), ["1795216207.123456789", "1795216207.123456790"]);
    assert_eq!(column(&got, "nonce"), [0, 1]);
    assert_eq!(column(&got, "parent_consensus_timestamp")[1], "1795216207.123456789");
    let child = family(&net, "0.0.1001-1795216196-984148703?nonce=7&nonce=1").await;
    assert_eq!(column(&child, "nonce"), [1]);
    assert_eq!(family(&net, "0.0.1001-1795216196-984148703?scheduled=true").await.status, 404);
}

#[tokio::test]
async fn names_that_are_no_id_are_told_apart() {
    let net = still().await;
    for (name, status) in [
        ("0.0.1-1-1".to_owned(), 404),
        ("0.0.1001@1795216196.984148703".to_owned(), 400),
        ("1001-1795216196-984148703".to_owned(), 400),
        (format!("0x{}", "ab".repeat(32)), 400),
        ("ab".repeat(32), 404),
        ("ab".repeat(48), 404),
    ] {
        assert_eq!(family(&net, &name).await.status, status, "{name}");
    }
    let refused = family(&net, "0.0.1-1-1?nonce=-1&memo=x").await;
    assert_eq!(refused.messages(), ["Invalid parameter: nonce", "Unknown query parameter: memo"]);
}

#[tokio::test]
async fn a_rich_transfer_has_every_kind_of_movement() {
    let net = still().await;
    let got = family(&net, "0.0.1005-1795216518-468117137").await;
    let it = &got.rows("transactions")[0];
    assert_eq!(it["nft_transfers"][1]["serial_number"], json!(9_007_199_254_740_993_u64));
    assert_eq!(it["token_transfers"][3]["amount"], json!(i64::MAX));
    assert_eq!(it["staking_reward_transfers"], json!([{ "account": "0.0.1005", "amount": 12345 }]));
    assert_eq!(it["assessed_custom_fees"].as_array().unwrap().len(), 2);
    assert_eq!(it["max_custom_fees"][2]["account_id"], Value::Null);
    let sum: i64 = it["transfers"].as_array().unwrap().iter().map(|it| it["amount"].as_i64().unwrap()).sum();
    assert_eq!(sum, 0);
    assert!(it["max_fee"].is_string() && it["valid_duration_seconds"].is_string());
}

#[tokio::test]
async fn families_come_oldest_first() {
    let net = still().await;
    let batch = family(&net, "0.0.1003-1795216531-802469083").await;
    assert_eq!(
        column(&batch, "result"),
        ["INNER_TRANSACTION_FAILED", "SUCCESS", "INSUFFICIENT_PAYER_BALANCE", "SUCCESS"]
    );
    assert!(batch.rows("transactions")[1]["batch_key"].is_object());
    assert_eq!(family(&net, "0.0.1005-1795216530-802469083").await.rows("transactions").len(), 1);
    let twice = family(&net, "0.0.1011-1795216538-925925872").await;
    assert_eq!(column(&twice, "result"), ["SUCCESS", "DUPLICATE_TRANSACTION"]);
    let called = family(&net, "0.0.1012-1795216550-000000001").await;
    assert_eq!(called.rows("transactions").len(), 13);
    assert_eq!(column(&called, "result")[9], "INSUFFICIENT_TOKEN_BALANCE");
    assert!(column(&called, "consensus_timestamp").is_sorted_by_key(|at| at.as_str().unwrap()));
    let result = net.get("/contracts/results/0.0.1012-1795216550-000000001").await;
    assert_eq!(result.body["timestamp"], called.rows("transactions")[0]["consensus_timestamp"]);
    assert_eq!(result.body["result"], "CONTRACT_REVERT_EXECUTED");
}

#[tokio::test]
async fn a_hash_finds_its_transaction_in_either_form() {
    let net = still().await;
    let listed = net.get("/transactions?limit=2").await;
    for row in listed.rows("transactions") {
        let hash = BASE64_STANDARD.decode(row["transaction_hash"].as_str().unwrap()).unwrap();
        let digits = alloy_primitives::hex::encode(&hash);
        let names = [digits.clone(), format!("0x{digits}"), BASE64_URL_SAFE_NO_PAD.encode(&hash)];
        for name in names {
            let found = family(&net, &name).await;
            assert_eq!(found.rows("transactions"), std::slice::from_ref(row), "{name}");
            let nonce = row["nonce"].as_u64().unwrap() + 1;
            assert_eq!(family(&net, &format!("{name}?nonce={nonce}")).await.status, 404);
        }
    }
}

#[tokio::test]
async fn memos_and_members_come_as_they_are() {
    let net = still().await;
    let memo = family(&net, "0.0.1003-1795216495-087259360").await;
    let bytes =
        BASE64_STANDARD.decode(memo.rows("transactions")[0]["memo_base64"].as_str().unwrap()).unwrap();
    assert!(bytes.contains(&0) && String::from_utf8(bytes).is_err());
    let nulls = family(&net, "0.0.1013-1795216560-000000005").await;
    assert_eq!(nulls.rows("transactions")[0]["charged_tx_fee"], Value::Null);
    let odd = family(&net, "0.0.1013-1795216561-5").await;
    assert_eq!(odd.rows("transactions")[0]["charged_tx_fee"], "2842498");
    assert_eq!(odd.rows("transactions")[0]["max_fee"], 8_527_494);
    let short = family(&net, "0.0.1013-1795216562-5").await;
    assert!(short.rows("transactions")[0].get("node").is_none());
    assert_eq!(
        family(&net, "0.0.1011-1795216539-957617462").await.rows("transactions")[0]["name"],
        "UNKNOWN"
    );
}

#[tokio::test]
async fn every_listed_result_has_its_transaction() {
    let net = still().await;
    let page = net.get("/contracts/0.0.5001/results?limit=5").await;
    for row in page.rows("results") {
        let at = Timestamp::parse(row["timestamp"].as_str().unwrap()).unwrap();
        let whole = net.get(&format!("/contracts/0.0.5001/results/{at}")).await.body;
        let sender = EvmAddress::read(row["from"].as_str().unwrap()).unwrap().entity_num().unwrap();
        let payer = if whole["nonce"].is_null() { sender } else { 1001 };
        let id = TransactionId { payer: EntityId::of(payer), valid_start: at.minus_seconds(5) };
        let got = family(&net, &id.to_string()).await;
        assert_eq!(got.rows("transactions")[0]["consensus_timestamp"], row["timestamp"]);
        assert_eq!(got.rows("transactions")[0]["entity_id"], row["contract_id"]);
        assert_eq!(got.rows("transactions")[0]["result"], whole["result"]);
    }
}
