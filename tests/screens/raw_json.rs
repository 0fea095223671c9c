//! JSON as received: it folds, leaves what a path leads to, and is copied in parts, short or megabytes long.

use std::fmt::Write as _;

use hieroscope::message::Command;

use crate::player::serve;
use crate::support::Session;

const RESULT: &str = "result/0.0.5001/1795216207.123456789";
const SERVED: &str = "result/0.0.5001/1795219000.000000001";

fn copied(session: &Session) -> String {
    let mut texts = session.carried().iter().filter_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    texts.next_back().unwrap_or_default()
}

/// The path that stands above the footer.
fn path(session: &Session) -> String {
    let screen = session.screen();
    screen.lines().rev().nth(2).unwrap_or_default().trim().to_owned()
}

/// A session at the JSON of a result with so many logs.
fn with_logs(count: usize) -> Session {
    let server = serve(move |_| {
        let mut logs = String::new();
        for at in 0..count {
            let _ = write!(
                logs,
                r#"{}{{"address":"0x00000000000000000000000000000000{at:08x}","bloom":"0x","contract_id":"0.0.5001",
                "data":"0x","index":{at},"topics":["0xaa{at}","0xbb\u001b[31m"]}}"#,
                if at == 0 { "" } else { "," }
            );
        }
        let result = format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
            "amount":115792089237316195423570985008687907853269984665640564039457584007913129639935,
            "a \"b\"":1.50,"error_message":null,"logs":[{logs}],"bloom":"0x"}}"#
        );
        (200, result)
    });
    let mut session = Session::on_server(SERVED, &server);
    session.press("J");
    session
}

#[test]
fn json_looks_like_this() {
    for (name, keys, text) in [
        ("folded", "J z M G k k enter", ""),
        ("narrowed", "J f", "logs[].topics[0]"),
        ("no_path", "J f", "logs[oops"),
    ] {
        let mut session = Session::at(RESULT).size(80, 24);
        session.press(keys).type_text(text).press(if text.is_empty() { "" } else { "enter" });
        insta::assert_snapshot!(name, session.styled_screen());
    }
    insta::assert_snapshot!(
        "without_colours",
        Session::plain(RESULT).size(80, 24).press("J z M j").styled_screen()
    );
}

