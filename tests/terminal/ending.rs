//! However the program ends, the terminal is given back.

#[cfg(target_os = "linux")]
use std::sync::Arc;

use rusqlite::Connection;

use super::program::{Program, Start};

fn ended_well(program: &mut Program) {
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back(), "the terminal is not as it was");
}

#[test]
fn it_starts_with_the_contract_and_q_quits() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").see("0xB0551e9Ecceb06cf6eA2879174aAf4da84633E85");
    assert!(program.is_taken());
    assert!(program.screen().hide_cursor());
    program.send("q");
    ended_well(&mut program);
}

#[test]
fn q_quits_from_home() {
    let mut program = Start::demo().run();
    program.see("type or paste anything").send("q");
    ended_well(&mut program);
}

#[test]
fn ctrl_c_quits_while_something_loads() {
    let mut program = Start::plain().with(["--mirror", "http://127.0.0.1:1", "0.0.5001"]).run();
    program.see("Loading").send("\x03");
    ended_well(&mut program);
}

#[test]
fn ctrl_c_quits_out_of_a_text_field() {
    let mut program = Start::demo().run();
    program.see("type or paste anything").send(":");
    program.see("Go to").send("\x03");
    ended_well(&mut program);
}

#[test]
fn signals_end_it_in_order() {
    for (signal, code) in [
        ("TERM", 143),
        ("HUP", 129),
        ("INT", 130),
        ("QUIT", 131),
        ("ABRT", 134),
        ("USR1", 138),
        ("USR2", 140),
        ("ALRM", 142),
    ] {
        let mut program = Start::demo().with(["0.0.5001"]).run();
        program.see("updated at");
        program.signal(signal);
        assert_eq!(program.end(), code, "{signal}");
        assert!(program.is_given_back(), "the terminal is not as it was");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_it_while_nobody_reads_the_terminal() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at");
    let reading = Arc::clone(&program.reading);
    let unread = reading.lock();
    program.until("a write that hangs", |program| {
        program.send("\x0c");
        program.is_writing()
    });
    program.signal("TERM");
    program.until("the end of the process", |program| !program.is_running());
    drop(unread);
    assert_eq!(program.end(), 143);
}

#[test]
fn a_store_that_another_program_holds_keeps_nobody_waiting() {
    let mut program = Start::demo().with(["home"]).run();
    program.see("type or paste anything").send("0.0.5001\r");
    program.see("updated at");
    let other = Connection::open(program.home().join("data").join(hieroscope::store::FILE)).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // Each is a change that would wait.
    for contract in ["0.0.5002", "0.0.5003"] {
        program.send(&format!(":{contract}\r"));
        program.see(&format!("contract {contract}"));
    }
    program.send("\x03");
    ended_well(&mut program);
    assert!(program.text().contains("another program holds"), "{}", program.text());
}

#[test]
fn a_mouse_that_was_left_alone_is_left_alone() {
    let mut program = Start::demo().with(["--no-mouse"]).run();
    program.see("type or paste anything");
    assert!(!program.is_taken(), "the mouse was caught");
    program.send("q");
    ended_well(&mut program);
}
