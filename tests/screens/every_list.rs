//! Every list, whatever its rows come from: the same keys are offered with the same words, and do the same.

use std::iter::once;

use crate::player;
use crate::support::places::{found, places};
use crate::support::{NOW, Session};

/// The keys of every list, and the words of help.
const KEYS: [(&str, &str); 9] = [
    ("/", "local filter"),
    (">", "sort by the next column"),
    ("<", "by the column before"),
    ("space", "mark"),
    ("v", "mark a range"),
    ("e  W", "export …"),
    ("Y", "copy …"),
    ("g f", "saved filters"),
    ("c", "choose the columns"),
];

/// A list with rows at this place, if one is there.
fn list(place: &str) -> Option<Session> {
    let mut session = Session::at(place).size(160, 200);
    let has_rows = session.screen().lines().any(|line| line.starts_with('▌'));
    let is_list = has_rows && session.press("?").screen().contains("  local filter");
    session.press("esc");
    is_list.then_some(session)
}

/// What help says of a key.
fn offered(help: &str, key: &str) -> Option<String> {
    let of_key = |line: &str| {
        let row = line.split('│').nth(1)?.trim_start_matches([' ', '▌']);
        let words = row.strip_prefix(key)?.strip_prefix("  ")?;
        Some(words.trim().to_owned())
    };
    help.lines().find_map(of_key)
}

#[test]
fn every_list_offers_the_same_keys_with_the_same_words() {
    let differences = found(|place| {
        let Some(mut session) = list(place) else { return Vec::new() };
        let help = session.press("?").screen();
        let differs = |(key, words): &(&str, &str)| {
            let said = offered(&help, key);
            let same = said.as_ref().is_some_and(|said| said.contains(words));
            // A pane may export more than its rows; once some are marked, these.
            (!same && *key != "e  W").then(|| format!("{place} {key}: {said:?}"))
        };
        KEYS.iter().filter_map(differs).collect()
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_key_of_a_list_does_the_same_in_every_list() {
    let lists = places().into_iter().filter(|place| list(place).is_some()).count();
    assert!(lists > 12, "{lists} lists");
    let differences = found(|place| {
        let Some(mut session) = list(place) else { return Vec::new() };
        let at = session.place();
        let mut differences = Vec::new();
        for (keys, shows, back) in [
            ("space", "1 marked", "esc"),
            ("v", "marking 1 row", "esc"),
            ("v e", " marked", "esc esc"),
            ("space Y", "1 marked row as CSV", "esc esc"),
            (">", "sorted by ", "esc"),
            ("/ z z q q enter", "row passes / zzqq", "esc"),
            ("g f", "ilter", "esc"),
            ("c", "olumns", "esc"),
        ] {
            let before = session.screen();
            let screen = session.press(keys).screen();
            if !screen.contains(shows) {
                differences.push(format!("{place}: {keys} does not show {shows:?}\n{screen}"));
            }
            session.press(back);
            if session.place() != at || session.screen().contains(shows) && !before.contains(shows) {
                differences.push(format!("{place}: {back} does not undo {keys}\n{}", session.screen()));
            }
        }
        let footer = |session: &Session| session.screen().lines().last().unwrap_or_default().to_owned();
        let right = session.press("right").screen();
        if !footer(&session).contains("follow the cell") && !right.contains("no cell of this row") {
            differences.push(format!("{place}: right chooses no cell\n{right}"));
        }
        differences
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// A server on which every list is endless.
fn endless() -> String {
    let below = |path: &str, mark: &str| -> Option<u64> {
        path.split_once(mark)?.1.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    player::serve(move |path| {
        let first = below(path, "=lt:").unwrap_or(NOW.seconds - 1);
        let next = |field: &str| {
            let (before, _) = path.split_once('?').unwrap_or((path, ""));
            format!(r#"{{"next":"{before}?limit=100&{field}=lt:{}"}}"#, first - 100)
        };
        let rows =
            |row: &dyn Fn(u64) -> String| (0..100).map(|at| row(first - at)).collect::<Vec<_>>().join(",");
        let body = if path.contains("/results?") {
            let bloom = "00".repeat(256);
            let row = |at| format!(r#"{{"timestamp":"{at}.000000000","bloom":"0x{bloom}"}}"#);
            format!(r#"{{"results":[{}],"links":{}}}"#, rows(&row), next("timestamp"))
        } else if path.starts_with("/api/v1/schedules") {
            let row = |at| {
                format!(
                    r#"{{"schedule_id":"0.0.{at}","consensus_timestamp":"{}.000000000","deleted":false,
                        "executed_timestamp":null,"signatures":[]}}"#,
                    NOW.seconds - 60
                )
            };
            format!(r#"{{"schedules":[{}],"links":{}}}"#, rows(&row), next("schedule.id"))
        } else if path.starts_with("/api/v1/contracts/0.0.7") {
            format!(
                r#"{{"contract_id":"0.0.7","created_timestamp":"1000.000000000",
                    "timestamp":{{"from":"{}.000000000","to":null}}}}"#,
                first - 1
            )
        } else {
            return (404, "{}".to_owned());
        };
        (200, body)
    })
}

/// How many questions follow when so many presses of the key for more come before an answer.
fn asked_for_more(place: &str, presses: usize) -> usize {
    let mut session = Session::on_server(place, &endless());
    let before = session.sent();
    session.hold();
    session.press(&once("m").cycle().take(presses).collect::<Vec<_>>().join(" "));
    while session.let_go(0) {}
    session.sent() - before
}

#[test]
fn every_press_for_more_counts_in_every_list() {
    for place in
        ["contract/0.0.7/results", "contract/0.0.7/gas", "contract/0.0.7/versions", "schedules", "pending"]
    {
        let (one, five) = (asked_for_more(place, 1), asked_for_more(place, 5));
        assert!(one > 0 && five == 5 * one, "{place}: one press asks {one} questions, five ask {five}");
    }
}
