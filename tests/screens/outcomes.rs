//! Whether something succeeded: said on evidence only, in lists, statistics, headlines and traces alike.

use crate::player::{recorded, serve};
use crate::result::story;
use crate::support::Session;

/// Calls that a list shows without an error and that failed: the seconds about them, the time, and the code.
const UNPAID: (&str, &str, &str) = (
    "contract/0.0.5001/results?timestamp=gte:1795216270&timestamp=lte:1795216290",
    "23:11:18.358",
    "INSUFFICIENT_PAYER_BALANCE",
);
const NAMELESS: (&str, &str, &str) = (
    "contract/0.0.5001/results?timestamp=gte:1795216360&timestamp=lte:1795216370",
    "23:12:43.839",
    "UNKNOWN",
);
const CALLS_WITHIN: &str = "result/0.0.5211/1795217780.000005211";

/// The row of the list that has this text.
fn row(session: &Session, text: &str) -> String {
    let screen = session.screen();
    let found = screen.lines().find(|line| line.contains(text) && line.contains("0.0."));
    let found = found.unwrap_or_else(|| panic!("{text}: {screen}"));
    found.trim_start_matches(['▌', ' ']).to_owned()
}

/// Selects the row with this text.
fn select(session: &mut Session, text: &str) {
    for _ in 0..30 {
        if session.screen().lines().any(|line| line.starts_with('▌') && line.contains(text)) {
            return;
        }
        session.press("j");
    }
    panic!("{text}: {}", session.screen());
}

#[test]
fn no_error_is_no_success_until_the_result_was_opened() {
    for (list, time, code) in [UNPAID, NAMELESS] {
        let mut session = Session::at(list).size(180, 40);
        assert!(row(&session, time).starts_with('?'), "{}", row(&session, time));
        assert!(row(&session, time).contains(" unknown "), "{}", row(&session, time));
        select(&mut session, time);
        assert!(session.screen().contains("outcome unknown: lists have no status"), "{}", session.screen());
        session.press("enter");
        assert!(session.screen().contains(code), "{}", session.screen());
        session.press("[");
        assert!(row(&session, time).starts_with('✗'), "{}", row(&session, time));
        assert!(row(&session, time).contains(code), "{}", row(&session, time));
        let asked = session.asked();
        session.press("r");
        assert_eq!(session.asked(), asked + 1, "nothing is asked for it");
        assert!(row(&session, time).starts_with('✗'), "a refresh forgets nothing: {}", row(&session, time));
    }
}

#[test]
fn a_real_list_marks_as_succeeded_what_returned_something_only() {
    let server = serve(|path| {
        if path.contains("/results?") {
            recorded("655-list-with-unknown-codes")
        } else {
            (404, "{}".to_owned())
        }
    });
    let session = Session::on_server("contract/0.0.5001/results", &server).size(140, 40);
    let signs = |sign: char| {
        let screen = session.screen();
        screen.lines().filter(|line| line.trim_start_matches(['▌', ' ']).starts_with(sign)).count()
    };
    assert_eq!((signs('✓'), signs('✗'), signs('?')), (6, 8, 1), "{}", session.screen());
    assert!(row(&session, "23:12:01.098").starts_with('?'), "{}", session.screen());
}

#[test]
fn among_child_transactions_what_was_returned_proves_nothing() {
    let list = r#"{"results":[
        {"timestamp":"30.000000000","contract_id":"0.0.359","from":"0x0000000000000000000000000000000000001389","error_message":null,"bloom":"0x","call_result":"0x0000000000000000000000000000000000000000000000000000000000000016","function_parameters":"0x","created_contract_ids":[]}
    ],"links":{"next":null}}"#;
    let server = serve(move |_| (200, list.to_owned()));
    let all = Session::on_server("contract/0.0.359/results?internal=true", &server);
    assert!(row(&all, "0.0.5001").starts_with('?'), "it may be reverted with its parent: {}", all.screen());
    let outer = Session::on_server("contract/0.0.359/results", &server);
    assert!(row(&outer, "0.0.5001").starts_with('✓'), "{}", outer.screen());
}

#[test]
fn gas_usage_counts_successes_on_evidence_and_hears_what_results_told() {
    let (list, unpaid, _) = UNPAID;
    let mut session = Session::at(list).size(140, 40);
    session.press("g e");
    let place = session.place();
    assert!(session.screen().contains("failed, "), "{}", session.screen());
    let before = counted(&session);
    assert!(before.1 > 0, "{}", session.screen());
    session.press("[");
    select(&mut session, unpaid);
    session.press("enter");
    session.press(":").paste(&place).press("enter");
    let after = counted(&session);
    assert_eq!(after, (before.0 + 1, before.1 - 1), "{}", session.screen());
}

/// How many failed, and of how many nothing is known, by the window in words.
fn counted(session: &Session) -> (usize, usize) {
    let screen = session.screen();
    let number = |end: &str| -> usize {
        let Some((head, _)) = screen.split_once(end) else { return 0 };
        head.rsplit(' ').next().unwrap().parse().unwrap()
    };
    (number(" failed"), number(" without a reported outcome"))
}

#[test]
fn a_success_that_hides_a_failed_call_says_so_in_its_headline() {
    let session = Session::at(CALLS_WITHIN);
    let said = story(&session);
    assert!(said.contains("Succeeded, but a call within it failed: "), "{said}");
    assert!(said.contains("Token service.transferToken: INSUFFICIENT_TOKEN_BALANCE"), "{said}");
    let plain = story(&Session::at("result/0.0.5211/1795217360.000005211"));
    assert!(plain.contains("Succeeded") && !plain.contains("but a call within"), "{plain}");
}

