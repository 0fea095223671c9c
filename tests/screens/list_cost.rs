//! What a key costs in each list does not grow with its rows. What the loop's thread allocates is counted, which is the
//! same on every machine.

use std::fmt::Write as _;

use api::{Api, Exchange, Stage, Told};
use hieroscope::message::place::PlaceKind;
use hieroscope::message::request_log::MAX_EXCHANGES;
use hieroscope::message::{Event, Label, Saved};
use ledger::{Labelled, Text};
use verification::batch::{
    Batch, BatchId, BatchLine, LineState, Lookup, MAX_LINES, Matching, OnError, Phase,
};
use verification::{Job, JobEvent, JobId, JobKey, Mode, PollInterval};

use crate::large::{MAX_RATIO, cost};
use crate::player::serve;
use crate::support::part::Part;
use crate::support::places::shared_out;
use crate::support::{NOW, Session};

/// Moves by a row and by a screen, marks, and the cell cursor.
const KEYS: [&str; 4] = ["j k", "pgdn pgup", "space k", "right left"];

const FEW: usize = 50;
const MANY: usize = 20_000;

/// A list of as many rows as wanted.
struct Case {
    place: &'static str,
    /// The keys from the place to the list.
    keys: &'static str,
    rows: Rows,
}

#[derive(Clone, Copy)]
enum Rows {
    /// The member of the list in the answer, the end of its path, and a row.
    Server(&'static str, &'static str, fn(usize) -> String),
    /// Another answer for a path.
    Answers(fn(&str, usize) -> Option<String>),
    /// What was stored.
    Stored(fn(usize) -> Saved),
    /// News of requests.
    Told,
}

/// The lists of a kind of place. A kind that is not decided about does not compile.
fn cases(kind: PlaceKind) -> Vec<Case> {
    let case = |place, keys, rows| Case { place, keys, rows };
    match kind {
        PlaceKind::Results => {
            let rows = Rows::Server("results", "/results?", result);
            vec![case("contract/0.0.5001/results", "", rows), case("results", "", rows)]
        }
        PlaceKind::Logs => {
            vec![case("contract/0.0.5001/logs", "", Rows::Server("logs", "/results/logs?", log))]
        }
        PlaceKind::State => vec![case("contract/0.0.5001/state", "", Rows::Server("state", "/state?", slot))],
        PlaceKind::Contracts => {
            vec![case("contracts", "", Rows::Server("contracts", "/contracts?", contract))]
        }
        PlaceKind::Transactions => {
            vec![case("transactions", "", Rows::Server("transactions", "/transactions?", transaction))]
        }
        PlaceKind::TokenBalances => {
            vec![case("token/0.0.2001/balances", "", Rows::Server("balances", "/balances?", balance))]
        }
        PlaceKind::Schedules => {
            vec![case("schedules", "", Rows::Server("schedules", "/schedules?", schedule))]
        }
        PlaceKind::Pending => vec![case("pending", "", Rows::Server("schedules", "/schedules?", schedule))],
        PlaceKind::GasUsage => {
            let gas =
                |keys, row| case("contract/0.0.5001/gas", keys, Rows::Server("results", "/results?", row));
            vec![gas("", result), gas("enter", call)]
        }
        PlaceKind::EventSearch => {
            let place = "contract/0.0.5001/find?event=Transfer(address,address,uint256)&emitter=any";
            vec![case(place, "", Rows::Answers(found_events))]
        }
        PlaceKind::Versions => vec![case("contract/0.0.7/versions", "", Rows::Answers(version))],
        PlaceKind::Labels => vec![case("labels", "", Rows::Stored(labels))],
        PlaceKind::Jobs => vec![case("jobs", "", Rows::Stored(jobs))],
        PlaceKind::Batch => vec![case("batch", "", Rows::Stored(batch))],
        PlaceKind::Requests => vec![case("requests", "", Rows::Told)],
        PlaceKind::Home
        | PlaceKind::Contract
        | PlaceKind::Interfaces
        | PlaceKind::Read
        | PlaceKind::AddInterface
        | PlaceKind::Result
        | PlaceKind::Execution
        | PlaceKind::Replay
        | PlaceKind::Transaction
        | PlaceKind::TransactionAt
        | PlaceKind::TransactionOf
        | PlaceKind::Account
        | PlaceKind::Token
        | PlaceKind::Block
        | PlaceKind::Schedule
        | PlaceKind::Verify
        | PlaceKind::Verified
        | PlaceKind::Sources
        | PlaceKind::Code
        | PlaceKind::CodeComparison
        | PlaceKind::Comparison
        | PlaceKind::Bytes
        | PlaceKind::Job
        | PlaceKind::Difference => Vec::new(),
    }
}

