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
    assert_eq!(seconds, (1_699_999_800..1_700_000_000).rev().collect::<Vec<_>>(), "{}", ended.stderr);
    assert!(ended.stderr.contains("The list is incomplete, with 200 rows."), "{}", ended.stderr);
}
