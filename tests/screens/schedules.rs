//! The schedules: one with its lifecycle and countdown, and the list with its filters.

use std::time::Duration;

use hieroscope::message::Command;

use crate::support::Session;

#[test]
fn a_pending_call_shows_what_it_waits_for_and_what_it_will_do() {
    insta::assert_snapshot!(Session::at("schedule/0.0.7002").styled_screen());
}

#[test]
fn an_executed_schedule_tells_its_story() {
    insta::assert_snapshot!(Session::at("schedule/0.0.7005").size(120, 60).styled_screen());
}

#[test]
fn a_schedule_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at("schedule/0.0.7007").size(80, 24).styled_screen());
}

#[test]
fn fields_that_nobody_knows_stand_in_a_tree() {
    let mut session = Session::at("schedule/0.0.7012");
    insta::assert_snapshot!(session.press("G").styled_screen());
}

#[test]
fn each_state_is_named_with_the_rule_that_decided_it() {
    for (id, state, rule) in [
        (7001, "· expires in 42 d 0 h: waits for expiry", "not executed, not deleted"),
        (7003, "✕ deleted", "it is marked as deleted"),
        (7004, "✗ expired at 2026-08-21", "its expiration time and a minute of grace have passed"),
        (7005, "✓ executed at 2026-08-22", "it has an executed_timestamp"),
        (7007, "! expires in 9 min 0 s: runs when signed", "its expiration time is less than 10 min away"),
        (7008, "✗ expired at 2026-08-27", "30 min after its creation (no expiration time given)"),
    ] {
        let screen = Session::at(&format!("schedule/0.0.{id}")).screen();
        assert!(screen.contains(state) && screen.contains(rule), "{id}: {screen}");
    }
}

#[test]
fn odd_records_show_what_they_have() {
    assert_eq!(fact(&Session::at("schedule/0.0.7013"), "payer"), "not sent");
    assert!(fact(&Session::at("schedule/0.0.7014"), "deleted").starts_with("2026-"));
    let hostile = Session::at("schedule/0.0.7010").screen();
    assert!(hostile.contains(r"\x1b[31mRED\x1b[0m"), "{hostile}");
    let broken = Session::at("schedule/0.0.7017").screen();
    assert!(broken.contains("cannot be read from byte 0 on"), "{broken}");
    let text = fact(&Session::at("schedule/0.0.7018"), "body");
    assert_eq!(text, "! \"this is not base64!\"  not of the expected form");
}

/// The value behind a label.
fn fact(session: &Session, label: &str) -> String {
    let screen = session.screen();
    let mut lines = screen.lines().map(|line| line.trim_start_matches(['▌', ' ']));
    let value = lines.find_map(|line| line.strip_prefix(label)?.strip_prefix("  "));
    value.unwrap_or_else(|| panic!("no {label}: {screen}")).trim_start().to_owned()
}

#[test]
fn the_countdown_moves_and_the_record_is_looked_at_more_often_near_its_end() {
    let mut session = Session::at("schedule/0.0.80363");
    assert!(session.screen().contains("expires in 11 min 33 s"), "{}", session.screen());
    let asked = session.asked();
    session.pass(Duration::from_secs(61));
    assert!(session.screen().contains("expires in 10 min 32 s"), "{}", session.screen());
    assert_eq!(session.asked(), asked + 2, "every thirty seconds");
    session.pass(Duration::from_secs(571));
    let asked = session.asked();
    session.pass(Duration::from_secs(20));
    assert_eq!(session.asked(), asked + 4, "every five seconds: {}", session.screen());
}

#[test]
fn what_has_ended_is_looked_at_no_more() {
    let mut session = Session::at("schedule/0.0.80363");
    session.pass(Duration::from_mins(13));
    let screen = session.screen();
    assert!(screen.contains("schedule 0.0.80363  e") && !screen.contains("expiring"), "{screen}");
    assert!(session.is_quiet(), "{screen}");
}

