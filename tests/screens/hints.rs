//! Footers, help and notices tell the truth: they name the keys that are set, and end with what they are about.

use std::time::Duration;

use hieroscope::message::{Action, Event, Notice};

use crate::support::Session;

const KEYS: &str = "[keys]\nopen = [\"ctrl-j\", \"z\"]\nclose = [\"ctrl-x\"]\nhelp = [\"w\"]\nquit = [\"Q\"]\n\
                    filter = [\"X\"]\nnext-part = [\"ctrl-w\"]\n";

fn footer(session: &Session) -> String {
    session.screen().lines().last().unwrap_or_default().trim().to_owned()
}

#[test]
fn hints_name_the_keys_that_are_set_and_these_work() {
    let mut session = Session::with_settings("contract/0.0.5001/results", KEYS);
    let list = footer(&session);
    assert!(list.contains("X filter") && list.contains("w help") && list.contains("Q quit"), "{list}");
    let form = session.press("X").screen();
    assert!(form.contains("ctrl-j apply   ctrl-w next field"), "{form}");
    assert!(form.contains("ctrl-x cancel") && !form.contains("⏎") && !form.contains("esc "), "{form}");
    // The keys that are named are the form's: the next field is gone to, the form is applied.
    session.type_text("0.0.1002").press("ctrl-j");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1002");
    session.press("X ctrl-x");
    assert!(!session.screen().contains("next field"), "{}", session.screen());
    let help = session.press("w").screen();
    assert!(help.contains("ctrl-j  z") && help.contains("open") && !help.contains("?  f1"), "{help}");
}

#[test]
fn a_form_whose_keys_are_all_letters_keeps_keys_of_its_own() {
    let keys = "[keys]\nopen = [\"z\"]\nclose = [\"Z\"]\n";
    let mut session = Session::with_settings("contract/0.0.5001/results", keys);
    let form = session.press("f").screen();
    assert!(form.contains("⏎ apply") && form.contains("esc cancel"), "{form}");
    session.type_text("0.0.1002").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1002");
}

#[test]
fn no_notice_speaks_of_an_action_by_its_inner_name() {
    for place in ["home", "contract/0.0.5001", "contract/0.0.5001/results", "schedules", "jobs"] {
        for (keys, action) in [(".", "next-step"), ("p", "pause"), ("D", "difference"), ("d", "next-reading")]
        {
            let mut session = Session::at(place);
            let screen = session.press(keys).screen();
            assert!(!screen.contains("does nothing"), "{place} {keys}: {screen}");
            assert!(!action.contains('-') || !screen.contains(action), "{place} {keys}: {screen}");
        }
    }
    let names = Action::ALL.iter().filter(|action| action.name().contains('-'));
    let mut session = Session::at("home");
    let help = session.press("?").screen();
    for name in names.filter(|name| !matches!(name, Action::AsOf | Action::GoTo)) {
        assert!(!help.contains(name.name()), "{}: {help}", name.name());
    }
}

#[test]
fn help_names_no_letters_while_they_would_be_typed() {
    let mut session = Session::at("contract/0.0.5001/results");
    let help = session.press("f f1").screen();
    assert!(help.contains("What can be done here"), "{help}");
    assert!(!help.contains(" H ") && !help.contains(" b "), "{help}");
    assert!(help.contains("ctrl-c"), "{help}");
}

#[test]
fn a_notice_ends_with_its_screen() {
    let mut session = Session::at("contract/0.0.5001");
    assert!(session.press("y").screen().contains("copied contract id"), "{}", session.screen());
    assert!(!session.press("H").screen().contains("copied"), "{}", session.screen());
    session.press("]");
    assert!(session.screen().contains("nothing to go forward to"), "{}", session.screen());
    assert!(!session.press("[").screen().contains("forward to"), "{}", session.screen());
    // What was said of leaving is seen where one comes to, and what is about no screen stays.
    session.event(Event::Notice(Notice::failure("the disk is full")));
    assert!(session.press("H").screen().contains("the disk is full"), "{}", session.screen());
}

#[test]
fn a_failure_outlasts_what_comes_after_it() {
    let mut session = Session::at("contract/0.0.5001");
    session.event(Event::Notice(Notice::failure("the disk is full")));
    for _ in 0..9 {
        session.press("y j");
    }
    assert!(session.screen().contains("the disk is full"), "{}", session.screen());
    session.pass(Duration::from_secs(9));
    assert!(!session.screen().contains("the disk is full"), "{}", session.screen());
}

#[test]
fn a_copy_says_when_the_value_holds_what_acts_where_it_is_pasted() {
    let mut session = Session::at("contract/0.0.5013");
    session.press("j j");
    let screen = session.press("y").screen();
    assert!(screen.contains("copied memo") && screen.contains("control or hidden character"), "{screen}");
    let mut session = Session::at("contract/0.0.5001");
    let screen = session.press("j j y").screen();
    assert!(screen.contains("copied memo (15 characters)") && !screen.contains("hidden"), "{screen}");
}
