//! The mirror node's half over real HTTP: a table of requests, and what has to hold between answers.

use std::time::Duration;

use alloy_primitives::hex;
use ledger::Timestamp;
use serde_json::{Value, json};

use crate::{Clock, Demo, Options, start};

/// Requests at [`NOW`], one a line: `status` (200 unless it is told), `messages` of an error, values by JSON pointer
/// (`has`), the `keys` of an object in their order, how many `rows` a list has, and `max_age` of the answer.
const CASES: &str = include_str!("../../../../tests/fixtures/demo/mirror.json");
/// 2026-11-21 00:00:00 UTC.
const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

/// A network whose clock stands still unless it is advanced.
struct Still {
    demo: Demo,
    clock: Clock,
}

async fn still(results: u64) -> Still {
    let clock = Clock::fixed(NOW);
    let options = Options { results, clock: clock.clone(), ..Options::default() };
    Still { demo: start(options).await.unwrap(), clock }
}

impl Still {
    async fn send(&self, request: reqwest::RequestBuilder) -> (reqwest::Response, Value) {
        let response = request.timeout(Duration::from_mins(1)).send().await.unwrap();
        let mut head = axum::http::Response::new("");
        (*head.status_mut(), *head.headers_mut()) = (response.status(), response.headers().clone());
        let body = serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default();
        (head.into(), body)
    }

    /// Asks for a path below `/api/v1`, or for a whole one as in `links.next`.
    async fn get(&self, path: &str) -> (reqwest::Response, Value) {
        let path = path.strip_prefix("/api/v1").unwrap_or(path);
        self.send(crate::http().get(format!("{}/api/v1{path}", self.demo.url()))).await
    }

    async fn rows(&self, path: &str) -> Vec<Value> {
        let (_, mut body) = self.get(path).await;
        body.as_object_mut()
            .and_then(|it| it.values_mut().find_map(|it| it.as_array_mut()))
            .unwrap()
            .split_off(0)
    }

    /// All rows from this path on, following links until there are none or this many rows have come.
    async fn walk(&self, path: &str, most: usize) -> Vec<Value> {
        let (mut all, mut next) = (Vec::new(), Some(path.to_owned()));
        while let (Some(path), true) = (&next, all.len() < most) {
            let (_, body) = self.get(path).await;
            all.extend(body.as_object().unwrap().values().find_map(Value::as_array).unwrap().clone());
            next = body["links"]["next"].as_str().map(str::to_owned);
        }
        all
    }
}

