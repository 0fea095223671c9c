//! Lists of logs.

use serde_json::Value;

use super::{Got, still};

const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/// The members of a log, in their order, as recorded.
const MEMBERS: [&str; 12] = [
    "address",
    "bloom",
    "contract_id",
    "data",
    "index",
    "topics",
    "block_hash",
    "block_number",
    "root_contract_id",
    "timestamp",
    "transaction_hash",
    "transaction_index",
];

fn places(got: &Got) -> Vec<(String, u64)> {
    let place = |row: &Value| (row["timestamp"].as_str().unwrap().to_owned(), row["index"].as_u64().unwrap());
    got.rows("logs").iter().map(place).collect()
}

#[tokio::test]
async fn rows_have_the_recorded_shape() {
    let net = still().await;
    for path in ["/contracts/0.0.5001/results/logs", "/contracts/results/logs"] {
        let got = net.get(path).await;
        assert_eq!(got.rows("logs").len(), 25);
        assert_eq!(got.rows("logs")[0].as_object().unwrap().keys().collect::<Vec<_>>(), MEMBERS);
    }
}

#[tokio::test]
async fn pages_follow_each_other_through_moments_and_indices() {
    let net = still().await;
    for path in [
        "/contracts/0.0.5002/results/logs",
        "/contracts/results/logs",
        "/contracts/0.0.5001/results/logs?order=asc",
    ] {
        let whole = net.get(&format!("{path}{}limit=30", if path.contains('?') { "&" } else { "?" })).await;
        let mut all = Vec::new();
        let mut page = net.get(&format!("{path}{}limit=7", if path.contains('?') { "&" } else { "?" })).await;
        while all.len() < 28 {
            all.extend(places(&page));
            page = net.get_link(page.link().unwrap()).await;
        }
        assert_eq!(all, places(&whole)[..28], "{path}");
    }
}

#[tokio::test]
async fn one_moment_is_paged_by_index() {
    let net = still().await;
    let many = "1795216335.345678991";
    let first = net.get(&format!("/contracts/0.0.5001/results/logs?limit=40&timestamp={many}")).await;
    assert_eq!(places(&first).len(), 40);
    let last = places(&first)[39].1;
    let expected = format!("/results/logs?limit=40&timestamp={many}&index=lt:{last}");
    assert!(first.link().unwrap().ends_with(&expected), "{:?}", first.link());
    let second = net.get_link(first.link().unwrap()).await;
    assert!(places(&second)[0].1 < last);
}

#[tokio::test]
async fn a_result_s_logs_are_in_the_lists() {
    let net = still().await;
    let at = "1795216207.123456789";
    let one = net.get(&format!("/contracts/0.0.5001/results/{at}")).await.body;
    for log in one["logs"].as_array().unwrap() {
        let of = log["contract_id"].as_str().unwrap();
        let got = net.get(&format!("/contracts/{of}/results/logs?timestamp={at}")).await;
        let row = got.rows("logs").iter().find(|row| row["index"] == log["index"]).unwrap();
        for name in ["address", "bloom", "contract_id", "data", "topics"] {
            assert_eq!(row[name], log[name]);
        }
        assert_eq!((&row["root_contract_id"], &row["transaction_hash"]), (&"0.0.5001".into(), &one["hash"]));
    }
    let hash = one["hash"].as_str().unwrap();
    let got = net.get(&format!("/contracts/results/logs?transaction.hash={hash}")).await;
    assert_eq!(got.rows("logs").len(), 3);
}

#[tokio::test]
async fn topics_are_searched_within_seven_days() {
    let net = still().await;
    let path = "/contracts/0.0.5001/results/logs";
    let got = net
        .get(&format!(
            "{path}?topic0={TRANSFER}&topic1=0x426&timestamp=gte:1795200000&timestamp=lt:1795219200"
        ))
        .await;
    assert_eq!(got.status, 200);
    let topics = "Cannot search topics without a valid timestamp range";
    for (query, message) in [
        (format!("topic0={TRANSFER}"), format!("{topics}: No timestamp range or eq operator provided")),
        (
            format!("topic0={TRANSFER}&timestamp=gte:1790000000&timestamp=lt:1795219200"),
            format!("{topics}: Timestamp range by the lower and upper bounds must be positive and within 7d"),
        ),
        ("index=1".to_owned(), "timestamp must have eq operator".to_owned()),
    ] {
        let got = net.get(&format!("{path}?{query}")).await;
        assert_eq!((got.status, got.messages()), (400, vec![message.as_str()]));
    }
    let one = net.get(&format!("{path}?topic0={TRANSFER}&timestamp=1795216207.123456789")).await;
    assert_eq!(one.rows("logs").len(), 1);
}

#[tokio::test]
async fn a_range_that_ends_before_it_begins() {
    let net = still().await;
    let range = "timestamp=gt:1795000000&timestamp=lt:1790000000&limit=2";
    assert_eq!(net.get(&format!("/contracts/0.0.5001/results/logs?{range}")).await.rows("logs").len(), 0);
    let all = net.get(&format!("/contracts/results/logs?{range}")).await;
    assert_eq!(places(&all), places(&net.get("/contracts/results/logs?limit=2").await));
    assert_eq!(net.get("/contracts/0.0.4711/results/logs").await.rows("logs").len(), 0);
    assert_eq!(net.get("/contracts/x/results/logs").await.messages(), ["Invalid parameter: contractid"]);
}