#[test]
fn one_of_several_calls_that_failed_is_in_the_headline() {
    let said = story(&Session::at("result/0.0.5211/1795217060.000005211"));
    assert!(said.contains("Succeeded, but a call within it failed: "), "{said}");
}

#[test]
fn an_exchange_rate_that_no_server_has_is_asked_for_once() {
    let (sender, asked) = std::sync::mpsc::channel();
    let server = serve(move |path| {
        sender.send(path.to_owned()).unwrap();
        if path.contains("/network/") || path.contains("/transactions") {
            return (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned());
        }
        recorded("070-result-hapi_call")
    });
    let mut session = Session::on_server(crate::result::ANY, &server);
    assert!(!session.screen().contains("loading"), "{}", session.screen());
    session.press(":").type_text("home").press("enter");
    session.press(":").paste(crate::result::ANY).press("enter");
    assert!(story(&session).contains("Succeeded"), "{}", session.screen());
    let rates = asked.try_iter().filter(|path| path.contains("exchangerate")).count();
    assert_eq!(rates, 1);
}

#[test]
fn a_success_whose_trace_no_server_has_says_that_inner_calls_are_not_checked() {
    let (sender, asked) = std::sync::mpsc::channel();
    let server = serve(move |path| {
        sender.send(path.to_owned()).unwrap();
        if path.contains("/actions") { (404, String::new()) } else { recorded("070-result-hapi_call") }
    });
    let mut session = Session::on_server(crate::result::ANY, &server);
    let said = story(&session);
    assert!(said.contains("Succeeded (inner calls not checked)"), "{said}");
    session.press("tab tab shift-tab shift-tab");
    assert_eq!(asked.try_iter().filter(|path| path.contains("/actions")).count(), 1, "asked once");
}

#[test]
fn a_success_that_catches_a_failure_says_so_wherever_it_is_told() {
    let list = "contract/0.0.5001/results?timestamp=gte:1795216200&timestamp=lte:1795216240";
    let mut session = Session::at(list).size(160, 40);
    let time = "23:10:07.123";
    select(&mut session, time);
    let row = |session: &Session| {
        let screen = session.screen();
        let found = screen.lines().find(|line| line.contains(time)).map(str::to_owned);
        found.unwrap_or_else(|| panic!("{screen}"))
    };
    assert!(!row(&session).contains("a call within it failed"), "{}", row(&session));
    session.press("enter");
    let said = story(&session);
    assert!(said.contains("Succeeded, but a call within it failed: "), "{said}");
    session.press("[");
    assert!(row(&session).contains("a call within it failed"), "{}", row(&session));
    session.press("space space C");
    let screen = session.screen();
    let outcome = screen.lines().find(|line| line.contains("outcome")).unwrap_or_else(|| panic!("{screen}"));
    assert!(outcome.contains("succeeded, but a call within it failed"), "{screen}");
}

#[test]
fn a_trace_keeps_the_outcome_on_its_row() {
    for (columns, rows) in [(80, 24), (120, 40), (60, 15)] {
        let session = {
            let mut session = Session::at(CALLS_WITHIN).size(columns, rows);
            session.press("shift-tab shift-tab");
            session
        };
        let screen = session.screen();
        let row = screen.lines().find(|line| line.contains("└─ !")).unwrap_or_else(|| panic!("{screen}"));
        assert!(row.contains("  INSUFFICIENT_"), "{row}");
    }
}

#[test]
fn a_constructor_that_failed_is_not_the_result_of_its_sender() {
    let mut session = Session::at("result/0.0.5001/1795216285.481481468");
    assert!(session.screen().starts_with(" result of a failed creation"), "{}", session.screen());
    assert!(!session.screen().contains("results of 0.0.5001"), "{}", session.screen());
    session.press("R");
    assert!(
        session.screen().contains("the constructor failed: there is no contract"),
        "{}",
        session.screen()
    );
}

#[test]
fn a_schedule_that_ran_and_failed_is_no_success() {
    let mut session = Session::at("schedules?order=asc");
    let state = |session: &Session, id: &str| {
        row(session, id).split_whitespace().take(3).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(state(&session, "0.0.7006"), "0.0.7006 ? executed");
    session.press("j j j j j");
    assert!(session.screen().contains("whether it succeeded is not in this list"), "{}", session.screen());
    session.press("enter");
    assert!(session.screen().contains("schedule 0.0.7006  failed"), "{}", session.screen());
    assert!(session.screen().contains(", and failed"), "{}", session.screen());
    session.press("[");
    assert_eq!(state(&session, "0.0.7006"), "0.0.7006 ✗ failed");
    session.press("k enter [");
    assert_eq!(state(&session, "0.0.7005"), "0.0.7005 ✓ executed");
}

#[test]
fn what_a_system_contract_refused_within_a_success_is_in_the_list_too() {
    let mut session = Session::at("result/0.0.5211/1795217780.000005211").size(120, 40);
    assert!(session.screen().contains("but a call within it failed"), "{}", session.screen());
    let screen = session.press(":").type_text("results 0.0.5211").press("enter").screen();
    let row = screen.lines().find(|line| line.contains("23:36:20")).unwrap();
    assert!(row.contains("a call w"), "{screen}");
}
