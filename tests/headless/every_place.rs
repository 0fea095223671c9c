//! Every place by `get` in every format, compared with what is on screen. What a session has asked is recorded, and the
//! program answers from the recording; what is kept on this machine is in a store that both read.

use std::fs;
use std::time::Duration;

use client::{read_job_record, read_verified};
use hieroscope::message::place::{PlaceKind, Row};
use hieroscope::message::{Command, Label, Persist};
use hieroscope::store::{Readers, Store};
use ledger::{EntityId, Labelled, Text};
use serde_json::{Map, Value};

use super::details;
use super::process::{Home, home, start};
use crate::support::part::Part;
use crate::support::{NOW, Session};

/// What a place has to say, among other things.
struct Case {
    /// Where; `UUID` stands for the job that was sent.
    place: &'static str,
    /// A section and a name in it; or nothing, and a column.
    field: (&'static str, &'static str),
    /// How its value as data begins; nothing if there are no rows.
    value: &'static str,
    /// The same on screen.
    shown: &'static str,
    /// Whether it is about what is kept on this machine.
    is_kept: bool,
}

const fn case(place: &'static str, field: (&'static str, &'static str), value: &'static str) -> Case {
    Case { place, field, value, shown: value, is_kept: false }
}

impl Case {
    const fn shown(self, shown: &'static str) -> Self {
        Self { shown, ..self }
    }

    const fn kept(self) -> Self {
        Self { is_kept: true, ..self }
    }
}

/// The case of a kind of place; a kind without one does not compile.
fn case_of(kind: PlaceKind) -> Case {
    const RETURNED: &str = "amounts: [9,120,000,000, 4,000,753,982, 2,832,965,519]";
    const HASH: &str = "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87";
    let example = kind.row().example;
    match kind {
        PlaceKind::Home => case("home", ("", "shows"), "a busy router").kept(),
        PlaceKind::Labels => case("labels", ("", "name"), "deployer").kept(),
        PlaceKind::Contract => case(example, ("identity", "memo"), "busy DEX router"),
        PlaceKind::Contracts => case(example, ("", "memo"), "a number beyond 32 bits"),
        PlaceKind::GasUsage => case(example, ("", "method"), "deposit()").shown("deposit"),
        PlaceKind::EventSearch => case(
            "contract/0.0.5211/find?event=Transfer(address,address,uint256)",
            ("", "emitter"),
            "0.0.5211",
        )
        .shown("Transfer(from 0x"),
        PlaceKind::Versions => case(example, ("", "what_changed"), "the first version"),
        PlaceKind::Interfaces => case(
            "contract/0.0.5204/interfaces",
            ("functions_22", "0x55b6ed5c"),
            "allowances(address,address)",
        )
        .shown("allowances(address, address)"),
        PlaceKind::Read => case(example, ("functions", "name"), "name()").shown("returns (string)"),
        PlaceKind::AddInterface => case(
            "contract/0.0.5204/interfaces?add=token.json",
            ("functions_22", "0x55b6ed5c"),
            "allowances(address,address)",
        )
        .shown("token.json"),
        PlaceKind::Results => case(example, ("", "method"), "swapExactTokensForTokens"),
        PlaceKind::Result => case(example, ("summary", "returned"), RETURNED),
        PlaceKind::Replay => case(example, ("proof:_verdict", "status"), "agrees"),
        PlaceKind::Execution => {
            assert!(example.ends_with(HASH), "{example}");
            case(example, ("summary", "returned"), RETURNED)
        }
        PlaceKind::Logs => case(example, ("", "contract_id"), "0.0.5001"),
        PlaceKind::State => case(example, ("", "name"), "s0"),
        PlaceKind::Transaction => case(example, ("transaction", "memo"), "token+nft+fees+rewards"),
        PlaceKind::TransactionAt => case(example, ("transaction", "memo"), "relay tx"),
        PlaceKind::TransactionOf => case(
            "transaction/0xe705aca6b4cbce33ed567b54785297884c25dba72884031d43af28c8ec9e76856c49d4eb80fabed143c492fe2d818fc3",
            ("transaction", "memo"),
            "relay tx",
        ),
        PlaceKind::Transactions => {
            case("transactions?account.id=0.0.1001&limit=100", ("", "memo"), "relay tx")
        }
        PlaceKind::Account => case(example, ("account", "memo"), "deployer"),
        PlaceKind::Token => case(example, ("token", "symbol"), "HRBR"),
        PlaceKind::TokenBalances => case(example, ("", "balance"), "8,696.64471136"),
        PlaceKind::Block => case(example, ("block", "number"), "70070000"),
        PlaceKind::Schedules => {
            case("schedules?schedule.id=lte:0.0.7012", ("", "memo"), "members that nobody knows")
        }
        PlaceKind::Pending => case(example, ("", "memo"), "about to end"),
        PlaceKind::Schedule => case(example, ("inner_transaction", "does"), "transfer"),
        PlaceKind::Verify => case(example, ("form", "contract"), "0.0.5001"),
        PlaceKind::Verified => case(example, ("compilation", "name"), "Proxy"),
        PlaceKind::Sources => {
            case("sources/298/0.0.5038", ("", "line_1"), "// SPDX-License-Identifier: MIT OR Apache-2.0")
        }
        PlaceKind::Code => case(example, ("", "EVM_version"), "shanghai or later"),
        PlaceKind::Bytes => case(example, ("call_data", "amount"), "250").kept(),
        PlaceKind::CodeComparison => case(example, ("", "this_instruction"), "PUSH1 0x04"),
        PlaceKind::Comparison => case(example, ("", "contract_id_of_0.0.5002"), "0.0.5002"),
        PlaceKind::Jobs => case("jobs", ("", "state"), "exact-match").shown("exact match").kept(),
        PlaceKind::Batch => case("batch", ("", "state"), "exact-match").shown("exact match").kept(),
        PlaceKind::Job => case("job/UUID", ("submission", "mode"), "import").kept(),
        PlaceKind::Difference => case("job/UUID/difference", ("", "this_instruction"), "PUSH1 0x02").kept(),
        PlaceKind::Requests => {
            case("requests", ("", ""), "").shown("Nothing was asked of a server yet.").kept()
        }
    }
}