#[test]
fn what_is_final_never_moves() {
    for id in [7003, 7004, 7005, 7008, 7014, 7044] {
        assert!(Session::at(&format!("schedule/0.0.{id}")).is_quiet(), "{id}");
    }
}

#[test]
fn the_body_is_shown_in_hex_and_copied_whole() {
    let mut session = Session::at("schedule/0.0.7002");
    session.press("B");
    assert!(session.screen().contains("body bytes"), "{}", session.screen());
    insta::assert_snapshot!(session.press("j").styled_screen());
    session.press("y");
    let copied = session.carried().iter().find_map(|command| match command {
        Command::Copy(text) => Some(text.as_str()),
        _ => None,
    });
    assert!(copied.is_some_and(|text| text.starts_with("0x0880c2d72f")), "{copied:?}");
    session.press("esc");
    assert!(session.screen().contains("Lifecycle"), "{}", session.screen());
}

#[test]
fn the_called_contract_can_be_opened() {
    let mut session = Session::at("schedule/0.0.7002");
    session.press("g c");
    assert_eq!(session.place(), "contract/0.0.5001");
}

#[test]
fn what_came_of_a_call_is_read_from_its_transaction() {
    let mut session = Session::at("schedule/0.0.7006");
    session.press("j j j j");
    assert!(session.screen().contains("▌outcome"), "{}", session.screen());
    session.press("enter");
    assert_eq!(session.place(), "transaction/0.0.1006-1787551997-000005555");
}

#[test]
fn what_is_no_schedule_opens_as_what_it_is() {
    for (id, place, words) in [
        ("0.0.5001", "contract/0.0.5001", "0.0.5001 is a contract, not a schedule"),
        ("0.0.1002", "account/0.0.1002", "0.0.1002 is an account, not a schedule"),
        ("0.0.2001", "token/0.0.2001", "0.0.2001 is a token, not a schedule"),
    ] {
        let session = Session::at(&format!("schedule/{id}"));
        assert_eq!(session.place(), place);
        assert!(session.screen().contains(words), "{}", session.screen());
    }
    let nothing = Session::at("schedule/0.0.4999999");
    let screen = nothing.screen();
    assert!(screen.contains("No schedule 0.0.4999999 on demo."), "{screen}");
    assert!(screen.contains("Nor is 0.0.4999999 a contract, an account or a token here"), "{screen}");
}

