//! What comes from the keyboard and the clipboard, and what comes when nothing does.

use std::time::Duration;

use super::program::Start;

#[test]
fn a_paste_is_one_event_and_opens_nothing_by_itself() {
    let mut program = Start::demo().run();
    program.see("type or paste anything").send(":");
    program.see("Go to").send("\x1b[200~0.0.5002\r\n\x1b[201~");
    program.see("contract/0.0.5002");
    assert!(program.text().contains("Go to"), "the line break opened it:\n{}", program.text());
    program.send("\r");
    program.see("Identity").see("0.0.5002");
}

#[test]
fn a_paste_where_nothing_is_typed_goes_to_the_go_to_line() {
    let mut program = Start::demo().run();
    program.see("type or paste anything").send("\x1b[200~0.0.5002\r\n\x1b[201~");
    program.see("Go to").see("contract/0.0.5002").send("\r");
    program.see("Identity").see("0.0.5002");
}

#[test]
fn words_on_the_command_line_are_those_of_the_go_to_line() {
    let mut program = Start::demo().with(["results", "0.0.5001", "from", "0.0.1002", "last", "2h"]).run();
    program.see("0.0.5001").see("from 0.0.1002");
    let mut program = Start::demo().with(["verify", "0.0.5001"]).run();
    program.see("similarity");
}

#[test]
fn what_speaks_against_a_target_is_said_at_the_start() {
    for (target, words) in [
        ("0.0.5001-aaaaa", "the checksum aaaaa is wrong"),
        ("https://repo.example/1234/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "this is of chain 1234"),
    ] {
        let mut program = Start::demo().with([target]).run();
        program.see(words);
    }
}

#[test]
fn a_mirror_node_alone_is_a_network_of_its_own() {
    let mut program = Start::plain().with(["--mirror", "http://127.0.0.1:1/api/v1", "0.0.5001"]).run();
    program.see("127.0.0.1:1").see("http://127.0.0.1:1/api/v1/contracts/0.0.5001");
    assert!(!program.text().contains("mainnet"), "{}", program.text());
    assert!(!program.text().contains("chain 295"), "{}", program.text());
}

#[test]
fn a_flood_of_keys_ends_where_it_leads() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").send(&format!("{}gg", "j".repeat(2000)));
    program.send("?");
    program.see("What can be done here").send("\x1b");
    program.see_no("What can be done here");
    program.wait("the first row selected", |screen| {
        screen.rows(0, 100).any(|row| row.starts_with('▌') && row.contains("contract id"))
    });
}

#[test]
fn nothing_is_written_while_nothing_happens() {
    for place in ["home", "contract/0.0.5001"] {
        let mut program = Start::demo().with([place]).run();
        program.see("? help");
        program.wait_for_silence(Duration::from_secs(2));
        let before = program.written().len();
        program.wait_for_silence(Duration::from_secs(2));
        assert_eq!(program.written().len(), before, "{place}");
    }
}

#[test]
fn a_typed_time_says_in_which_zone_it_is_read_while_local_times_are_shown() {
    let mut program =
        Start::demo().variable("TZ", "America/New_York").with(["contract/0.0.5001/results"]).run();
    program.see("swapExactTokens").settle();
    let said = "The time is in local time, America/New_York.";
    program.send(":2026-11-20 14:00");
    program.see("Go to or run").settle();
    assert!(!program.text().contains("The time is in"), "{}", program.text());
    program.send("\x1b");
    program.see_no("Go to or run").send(":times local\r");
    program.see("times: local time").send(":2026-11-20 14:00");
    program.see(said).send("\x1b");
    program.see_no("Go to or run").send(":2026-11-20T14:00Z");
    program.see("2026-11-20T14:00Z").settle();
    assert!(!program.text().contains("The time is in"), "{}", program.text());
    program.send("\x1b");
    program.see_no("Go to or run").send("U");
    program.see("a time in local time, America/New_York").send("\x1b");
    program.see_no("load until").send(":contract/0.0.5001/find\r");
    program.see("Find an event in results of 0.0.5001, times in local time, America/New_York");
    program.send("\x03\x03");
}
