//! Scheduled transactions.

use std::time::Duration;

use serde_json::{Value, json};

use super::still;

#[tokio::test]
async fn the_list_is_oldest_first_and_pages_by_number() {
    let net = still().await;
    let first = net.get("/schedules?limit=5").await;
    let ids: Vec<&Value> = first.rows("schedules").iter().map(|it| &it["schedule_id"]).collect();
    assert_eq!(ids, ["0.0.7001", "0.0.7002", "0.0.7003", "0.0.7004", "0.0.7005"]);
    assert_eq!(first.link(), Some("/api/v1/schedules?limit=5&schedule.id=gt:0.0.7005"));
    let second = net.get_link(first.link().unwrap()).await;
    assert_eq!(second.rows("schedules")[0]["schedule_id"], "0.0.7006");
    let last = net.get("/schedules?order=desc&limit=1").await;
    let link = last.link().unwrap();
    assert!(link.contains("&schedule.id=lt:0.0.8"), "{link}");
}

#[tokio::test]
async fn filters_join_and_two_equal_ones_leave_nothing() {
    let net = still().await;
    let two = net.get("/schedules?schedule.id=7005&schedule.id=7006").await;
    assert_eq!(two.text, r#"{"schedules":[],"links":{"next":null}}"#);
    let range = net.get("/schedules?schedule.id=gte:7005&schedule.id=lt:0.0.7007").await;
    assert_eq!(range.rows("schedules").len(), 2);
    let made = net.get("/schedules?account.id=0.0.1006&limit=100").await;
    assert!(!made.rows("schedules").is_empty());
    assert!(made.rows("schedules").iter().all(|it| it["creator_account_id"] == "0.0.1006"));
    let refused = net.get("/schedules?executed=true").await;
    assert_eq!(refused.messages(), ["Unknown query parameter: executed"]);
    assert!(net.get("/schedules?account.id=0.0.1099").await.body["schedules"].is_object());
}

#[tokio::test]
async fn each_state_of_life_is_there() {
    let net = still().await;
    let one = async |num: u64| net.get(&format!("/schedules/{num}")).await;
    let pending = one(7001).await;
    assert_eq!(
        (&pending.body["executed_timestamp"], &pending.body["wait_for_expiry"]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(pending.header("cache-control"), Some("public, max-age=1"));
    assert_eq!(one(7003).await.body["deleted"], true);
    let expired = one(7004).await;
    assert_eq!(expired.header("cache-control"), Some("public, max-age=3600"));
    let executed = one(7005).await.body;
    assert!(executed["executed_timestamp"].is_string());
    let signature = executed["signatures"][0]["signature"].as_str().unwrap();
    assert!(signature.contains('\n'));
    assert_eq!(executed["signatures"][6]["public_key_prefix"], "");
    let soon = one(7007).await.body["expiration_time"].as_str().unwrap().to_owned();
    let left = crate::ledger::Timestamp::parse(&soon).unwrap().seconds - super::NOW.seconds;
    assert!((60..=540).contains(&left), "{left}");
    let bare = one(7013).await.body;
    assert!(bare.get("deleted").is_none() && bare.get("memo").is_none());
    assert!(one(7012).await.body.get("hooks").is_some());
    assert_eq!(one(9999).await.status, 404);
    assert_eq!(net.get("/schedules/abc").await.messages(), ["Invalid parameter: scheduleid"]);
}

#[tokio::test]
async fn an_execution_shares_the_id_of_its_making() {
    let net = still().await;
    let failed = net.get("/transactions/0.0.1006-1787551997-000005555").await;
    let column =
        |name: &str| -> Vec<&Value> { failed.rows("transactions").iter().map(|it| &it[name]).collect() };
    assert_eq!(column("name"), ["SCHEDULECREATE", "CONTRACTCALL", "CRYPTOTRANSFER", "CRYPTOTRANSFER"]);
    assert_eq!(column("scheduled"), [false, true, true, true]);
    assert_eq!(column("result")[1], "CONTRACT_REVERT_EXECUTED");
    assert_eq!(column("node")[1], &Value::Null);
    let only = net.get("/transactions/0.0.1006-1787551997-000005555?scheduled=true&nonce=0").await;
    assert_eq!(only.rows("transactions").len(), 1);
}

#[tokio::test]
async fn schedules_of_the_row_live_on_as_time_passes() {
    let net = still().await;
    let waiting = async || {
        let got = net.get("/schedules?order=desc&limit=25").await;
        let all = got.rows("schedules").iter();
        let ids: Vec<Value> = all.clone().map(|it| it["schedule_id"].clone()).collect();
        (ids, all.filter(|it| it["executed_timestamp"].is_null()).count())
    };
    let (before, _) = waiting().await;
    net.clock.advance(Duration::from_hours(1));
    let (after, _) = waiting().await;
    assert_eq!(after[6..8], before[..2]);
}
