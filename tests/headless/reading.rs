//! `hieroscope get`: what the screen would show, as data.

use std::io::{BufRead, BufReader, Read as _};
use std::process;

use serde_json::Value;

use super::process::{demo, home, start};
use super::server::serve;

const RESULTS: &str = "get contract/0.0.5001/results";

/// The records of an output with one on each line.
fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn rows_come_with_their_decoded_values_and_no_more_than_were_wanted() {
    let got = demo(&format!("{RESULTS} --limit 250 --ndjson")).end();
    assert_eq!((got.code, got.stderr.as_str()), (Some(0), ""));
    let records = records(&got.stdout);
    assert_eq!(records.len(), 250);
    assert!(records.iter().any(|row| row["method"] == "swapExactTokensForTokens"));
    let times: Vec<&str> = records.iter().map(|row| row["consensus_time"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|one, other| one > other), "newest first, none twice: {times:?}");
}

#[test]
fn the_servers_filters_and_the_local_one_both_hold() {
    let line = "get contract/0.0.5001/results?from=0.0.1002 --filter status=failed --limit 3 --json";
    let got: Value = serde_json::from_str(&demo(line).end().stdout).unwrap();
    let rows = got.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["sender"] == "0.0.1002" && row["success"] == "failure"), "{got}");
}

#[test]
fn columns_are_those_that_are_named_and_csv_has_a_head() {
    let got = demo(&format!("{RESULTS} --limit 2 --csv --columns method,gas_used")).end();
    let lines: Vec<&str> = got.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "method,gas_used"));
    let got = demo(&format!("{RESULTS} --csv --columns method,colour")).end();
    assert_eq!((got.code, got.stdout.as_str()), (Some(2), ""));
    assert!(got.stderr.contains("no column colour; columns: success, consensus_time"), "{}", got.stderr);
}

#[test]
fn rows_as_received_are_the_servers_own() {
    let rows = records(&demo(&format!("{RESULTS} --raw --limit 2")).end().stdout);
    assert!(rows.iter().all(|row| row["function_parameters"].is_string()), "{rows:?}");
}

#[test]
fn a_path_leads_to_parts_of_what_the_server_sent() {
    let rows = demo(&format!("{RESULTS} --raw --limit 2 --path .gas_limit")).end();
    assert_eq!((rows.code, rows.stdout.lines().count()), (Some(0), 2), "{rows:?}");
    assert!(rows.stdout.lines().all(|line| line.parse::<u64>().is_ok()), "{rows:?}");
    let result = "get result/0.0.5001/1795216207.123456789 --raw";
    let whole: Value = serde_json::from_str(&demo(result).end().stdout).unwrap();
    let topics = records(&demo(&format!("{result} --path .logs[].topics[0]")).end().stdout);
    let logs = whole["logs"].as_array().unwrap();
    assert_eq!(topics, logs.iter().map(|log| log["topics"][0].clone()).collect::<Vec<_>>());
    let found = demo(&format!("{result} --json --path $.logs[?@.index==1].index")).end();
    assert_eq!(serde_json::from_str::<Value>(&found.stdout).unwrap(), serde_json::json!([1]));
    let wrong = demo(&format!("{result} --path .logs[")).end();
    assert!(wrong.code == Some(2) && wrong.stderr.contains("--path: not a path: "), "{wrong:?}");
    assert_eq!(demo("get 0.0.5001 --path .memo").end().code, Some(2), "it goes with --raw");
    assert!(demo("get verify --raw").end().stderr.contains("nothing of this place is as a server sent it"));
}

#[test]
fn a_detail_is_one_object() {
    let got: Value = serde_json::from_str(&demo("get 0.0.5001 --json").end().stdout).unwrap();
    assert_eq!((&got["contract_id"], &got["memo"]), (&"0.0.5001".into(), &"busy DEX router".into()));
    let got = demo("get 0.0.5001 --limit 3").end();
    assert_eq!(got.code, Some(2));
    assert!(got.stderr.contains("--limit works with lists only"), "{}", got.stderr);
}

