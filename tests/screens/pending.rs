//! Pending schedules: what is pending, soonest end first, live until it ends.

use std::time::Duration;

use crate::player;
use crate::support::{NOW, Session};

#[test]
fn the_key_opens_the_board_soonest_end_first() {
    let mut session = Session::at("home");
    session.press("g r");
    assert_eq!(session.place(), "pending");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn it_fits_on_small_screens() {
    for (columns, rows) in [(80, 24), (60, 15)] {
        let session = Session::at("pending").size(columns, rows);
        insta::assert_snapshot!(format!("pending_schedules_at_{columns}x{rows}"), session.styled_screen());
    }
}

#[test]
fn it_says_what_it_read_and_what_the_calls_say() {
    let session = Session::at("pending");
    let screen = session.screen();
    assert!(screen.contains("read 151 schedules in 2 pages"), "{screen}");
    assert!(screen.contains("withdraw("), "{screen}");
}

#[test]
fn everything_is_read_again_every_thirty_seconds() {
    let mut session = Session::at("pending?account.id=0.0.1002");
    let asked = session.asked();
    session.pass(Duration::from_secs(29));
    assert_eq!(session.asked(), asked);
    session.pass(Duration::from_secs(2));
    assert!(session.asked() > asked, "{}", session.screen());
}

#[test]
fn what_is_near_its_end_is_looked_at_every_five_seconds_until_it_has_ended() {
    let mut session = Session::at("pending?account.id=0.0.1012");
    assert!(session.screen().contains("0.0.80363"), "{}", session.screen());
    session.pass(Duration::from_secs(640));
    let asked = session.asked();
    session.pass(Duration::from_secs(25));
    assert!(session.asked() >= asked + 5, "{} {}", session.asked() - asked, session.screen());
    let mut told = false;
    for _ in 0..30 {
        session.pass(Duration::from_secs(5));
        let screen = session.screen();
        told |=
            [" schedule 0.0.80363 expired", " schedule 0.0.80363 was"].iter().any(|it| screen.contains(it));
    }
    let screen = session.screen();
    assert!(told && screen.contains("1 ended"), "{screen}");
}

#[test]
fn a_pause_stops_every_look() {
    let mut session = Session::at("pending");
    session.press("p");
    let asked = session.asked();
    session.pass(Duration::from_mins(2));
    assert_eq!(session.asked(), asked);
    assert!(session.screen().contains("paused"), "{}", session.screen());
    session.press("p").pass(Duration::from_secs(31));
    assert!(session.asked() > asked);
}

#[test]
fn calls_of_one_contract_are_picked() {
    let mut session = Session::at("pending");
    session.press("f").type_text("5001");
    assert!(session.screen().contains("?contract=0.0.5001"), "{}", session.screen());
    session.press("enter");
    assert_eq!(session.place(), "pending?contract=0.0.5001");
    let screen = session.screen();
    assert!(screen.contains("contract 0.0.5001 ✕"), "{screen}");
    assert!(!screen.contains("token mint") && !screen.contains(" transfer "), "{screen}");
    session.press("g c");
    assert_eq!(session.place(), "contract/0.0.5001");
}

#[test]
fn a_row_opens_its_schedule() {
    let mut session = Session::at("pending");
    session.press("j enter");
    assert!(session.place().starts_with("schedule/0.0."), "{}", session.place());
}

#[test]
fn nothing_pending_is_said_in_words() {
    let screen = Session::at("pending?account.id=0.0.999").screen();
    assert!(screen.contains("No schedule that passes the filters is pending on demo."), "{screen}");
}

#[test]
fn a_server_without_schedules_is_told() {
    let server = player::serve(|_| (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()));
    let screen = Session::on_server("pending", &server).screen();
    assert!(screen.contains("This server does not offer that.") && screen.contains("refresh"), "{screen}");
}

#[test]
fn a_clock_that_is_put_back_stops_no_scan() {
    let mut session = Session::at("pending");
    session.pass(Duration::from_secs(5));
    let before = session.asked();
    session.put_clock_back(Duration::from_hours(2)).pass(Duration::from_mins(3));
    assert!(session.asked() > before, "{}", session.screen());
}

#[test]
fn pages_are_read_on_while_the_first_of_them_have_pending_schedules() {
    let address = player::serve(|path| {
        let page = path.split("page=").nth(1).and_then(|page| page.parse().ok()).unwrap_or(1);
        let end = NOW.seconds + 5000;
        let row = format!(
            r#"{{"schedule_id":"0.0.{}","consensus_timestamp":"{}.0","expiration_time":"{end}.0"}}"#,
            100 - page,
            NOW.seconds - page
        );
        let next = format!(r#""/api/v1/schedules?limit=100&order=desc&page={}""#, page + 1);
        let next = if page < 4 { next } else { "null".to_owned() };
        (200, format!(r#"{{"schedules":[{row}],"links":{{"next":{next}}}}}"#))
    });
    let screen = Session::on_server("pending", &address).screen();
    assert!(screen.contains("4 pending; read 4 schedules in 4 pages: all there are"), "{screen}");
}
