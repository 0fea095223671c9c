//! What a key costs does not grow with what is loaded: neither with a long list nor with one long value.

#![expect(clippy::disallowed_methods, reason = "it is measured how long a key takes")]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::player::serve;
use crate::support::Session;

/// How much longer a key may take with all of it, times.
const MAX_RATIO: u32 = 4;
/// Below this nobody tells one time from another.
const MIN_TIME: Duration = Duration::from_millis(2);

/// What one of these two keys takes here, at best.
fn a_key(session: &mut Session, keys: &str) -> Duration {
    let each = (0..10).map(|_| {
        let before = Instant::now();
        session.press(keys);
        before.elapsed() / 2
    });
    each.min().unwrap_or_default()
}

/// Compares moves at this place on servers that have little and much to show.
fn costs_the_same(
    place: &str,
    keys: &str,
    shown: &str,
    reply: impl Fn(&str, usize) -> String + Copy + Send + 'static,
) {
    keys_cost_the_same("j k", place, keys, shown, reply);
}

/// The same for two keys.
fn keys_cost_the_same(
    pressed: &str,
    place: &str,
    keys: &str,
    shown: &str,
    reply: impl Fn(&str, usize) -> String + Copy + Send + 'static,
) {
    let at = |amount: usize| {
        let server = serve(move |path| match reply(path, amount) {
            body if body.is_empty() => {
                (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
            }
            body => (200, body),
        });
        let mut session = Session::on_server(place, &server);
        session.press(keys);
        let screen = session.screen();
        assert!(screen.contains(shown), "{screen}");
        a_key(&mut session, pressed)
    };
    let (little, much) = (at(50), at(20_000));
    assert!(much < little.max(MIN_TIME) * MAX_RATIO, "{place}: {much:?} a key instead of {little:?}");
}

const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

fn logs(count: usize) -> String {
    (0..count).fold(String::new(), |mut all, at| {
        let gap = if at == 0 { "" } else { "," };
        let _ = write!(
            all,
            r#"{gap}{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001",
            "data":"0x{at:064x}","index":{at},"topics":["{TRANSFER}","0x{at:064x}","0x{at:064x}"],
            "timestamp":"1795219000.{:09}"}}"#,
            999_999_999 - at
        );
        all
    })
}

#[test]
fn in_a_long_list_of_events() {
    costs_the_same("contract/0.0.5001/logs", "", "Transfer", |path, count| {
        if !path.contains("/results/logs") {
            return String::new();
        }
        format!(r#"{{"logs":[{}],"links":{{"next":null}}}}"#, logs(count))
    });
}

#[test]
fn from_a_detail_of_a_long_list() {
    keys_cost_the_same("} {", "contract/0.0.5001/logs", "enter", "row 1 of", |path, count| {
        if !path.contains("/results/logs") {
            return String::new();
        }
        format!(r#"{{"logs":[{}],"links":{{"next":null}}}}"#, logs(count))
    });
}

/// Rows of storage, each with a value of its own.
fn slots(path: &str, count: usize) -> String {
    if !path.contains("/state") {
        return String::new();
    }
    let row = |at| {
        format!(
            r#"{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001",
            "timestamp":"1795219000.000000000","slot":"0x{at:064x}","value":"0x{at:064x}"}}"#
        )
    };
    let rows: Vec<String> = (0..count).map(row).collect();
    format!(r#"{{"state":[{}],"links":{{"next":null}}}}"#, rows.join(","))
}

#[test]
fn in_a_long_list_of_slots() {
    costs_the_same("contract/0.0.5001/state", "", "smallest first", slots);
}

#[test]
fn among_many_marks() {
    costs_the_same("contract/0.0.5001/state", "v G v g g", "marked", slots);
    keys_cost_the_same("space k", "contract/0.0.5001/state", "v G v g g", "marked", slots);
}

#[test]
fn among_counts_of_a_long_list() {
    costs_the_same("contract/0.0.5001/state", "A tab", "counted of", slots);
}

#[test]
fn among_many_hits_of_a_search() {
    let place = "contract/0.0.5001/find?event=Transfer(address,address,uint256)&emitter=any";
    costs_the_same(place, "", "fetched 1", |path, count| {
        let bloom = "f".repeat(512);
        let result = |logs: &str| {
            format!(
                r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","bloom":"0x{bloom}",
                "logs":[{logs}],"result":"SUCCESS"}}"#
            )
        };
        match path {
            _ if path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001") => {
                result(&logs(count))
            }
            _ if path.starts_with("/api/v1/contracts/0.0.5001/results?") => {
                format!(r#"{{"results":[{}],"links":{{"next":null}}}}"#, result(""))
            }
            _ => String::new(),
        }
    });
}

#[test]
fn beside_a_value_of_megabytes() {
    let place = "result/0.0.5001/1795219000.000000001";
    // The last tab has the record as it was received, with all of the call data in one line.
    let raw = "tab tab tab tab tab tab tab j j j j";
    costs_the_same(place, raw, "function_parameters", |path, count| {
        if !path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001") {
            return String::new();
        }
        // Twenty thousand times 256 bytes: five megabytes.
        let data = "5a".repeat(256 * count);
        format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
            "function_parameters":"0x{data}","call_result":"0x{data}","error_message":null,"logs":[],
            "bloom":"0x","address":"0x0000000000000000000000000000000000001389"}}"#
        )
    });
}

#[test]
fn the_raw_answer_of_megabytes_is_laid_out_and_searched_aside() {
    let server = serve(move |_| {
        let data = "5a".repeat(1 << 20);
        let result = format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
            "function_parameters":"0x{data}","error_message":null,"logs":[],"bloom":"0x"}}"#
        );
        (200, result)
    });
    let mut session = Session::on_server("result/0.0.5001/1795219000.000000001", &server);
    session.hold();
    session.press("J");
    assert!(session.screen().contains("formatting "), "{}", session.screen());
    session.press("Y");
    while session.let_go(0) {}
    session.press("esc");
    assert!(session.screen().contains("line 1 of 10"), "{}", session.screen());
    session.press("/").type_text("error_m");
    assert!(session.screen().contains("searching"), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("hit 1 of 1"), "{}", session.screen());
    session.press("enter esc k right right right");
    assert!(session.screen().contains("5a5a5a5a"), "{}", session.screen());
}