#[test]
fn what_is_folded_is_one_line_that_says_how_much_it_holds() {
    let mut session = with_logs(3);
    session.press("z M");
    let screen = session.screen();
    assert!(screen.contains(r#""logs": […],  3 items"#), "{screen}");
    session.press("G k k");
    assert_eq!(path(&session), ".logs");
    session.press("enter j");
    let screen = session.screen();
    assert!(screen.contains("{…},  6 fields") && path(&session) == ".logs[0]", "{screen}");
    session.press("space G k k k");
    assert!(
        session.screen().contains(r#""index": 0"#) && path(&session) == ".logs[2]",
        "{}",
        session.screen()
    );
    // What a single value is in is folded from there.
    session.press("z R G k k k k k");
    assert_eq!(path(&session), ".logs[2].topics[1]");
    session.press("z a");
    assert!(
        path(&session) == ".logs[2].topics" && session.screen().contains("[…]  2 items"),
        "{}",
        session.screen()
    );
    session.press("z R");
    assert!(!session.screen().contains("2 items"), "{}", session.screen());
}

#[test]
fn a_search_opens_what_is_folded() {
    let mut session = with_logs(3);
    session.press("z M /").type_text("0xaa2").press("enter");
    assert_eq!(path(&session), ".logs[2].topics[0]");
    let screen = session.screen();
    assert!(
        screen.contains("hit 1 of 1") && screen.contains("0xaa2") && !screen.contains("0xaa1"),
        "{screen}"
    );
}

#[test]
fn a_value_is_copied_as_one_means_it_and_exactly() {
    let mut session = with_logs(2);
    session.press("/").type_text("amount").press("enter esc y");
    assert_eq!(
        copied(&session),
        "115792089237316195423570985008687907853269984665640564039457584007913129639935"
    );
    session.press("Y p");
    assert_eq!(copied(&session), ".amount");
    session.press("j y Y p");
    assert_eq!(copied(&session), r#".["a \"b\""]"#);
    session.press("/").type_text("bb").press("enter n y");
    assert_eq!(copied(&session), "0xbb\u{1b}[31m");
    assert!(session.screen().contains("1 control or hidden character"), "{}", session.screen());
    assert!(!session.screen().contains('\u{1b}'));
    session.press("Y p");
    assert_eq!(copied(&session), ".logs[1].topics[1]");
    session.press("k k y");
    assert_eq!(copied(&session), r#"["0xaa1","0xbb\u001b[31m"]"#);
}

#[test]
fn a_path_leaves_what_it_leads_to_and_says_where_that_was() {
    let mut session = with_logs(3);
    session.press("f").type_text("logs[].topics[0]").press("enter");
    let screen = session.screen();
    assert!(screen.contains("3 values") && screen.contains("0xaa2") && !screen.contains("0xbb"), "{screen}");
    session.press("j");
    assert_eq!(path(&session), ".logs[1].topics[0]");
    // A value is where it was once all is shown again.
    session.press("F");
    assert!(
        path(&session) == ".logs[1].topics[0]" && session.screen().contains("SUCCESS"),
        "{}",
        session.screen()
    );
    // The path of the line is there to be edited; escape leaves things as they are.
    session.press("f").type_text("x").press("esc");
    assert!(session.screen().contains("SUCCESS"), "{}", session.screen());
    session.press("f backspace backspace backspace enter");
    assert!(
        session.screen().contains("1 value") && path(&session) == ".logs[1].topics",
        "{}",
        session.screen()
    );
    session.press("esc f").type_text("[").press("enter");
    let screen = session.screen();
    assert!(screen.contains("examples: .logs[2].topics[0]"), "{screen}");
    session.press("esc f ctrl-u").type_text("..nothing").press("enter");
    assert!(session.screen().contains("leads to nothing here"), "{}", session.screen());
    session.press("esc esc");
    assert!(!session.screen().contains("as received"), "{}", session.screen());
}

#[test]
fn the_last_tab_of_a_result_is_the_same_view() {
    let mut session = with_logs(3);
    session.press("esc shift-tab z M G k k");
    assert!(session.screen().contains("3 items") && path(&session) == ".logs", "{}", session.screen());
    session.press("f").type_text("[1].index").press("enter y");
    assert_eq!(copied(&session), "1");
    session.press("esc /").type_text("0xaa1").press("enter");
    assert_eq!(path(&session), ".logs[1].topics[0]");
    session.press("esc");
    assert!(
        !session.screen().contains("find  0xaa1") && session.screen().contains("0xaa0"),
        "{}",
        session.screen()
    );
}

#[test]
fn a_path_never_holds_up_a_key_and_esc_gives_it_up() {
    let mut session = with_logs(3);
    session.hold();
    session.press("f ctrl-u").type_text("$..[?$..[?$..*]]").press("enter");
    assert!(session.screen().contains("filtering"), "a path takes as long as it takes: {}", session.screen());
    session.press("esc");
    assert!(session.screen().contains("SUCCESS"), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("SUCCESS"), "what was given up is not shown: {}", session.screen());
    for hostile in ["[".repeat(6_400), format!("${}", "[?@".repeat(26))] {
        session.press("f ctrl-u").type_text(&hostile).press("enter");
        assert!(session.screen().contains("not a path: "), "{}", session.screen());
        session.press("esc");
    }
}

#[test]
fn a_long_document_is_folded_and_narrowed_aside() {
    let mut session = with_logs(2_000);
    session.press("z M");
    assert!(session.screen().contains("2,000 items"), "{}", session.screen());
    session.press("G k k enter");
    assert!(session.screen().contains("6 fields"), "{}", session.screen());
    session.hold();
    session.press("f").type_text("[].topics[0]").press("enter");
    assert!(session.screen().contains("filtering"), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("2,000 values"), "{}", session.screen());
    session.press("G");
    assert_eq!(path(&session), ".logs[1999].topics[0]");
    session.press("F");
    while session.let_go(0) {}
    assert_eq!(path(&session), ".logs[1999].topics[0]");
}

#[test]
fn the_path_line_is_emptied_like_every_other() {
    for keys in ["J f", "tab tab tab tab tab tab tab f"] {
        let mut session = Session::at(RESULT);
        session.press(keys).press("ctrl+u").type_text(".gas_used");
        assert!(session.screen().contains("path  .gas_used "), "{}", session.screen());
        session.press("enter");
        assert!(session.screen().contains("1 value"), "{}", session.screen());
    }
}