/// What reads what a format wrote.
type Reader = fn(&str) -> Data;

/// The forms that records can have: the flag, and what reads it.
const FORMS: [(&str, Reader); 3] =
    [("--json", Data::of_json), ("--ndjson", Data::of_ndjson), ("--csv", Data::of_csv)];

/// What was printed: rows by their columns, or facts as rows of section, field and value.
#[derive(Debug, PartialEq)]
struct Data(Vec<Vec<(String, String)>>);

impl Data {
    fn of_json(text: &str) -> Self {
        match serde_json::from_str(text).unwrap() {
            Value::Array(rows) => Self(rows.iter().map(|row| record(row.as_object().unwrap())).collect()),
            Value::Object(facts) => {
                Self(facts.iter().flat_map(|(name, value)| facts_of(name, value)).collect())
            }
            other => panic!("{other}"),
        }
    }

    fn of_ndjson(text: &str) -> Self {
        let row = |line: &str| record(serde_json::from_str::<Value>(line).unwrap().as_object().unwrap());
        Self(text.lines().map(row).collect())
    }

    fn of_csv(text: &str) -> Self {
        let mut rows = csv(text).into_iter();
        let fields = rows.next().unwrap();
        let named = |row: Vec<String>| {
            assert_eq!(row.len(), fields.len(), "{row:?}");
            fields.iter().cloned().zip(row).filter(|(_, value)| !value.is_empty()).collect()
        };
        Self(rows.map(named).collect())
    }

    /// The same in an order that does not depend on that of an object's members.
    fn sorted(mut self) -> Self {
        self.0.sort();
        self
    }

    fn has(&self, (section, field): (&str, &str), value: &str) -> bool {
        let cell = |row: &[(String, String)], name: &str, text: &str| {
            row.iter().any(|(of, value)| of == name && value.to_lowercase().replace(' ', "_") == text)
        };
        self.0.iter().any(|row| {
            let is_fact = section.is_empty() || cell(row, "section", section);
            let of_fact = || {
                let is_field = row.iter().any(|(of, name)| of == "field" && name == field);
                is_field && row.iter().any(|(of, text)| of == "value" && text.starts_with(value))
            };
            let of_row = || row.iter().any(|(of, text)| of == field && text == value);
            is_fact && (of_fact() || of_row())
        })
    }
}

/// What is known of a row.
fn record(row: &Map<String, Value>) -> Vec<(String, String)> {
    row.iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.clone(), plain(value)))
        .collect()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// A member of an object of facts: a section, or facts without one.
fn facts_of(name: &str, value: &Value) -> Vec<Vec<(String, String)>> {
    let fact = |section: &str, field: &str, value: &Value| {
        let all = [("section", section), ("field", field), ("value", &plain(value))];
        let known = all.into_iter().filter(|(_, text)| !text.is_empty());
        known.map(|(name, text)| (name.to_owned(), text.to_owned())).collect::<Vec<_>>()
    };
    let facts = |section: &str, field: &str, value: &Value| match value {
        Value::Array(values) => values.iter().map(|value| fact(section, field, value)).collect(),
        value => vec![fact(section, field, value)],
    };
    match value {
        Value::Object(section) => {
            section.iter().flat_map(|(field, value)| facts(name, field, value)).collect()
        }
        value => facts("", name, value),
    }
}

