//! The detail of a list's selected row beside the list.

use std::time::Duration;

use api::Failure;
use hieroscope::message::{Click, Event, Input, MouseButton};

use crate::movement::token_transfer;
use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";
/// Longer than the selection has to rest.
const PAUSE: Duration = Duration::from_millis(200);
/// Longer than a notice stays.
const NOTICE: Duration = Duration::from_mins(1);

/// What is beside the list, line by line.
fn beside(session: &Session) -> String {
    let screen = session.screen();
    let right = screen.lines().filter_map(|line| Some(line.split_once('│')?.1.trim()));
    // When it was updated is another matter.
    right.filter(|line| !line.starts_with('─')).collect::<Vec<_>>().join("\n")
}

/// The last notice.
fn notice(session: &Session) -> String {
    let screen = session.screen();
    let line = screen.lines().rev().nth(1).unwrap_or_default();
    line.trim_matches(['─', ' ']).to_owned()
}

#[test]
fn the_detail_of_the_selected_row_is_beside_the_list_once_the_selection_rests() {
    let mut session = Session::previewing(RESULTS).size(120, 30);
    let before = session.sent();
    let waits = session.styled_screen();
    assert_eq!(session.wakes_in(), Some(0), "nothing moves the selection");
    let mut other = Session::previewing(RESULTS).size(120, 30);
    assert_eq!(other.press("j").wakes_in(), Some(150));
    let shown = session.pass(PAUSE).styled_screen();
    assert_eq!(session.place(), RESULTS);
    assert!(session.sent() > before && session.is_quiet());
    snapshot!(format!("{waits}\n\n{shown}"));
}

#[test]
fn it_moves_on_with_the_selection_and_keys_that_follow_each_other_quickly_open_none() {
    let mut session = Session::previewing(RESULTS).size(120, 30);
    let first = beside(session.pass(PAUSE));
    session.hold();
    let sent = session.sent();
    for _ in 0..20 {
        session.press("j").pass(Duration::from_millis(100));
    }
    assert_eq!(session.sent(), sent, "{}", session.screen());
    assert!(!beside(&session).contains("Summary"), "{}", session.screen());
    session.pass(PAUSE);
    assert!(session.sent() > sent, "{}", session.screen());
    // What is no longer wanted is given up.
    assert!(session.waiting().is_some());
    session.press("j");
    assert!(session.waiting().is_none(), "{:?}", session.waiting());
    session.press("g g").pass(PAUSE);
    while session.let_go(0) {}
    assert_eq!(beside(&session), first);
}

#[test]
fn what_is_opened_was_asked_for_by_the_preview_and_coming_back_asks_for_nothing() {
    let mut session = Session::previewing(RESULTS).size(140, 40);
    session.press("j").pass(PAUSE);
    let (sent, preview) = (session.sent(), beside(&session));
    session.press("enter");
    assert!(session.place().starts_with("result/"), "{}", session.place());
    assert!(session.screen().contains("row 2 of 100 loaded"), "{}", session.screen());
    let open = session.screen();
    assert!(!open.contains('│'), "{open}");
    session.press("esc").pass(PAUSE);
    assert_eq!((session.place().as_str(), beside(&session)), (RESULTS, preview));
    // Forward is what one came from, also while it is beside the list.
    session.press("]");
    assert_eq!(session.screen(), open);
    assert_eq!(session.sent(), sent);
    // A row that one left for another is still what one can go forward to.
    let place = session.place();
    session.press("[ j").pass(PAUSE).press("]");
    assert_eq!(session.place(), place);
}

#[test]
fn the_tab_that_was_left_is_open_in_those_of_the_next_rows() {
    let mut session = Session::previewing(RESULTS).size(140, 40);
    session.press("enter tab tab esc");
    assert!(beside(&session).contains("▌Logs"), "{}", session.screen());
    session.press("j").pass(PAUSE);
    assert!(beside(&session).contains("▌Logs"), "{}", session.screen());
    // Another list begins with what says most.
    session.press(":").type_text("results 0.0.5004").press("enter").pass(PAUSE);
    assert!(beside(&session).contains("▌Summary"), "{}", session.screen());
}

#[test]
fn one_key_turns_it_off_and_on_again_and_it_is_remembered() {
    let mut session = Session::previewing(RESULTS).size(120, 30);
    let whole = Session::at(RESULTS).size(120, 30).screen();
    let list = |screen: &str| screen.lines().skip(2).take(20).map(str::to_owned).collect::<Vec<_>>();
    session.pass(PAUSE).press("P");
    assert_eq!(notice(&session), "preview off");
    assert_eq!(list(&session.screen()), list(&whole));
    session.pass(NOTICE);
    assert!(session.is_quiet() && session.saved().preview == Some(false));
    let mut later = Session::started(RESULTS, session.saved().clone()).size(120, 30);
    assert_eq!(list(&later.screen()), list(&whole));
    later.press("P").pass(PAUSE);
    assert!(beside(&later).contains("Summary"), "{}", later.screen());
    let saved = later.saved().clone();
    assert!(beside(Session::started(RESULTS, saved).pass(PAUSE)).contains("Summary"));
}

