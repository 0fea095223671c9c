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
fn a_paste_where_nothing_is_typed_does_nothing() {
    let mut program = Start::demo().run();
    program.see("type or paste anything").send("\x1b[200~qqq\x03\x1b[201~");
    program.send("?");
    program.see("What can be done here");
}

#[test]
fn a_flood_of_keys_ends_where_it_leads() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("read at").send(&format!("{}gg", "j".repeat(2000)));
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