#[tokio::test]
async fn requests_are_answered_as_by_a_real_server() {
    let net = still(100_000).await;
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    let mut differ: Vec<String> = Vec::new();
    for case in cases {
        let path = case["get"].as_str().unwrap();
        let (answer, body) = net.get(path).await;
        assert_eq!(json!(answer.status().as_u16()), *case.get("status").unwrap_or(&json!(200)), "{path}");
        if let Some(messages) = case["messages"].as_array() {
            let reported = body["_status"]["messages"].as_array().unwrap();
            assert!(reported.iter().map(|it| &it["message"]).eq(messages), "{path}: {body}");
            assert!(answer.headers().get("cache-control").is_none());
        }
        for (pointer, value) in case["has"].as_object().into_iter().flatten() {
            let found = body.pointer(pointer).cloned().unwrap_or_else(|| json!({ "absent": true }));
            let found = match found.as_str() {
                Some(text) => text.replace(&net.demo.url(), "URL").into(),
                None => found,
            };
            if found != *value {
                differ.push(format!("{path} {pointer}: {found}"));
            }
        }
        if let Some([pointer, keys]) = case["keys"].as_array().map(Vec::as_slice) {
            let object = body.pointer(pointer.as_str().unwrap()).and_then(Value::as_object).unwrap();
            assert_eq!(object.keys().map(String::as_str).collect::<Vec<_>>().join(" "), *keys, "{path}");
        }
        if let Some([name, count]) = case["rows"].as_array().map(Vec::as_slice) {
            let rows = json!(body[name.as_str().unwrap()].as_array().map(Vec::len));
            if rows != *count {
                differ.push(format!("{path}: {rows} rows"));
            }
        }
        if let Some(age) = case["max_age"].as_u64() {
            assert_eq!(answer.headers()["cache-control"], format!("public, max-age={age}"), "{path}");
        }
        if let Some(next) = body["links"]["next"].as_str() {
            assert_eq!(answer.headers()["link"], format!("<{next}>; rel=\"next\""), "{path}");
        }
    }
    assert_eq!(differ, [] as [String; 0], "{}", differ.join("\n"));
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repetition() {
    let net = still(100_000).await;
    for path in [
        "/contracts?",
        "/contracts?order=asc&",
        "/contracts/0.0.5001/results?",
        "/contracts/0.0.5001/results?order=asc&internal=true&",
        "/contracts/0.0.5027/results?from=ne:0.0.1043&",
        "/contracts/0.0.5002/results/logs?",
        "/contracts/results/logs?",
        "/contracts/0.0.5001/results/logs?order=asc&",
        "/contracts/0.0.5002/state?",
        "/transactions?",
        "/transactions?order=asc&timestamp=gte:1795216400&",
        "/schedules?",
        "/schedules?order=desc&",
    ] {
        let whole = net.rows(&format!("{path}limit=40")).await;
        // A whole URL as the next link is asked for as such.
        if !path.contains("5027") {
            let paged = net.walk(&format!("{path}limit=7"), whole.len()).await;
            assert_eq!(paged[..whole.len()], whole, "{path}");
        }
        assert!(whole.len() > 20, "{path}");
    }
    // A full last page leads to an empty one; the busiest contract has as many results as asked for.
    assert_eq!(net.walk("/contracts/0.0.5034/results?limit=100", 999).await.len(), 200);
    assert_eq!(net.walk("/contracts/0.0.5030/results?limit=100", 999).await.len(), 351);
    let small = still(120).await;
    assert_eq!(small.walk("/contracts/0.0.5001/results?limit=100", 999).await.len(), 120);
}

#[tokio::test]
async fn what_one_operation_tells_of_a_result_the_others_tell_too() {
    let net = still(100_000).await;
    let bits = |value: &Value| hex::decode(value.as_str().unwrap()).unwrap();
    for num in [5001, 5002, 5009, 5024, 5035, 5036, 5038, 5204, 5207, 5209, 5206, 5211, 5213] {
        for row in net.rows(&format!("/contracts/0.0.{num}/results?limit=4&internal=true")).await {
            let (at, hash) = (row["timestamp"].as_str().unwrap(), row["hash"].as_str().unwrap());
            let (_, one) = net.get(&format!("/contracts/0.0.{num}/results/{at}")).await;
            assert_eq!(net.get(&format!("/contracts/results/{hash}")).await.1, one, "{num} {at}");
            assert_eq!((&one["bloom"], &one["hash"]), (&row["bloom"], &row["hash"]));
            if let Some(first) = net.rows(&format!("/contracts/results/{hash}/actions")).await.first() {
                // An action does not tell the code that makes a contract.
                let asked = match first["call_operation_type"].as_str() {
                    Some("CREATE") => &json!("0x"),
                    _ => &one["function_parameters"],
                };
                assert_eq!(first["input"], *asked, "{num} {at}");
                assert_eq!(first["result_data_type"] == "OUTPUT", one["error_message"].is_null());
            }
            let transactions = net.rows(&format!("/transactions?timestamp={at}")).await;
            assert_eq!(transactions[0]["result"], one["result"], "{num} {at}");
            let family = format!("/transactions/{}", transactions[0]["transaction_id"].as_str().unwrap());
            assert!(net.rows(&family).await.contains(&transactions[0]), "{num} {at}");
            let mut joined = vec![0u8; 256];
            for log in one["logs"].as_array().unwrap() {
                joined.iter_mut().zip(bits(&log["bloom"])).for_each(|(byte, more)| *byte |= more);
                let of = log["contract_id"].as_str().unwrap();
                let list = net.rows(&format!("/contracts/{of}/results/logs?timestamp={at}")).await;
                assert!(list.iter().any(|it| (&it["index"], &it["data"]) == (&log["index"], &log["data"])));
            }
            if one["bloom"].as_str().is_some_and(|bloom| bloom.len() > 2) {
                assert_eq!(bits(&one["bloom"]), joined, "{num} {at}");
            }
            let changes = one["state_changes"].as_array().unwrap().iter().rev();
            if let Some(change) = changes.clone().find(|change| !change["value_written"].is_null()) {
                let [of, slot] = ["contract_id", "slot"].map(|name| change[name].as_str().unwrap());
                let lying = net.rows(&format!("/contracts/{of}/state?timestamp={at}&slot={slot}")).await;
                assert_eq!(
                    (&lying[0]["value"], &lying[0]["timestamp"]),
                    (&change["value_written"], &json!(at))
                );
            }
        }
    }
}

#[tokio::test]
async fn the_ledger_goes_on_as_time_passes() {
    let net = still(100_000).await;
    let before = net.rows("/contracts/0.0.5001/results").await;
    net.clock.advance(Duration::from_secs(30));
    let after = net.rows("/contracts/0.0.5001/results").await;
    let came = after.iter().position(|row| *row == before[0]).unwrap();
    assert!((9..=11).contains(&came), "about one in three seconds: {came}");
    assert_eq!(after[came..], before[..25 - came]);

    // Every eighth result is not whole in its first seconds.
    let mut moments = Vec::new();
    for _ in 0..60 {
        let (_, page) = net.get("/contracts/0.0.5001/results?limit=1").await;
        let moment = page["results"][0]["timestamp"].as_str().unwrap().to_owned();
        let (answer, young) = net.get(&format!("/contracts/0.0.5001/results/{moment}")).await;
        if answer.status() == 206 {
            assert_eq!((&young["block_number"], &young["call_result"]), (&Value::Null, &json!("0x")));
            moments.push(moment);
        }
        net.clock.advance(Duration::from_secs(3));
    }
    net.clock.advance(Duration::from_secs(8));
    let whole = net.get(&format!("/contracts/0.0.5001/results/{}", moments.last().unwrap())).await;
    assert_eq!((whole.0.status().as_u16(), whole.1["block_number"].is_u64()), (200, true));
}

#[tokio::test]
async fn what_is_known_is_not_sent_again_and_only_reading_is_answered() {
    let net = still(100).await;
    let url = format!("{}/api/v1/contracts/0.0.5002", net.demo.url());
    let tag = net.get("/contracts/0.0.5002").await.0.headers()["etag"].clone();
    let (again, body) = net.send(crate::http().get(&url).header("if-none-match", tag)).await;
    assert_eq!((again.status().as_u16(), body), (304, Value::Null));
    assert_eq!(net.send(crate::http().post(&url)).await.0.status(), 404);
}

#[tokio::test]
async fn a_result_is_executed_again_once_a_second_for_who_takes_it_packed() {
    const PATH: &str = "/api/v1/contracts/results/0x344c04a9a5020153d072518d9adf5407703efbad6124947a1e934cf3ea8e0561/opcodes";
    let still = still(100).await;
    let plain =
        crate::http().get(format!("{}{PATH}", still.demo.url())).header("accept-encoding", "identity");
    assert_eq!(still.send(plain).await.0.status(), 406);
    let (response, body) = still.get(PATH).await;
    assert_eq!((response.status().as_u16(), &body["failed"]), (200, &json!(false)), "{body}");
    assert_eq!(body["opcodes"][0]["depth"], json!(1));
    assert_eq!(still.get(PATH).await.0.status(), 429);
    still.clock.advance(Duration::from_secs(1));
    assert_eq!(still.get(PATH).await.0.status(), 200);
}