/// Whether what a key costs is counted in the lists of this kind of place.
pub(crate) fn is_counted(kind: PlaceKind) -> bool {
    !cases(kind).is_empty()
}

impl Case {
    /// The most rows that the list may have here.
    fn many(&self) -> usize {
        match self.place {
            "batch" => MAX_LINES,
            "requests" => MAX_EXCHANGES,
            "jobs" => 5_000,
            // Each is asked for by itself.
            "contract/0.0.7/versions" => 500,
            _ => MANY,
        }
    }

    fn session(&self, count: usize) -> Session {
        let mut session = match self.rows {
            Rows::Stored(saved) => Session::started(self.place, saved(count)),
            Rows::Told => {
                let mut session = Session::at("home");
                (0..count).for_each(|at| _ = session.event(told(at)));
                session.press("!");
                session
            }
            Rows::Server(member, path_end, row) => {
                let rows = joined((0..count).map(row));
                let body = format!(r#"{{"{member}":[{rows}],"links":{{"next":null}}}}"#);
                Session::on_server(
                    self.place,
                    &serve(
                        move |path| {
                            if path.contains(path_end) { (200, body.clone()) } else { not_found() }
                        },
                    ),
                )
            }
            Rows::Answers(answer) => {
                let server =
                    serve(move |path| answer(path, count).map_or_else(not_found, |body| (200, body)));
                Session::on_server(self.place, &server)
            }
        };
        if self.place.ends_with("versions") {
            session.press("g a");
        }
        session.press(self.keys);
        session
    }

    /// The keys that cost more among many rows.
    fn faults(&self) -> Vec<String> {
        let (mut few, mut many) = (self.session(FEW), self.session(self.many()));
        let [first, last] = [&mut few, &mut many].map(|session| session.press("end").screen());
        assert!(first != last && last.contains("\n▌"), "{}\n{first}\n{last}", self.place);
        let mut faults = Vec::new();
        for keys in KEYS {
            let [little, much] = [&mut few, &mut many].map(|session| cost(session.press("home j"), keys));
            if much >= little * MAX_RATIO {
                faults.push(format!(
                    "{} {keys:?}: {much} bytes instead of {little}\n{}",
                    self.place,
                    many.screen()
                ));
            }
        }
        faults
    }
}

#[test]
fn a_key_costs_the_same_in_each_list_however_many_rows_it_has() {
    let cases = hieroscope::message::place::Row::all().flat_map(|row| cases(row.kind));
    let faults = shared_out(&Part::chosen().of(cases), Case::faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn not_found() -> (u16, String) {
    (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
}

pub(crate) fn joined(rows: impl Iterator<Item = String>) -> String {
    rows.fold(String::new(), |mut all, row| {
        let gap = if all.is_empty() { "" } else { "," };
        let _ = write!(all, "{gap}{row}");
        all
    })
}

/// A time for each row, newest first.
fn time(at: usize) -> String {
    format!("1795219000.{:09}", 999_999_999 - at)
}

/// A call of a function of its own.
fn result(at: usize) -> String {
    format!(
        r#"{{"contract_id":"0.0.5001","timestamp":"{}","hash":"0x{at:064x}","result":"SUCCESS","bloom":"0x","gas_limit":100,
        "gas_used":90,"function_parameters":"0x{at:08x}","to":"0x0000000000000000000000000000000000001389"}}"#,
        time(at)
    )
}

/// A call of one function.
fn call(at: usize) -> String {
    result(at).replace(&format!("0x{at:08x}\""), "0x0a0b0c0d\"")
}

const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

pub(crate) fn log(at: usize) -> String {
    format!(
        r#"{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001","data":"0x{at:064x}",
        "index":{at},"topics":["{TRANSFER}","0x{at:064x}","0x{at:064x}"],"timestamp":"{}"}}"#,
        time(at)
    )
}

pub(crate) fn slot(at: usize) -> String {
    format!(
        r#"{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001",
        "timestamp":"1795219000.000000000","slot":"0x{at:064x}","value":"0x{at:064x}"}}"#
    )
}

fn contract(at: usize) -> String {
    format!(r#"{{"contract_id":"0.0.{}","created_timestamp":"{}","memo":"{at}"}}"#, 900_000 - at, time(at))
}

fn transaction(at: usize) -> String {
    format!(
        r#"{{"transaction_id":"0.0.2-1795219000-{at:09}","consensus_timestamp":"{}","name":"CRYPTOTRANSFER",
        "result":"SUCCESS","charged_tx_fee":7,"transfers":[{{"account":"0.0.2","amount":-7}}]}}"#,
        time(at)
    )
}

