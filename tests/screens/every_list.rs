//! Every list, whatever its rows come from: the same keys are offered with the same words, and do the same.

use std::iter::once;

use hieroscope::message::Place;
use ledger::EntityId;

use crate::list_cost::is_counted;
use crate::player;
use crate::support::part::Part;
use crate::support::places::{places, shared_out};
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

/// What help says of a key.
fn offered(help: &str, key: &str) -> Option<String> {
    let of_key = |line: &str| {
        let row = line.split('│').nth(1)?.trim_start_matches([' ', '▌']);
        let words = row.strip_prefix(key)?.strip_prefix("  ")?;
        Some(words.trim().to_owned())
    };
    help.lines().find_map(of_key)
}

/// What every key of a list shows, and what undoes it.
const EFFECTS: [(&str, &str, &str); 8] = [
    ("space", "1 marked", "esc"),
    ("v", "marking 1 row", "esc"),
    ("v e", " marked", "esc esc"),
    ("space Y", "1 marked row as CSV", "esc esc"),
    (">", "sorted by ", "esc"),
    ("/ z z q q enter", "row passes / zzqq", "esc"),
    ("g f", "ilter", "esc"),
    ("c", "olumns", "esc"),
];

/// How a list with rows at this place differs from others; nothing if none is there.
fn differences(place: &str) -> Option<Vec<String>> {
    let mut session = Session::at(place).size(150, 90);
    if !session.screen().lines().any(|line| line.starts_with('▌')) {
        return None;
    }
    let help = session.press("?").screen();
    if offered(&help, "/").is_none_or(|words| !words.starts_with("local filter")) {
        return None;
    }
    session.press("esc");
    let kind = Place::parse(place, EntityId::from_num(0)).unwrap().kind();
    assert!(is_counted(kind), "{place}: what a key costs in this list is not counted in list_cost.rs");
    let differs = |(key, words): &(&str, &str)| {
        let said = offered(&help, key);
        let same = said.as_ref().is_some_and(|said| said.starts_with(words));
        // A pane may export more than its rows; once some are marked, these.
        (!same && *key != "e  W").then(|| format!("{place} {key}: {said:?}"))
    };
    let mut all: Vec<String> = KEYS.iter().filter_map(differs).collect();
    let at = session.place();
    for (keys, shows, back) in EFFECTS {
        let before = session.screen();
        let screen = session.press(keys).screen();
        if !screen.contains(shows) {
            all.push(format!("{place}: {keys} does not show {shows:?}\n{screen}"));
        }
        session.press(back);
        if session.place() != at || session.screen().contains(shows) && !before.contains(shows) {
            all.push(format!("{place}: {back} does not undo {keys}\n{}", session.screen()));
        }
    }
    let screen = session.press("right").screen();
    let footer = screen.lines().last().unwrap_or_default();
    if !footer.contains("follow the cell") && !screen.contains("no cell of this row") {
        all.push(format!("{place}: right chooses no cell\n{screen}"));
    }
    Some(all)
}

#[test]
fn every_key_of_a_list_does_the_same_in_every_list() {
    // Those that are slow to open are no lists.
    let is_light = |place: &&str| !place.contains("replay") && !place.starts_with("verify");
    let places: Vec<&str> = places().into_iter().filter(is_light).collect();
    let part = Part::chosen();
    let places = part.of(places);
    let lists = shared_out(&places, |place| differences(place).into_iter().collect());
    assert!(part != Part::All || lists.len() > 12, "{} lists", lists.len());
    let differences = lists.concat();
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

/// The lists that servers answer page by page, or version by version.
const ENDLESS: [&str; 5] =
    ["contract/0.0.7/results", "contract/0.0.7/gas", "contract/0.0.7/versions", "schedules", "pending"];

#[test]
fn every_press_for_more_asks_one_page_in_every_list() {
    for place in ENDLESS {
        let asked = (asked_for_more(place, 1), asked_for_more(place, 5));
        assert_eq!(asked, (1, 5), "{place}: questions after one press, and after five");
    }
}

#[test]
fn every_list_is_loaded_to_its_end_until_that_is_stopped() {
    for place in ENDLESS {
        let mut session = Session::on_server(place, &endless()).size(150, 90);
        let help = session.press("?").screen();
        assert_eq!(offered(&help, "g a").as_deref(), Some("load all"), "{place}: {help}");
        assert_eq!(offered(&help, "U").as_deref(), Some("load until …"), "{place}");
        let before = session.press("esc").sent();
        session.hold();
        session.press("g a");
        (0..20).for_each(|_| assert!(session.let_go(0), "{place} has come to an end"));
        assert!(session.screen().contains("loading all"), "{place}\n{}", session.screen());
        session.press("esc");
        while session.let_go(0) {}
        assert!((20..=21).contains(&(session.sent() - before)), "{place}: {}", session.sent() - before);
        assert!(!session.screen().contains("loading all"), "{place}\n{}", session.screen());
    }
}

#[test]
fn every_list_is_loaded_until_as_many_rows_are_there_as_were_typed() {
    for (place, rows, pages) in [
        ("contract/0.0.7/results", "3 5 0", 3),
        ("contract/0.0.7/gas", "4 5 0", 2),
        ("contract/0.0.7/versions", "5 4", 4),
        ("schedules", "3 5 0", 3),
        ("pending", "1 1 5 0", 2),
    ] {
        let mut session = Session::on_server(place, &endless());
        let before = session.sent();
        session.press(&format!("U {rows} enter"));
        assert_eq!(session.sent() - before, pages, "{place}\n{}", session.screen());
    }
}