/// The rows of a CSV file. What was defused is as it was.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    assert!(!is_quoted && cell.is_empty() && row.is_empty(), "a row that ends in the middle");
    let undone = |cell: String| cell.strip_prefix('\'').map_or(cell.clone(), ToOwned::to_owned);
    rows.into_iter().map(|row| row.into_iter().map(undone).collect()).collect()
}

/// A store with a label, a batch that has ended, and a job that failed because the codes differ; and the job's name.
pub(super) fn kept() -> (Home, String) {
    let mut session = Session::at("batch");
    session.paste("298,0.0.5001\n298,0.0.5031").press("tab enter enter").pass(Duration::from_mins(1));
    session.press(":").type_text("verify//0.0.5020?mode=import").press("enter enter enter");
    session.pass(Duration::from_secs(30));
    let label = Label {
        network: "demo".to_owned(),
        of: Labelled::Id(EntityId::from_num(1002)),
        name: Text::from("deployer"),
        note: Text::default(),
        at: NOW,
    };
    let home = home();
    let mut store =
        Store::open(home.path(), Readers { job: read_job_record, verified: read_verified }).unwrap();
    for command in session.carried() {
        match command {
            Command::Persist(change) => store.persist(change).unwrap(),
            Command::Submit(job, _) => store.persist(&Persist::Job(job.clone())).unwrap(),
            _ => {}
        }
    }
    store.persist(&Persist::Labels(vec![label])).unwrap();
    let saved = store.saved().unwrap();
    let job = saved.jobs.iter().find(|job| job.mode.is_some_and(|mode| mode.name() == "import")).unwrap();
    let name = job.id.as_ref().unwrap().to_string();
    (home, name)
}

#[test]
fn every_place_says_in_every_format_what_is_on_screen() {
    let (home, job) = kept();
    let directory = tempfile::tempdir().unwrap();
    let mut faults = Vec::new();
    for row in Part::chosen().of(Row::all()) {
        let case = case_of(row.kind);
        let place = case.place.replace("UUID", &job);
        let (session, world) = if case.is_kept {
            let mut store =
                Store::open(home.path(), Readers { job: read_job_record, verified: read_verified }).unwrap();
            let saved = store.saved().unwrap();
            (Session::started(&place, saved), "--network demo".to_owned())
        } else {
            let mut session = Session::at(&place);
            // What is on other tabs is recorded, too.
            session.press("tab tab tab tab tab tab tab tab");
            let file = directory.path().join(row.kind.row().name.replace([' ', '/'], "-"));
            fs::write(&file, session.recorded()).unwrap();
            (Session::at(&place), format!("--replay {}", file.display()))
        };
        let mut session = session.size(200, 150);
        if row.kind == PlaceKind::Batch {
            session.press("ctrl-y");
        }
        let screen = session.screen();
        if !screen.contains(case.shown) {
            faults.push(format!("{place} does not show {:?}:\n{screen}", case.shown));
        }
        let run = |form: &str| start(&format!("get {place} {form} {world}"), &home, &[]).end();
        let mut printed = Vec::new();
        for (flag, read) in FORMS {
            let mut got = run(flag);
            if flag == "--csv" && !printed.is_empty() && !got.stdout.starts_with("section,field,value") {
                got = run("--csv --columns all");
            }
            if got.code != Some(0) {
                faults.push(format!("{place} {flag}: {:?} {}", got.code, got.stderr));
                continue;
            }
            // Records are documents in JSON, whose keys are listed.
            let document = serde_json::from_str(&got.stdout).ok().filter(details::is_document);
            if let Some(document) = document {
                let listed = details::faults(&document);
                faults.extend(listed.into_iter().map(|fault| format!("{place} {flag}: {fault}")));
                continue;
            }
            printed.push(read(&got.stdout).sorted());
        }
        let (text, all_columns) = (run(""), run("--columns all"));
        for data in &printed {
            if data.0.len() != printed[0].0.len() {
                faults.push(format!("{place}: {} and {} records", data.0.len(), printed[0].0.len()));
            }
            let has =
                if case.value.is_empty() { data.0.is_empty() } else { data.has(case.field, case.value) };
            // Text has the screen's words, a list's the columns on screen, where one may be drawn with another.
            let dense = |text: &str| text.replace(' ', "");
            let says = |text: &str| text.contains(case.shown) || dense(text).contains(&dense(case.value));
            let is_said = || says(&text.stdout) || all_columns.stdout.contains(case.value);
            if !has || !is_said() {
                faults.push(format!("{place} lacks {:?} {:?}: {:.1500?}", case.field, case.value, data.0));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