#[test]
fn a_narrow_screen_has_none_and_says_why() {
    let mut session = Session::previewing(RESULTS).size(80, 24);
    assert_eq!(session.screen(), Session::at(RESULTS).size(80, 24).screen());
    assert!(session.is_quiet());
    session.press("P");
    assert_eq!(notice(&session), "preview: it needs 120 columns");
    assert_eq!(session.saved().preview, None);
    // It comes with the room for it.
    let mut wide = session.size(120, 24);
    assert!(beside(wide.pass(PAUSE)).contains("Summary"), "{}", wide.screen());
    let mut narrow = wide.size(119, 24);
    narrow.pass(NOTICE);
    assert!(!narrow.screen().contains('│') && narrow.is_quiet(), "{}", narrow.screen());
}

#[test]
fn a_failure_is_said_in_it_and_a_refresh_tries_again() {
    let mut session = Session::previewing(RESULTS).size(120, 30);
    session.hold();
    session.pass(PAUSE).fail(&Failure::Unreachable { words: "refused".into(), sent: false });
    snapshot!(session.styled_screen());
    session.press("r");
    while session.let_go(0) {}
    assert!(beside(&session).contains("Summary"), "{}", session.screen());
}

#[test]
fn a_click_opens_it_and_the_wheel_scrolls_it() {
    let mut session = Session::previewing(RESULTS).size(120, 20);
    session.pass(PAUSE);
    let mouse = |session: &mut Session, column, button| {
        session.event(Event::Input(Input::Mouse(Click { column, row: 8, button })));
    };
    let before = beside(&session);
    mouse(&mut session, 100, MouseButton::WheelDown);
    assert_ne!(beside(&session), before);
    assert!(session.screen().contains("row 1 of 100 loaded"), "{}", session.screen());
    // Over the list it is the list's.
    mouse(&mut session, 10, MouseButton::WheelDown);
    assert!(session.screen().contains("row 4 of 100 loaded"), "{}", session.screen());
    mouse(&mut session, 10, MouseButton::Press);
    assert!(session.screen().contains("row 6 of 100 loaded"), "{}", session.screen());
    // What is named there can be opened before it has come.
    mouse(&mut session, 100, MouseButton::Press);
    assert!(session.place().starts_with("result/"), "{}", session.place());
    assert!(session.screen().contains("row 6 of 100 loaded"), "{}", session.screen());
}

#[test]
fn counts_have_its_room_until_they_are_closed() {
    let mut session = Session::previewing(RESULTS).size(120, 30);
    let shown = beside(session.pass(PAUSE));
    session.press("A");
    insta::assert_snapshot!("counts", session.pass(PAUSE).styled_screen());
    session.press("P");
    assert!(notice(&session).contains("not available here"), "{}", session.screen());
    session.press("esc");
    assert!(session.screen().contains("row 1 of 100 loaded"), "{}", session.screen());
    assert_eq!(beside(session.pass(PAUSE)), shown);
}

#[test]
fn every_list_that_leads_to_details_has_one() {
    for (list, shows) in [
        ("contract/0.0.5002/logs", "result of "),
        ("contract/0.0.5204/state", "result of "),
        ("schedules", "schedule 0.0."),
        ("pending", "schedule 0.0."),
        ("contract/0.0.5214/gas", "result of "),
        (
            "contract/0.0.5002/find?event=Transfer(address,address,uint256)&timestamp=gte:1795215000.000000000",
            "result of ",
        ),
    ] {
        let mut session = Session::previewing(list).size(160, 60);
        if list.ends_with("/gas") {
            assert!(!session.screen().contains('│'), "{}", session.screen());
            session.press("enter");
        }
        session.pass(PAUSE);
        assert!(beside(&session).starts_with(shows), "{list}: {}", session.screen());
        let sent = session.sent();
        session.press("enter");
        assert_eq!(session.sent(), sent, "{list}: {}", session.screen());
        assert!(!session.screen().contains('│'), "{}", session.screen());
    }
}

#[test]
fn what_is_in_it_can_be_followed_by_letters() {
    let mut session = Session::previewing(RESULTS).size(120, 40);
    session.pass(PAUSE).press("o");
    // Who was paid is named there only.
    let shown = beside(&session);
    let (_, payee) = shown.split_once("to:").unwrap();
    for letter in payee.chars().take_while(char::is_ascii_lowercase) {
        session.press(&letter.to_string());
    }
    assert_eq!(session.place(), "account/0.0.1045", "{shown}");
}

