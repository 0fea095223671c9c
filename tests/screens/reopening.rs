//! The places that were open when the program ended, opened again.

use hieroscope::message::Command;

use crate::support::Session;

/// A session that ends in a filtered and sorted list, three places from home.
fn ended() -> Session {
    let mut session = Session::plainly("", hieroscope::message::Saved::default());
    session.press(":").type_text("0.0.5001").press("enter R X > > >");
    session.press("Q");
    session
}

#[test]
fn one_is_where_one_was_with_the_filter_the_sort_and_the_way_back() {
    let before = ended();
    let mut session = Session::plainly("", before.saved().clone());
    assert_eq!(session.place(), "contract/0.0.5001/results");
    insta::assert_snapshot!(session.styled_screen());
    session.press("[");
    assert_eq!(session.place(), "contract/0.0.5001");
    session.press("[");
    assert_eq!(session.place(), "home");
}

#[test]
fn what_was_open_on_the_way_is_kept_even_if_the_program_is_killed() {
    let mut session = Session::plainly("", hieroscope::message::Saved::default());
    session.press(":").type_text("0.0.5001").press("enter");
    let again = Session::plainly("", session.saved().clone());
    assert_eq!(again.place(), "contract/0.0.5001");
}

#[test]
fn who_ends_at_home_or_wants_it_so_begins_at_home() {
    let mut session = ended();
    assert_eq!(Session::plainly("reopen = false", session.saved().clone()).place(), "home");
    assert_eq!(Session::started("jobs", session.saved().clone()).place(), "jobs");
    session = Session::plainly("", session.saved().clone());
    session.press("H Q");
    assert_eq!(Session::plainly("", session.saved().clone()).place(), "home");
}

#[test]
fn what_is_stored_already_is_not_written_again_at_the_end() {
    let kept = [hieroscope::message::Saved::default(), ended().saved().clone()];
    for saved in kept {
        let mut session = Session::plainly("", saved);
        session.forget_carried();
        session.press("Q");
        assert_eq!(session.carried(), [Command::Quit], "{}", session.place());
    }
}
