//! Rows as data are exact: nothing in them is shortened, and what names an address finds it in each of its spellings.

use std::collections::BTreeSet;

use client::{read_job_record, read_verified};
use hieroscope::message::Command;
use hieroscope::store::{Readers, Store};
use serde_json::Value;

use super::every_place::kept;
use super::process::{demo, home, start};
use super::server::serve;
use crate::support::Session;
use crate::support::part::Part;

/// An account's number, and the address that it is known by.
const ACCOUNT: u64 = 1002;
const ALIAS: &str = "0xB0551e9Ecceb06cf6eA2879174aAf4da84633E85";

fn word(hex: &str) -> String {
    format!("{:0>64}", hex.trim_start_matches("0x"))
}

fn words(numbers: &[u64]) -> String {
    numbers.iter().map(|number| word(&format!("{number:x}"))).collect::<Vec<_>>().concat()
}

/// A swap along a path of five tokens that pays [`ACCOUNT`], by its alias; and a call that creates two contracts.
fn mirror() -> String {
    let path: String = (1..=5).map(|at| word(&at.to_string().repeat(40))).collect();
    let swap = [words(&[7, 1, 0xa0]), word(ALIAS), words(&[9, 5]), path].concat();
    let returned = words(&[0x20, 5, 1, 2, 3, 4, 5]);
    let row = |at: u64, data: &str, result: &str, created: &str| {
        format!(
            r#"{{"timestamp":"17950000{at:02}.000000001","contract_id":"0.0.5001","from":"0x{ACCOUNT:040x}",
            "result":"SUCCESS","function_parameters":"0x{data}","call_result":"0x{result}",
            "created_contract_ids":[{created}]}}"#
        )
    };
    let rows = [
        row(2, &format!("38ed1739{swap}"), &returned, ""),
        row(1, "12345678", "", r#""0.0.5101","0.0.5102""#),
        row(0, "12345678", "", "").replace(&format!("0x{ACCOUNT:040x}"), &format!("0x{:040x}", 77)),
    ];
    let results = format!(r#"{{"results":[{}],"links":{{"next":null}}}}"#, rows.join(","));
    let account = format!(r#"{{"account":"0.0.{ACCOUNT}","evm_address":"{}"}}"#, ALIAS.to_lowercase());
    serve(move |asked| match asked {
        asked if asked.contains("/results?") => (200, results.clone()),
        asked if asked.contains("/accounts/0.0.1002") => (200, account.clone()),
        asked if asked.contains("/accounts/0xb055") || asked.contains("/accounts/0xB055") => {
            (200, account.clone())
        }
        asked if asked.contains("/contracts/0.0.5001") => (200, r#"{"contract_id":"0.0.5001"}"#.to_owned()),
        _ => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
    })
    .0
}

fn rows(flags: &str, server: &str) -> String {
    let line = format!("get contract/0.0.5001/results {flags} --network local --mirror {server}");
    let got = start(&line, &home(), &[]).end();
    assert_eq!(got.code, Some(0), "{flags}: {}", got.stderr);
    got.stdout
}

#[test]
fn arguments_and_what_was_returned_and_created_are_whole() {
    let server = mirror();
    let all: Vec<Value> = serde_json::from_str(&rows("--json", &server)).unwrap();
    let path: Vec<String> = (1..=5).map(|at| format!("0x{}", at.to_string().repeat(40))).collect();
    let arguments = format!("amountIn 7, amountOutMin 1, path [{}], to {ALIAS}, deadline 9", path.join(", "));
    assert_eq!(all[0]["arguments"], arguments.as_str());
    assert_eq!(all[0]["returned"], "amounts [1, 2, 3, 4, 5]");
    assert_eq!(all[1]["created"], "0.0.5101, 0.0.5102");
    for form in ["--csv --columns arguments", "--ndjson"] {
        assert!(rows(form, &server).contains(&arguments), "{form}");
    }
    let mut session = Session::on_server("contract/0.0.5001/results", &server);
    let menu = session.press("Y").screen();
    let row = menu.lines().find(|line| line.contains(" arguments ")).unwrap_or_else(|| panic!("{menu}"));
    let letter = row.trim_start_matches(['│', '▌', ' ']).chars().next().unwrap();
    session.press(&letter.to_string());
    let copied = session.carried().iter().find_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some(&*arguments), "{}", session.screen());
}

#[test]
fn an_account_is_found_by_each_of_its_names() {
    let server = mirror();
    let long_zero = format!("0x{ACCOUNT:040x}");
    let found = |filter: &str| {
        let times = rows(&format!("--csv --columns consensus_time --filter {filter}"), &server);
        times.lines().skip(1).map(|line| line.chars().skip(8).take(2).collect()).collect::<Vec<String>>()
    };
    for name in ["0.0.1002", &long_zero, ALIAS, &ALIAS.to_lowercase()] {
        assert_eq!(found(&format!("from={name}")), ["02", "01"], "from={name}");
        assert_eq!(found(&format!("arguments~{name}")), ["02"], "arguments~{name}");
        assert_eq!(found(name), ["02", "01"], "{name}");
        assert_eq!(found(&format!("from!={name}")), ["00"], "from!={name}");
        let mut session = Session::on_server("contract/0.0.5001/results", &server);
        session.press("/").type_text(&format!("arguments~{name}")).press("enter");
        assert!(session.screen().contains("row 1 of 1, of 3 loaded"), "{name}: {}", session.screen());
    }
}

#[test]
fn a_contract_before_its_creation_is_not_created_yet() {
    let got = demo("get contract/0.0.5001@1600000000.000000000").end();
    assert_eq!(got.code, Some(1), "{}", got.stderr);
    assert!(got.stderr.contains("Contract 0.0.5001 was not created yet at 2020-09-13"), "{}", got.stderr);
}

#[test]
fn an_id_with_a_time_that_is_no_transaction_is_a_contract_as_of_that_time() {
    let got = demo("get 0.0.5001@1795216207.123456789 --json").end();
    let object: Value = serde_json::from_str(&got.stdout).unwrap();
    assert_eq!((got.code, &object["kind"]), (Some(0), &"contract".into()), "{object}");
    assert_eq!(object["contract_id"], "0.0.5001");
    let transaction = demo("get 0.0.1005@1795216518.468117137 --json").end();
    let object: Value = serde_json::from_str(&transaction.stdout).unwrap();
    assert_eq!(object["kind"], "transaction");
}

/// What lists leave out that single results have, and what no call of the list has done.
const NOT_IN_LISTS: &[&str] = &[
    "access_list",
    "block",
    "block_gas_used",
    "block_hash",
    "chain_id",
    "created",
    "details",
    "failed_initcode",
    "fee",
    "gas_price",
    "index",
    "max_fee_per_gas",
    "max_priority_fee_per_gas",
    "nonce",
    "recovery_id",
    "response_code",
    "signature_r",
    "signature_s",
    "type",
];

/// Lists with rows of every kind, and the columns that the embedded network has no value for in any row.
const LISTS: [(&str, &[&str]); 14] = [
    ("contract/0.0.5001/results", NOT_IN_LISTS),
    ("contract/0.0.5001/results?internal=true", NOT_IN_LISTS),
    ("contract/0.0.5002/logs", &["topic_3"]),
    ("contract/0.0.5204/state", &[]),
    ("contract/0.0.5001/versions", &[]),
    ("contract/0.0.5001/gas", &[]),
    ("contract/0.0.5211/find?event=Transfer(address,address,uint256)", &[]),
    ("contracts", &["file"]),
    ("schedules", &[]),
    ("pending", &[]),
    ("transactions?account.id=0.0.1002", &[]),
    ("token/0.0.2001/balances", &[]),
    // No job is being waited for, and none was made from a file.
    ("jobs", &["file", "next_check"]),
    ("batch", &["artifact"]),
];

#[test]
fn every_column_of_every_list_has_values_by_which_rows_are_found() {
    let (home, _) = kept();
    let saved = || {
        let readers = Readers { job: read_job_record, verified: read_verified };
        Store::open(home.path(), readers).unwrap().saved().unwrap()
    };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("recording");
    let mut faults = BTreeSet::new();
    for (place, absent) in Part::chosen().of(LISTS) {
        let mut session = Session::started(place, saved()).size(160, 40);
        let world = if ["jobs", "batch"].contains(&place) {
            "--network demo".to_owned()
        } else {
            std::fs::write(&file, session.recorded()).unwrap();
            format!("--replay {}", file.display())
        };
        let got = start(&format!("get {place} --json --limit 50 {world}"), &home, &[]).end();
        assert_eq!(got.code, Some(0), "{place}: {}", got.stderr);
        let rows: Vec<Value> = serde_json::from_str(&got.stdout).unwrap();
        if place == "batch" {
            session.press("ctrl-y");
        }
        for column in rows[0].as_object().unwrap().keys() {
            let value = rows.iter().map(|row| &row[column]).find(|value| !value.is_null());
            let Some(value) = value else {
                if !absent.contains(&column.as_str()) {
                    faults.insert(format!("{place} {column} has no value"));
                }
                continue;
            };
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let is_time = text.len() == 20 && text.find('.') == Some(10);
            // A part that no sign of the filter's language is in.
            let part: String = text
                .chars()
                .skip_while(|letter| !letter.is_alphanumeric())
                .take_while(|letter| letter.is_alphanumeric())
                .take(4)
                .collect();
            let term = if is_time { format!("{column}>={text}") } else { format!("{column}~{part}") };
            session.press("/").paste(&term).press("enter");
            let screen = session.screen();
            if !screen.contains(" ✕") || screen.contains("No loaded row passes") {
                faults.insert(format!("{place} {term} finds nothing"));
            }
            session.press("esc");
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn amounts_in_a_list_as_text_have_the_units_of_the_screen() {
    let list = "contract/0.0.5001/results?timestamp=gte:1795215000&timestamp=lte:1795216290";
    let told = demo(&format!("get {list}")).end().stdout;
    let (head, rows) = told.split_once('\n').unwrap();
    let at = |title: &str| head.split_once(title).unwrap().0.chars().count();
    let (from, to) = (at("AMOUNT ℏ"), at("GAS_LIMIT"));
    let column = |line: &str| line.chars().take(to).skip(from).collect::<String>().trim().to_owned();
    let exact: Vec<Value> = serde_json::from_str(&demo(&format!("get {list} --json")).end().stdout).unwrap();
    let screen = Session::at(list).size(200, 120).screen();
    assert!(screen.contains("amount ℏ") && head.contains("GAS_USED"), "{screen}");
    let mut moved = 0;
    for (line, row) in rows.lines().zip(&exact) {
        let coins = column(line).replace(',', "");
        if row["amount"].is_null() {
            assert_eq!(coins, "", "{line}");
            continue;
        }
        let (whole, part) = coins.split_once('.').unwrap_or((&coins, ""));
        let base = format!("{whole}{part:0<8}");
        assert_eq!(base.parse::<u64>().unwrap(), row["amount"].as_u64().unwrap(), "{line}");
        moved += usize::from(coins != "0");
        assert!(screen.contains(&column(line)), "{line}\n{screen}");
    }
    assert!(moved > 0, "{told}");
    let told = demo("get transactions?account.id=0.0.1002 --limit 5").end().stdout;
    for title in ["CHARGED_FEE ℏ", "CHANGE ℏ", "TOKENS IN SMALLEST UNITS"] {
        assert!(told.contains(title), "{told}");
    }
}

#[test]
fn a_slot_has_the_name_of_the_screen_with_every_digit_and_its_keys_as_they_are_hashed() {
    let state = "contract/0.0.5204/state";
    let rows: Vec<Value> =
        serde_json::from_str(&demo(&format!("get {state} --all --json")).end().stdout).unwrap();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert!(names.contains(&"keys[0.0.1007]"), "{names:?}");
    let uncut = |name: &&&str| name.starts_with("balances[0x") && !name.contains('…');
    assert!(names.iter().find(uncut).is_some_and(|name| name.len() == 52), "{names:?}");
    let list = "get contract/0.0.5204/results --json --columns consensus_time";
    let times: Vec<Value> = serde_json::from_str(&demo(list).end().stdout).unwrap();
    let mut seen = 0;
    for time in times.iter().map(|row| row["consensus_time"].as_str().unwrap()).take(12) {
        let got = demo(&format!("get result/0.0.5204/{time} --json")).end().stdout;
        let got: Value = serde_json::from_str(&got).unwrap();
        for slot in got["state"].as_array().unwrap() {
            let (name, keys) = (slot["name"].as_str().unwrap_or_default(), slot["keys"].as_array().unwrap());
            if let Some(num) = name.strip_prefix("balances[0.0.").and_then(|it| it.strip_suffix(']')) {
                assert_eq!(keys.as_slice(), [Value::from(num)], "{slot}");
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}
