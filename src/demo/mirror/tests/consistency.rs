//! What one operation tells of a result, the others tell too.

use alloy_primitives::hex;
use serde_json::Value;

use super::{Still, still};

/// Contracts whose results are compared: busy, proxies, with storage of every kind, with rare events, with scenes.
const CONTRACTS: [u64; 10] = [5001, 5002, 5024, 5038, 5204, 5207, 5209, 5206, 5211, 5213];

/// The newest results of a contract, with logs and state changes.
async fn newest(net: &Still, contract: u64, count: usize) -> Vec<Value> {
    let list = net.get(&format!("/contracts/0.0.{contract}/results?limit={count}")).await;
    let mut all = Vec::new();
    for row in list.rows("results") {
        let at = row["timestamp"].as_str().unwrap();
        let whole = net.get(&format!("/contracts/0.0.{contract}/results/{at}")).await.body;
        assert_eq!(whole["bloom"], row["bloom"]);
        all.push(whole);
    }
    all
}

fn bits(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn every_bloom_is_that_of_the_logs() {
    let net = still().await;
    let mut with_logs = 0;
    for contract in CONTRACTS {
        for result in newest(&net, contract, 12).await {
            let mut joined = vec![0u8; 256];
            for log in result["logs"].as_array().unwrap() {
                joined.iter_mut().zip(bits(&log["bloom"])).for_each(|(byte, more)| *byte |= more);
                with_logs += 1;
            }
            if result["bloom"].as_str().is_some_and(|bloom| bloom.len() > 2) {
                assert_eq!(bits(&result["bloom"]), joined, "{contract} {}", result["timestamp"]);
            }
        }
    }
    assert!(with_logs > 60, "{with_logs}");
}

#[tokio::test]
async fn every_log_and_slot_is_in_the_lists() {
    let net = still().await;
    for contract in CONTRACTS {
        for result in newest(&net, contract, 2).await {
            let at = result["timestamp"].as_str().unwrap();
            for log in result["logs"].as_array().unwrap() {
                let of = log["contract_id"].as_str().unwrap();
                let list = net.get(&format!("/contracts/{of}/results/logs?timestamp={at}")).await;
                let found = list
                    .rows("logs")
                    .iter()
                    .any(|row| row["index"] == log["index"] && row["data"] == log["data"]);
                assert!(found, "{contract} {log}");
            }
            let changes = result["state_changes"].as_array().unwrap();
            let last = changes.iter().rev().find(|change| !change["value_written"].is_null());
            let Some(change) = last else { continue };
            let of = change["contract_id"].as_str().unwrap();
            let slot = change["slot"].as_str().unwrap();
            let lying = net.get(&format!("/contracts/{of}/state?timestamp={at}&slot={slot}")).await;
            assert_eq!(lying.rows("state")[0]["value"], change["value_written"], "{contract} {slot}");
            assert_eq!(lying.rows("state")[0]["timestamp"], at);
        }
    }
}

#[tokio::test]
async fn proxies_hold_what_they_run_where_it_is_looked_for() {
    let net = still().await;
    let target = net.get("/contracts/0.0.5204").await.body["evm_address"].as_str().unwrap().to_owned();
    let beacon = net.get("/contracts/0.0.5208").await.body["evm_address"].as_str().unwrap().to_owned();
    for (contract, slot, points) in [
        (5207, "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc", &target),
        (5209, "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50", &beacon),
        (5208, "0x0", &target),
    ] {
        let got = net.get(&format!("/contracts/0.0.{contract}/state?slot={slot}")).await;
        assert!(got.rows("state")[0]["value"].as_str().unwrap().ends_with(points.trim_start_matches("0x")));
    }
    let minimal = net.get("/contracts/0.0.5216").await.body;
    assert!(minimal["runtime_bytecode"].as_str().unwrap().contains(target.trim_start_matches("0x")));
    let made = net.get("/contracts/0.0.5210").await.body["created_timestamp"].as_str().unwrap().to_owned();
    let cut = net.get(&format!("/contracts/0.0.5210/state?timestamp={made}")).await;
    let facets = cut
        .rows("state")
        .iter()
        .filter(|row| row["value"].as_str().unwrap().ends_with(target.trim_start_matches("0x")));
    assert!(facets.count() >= 5);
}
