//! The shell may take the terminal for a while; afterwards everything is there again.

use std::time::Duration;

use super::program::{Program, Start};

/// Continues the program until it has taken the terminal again: a signal that comes before the program has
/// stopped is lost.
fn continued(program: &mut Program) {
    program.wipe();
    for _ in 0..100 {
        program.signal("CONT");
        program.wait_for_silence(Duration::from_millis(100));
        if program.is_taken() && program.text().contains("Identity") {
            return;
        }
    }
    panic!("it did not come back:\n{}", program.text());
}

fn suspended_by(stop: impl Fn(&mut Program)) {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").settle();
    let before = program.text();
    stop(&mut program);
    program.wait("the terminal given back", |screen| !screen.alternate_screen());
    continued(&mut program);
    assert_eq!(program.text(), before);
    program.send("?");
    program.see("What can be done here").send("\x03");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back());
}

#[test]
fn ctrl_z_suspends() {
    suspended_by(|program| program.send("\x1a"));
}

#[test]
fn the_signal_of_a_shell_suspends() {
    suspended_by(|program| program.signal("TSTP"));
}

#[test]
fn a_stop_that_gave_no_warning_is_made_good() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").settle();
    let before = program.text();
    program.signal("STOP");
    continued(&mut program);
    assert_eq!(program.text(), before);
}

#[test]
fn many_stops_in_a_row_leave_the_terminal_right() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").settle();
    let before = program.text();
    for round in 0..12 {
        if round % 2 == 0 {
            program.send("\x1a");
        } else {
            program.signal("TSTP");
        }
        program.wait("the terminal given back", |screen| !screen.alternate_screen());
        continued(&mut program);
        assert_eq!(program.text(), before, "after {} stops", round + 1);
    }
    // Stops that come faster than the program can give the terminal back, each beside its end.
    for _ in 0..12 {
        program.send("\x1a");
        for signal in ["TSTP", "CONT", "TSTP", "CONT"] {
            program.signal(signal);
        }
    }
    continued(&mut program);
    program.send("?");
    program.see("What can be done here").send("\x03");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back());
}