#[test]
fn wide_screens_show_where_one_comes_from_as_well() {
    let mut session = Session::previewing("contract/0.0.5001").size(200, 60);
    session.press("R").pass(PAUSE);
    let list = session.styled_screen();
    let sent = session.sent();
    session.press("j j").pass(PAUSE).press("enter");
    assert!(session.sent() > sent);
    let detail = session.styled_screen();
    snapshot!(format!("{list}\n\n{detail}"));
    // The list goes along with steps, and a click on it goes back to it.
    let (sent, place) = (session.sent(), session.place());
    session.press("}");
    assert!(session.place() != place && session.sent() > sent, "{}", session.screen());
    assert!(session.screen().lines().nth(8).unwrap().starts_with('▌'), "{}", session.screen());
    let click = |column| Event::Input(Input::Mouse(Click { column, row: 20, button: MouseButton::Press }));
    session.event(click(10));
    assert_eq!(session.place(), RESULTS);
    assert!(session.screen().contains("row 4 of 200 loaded"), "{}", session.screen());
    session.event(click(10));
    assert_eq!(session.place(), "contract/0.0.5001");
    // Two columns are left where there is less room.
    session.press("]");
    let mut session = session.size(179, 40);
    let narrower = session.pass(PAUSE).screen();
    assert!(narrower.lines().nth(10).unwrap().matches('│').count() == 1, "{narrower}");
}

#[test]
fn a_list_behind_a_detail_lives_on() {
    let mut session = Session::previewing(RESULTS).size(180, 40);
    session.pass(PAUSE).press("t enter");
    assert!(session.place().starts_with("result/"), "{}", session.place());
    let sent = session.sent();
    session.pass(Duration::from_secs(10));
    assert!(session.sent() > sent, "{}", session.screen());
    assert!(session.screen().contains("live"), "{}", session.screen());
    let sent = session.press("P").sent();
    assert_eq!(session.pass(Duration::from_secs(10)).sent(), sent, "{}", session.screen());
}

#[test]
fn every_part_is_drawn_at_every_size() {
    for list in [RESULTS, "schedules", "pending", "contract/0.0.5002/logs", "contract/0.0.5204/state"] {
        let mut session = Session::previewing("contract/0.0.5001");
        session.press(":").type_text(list).press("enter").pass(PAUSE);
        for keys in ["", "enter"] {
            session.press(keys);
            for size in
                [(60, 15), (119, 20), (120, 15), (121, 24), (179, 16), (180, 15), (181, 40), (300, 100)]
            {
                session.event(Event::Resize(size.0, size.1)).pass(PAUSE);
                let screen = session.screen();
                let parts = 1 + screen.lines().nth(3).unwrap().matches('│').count();
                let most = if keys.is_empty() { 3 } else { 2 };
                let room = if size.0 >= 180 {
                    3
                } else if size.0 >= 120 && keys.is_empty() {
                    2
                } else {
                    1
                };
                assert_eq!(parts, room.min(most), "{list} at {size:?}:\n{screen}");
                session.drawn(60, 15);
                session.drawn(250, 50);
            }
        }
    }
}

#[test]
fn a_job_is_beside_the_list_and_its_steps_go_from_job_to_job() {
    let mut session = Session::previewing("jobs").size(140, 40);
    for contract in ["0.0.5001", "0.0.5028"] {
        session.press(":").type_text(&format!("verify//{contract}")).press("enter enter enter");
        session.pass(Duration::from_millis(10));
    }
    session.press(":").type_text("jobs").press("enter").pass(Duration::from_secs(6));
    snapshot!(session.styled_screen());
    let first = session.press("enter").place();
    assert!(first.starts_with("job/"), "{first}");
    assert_ne!(session.press("}").place(), first);
    assert_eq!(session.press("{").place(), first);
}

#[test]
fn a_row_that_leads_to_a_page_by_its_time_shows_the_page_itself() {
    let mut session =
        Session::previewing_on_server("contract/0.0.1234/logs", &token_transfer()).size(140, 40);
    session.pass(PAUSE);
    assert!(beside(&session).starts_with("transaction 0.0.1005"), "{}", session.screen());
    let sent = session.sent();
    session.press("enter");
    assert_eq!(session.place(), "transaction/0.0.1005-1795216200-000000001", "{}", session.screen());
    assert_eq!(session.sent(), sent, "{}", session.screen());
}

#[test]
fn another_tab_ends_it_and_it_is_there_again_in_this_one() {
    let mut session = Session::previewing(RESULTS).size(120, 30);
    session.hold();
    session.pass(PAUSE);
    assert!(session.waiting().is_some());
    session.press("g n");
    assert!(session.waiting().is_none(), "{:?}", session.waiting());
    assert!(!session.screen().contains('│'), "{}", session.screen());
    session.press(")").pass(PAUSE);
    while session.let_go(0) {}
    assert!(beside(&session).contains("Summary"), "{}", session.screen());
}