#[test]
fn the_key_for_schedules_opens_the_newest_first() {
    let mut session = Session::at("home");
    session.press("S");
    assert_eq!(session.place(), "schedules?order=desc");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn the_oldest_come_first_if_that_is_asked() {
    let session = Session::at("schedules?order=asc").size(80, 24);
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn wide_screens_show_every_column() {
    insta::assert_snapshot!(Session::at("schedules?order=asc").size(200, 30).styled_screen());
}

#[test]
fn scrolling_loads_the_next_page_down_to_the_end() {
    let mut session = Session::at("schedules?order=desc");
    session.press("G");
    assert!(session.screen().contains("row 100 of 100 loaded in 1 page, more below"), "{}", session.screen());
    session.press("j");
    assert!(
        session.screen().contains("of 151 loaded in 2 pages, the end of the list"),
        "{}",
        session.screen()
    );
}

#[test]
fn only_countdowns_in_view_move() {
    let mut session = Session::at("schedules?schedule.id=lte:0.0.7009").size(80, 24);
    assert!(session.screen().contains("in 9 min 0 s"), "{}", session.screen());
    session.pass(Duration::from_secs(3));
    assert!(session.screen().contains("in 8 min 57 s"), "{}", session.screen());
    let over = Session::at("schedules?schedule.id=gte:0.0.7003&schedule.id=lte:0.0.7006");
    assert!(over.is_quiet(), "{}", over.screen());
}

#[test]
fn the_form_holds_every_parameter_and_shows_what_will_be_sent() {
    let mut session = Session::at("schedules?order=desc");
    session.press("f").type_text("1002").press("tab").type_text("gt:7000, lte:0.0.80000");
    insta::assert_snapshot!(session.styled_screen());
    session.press("tab right tab").type_text("10").press("enter");
    assert_eq!(
        session.place(),
        "schedules?account.id=0.0.1002&schedule.id=gt:0.0.7000&schedule.id=lte:0.0.80000&order=asc&limit=10"
    );
    let screen = session.screen();
    assert!(screen.contains("account.id 0.0.1002 ✕") && screen.contains("10 rows a page ✕"), "{screen}");
    session.press("g d");
    assert!(session.place().ends_with("&order=desc&limit=10"), "{}", session.place());
    session.press("F");
    assert_eq!(session.place(), "schedules?order=desc");
}

#[test]
fn a_fault_is_told_at_its_field_and_nothing_is_sent() {
    let mut session = Session::at("schedules");
    let asked = session.asked();
    session.press("f").type_text("q1s:/?e").press("enter");
    let screen = session.screen();
    assert!(screen.contains("q1s:/?e") && screen.contains("write the creator's account id"), "{screen}");
    session.press("esc f tab").type_text("7002 7003").press("enter");
    assert!(session.screen().contains("no schedule has two ids"), "{}", session.screen());
    assert_eq!((session.asked(), session.place().as_str()), (asked, "schedules?order=desc"));
}

#[test]
fn an_empty_list_says_why() {
    let creator = Session::at("schedules?account.id=0.0.999").screen();
    assert!(creator.contains("No schedule was created by 0.0.999 on demo."), "{creator}");
    let id = Session::at("schedules?schedule.id=0.0.9").screen();
    assert!(id.contains("No schedule 0.0.9 on demo."), "{id}");
    let range = Session::at("schedules?schedule.id=gt:0.0.7000&schedule.id=lt:0.0.7001").screen();
    assert!(range.contains("No matching schedules."), "{range}");
    let odd = Session::at("schedules?account.id=0.0.1099").screen();
    assert!(odd.contains("The answer could not be read"), "{odd}");
}

#[test]
fn a_row_opens_its_schedule_and_back_shows_the_list_as_it_was() {
    let mut session = Session::at("schedules?order=desc");
    session.press("j j");
    let rows = |session: &Session| session.screen().lines().take(34).collect::<Vec<_>>().join("\n");
    let before = rows(&session);
    session.press("enter");
    assert!(session.place().starts_with("schedule/0.0."), "{}", session.place());
    session.press("[");
    // What the schedule ran is known to have succeeded now.
    assert_eq!(rows(&session), before.replace("▌0.0.80362   ? executed", "▌0.0.80362   ✓ executed"));
}

#[test]
fn what_became_of_it_is_told_when_it_is_looked_at_by_itself() {
    let mut session = Session::at("home");
    session.pass(Duration::from_mins(10)).press(":").type_text("schedule/0.0.80365").press("enter");
    assert!(session.screen().contains("schedule 0.0.80365  pending"), "{}", session.screen());
    let mut told = false;
    for _ in 0..170 {
        session.pass(Duration::from_secs(10));
        told |= session.screen().contains(" schedule 0.0.80365 was executed ");
    }
    let screen = session.screen();
    assert!(told && screen.contains("schedule 0.0.80365  executed"), "{screen}");
    assert!(session.is_quiet(), "what was executed is looked at no more: {screen}");
}

#[test]
fn every_field_of_the_inner_transaction_has_a_name() {
    let screen = Session::at("schedule/0.0.80311").size(120, 60).screen();
    assert!(screen.contains("token mint") && screen.contains("   token "), "{screen}");
    assert!(!screen.contains("field 1 "), "{screen}");
}

#[test]
fn a_schedule_on_a_small_screen_says_who_has_signed() {
    let mut session = Session::at("schedule/0.0.7007").size(80, 24);
    while !session.screen().contains("Who has signed") {
        session.press("pgdn");
    }
    insta::assert_snapshot!(session.styled_screen());
}