#[test]
fn what_is_not_there_is_said_in_words_and_as_json() {
    let got = demo("get 0.0.999 --json").end();
    assert_eq!(got.code, Some(1));
    let object: Value = serde_json::from_str(&got.stdout).unwrap();
    assert_eq!((&object["outcome"], &object["exit_code"]), (&"failed".into(), &1.into()));
    let dead = start("get 0.0.5001 --mirror http://127.0.0.1:1", &home(), &[]).end();
    assert_eq!((dead.code, dead.stdout.as_str()), (Some(4), ""), "{}", dead.stderr);
    let account = demo("get contract/0.0.1002").end();
    assert_eq!((account.code, account.stdout.as_str()), (Some(1), ""));
    let token = demo("get token/0.0.1002").end();
    assert_eq!((token.code, token.stdout.as_str()), (Some(1), ""), "{}", token.stderr);
    let schedule = demo("get schedule/0.0.5001").end();
    assert!(schedule.stderr.contains("but contract 0.0.5001"), "{}", schedule.stderr);
    assert!(account.stderr.contains("but account 0.0.1002: get account/0.0.1002"), "{}", account.stderr);
    let named: Value = serde_json::from_str(&demo("get 0.0.1002 --json").end().stdout).unwrap();
    assert_eq!(named["account"], "0.0.1002", "{named}");
    let nothing = demo("get nothing/at/all").end();
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.stderr.contains("cannot be opened"), "{}", nothing.stderr);
}

