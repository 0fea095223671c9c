//! Loading more of a list: by the page, to its end, what stops it, and what is said where it fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api::Failure;
use hieroscope::message::{Event, Retrying};

use crate::player;
use crate::support::{NOW, Session};

/// The last line above the footer's rule: where in the list one is.
fn foot(session: &Session) -> String {
    let screen = session.screen();
    let foot = screen.lines().rev().find(|line| line.contains("loaded in") || line.contains("next page"));
    foot.unwrap_or_default().trim().to_owned()
}

/// Results of a contract at these seconds, with the link to what follows.
fn page(seconds: impl Iterator<Item = usize>, next: &str) -> player::Reply {
    let rows: Vec<String> = seconds
        .map(|at| format!(r#"{{"timestamp":"{at}.000000000","bloom":"0x{}"}}"#, "00".repeat(256)))
        .collect();
    let next = if next.is_empty() { "null".to_owned() } else { format!("\"{next}\"") };
    (200, format!(r#"{{"results":[{}],"links":{{"next":{next}}}}}"#, rows.join(",")))
}

fn link(before: usize) -> String {
    format!("/api/v1/contracts/0.0.7/results?limit=100&timestamp=lt:{before}.000000000")
}

/// The time that a link leads to.
fn before(path: &str) -> Option<usize> {
    let (_, bound) = path.split_once("timestamp=lt:")?;
    bound.split('.').next()?.parse().ok()
}

/// A list of a hundred rows a page, each page beginning so many rows below the one before.
fn overlapping(step: usize) -> (String, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let address = player::serve(move |path| {
        if !path.contains("/results?") {
            return (404, "{}".to_owned());
        }
        count.fetch_add(1, Ordering::Relaxed);
        let first = before(path).unwrap_or(1_000_000);
        page((first - 100..first).rev(), &link(first - step))
    });
    (address, asked)
}

#[test]
fn a_page_under_way_is_not_begun_anew_and_every_press_counts() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.hold();
    let before = session.sent();
    for _ in 0..50 {
        session.press("m");
    }
    assert_eq!(session.sent() - before, 1, "{}", session.screen());
    assert!(foot(&session).contains("loading 50 pages"), "{}", foot(&session));
    for _ in 0..3 {
        session.let_go(0);
    }
    assert!(foot(&session).contains("of 400 loaded in 4 pages"), "{}", foot(&session));
    session.press("esc");
    while session.let_go(0) {}
    assert!(foot(&session).contains("of 400 loaded in 4 pages"), "{}", foot(&session));
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn a_question_under_way_is_not_asked_anew_by_refreshing() {
    for (place, questions) in [
        ("contract/0.0.5001/results", 2),
        ("contract/0.0.5001", 4),
        ("contract/0.0.5002/logs", 2),
        ("schedules", 2),
    ] {
        let mut session = Session::at(place);
        session.hold();
        let before = session.sent();
        for _ in 0..50 {
            session.press("r");
        }
        assert!(session.sent() - before <= questions, "{place}: {} questions", session.sent() - before);
    }
}

#[test]
fn the_end_key_once_more_loads_to_the_end() {
    let mut session = Session::at("contract/0.0.5034/results?limit=25");
    session.press("G");
    assert!(foot(&session).contains("row 75 of 75 loaded in 3 pages, more below"), "{}", foot(&session));
    assert!(foot(&session).contains("m loads a page, g a all"), "{}", foot(&session));
    session.press("G");
    assert!(foot(&session).contains("row 200 of 200 loaded in 9 pages, the end"), "{}", foot(&session));
}

#[test]
fn one_key_loads_all_and_leaves_the_selection_with_progress_and_a_stop() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("j j").hold();
    session.press("g a").pass(Duration::from_secs(1));
    for _ in 0..5 {
        session.let_go(0);
    }
    session.pass(Duration::from_secs(1));
    let said = foot(&session);
    assert!(said.contains("row 3 of 600 loaded in 6 pages"), "{said}");
    assert!(said.contains("loading all, 2.5 pages/s") && said.contains("esc stops"), "{said}");
    session.press("esc");
    while session.let_go(0) {}
    assert!(foot(&session).contains("row 3 of 600 loaded in 6 pages, more below"), "{}", foot(&session));
    assert!(!foot(&session).contains("loading all"), "{}", foot(&session));
    assert_eq!(session.place(), "contract/0.0.5001/results", "the first esc only stops");
}

#[test]
fn a_list_is_loaded_until_so_many_rows_or_a_time() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("U").type_text("450").press("enter");
    assert!(foot(&session).contains("row 1 of 500 loaded in 5 pages, more below"), "{}", foot(&session));
    session.press("U").type_text("soon").press("enter");
    let screen = session.screen();
    assert!(screen.contains("write a number of rows, or a time") && screen.contains(": soon"), "{screen}");
    session.press("esc U").type_text("1h ago").press("enter G");
    let screen = session.screen();
    assert!(screen.contains("2026-11-20 22:5") || screen.contains("2026-11-20 23:00:00"), "{screen}");
    let asked = session.asked();
    session.press("U").type_text("30m ago").press("enter");
    assert_eq!(session.asked(), asked, "it is there already");
    let mut session = Session::at("contract/0.0.5204/state");
    session.press("U");
    assert!(!session.screen().contains("or a time"), "{}", session.screen());
}

#[test]
fn events_are_loaded_to_the_end_across_windows_of_time() {
    let mut session = Session::at("contract/0.0.5002/logs?topic0=0x01");
    session.press("g a");
    let screen = session.screen();
    assert!(screen.contains("No matching events") || screen.contains("the end of the list"), "{screen}");
}

#[test]
fn pages_that_overlap_cost_few_questions() {
    for keys in ["G k j k j k j k j", "g a", "G G", "pgdn pgdn pgdn pgdn pgdn"] {
        let (server, asked) = overlapping(1);
        let mut session = Session::on_server("contract/0.0.7/results", &server);
        session.press(keys);
        let asked = asked.load(Ordering::Relaxed);
        assert!(asked <= 10, "{keys}: {asked} questions");
        assert!(foot(&session).contains("the last pages repeated rows"), "{keys}: {}", foot(&session));
        session.press("m");
        assert!(foot(&session).contains("of 109 loaded in 10 pages"), "{keys}: {}", foot(&session));
    }
}

#[test]
fn a_search_through_pages_that_overlap_stops_and_says_so() {
    let (server, asked) = overlapping(1);
    let place = "contract/0.0.7/find?event=Transfer(address,address,uint256)&emitter=any";
    let session = Session::on_server(place, &server);
    let asked = asked.load(Ordering::Relaxed);
    assert!(asked <= 10, "{asked} pages");
    assert!(session.screen().contains("the server's pages repeat their rows"), "{}", session.screen());
}

#[test]
fn a_next_page_that_failed_says_so_at_the_end_of_the_list_with_its_key() {
    let failing = Arc::new(AtomicUsize::new(1));
    let fails = Arc::clone(&failing);
    let server = player::serve(move |path| {
        if path.contains("timestamp=lt:") && fails.load(Ordering::Relaxed) > 0 {
            return (403, r#"{"_status":{"messages":[{"message":"Not today"}]}}"#.to_owned());
        }
        let first = before(path).unwrap_or(1_000);
        page(
            (first - 10..first).rev(),
            if first < 900 {
                ""
            } else {
                "/api/v1/contracts/0.0.7/results?limit=100&timestamp=lt:500.000000000"
            },
        )
    });
    let mut session = Session::on_server("contract/0.0.7/results", &server);
    let screen = session.screen();
    let lines: Vec<&str> = screen.lines().collect();
    let last = lines.iter().rposition(|line| line.contains("00:16:30.000")).unwrap();
    let below = lines.get(last + 1..last + 4).unwrap().join(" ");
    assert!(below.contains("✗ next page failed (m tries again)"), "{screen}");
    assert!(foot(&session).starts_with("✗ next page failed (m tries again)"), "{}", foot(&session));
    failing.store(0, Ordering::Relaxed);
    session.press("m");
    assert!(foot(&session).contains("of 20 loaded in 2 pages, the end of the list"), "{}", foot(&session));
}

#[test]
fn a_next_page_that_is_tried_again_counts_down_at_the_end_of_the_list() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.hold();
    session.press("m G");
    let request = session.waiting().unwrap();
    let failure = Failure::ServerFault { status: 503, words: Vec::new(), code: None };
    let retrying = Retrying { request, attempt: 2, of: 4, at: NOW.plus_millis(5_000), failure };
    session.event(Event::Retrying(Box::new(retrying)));
    assert!(foot(&session).contains("next page (m tries now)"), "{}", foot(&session));
    assert!(foot(&session).contains("Next try in 5 s"), "{}", foot(&session));
    session.pass(Duration::from_secs(2));
    assert!(foot(&session).contains("Next try in 3 s"), "{}", foot(&session));
    let before = session.sent();
    session.press("m");
    assert_eq!(session.sent() - before, 1, "m asks now");
    while session.let_go(0) {}
    assert!(foot(&session).contains("of 200 loaded"), "{}", foot(&session));
}

#[test]
fn a_server_that_asks_to_wait_is_counted_down_as_well() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.hold();
    session.press("m G");
    let request = session.waiting().unwrap();
    let until = Some(NOW.plus_millis(20_000));
    let outcome = Err(Failure::RateLimited { until, words: Vec::new(), code: None });
    let response = hieroscope::message::Response::here(request, outcome, NOW);
    session.event(Event::Response(Box::new(response)));
    assert!(foot(&session).contains("It asks to wait 20 s."), "{}", foot(&session));
    session.pass(Duration::from_secs(15));
    assert!(foot(&session).contains("It asks to wait 5 s."), "{}", foot(&session));
}

#[test]
fn a_link_that_cannot_be_used_is_said_at_the_end_of_the_list_with_the_key() {
    let server = player::serve(|_| page((990..1_000).rev(), "https://elsewhere.invalid/api/v1/results"));
    let session = Session::on_server("contract/0.0.7/results", &server);
    let screen = session.screen();
    let said =
        "! next page cannot be loaded (r starts over): The link to the next page leads out of this API.";
    assert_eq!(screen.matches(said).count(), 2, "below the last row, and at the foot: {screen}");
}

#[test]
fn keys_in_these_words_follow_the_configuration() {
    let mut session = Session::with_settings("contract/0.0.5001/results", "[keys]\nmore-pages = [\"z\"]\n");
    session.press("G");
    assert!(foot(&session).contains("z loads a page, g a all"), "{}", foot(&session));
}

/// How many questions are sent after the place was left for another, beside those that were under way.
fn sent_when_left(place: &str, keys: &str) -> usize {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste(place).press("enter").press(keys);
    for _ in 0..4 {
        session.let_go(0);
    }
    session.press("H");
    let before = session.sent();
    let mut answered = 0;
    while session.let_go(0) {
        answered += 1;
        assert!(answered < 200, "{place} goes on");
    }
    session.sent() - before
}

#[test]
fn what_is_not_on_screen_asks_nothing() {
    for (place, keys) in [
        ("contract/0.0.5001/find?event=Transfer(address,address,uint256)", ""),
        ("contract/0.0.5001/results", "A"),
        ("contract/0.0.5001/results", "m m m m m m m m m m"),
        ("contract/0.0.5002/logs?topic0=0x01", ""),
        ("contract/0.0.5201/versions", ""),
        ("contract/0.0.5001/gas", "m"),
    ] {
        assert_eq!(sent_when_left(place, keys), 0, "{place} {keys}");
    }
    // The names of the contracts that came are looked up once, wherever they are shown.
    assert!(sent_when_left("pending", "") < 8);
}

#[test]
fn what_was_left_goes_on_when_it_is_on_screen_again() {
    let place = "contract/0.0.5213/find?event=Alarm(bytes32,address,string)";
    let whole = Session::at(place).screen();
    let scanned = |screen: &str| screen.lines().find(|line| line.contains("scanned ")).map(str::to_owned);
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste(place).press("enter");
    for _ in 0..4 {
        session.let_go(0);
    }
    session.press("H");
    while session.let_go(0) {}
    assert!(session.is_quiet());
    session.press("[");
    while session.let_go(0) {}
    assert_eq!(scanned(&session.screen()), scanned(&whole), "{}", session.screen());
}
