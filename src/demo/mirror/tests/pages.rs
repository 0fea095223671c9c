//! Pages of results and the links between them.

use std::time::Duration;

use serde_json::Value;

use super::{Got, Still, still, still_with};

const BUSY: &str = "/contracts/0.0.5001/results";

fn moments(got: &Got) -> Vec<String> {
    got.rows("results").iter().filter_map(|row| row["timestamp"].as_str()).map(str::to_owned).collect()
}

/// All rows from this path on, following links until there are none.
async fn walk(net: &Still, path: &str) -> (Vec<String>, usize) {
    let mut got = net.get(path).await;
    let (mut all, mut pages) = (moments(&got), 1);
    while let Some(link) = got.link() {
        let link = link.to_owned();
        got = net.get_link(&link).await;
        all.extend(moments(&got));
        pages += 1;
    }
    (all, pages)
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repetition() {
    let net = still().await;
    let first = net.get(&format!("{BUSY}?limit=100")).await;
    assert_eq!(first.rows("results").len(), 100);
    let last = moments(&first).pop().unwrap();
    let link = format!("/api/v1{BUSY}?limit=100&timestamp=lt:{last}");
    assert_eq!(first.link(), Some(link.as_str()));
    let second = net.get_link(&link).await;
    let mut both = moments(&first);
    both.extend(moments(&second));
    assert!(both.is_sorted_by(|a, b| a > b));
    let whole = net.get(&format!("{BUSY}?limit=100&order=asc&timestamp=gte:{}", both[150])).await;
    let mut up = moments(&whole);
    up.reverse();
    assert_eq!(up, both[51..151]);
}

#[tokio::test]
async fn the_list_has_the_reduced_set_of_keys_in_order() {
    let net = still().await;
    let got = net.get(&format!("{BUSY}?limit=1")).await;
    let keys: Vec<&String> = got.rows("results")[0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "address",
            "amount",
            "bloom",
            "call_result",
            "contract_id",
            "created_contract_ids",
            "error_message",
            "from",
            "function_parameters",
            "gas_consumed",
            "gas_limit",
            "gas_used",
            "timestamp",
            "to",
            "hash"
        ]
    );
}

#[tokio::test]
async fn a_full_last_page_leads_to_an_empty_one() {
    let net = still().await;
    let (all, pages) = walk(&net, "/contracts/0.0.5034/results?limit=100").await;
    assert_eq!((all.len(), pages), (200, 3));
}

#[tokio::test]
async fn equal_times_make_a_link_that_repeats_the_request() {
    let net = still().await;
    let path = format!("{BUSY}?limit=1&timestamp=1795216207.123456789");
    let got = net.get(&path).await;
    assert_eq!(got.rows("results").len(), 1);
    assert_eq!(got.link(), Some(format!("/api/v1{path}").as_str()));
    let path = format!("{BUSY}?limit=1&timestamp=ne:1795216207.123456789");
    assert_eq!(net.get(&path).await.link(), Some(format!("/api/v1{path}").as_str()));
}

#[tokio::test]
async fn some_lists_mislead() {
    let net = still().await;
    let first = async |num: u64| net.get(&format!("/contracts/{num}/results?limit=100")).await;
    let absolute = first(5027).await;
    assert!(absolute.link().unwrap().starts_with(&net.demo.url()));
    assert!(first(5033).await.link().unwrap().starts_with("http://elsewhere.invalid/api/v1/"));

    let second = net.get_link(first(5028).await.link().unwrap()).await;
    let third = net.get_link(second.link().unwrap()).await;
    assert_eq!(moments(&second), moments(&third));
    assert_eq!(second.link(), third.link());

    let second = net.get_link(first(5029).await.link().unwrap()).await;
    let third = net.get_link(second.link().unwrap()).await;
    assert!(moments(&third)[0] > moments(&second)[0]);

    let second = net.get_link(first(5030).await.link().unwrap()).await;
    assert!(second.rows("results").is_empty() && second.link().is_some());
    let third = net.get_link(second.link().unwrap()).await;
    assert_eq!(third.rows("results").len(), 100);
    assert_eq!(walk(&net, "/contracts/5030/results?limit=100").await.0.len(), 351);

    let full = first(5031).await;
    assert!(full.rows("results").iter().all(|row| row.get("status").is_some() && row.get("logs").is_none()));
    let mixed = first(5032).await;
    let whole: Vec<bool> =
        mixed.rows("results")[..4].iter().map(|row| row.get("block_hash").is_some()).collect();
    assert_eq!(whole, [false, true, false, true]);
}

#[tokio::test]
async fn new_results_come_as_time_passes() {
    let net = still().await;
    let before = moments(&net.get(&format!("{BUSY}?limit=25")).await);
    net.clock.advance(Duration::from_secs(30));
    let after = moments(&net.get(&format!("{BUSY}?limit=25")).await);
    let fresh = net.get(&format!("{BUSY}?order=asc&timestamp=gt:{}", before[0])).await;
    let came = fresh.rows("results").len();
    assert!((9..=11).contains(&came), "about one in three seconds: {came}");
    assert_eq!(after[came..], before[..25 - came]);
}