#[test]
fn a_reader_who_goes_away_early_has_whole_lines() {
    let mut running = demo(&format!("{RESULTS} --all --ndjson"));
    let mut lines = BufReader::new(running.child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(serde_json::from_str::<Value>(&first).is_ok(), "{first}");
    drop(lines);
    let ended = running.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
}

#[test]
fn to_look_writes_nothing() {
    let home = home();
    let got = start("get 0.0.5001 --network demo", &home, &[]).end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn a_list_has_one_header_however_many_pages_have_no_row_that_passes() {
    let got = demo("get contract/0.0.5213/results --filter method=nothing --limit 2").end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    assert!(!got.stderr.contains("in 1 page"), "{}", got.stderr);
    assert_eq!(got.stdout.lines().count(), 1, "{}", got.stdout);
}

#[test]
fn a_result_says_what_is_on_all_of_its_tabs() {
    let rows = records(&demo(&format!("{RESULTS} --limit 20 --ndjson --filter method=swap*")).end().stdout);
    // What failed changed no state.
    let row = rows.iter().find(|row| row["success"] == "success").unwrap();
    let time = row["consensus_time"].as_str().unwrap();
    let got = demo(&format!("get result/0.0.5001/{time} --json")).end();
    let got: Value = serde_json::from_str(&got.stdout).unwrap();
    for tab in ["outcome", "logs", "state", "calls", "gas", "fee", "transfers"] {
        assert!(!got[tab].is_null(), "{tab} in {got}");
    }
    assert_eq!(got["function"]["name"], "swapExactTokensForTokens", "{got}");
    let text = demo(&format!("get result/0.0.5001/{time}")).end().stdout;
    for tab in ["Logs", "State changes", "Trace"] {
        assert!(text.contains(&format!("{tab}: ")), "{tab} in {text}");
    }
}

#[test]
fn shells_complete_places_and_networks_and_there_is_a_manual() {
    for shell in ["bash", "zsh", "fish"] {
        let script = demo(&format!("completions {shell}")).end();
        assert_eq!(script.code, Some(0), "{}", script.stderr);
        for word in ["contract", "schedules", "previewnet", "ndjson", "similarity", "mirror-429-date"] {
            assert!(script.stdout.contains(word), "{word} for {shell}");
        }
    }
    let page = demo("man").end();
    assert_eq!(page.code, Some(0), "{}", page.stderr);
    assert!(page.stdout.starts_with(".ie") || page.stdout.contains(".TH hieroscope"), "{}", page.stdout);
    assert!(page.stdout.contains("hieroscope\\-get") || page.stdout.contains("hieroscope get"));
}

#[test]
fn a_hostile_name_of_a_network_gets_into_no_script() {
    let home = home();
    let config = home.path().join("config.toml");
    std::fs::write(&config, "[networks.'$(touch x)']\nmirror = 'http://127.0.0.1:1'\n").unwrap();
    let script = start(&format!("completions bash --config {}", config.display()), &home, &[]).end();
    assert_eq!(script.code, Some(0), "{}", script.stderr);
    assert!(!script.stdout.contains("touch x"));
}

/// The consensus times of all results of a contract of a network that shows this many.
fn all_times(order: &str, shown: usize) -> Vec<String> {
    let home = home();
    let config = home.path().join("config.toml");
    std::fs::write(&config, format!("demo-results = {shown}\n")).unwrap();
    let line = format!(
        "get contract/0.0.5001/results?order={order} --all --csv --columns consensus_time --network demo --config {}",
        config.display()
    );
    let got = start(&line, &home, &[]).end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    got.stdout.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn parts_that_are_read_at_once_come_in_the_order_of_the_list_and_none_is_missing() {
    let (newest_first, mut oldest_first) = (all_times("desc", 3_000), all_times("asc", 3_000));
    assert!(newest_first.len() > 2_900 && oldest_first.len() > 2_900);
    assert!(newest_first.is_sorted_by(|one, other| one > other), "newest first, none twice");
    assert!(oldest_first.is_sorted_by(|one, other| one < other), "oldest first, none twice");
    oldest_first.reverse();
    // The network went on between the two: newer rows came, and the oldest went.
    let newest = newest_first[0].clone();
    let shared =
        |times: &[String]| times.iter().filter(|at| **at <= newest).take(2_900).cloned().collect::<Vec<_>>();
    assert!(shared(&newest_first) == shared(&oldest_first), "the same rows in both orders");
}

#[test]
fn rows_that_come_are_written_as_they_come() {
    let got = demo(&format!("{RESULTS} --watch --limit 2 --ndjson --columns consensus_time")).end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    let rows = records(&got.stdout);
    assert_eq!(rows.len(), 2);
    assert!(rows[0]["consensus_time"].as_str() < rows[1]["consensus_time"].as_str(), "{rows:?}");
    let state = demo("get contract/0.0.5001/state --watch").end();
    assert_eq!(state.code, Some(2), "{}", state.stderr);
}

#[test]
fn bytes_and_signatures_are_explained_without_a_server() {
    let call = "0xa9059cbb000000000000000000000000b0551e9ecceb06cf6ea2879174aaf4da84633e85\
                00000000000000000000000000000000000000000000000000000000000000fa";
    let words = demo(&format!("decode {call}")).end();
    assert!(words.stdout.starts_with("transfer(address,uint256)"), "{}{}", words.stdout, words.stderr);
    let got: Value = serde_json::from_str(&demo(&format!("decode {call} --json")).end().stdout).unwrap();
    assert_eq!(got["arguments"][1]["value"], "250");
    let error =
        demo("decode --error 0x4e487b710000000000000000000000000000000000000000000000000000000000000011")
            .end();
    assert!(error.stdout.contains("overflow"), "{}{}", error.stdout, error.stderr);
    let sig = demo("sig transfer(address,uint256)").end().stdout;
    assert!(sig.starts_with("0xa9059cbb  transfer(address,uint256)"), "{sig}");
    assert!(demo("sig 0xa9059cbb").end().stdout.contains("transfer(address to, uint256 amount)"));
    for (line, code) in [("decode 0xzz", 2), ("decode 0x12345678", 1), ("sig nothing at all", 2)] {
        let got = demo(line).end();
        assert_eq!((got.code, got.stdout.as_str()), (Some(code), ""), "{line}: {}", got.stderr);
    }
}

#[test]
fn lists_that_are_made_here_are_written_as_others() {
    let got = demo("get contract/0.0.5001/versions --ndjson").end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    assert!(!records(&got.stdout).is_empty());
    let got = demo("get contract/0.0.5001/gas --csv --filter failed>0").end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    assert!(got.stdout.starts_with("method,"), "{}", got.stdout);
    assert_eq!(demo("get pending --raw").end().code, Some(2));
}

#[test]
fn a_search_needs_its_event() {
    for (place, words) in [
        ("contract/0.0.5001/find", "add ?event=EVENT"),
        ("contract/0.0.5001/find?event=Nope", "write an event as"),
    ] {
        let got = demo(&format!("get {place}")).end();
        assert_eq!((got.code, got.stdout.as_str()), (Some(2), ""), "{place}");
        assert!(got.stderr.contains(words), "{}", got.stderr);
    }
}

#[test]
fn a_search_waits_for_the_interface_that_has_its_event() {
    let abi = r#"[{"type":"event","name":"Pinged","anonymous":false,"inputs":
        [{"name":"n","type":"uint256","indexed":true}]}]"#;
    let topic = alloy_primitives::hex::encode_prefixed(alloy_primitives::keccak256("Pinged(uint256)"));
    let address = format!("0x{}", "ab".repeat(20));
    let (server, _) = serve(move |asked| {
        let log = format!(
            r#"{{"address":"{address}","contract_id":"0.0.5005","index":0,"data":"0x","topics":["{topic}","0x{:064x}"]}}"#,
            7
        );
        let body = if asked.contains("/v2/contract/") {
            format!(r#"{{"match":"exact_match","runtimeMatch":"exact_match","abi":{abi}}}"#)
        } else if asked.contains("/results?") {
            r#"{"results":[{"timestamp":"100.000000000"}],"links":{"next":null}}"#.to_owned()
        } else if asked.contains("/results/100.000000000") {
            format!(r#"{{"timestamp":"100.000000000","contract_id":"0.0.5005","logs":[{log}]}}"#)
        } else if asked.contains("/contracts/0.0.5005") {
            format!(r#"{{"contract_id":"0.0.5005","evm_address":"{address}"}}"#)
        } else {
            return (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned());
        };
        (200, body)
    });
    let line = format!(
        "get contract/0.0.5005/find?event=Pinged(uint256)&n=7 --json --network local --mirror {server} --verifier {server} --chain 298"
    );
    let got = start(&line, &home(), &[]).end();
    let rows: Value = serde_json::from_str(&got.stdout).unwrap_or_else(|_| panic!("{got:?}"));
    assert_eq!(
        (got.code, &rows[0]["event_in_words"]),
        (Some(0), &"Pinged(n 7)".into()),
        "{rows} {}",
        got.stderr
    );
}

#[test]
fn text_has_the_words_of_the_screen_and_data_the_exact_values() {
    let text = demo("get account/0.0.1002").end().stdout;
    assert!(text.contains("7,776,000 s  = 90 d") && text.contains("  ℏ  as of "), "{text}");
    let data: Value = serde_json::from_str(&demo("get account/0.0.1002 --json").end().stdout).unwrap();
    assert_eq!(data["auto_renew_period"], 7_776_000, "{data}");
    assert!(data["balance"]["amount"].is_u64() && data["balance"]["unit"] == "tinybar", "{data}");
}

/// A mirror node of so many pages of results, two on each; it refuses the next one.
fn pages(readable: usize) -> String {
    let row =
        |at: usize| format!(r#"{{"timestamp":"{}.000000001","contract_id":"0.0.5001"}}"#, 1_795_000_000 - at);
    serve(move |asked| {
        let Some((_, query)) = asked.split_once("/results?") else {
            return (200, r#"{"contract_id":"0.0.5001"}"#.to_owned());
        };
        let page = query.split_once("page=").map_or(0, |(_, page)| page.parse::<usize>().unwrap());
        if page == readable {
            return (400, r#"{"_status":{"messages":[{"message":"no further"}]}}"#.to_owned());
        }
        let next = format!("/api/v1/contracts/0.0.5001/results?limit=2&page={}", page + 1);
        let rows = [row(page * 2), row(page * 2 + 1)].join(",");
        (200, format!(r#"{{"results":[{rows}],"links":{{"next":"{next}"}}}}"#))
    })
    .0
}

/// The command line for all rows of such a server.
fn of_pages(server: &str, form: &str) -> String {
    format!("get contract/0.0.5001/results?limit=2 {form} --network local --mirror {server} --limit 500")
}

#[test]
fn a_list_that_fails_on_its_way_is_one_json_value_and_its_rows_are_not_lost() {
    let server = pages(2);
    let line = |form: &str| of_pages(&server, form);
    let json = start(&line("--json"), &home(), &[]).end();
    let rows: Vec<Value> = serde_json::from_str(&json.stdout).unwrap_or_else(|_| panic!("{}", json.stdout));
    assert_eq!((json.code, rows.len()), (Some(4), 4), "{}", json.stderr);
    assert!(json.stderr.contains("The list is incomplete, with 4 rows."), "{}", json.stderr);
    assert!(json.stderr.contains("error: ") && json.stderr.contains("no further"), "{}", json.stderr);
    let lines = start(&line("--ndjson"), &home(), &[]).end();
    assert_eq!((lines.code, records(&lines.stdout)), (Some(4), rows), "{}", lines.stderr);
    let csv = start(&line("--csv"), &home(), &[]).end();
    assert_eq!((csv.code, csv.stdout.lines().count()), (Some(4), 5), "{}", csv.stderr);
    // What failed from the beginning is no empty list.
    let none = start(&of_pages(&pages(0), "--json"), &home(), &[]).end();
    let object: Value = serde_json::from_str(&none.stdout).unwrap();
    assert_eq!((none.code, &object["exit_code"]), (Some(2), &2.into()), "{object}");
}

#[cfg(unix)]
#[test]
fn a_list_that_is_ended_from_outside_is_one_json_value() {
    let mut running = demo(&format!("{RESULTS} --all --json"));
    let mut out = BufReader::new(running.child.stdout.take().unwrap());
    let mut text = String::new();
    while text.lines().count() < 5 {
        assert_ne!(out.read_line(&mut text).unwrap(), 0, "{text}");
    }
    let id = running.child.id().to_string();
    assert!(process::Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    out.read_to_string(&mut text).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    assert!((3..100_000).contains(&rows.len()), "{}", rows.len());
    assert_eq!(running.end().code, Some(143));
}
