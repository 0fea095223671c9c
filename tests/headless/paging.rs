//! Which pages `get` of a list asks for.

use std::sync::{Arc, Mutex};

use super::process::{Ended, home, start};
use super::server::serve;

const PAGE_ROWS: u64 = 100;

/// What a command prints of a list that never ends, and the paths of the pages that were asked for. A page of rows before
/// this second fails.
fn got(flags: &str, fails_before: u64) -> (Ended, Vec<String>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let (server, _) = serve(move |request| {
        let Some((path, query)) = request.split_once("/results?") else { return (404, "{}".to_owned()) };
        assert!(path.ends_with("/contracts/0.0.5001"), "{request}");
        seen.lock().unwrap().push(query.to_owned());
        if query.contains("order=asc") {
            let first = r#"{"contract_id":"0.0.5001","timestamp":"1699999000.000000000"}"#;
            return (200, format!(r#"{{"results":[{first}],"links":{{"next":null}}}}"#));
        }
        let bound = |name: &str| {
            let bound = query.split(['?', '&', '=']).find_map(|part| part.strip_prefix(name))?;
            let (seconds, nanos) = bound.split_once('.')?;
            // The rows are of whole seconds.
            Some(seconds.parse::<u64>().unwrap() + u64::from(nanos != "000000000"))
        };
        let before = bound("lt:").unwrap_or(1_700_000_000);
        let from = bound("gte:").unwrap_or(1_699_999_000);
        if before < fails_before {
            return (500, "{}".to_owned());
        }
        let seconds = (from..before).rev().take(usize::try_from(PAGE_ROWS).unwrap());
        let rows: Vec<String> = seconds
            .map(|second| format!(r#"{{"contract_id":"0.0.5001","timestamp":"{second}.000000000"}}"#))
            .collect();
        let next = before - u64::try_from(rows.len()).unwrap();
        let link = format!(
            "/api/v1/contracts/0.0.5001/results?limit=100&timestamp=lt:{next}.000000000&timestamp=gte:{from}.000000000"
        );
        let next = if next > from { format!("\"{link}\"") } else { "null".to_owned() };
        (200, format!(r#"{{"results":[{}],"links":{{"next":{next}}}}}"#, rows.join(",")))
    });
    let line = format!("get contract/0.0.5001/results --ndjson --network testnet --mirror {server} {flags}");
    let ended = start(&line, &home(), &[]).end();
    let asked = asked.lock().unwrap().clone();
    (ended, asked)
}

#[test]
fn each_page_is_asked_for_once_and_none_that_is_not_needed() {
    for (limit, pages) in [(5, 1), (100, 1), (150, 2), (300, 3)] {
        let (ended, asked) = got(&format!("--limit {limit}"), 0);
        assert_eq!((ended.code, ended.stdout.lines().count()), (Some(0), limit), "{ended:?}");
        assert_eq!(asked.len(), pages, "--limit {limit}: {asked:?}");
    }
}

#[test]
fn what_was_read_before_a_part_failed_is_printed() {
    let (ended, _) = got("--all", 1_699_999_850);
    assert_eq!(ended.code, Some(4), "{ended:?}");
    let seconds: Vec<u64> = ended
        .stdout
        .lines()
        .map(|line| {
            let time = line.split("\"consensus_time\":\"").nth(1).unwrap();
            time.split('.').next().unwrap().parse().unwrap()
        })
        .collect();
    // The second page begins with the row that the first one ends with, which may have had others of its time.
    assert_eq!(seconds, (1_699_999_801..1_700_000_000).rev().collect::<Vec<_>>(), "{}", ended.stderr);
    assert!(ended.stderr.contains("The list is incomplete, with 199 rows."), "{}", ended.stderr);
}

/// How many events each transaction of [`events`] has: a page ends amid a transaction.
const EVENTS: i64 = 3;
const FIRST: i64 = 1_699_999_000;
const LAST: i64 = 1_700_000_000;

/// A page of a contract's events, newest first: what the query bounds, and a link to the rest.
fn events(query: &str) -> String {
    let pairs: Vec<(&str, &str)> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let number = |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let before = number("index").map(|value| value.strip_prefix("lt:").unwrap().parse::<i64>().unwrap());
    // Nanoseconds since the epoch, in order.
    let bounds: Vec<(&str, i64)> = pairs
        .iter()
        .filter(|(key, _)| *key == "timestamp")
        .map(|(_, value)| {
            let (op, at) = value.split_once(':').unwrap();
            let (seconds, nanos) = at.split_once('.').unwrap();
            (op, seconds.parse::<i64>().unwrap() * 1_000_000_000 + nanos.parse::<i64>().unwrap())
        })
        .collect();
    let passes = |(second, index): &(i64, i64)| {
        let at = second * 1_000_000_000;
        bounds.iter().all(|(op, bound)| match *op {
            "lt" => at < *bound,
            // As real servers do: the index bounds the events of the last transaction alone.
            "lte" => at < *bound || at == *bound && before.is_none_or(|before| *index < before),
            "gt" => at > *bound,
            "gte" => at >= *bound,
            op => panic!("{op}"),
        })
    };
    let mut all: Vec<(i64, i64)> =
        (FIRST..LAST).flat_map(|second| (0..EVENTS).map(move |index| (second, index))).collect();
    if number("order") != Some("asc") {
        all.reverse();
    }
    let limit: usize = number("limit").unwrap().parse().unwrap();
    let found: Vec<(i64, i64)> = all.into_iter().filter(passes).collect();
    let page = &found[..limit.min(found.len())];
    let row = |(second, index): &(i64, i64)| {
        format!(
            r#"{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001","data":"0x","index":{index},"topics":[],"timestamp":"{second}.000000000"}}"#
        )
    };
    let lower = pairs.iter().filter(|(key, value)| *key == "timestamp" && value.starts_with('g'));
    let lower: String = lower.flat_map(|(_, value)| ["&timestamp=", value]).collect();
    let next = match page.last().filter(|_| found.len() > page.len()) {
        Some((second, index)) => format!(
            r#""/api/v1/contracts/0.0.5001/results/logs?limit={limit}&timestamp=lte:{second}.000000000&index=lt:{index}{lower}""#
        ),
        None => "null".to_owned(),
    };
    let rows: Vec<String> = page.iter().map(row).collect();
    format!(r#"{{"logs":[{}],"links":{{"next":{next}}}}}"#, rows.join(","))
}

#[test]
fn no_row_is_asked_for_twice_and_none_is_lost_where_a_page_ends_within_a_transaction() {
    let asked = Arc::new(Mutex::new((Vec::new(), 0)));
    let seen = Arc::clone(&asked);
    let (server, _) = serve(move |request| {
        if let Some((_, query)) = request.split_once("/contracts/0.0.5001/results/logs?") {
            let page = events(query);
            let mut seen = seen.lock().unwrap();
            seen.0.push(query.to_owned());
            seen.1 += page.matches(r#""index""#).count();
            return (200, page);
        }
        let contract =
            r#"{"contract_id":"0.0.5001","evm_address":"0x0000000000000000000000000000000000001389"}"#;
        if request.ends_with("/contracts/0.0.5001") {
            (200, contract.to_owned())
        } else {
            (404, "{}".to_owned())
        }
    });
    let line = format!("get contract/0.0.5001/logs --all --ndjson --network testnet --mirror {server}");
    let ended = start(&line, &home(), &[]).end();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let rows: Vec<(i64, i64)> = ended
        .stdout
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let time = row["consensus_time"].as_str().unwrap();
            (time.split('.').next().unwrap().parse().unwrap(), row["index"].as_i64().unwrap())
        })
        .collect();
    let mut wanted: Vec<(i64, i64)> =
        (FIRST..LAST).flat_map(|second| (0..EVENTS).map(move |index| (second, index))).collect();
    wanted.reverse();
    assert_eq!(rows.len(), wanted.len());
    assert_eq!(rows, wanted);
    let (mut queries, count) = asked.lock().unwrap().clone();
    queries.sort();
    assert!(queries.windows(2).all(|pair| pair[0] != pair[1]), "{queries:#?}");
    // The end of the list is read once more, for its time, and the transaction that the first page ends in.
    assert!(count <= wanted.len() + 25 + 3, "{count} rows for {}: {queries:#?}", wanted.len());
}