#[tokio::test]
async fn nothing_is_an_empty_page_unless_the_sender_is_unknown() {
    let net = still().await;
    for path in [
        "/contracts/0.0.9999/results".to_owned(),
        "/contracts/0.0.5011/results".to_owned(),
        format!("{BUSY}?timestamp=gt:1795000000&timestamp=lt:1794000000"),
        format!("{BUSY}?block.number=1"),
        format!("{BUSY}?from=0.0.4242"),
    ] {
        let got = net.get(&path).await;
        assert_eq!(
            (got.status, got.text.as_str()),
            (200, r#"{"results":[],"links":{"next":null}}"#),
            "{path}"
        );
    }
    let unknown = net.get(&format!("{BUSY}?from=0xc0ffee0000000000000000000000000000000001")).await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn every_filter_keeps_what_it_says() {
    let net = still().await;
    let page = net.get(&format!("{BUSY}?limit=100")).await;
    let row = &page.rows("results")[7];
    let (moment, from) = (row["timestamp"].as_str().unwrap(), row["from"].as_str().unwrap());
    let same = |got: &Got| got.rows("results").iter().any(|found| found["timestamp"] == *moment);

    let by_sender = net.get(&format!("{BUSY}?from={from}&limit=100")).await;
    assert!(same(&by_sender) && by_sender.rows("results").iter().all(|found| found["from"] == from));
    let by_others = net.get(&format!("{BUSY}?from=ne:{from}&limit=100")).await;
    assert!(!same(&by_others));

    let one = net.get(&format!("{BUSY}/{moment}")).await.body;
    let (block, hash, index) =
        (&one["block_number"], one["block_hash"].as_str().unwrap(), &one["transaction_index"]);
    for filter in [
        format!("block.number={block}"),
        format!("block.number=0x{:x}", block.as_u64().unwrap()),
        format!("block.hash={hash}"),
        format!("block.hash={}", hash.chars().take(66).collect::<String>()),
        format!("block.number={block}&transaction.index={index}"),
    ] {
        let got = net.get(&format!("{BUSY}?{filter}")).await;
        assert!(same(&got) && got.rows("results").len() <= 2, "{filter}");
    }
    let other = net.get(&format!("{BUSY}?block.number={block}&transaction.index=999")).await;
    assert!(other.rows("results").is_empty());

    let internal = net.get(&format!("{BUSY}?internal=true&limit=100")).await;
    let callers =
        internal.rows("results").iter().filter(|row| row["from"].as_str().unwrap().ends_with("13a0"));
    assert!(callers.count() > 5);
    let services = net.get("/contracts/0.0.359/results?internal=true").await;
    assert!(!services.rows("results").is_empty());
    assert!(services.rows("results").iter().all(|row| row["contract_id"] == "0.0.359"));
}

#[tokio::test]
async fn faults_are_named_in_the_server_s_words() {
    let net = still().await;
    for (query, messages) in [
        ("limit=0", vec!["Invalid parameter: limit"]),
        ("coin=false", vec!["Unknown query parameter: coin"]),
        (
            "foo=1&bar=2&limit=x",
            vec!["Invalid parameter: limit", "Unknown query parameter: foo", "Unknown query parameter: bar"],
        ),
        (
            "block.number=1&block.hash=0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            vec!["Invalid parameter: block.hash"],
        ),
        (
            "transaction.index=0",
            vec![
                "Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified",
            ],
        ),
    ] {
        let got = net.get(&format!("{BUSY}?{query}")).await;
        assert_eq!((got.status, got.messages()), (400, messages), "{query}");
        assert_eq!(got.header("cache-control"), None);
    }
    assert_eq!(net.get(&format!("{BUSY}?limit=1000")).await.rows("results").len(), 100);
    assert_eq!(net.get(&format!("{BUSY}?limit=1&hbar=false")).await.status, 200);
    assert_eq!(net.get(&format!("{BUSY}?timestamp[a]=1")).await.status, 500);
    assert_eq!(net.get("/contracts/x/results?limit=0").await.messages().len(), 2);
    assert_eq!(net.get("/blocks").await.body["_status"]["messages"][0]["message"], Value::from("Not found"));
}

#[tokio::test]
async fn the_busiest_contract_shows_as_many_results_as_asked_for() {
    let small = still_with(120).await;
    assert_eq!(walk(&small, &format!("{BUSY}?limit=100")).await.0.len(), 120);
    let large = still_with(u64::MAX).await;
    // The making and two scheduled calls are older than all that is drawn.
    let oldest = large.get(&format!("{BUSY}?order=asc&limit=4")).await;
    let first = crate::ledger::Timestamp::parse(&moments(&oldest)[3]).unwrap();
    let shown = (super::NOW.seconds - first.seconds) / 3;
    assert!((999_900..=1_000_000).contains(&shown), "{shown}");
}

#[tokio::test]
async fn calls_from_within_fill_their_pages_too() {
    let net = still().await;
    let body = net.get("/contracts/0.0.5001/results?internal=true&limit=100").await.body;
    assert_eq!(body["results"].as_array().map(Vec::len), Some(100));
    assert!(body["links"]["next"].is_string(), "{}", body["links"]);
}