fn balance(at: usize) -> String {
    format!(r#"{{"account":"0.0.{}","balance":{at},"decimals":2}}"#, 900_000 - at)
}

/// One that is pending.
fn schedule(at: usize) -> String {
    format!(
        r#"{{"schedule_id":"0.0.{}","consensus_timestamp":"{}.000000000","deleted":false,"executed_timestamp":null,
        "signatures":[]}}"#,
        900_000 - at,
        NOW.seconds - 60
    )
}

/// A result with so many events, of which each is found.
fn found_events(path: &str, count: usize) -> Option<String> {
    let bloom = "f".repeat(512);
    let result = |logs: &str| {
        format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","bloom":"0x{bloom}",
            "logs":[{logs}],"result":"SUCCESS"}}"#
        )
    };
    if path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001") {
        return Some(result(&joined((0..count).map(log))));
    }
    let is_list = path.starts_with("/api/v1/contracts/0.0.5001/results?");
    is_list.then(|| format!(r#"{{"results":[{}],"links":{{"next":null}}}}"#, result("")))
}

/// The version of a contract at the time that is asked for, of so many.
fn version(path: &str, count: usize) -> Option<String> {
    let (_, query) = path.strip_prefix("/api/v1/contracts/0.0.7").map(|rest| ("", rest))?;
    let before = query.split_once("=lt:").or_else(|| query.split_once("=lte:")).map(|(_, at)| at);
    let seconds = before.map(|at| at.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default().parse());
    let to: Option<usize> = seconds.and_then(Result::ok);
    let from = to.unwrap_or(1_000_000 + count) - 1;
    let to = to.map_or_else(|| "null".to_owned(), |to| format!("\"{to}.000000000\""));
    (from >= 1_000_000).then(|| {
        format!(
            r#"{{"contract_id":"0.0.7","created_timestamp":"1000000.000000000","memo":"{from}",
            "timestamp":{{"from":"{from}.000000000","to":{to}}}}}"#
        )
    })
}

fn labels(count: usize) -> Saved {
    let label = |at: usize| Label {
        network: "demo".to_owned(),
        of: Labelled::parse_whole(&format!("0.0.{}", 900_000 - at)).unwrap(),
        name: Text::new(format!("label {at}")),
        note: Text::default(),
        at: NOW,
    };
    Saved { labels: (0..count).map(label).collect(), ..Saved::default() }
}

fn key(at: usize) -> JobKey {
    JobKey { made: NOW.minus_seconds(u64::try_from(at).unwrap()), process: 7 }
}

/// Jobs that have ended.
fn jobs(count: usize) -> Saved {
    let job = |at: usize| {
        let id = JobId::parse(&format!("2f4aeb11-6b52-4e0e-9a44-{at:012x}")).unwrap();
        let mut job = Job::adopt(key(at), "demo", "", id, key(at).made);
        job.apply(JobEvent::Missing, key(at).made, &PollInterval::default());
        job
    };
    Saved { jobs: (0..count).map(job).collect(), ..Saved::default() }
}

/// A batch of invalid lines that another instance handles.
fn batch(count: usize) -> Saved {
    let line = |at: usize| BatchLine {
        number: at + 1,
        text: format!("line {at}"),
        target: None,
        address: None,
        state: LineState::Faulty("invalid".to_owned()),
        lookup: Lookup::Nothing,
        matching: Matching::Nothing,
        changes: 0,
    };
    let batch = Batch {
        id: BatchId(key(0)),
        network: "demo".to_owned(),
        server: String::new(),
        mode: Mode::Similarity,
        project: None,
        keyed: false,
        at_once: verification::batch::AtOnce::default(),
        on_error: OnError::Stop,
        phase: Phase::Elsewhere,
        lines: (0..count).map(line).collect(),
    };
    Saved { batches: vec![batch], ..Saved::default() }
}

fn told(at: usize) -> Event {
    let exchange = Exchange {
        number: 1_000 + u64::try_from(at).unwrap(),
        network: "demo".to_owned(),
        api: Api::MirrorNode,
        is_post: false,
        asked: None,
        url: format!("http://127.0.0.1:5551/api/v1/contracts/0.0.{at}"),
        etag: None,
        attempt: 1,
        at: NOW,
        millis: 7,
        stage: Stage::Kept,
    };
    Event::Told(Box::new(Told { exchange, request: None, budget: None }))
}
