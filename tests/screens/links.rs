//! Letters over what can be followed.

use crate::support::Session;

const RICH: &str = "result/0.0.5001/1795216207.123456789";

#[test]
fn what_a_contract_names_is_a_letter_away() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("o");
    snapshot!(session.styled_screen());
    session.press("esc");
    assert!(!session.is_open() && session.place() == "contract/0.0.5001", "{}", session.screen());
}

#[test]
fn a_story_leads_to_everyone_in_it() {
    let mut session = Session::at(RICH);
    session.press("o");
    snapshot!(session.styled_screen());
    session.press("s");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1043");
    session.press("[ o f");
    assert_eq!(session.place(), "contract/0.0.1056", "an id within a line");
}

#[test]
fn what_was_followed_is_selected_where_one_comes_back_to() {
    let mut session = Session::at("contract/0.0.5001").size(120, 60);
    session.press("o t");
    assert_eq!(session.place(), "verified/298/0.0.5001");
    session.press("[");
    assert!(session.screen().contains("▌verified"), "{}", session.screen());
}

#[test]
fn a_key_that_is_no_letter_of_a_link_says_so_and_leaves() {
    for (key, said) in [("z", "no link has the letters z"), ("9", "no link has the letters 9")] {
        let mut session = Session::at("contract/0.0.5001");
        let screen = session.press("o").press(key).screen();
        assert!(screen.contains(said), "{key}: {screen}");
        assert!(!session.is_open() && session.place() == "contract/0.0.5001", "{screen}");
    }
}

#[test]
fn where_nothing_can_be_followed_that_is_said() {
    let mut session = Session::at("jobs");
    let screen = session.press("o").screen();
    assert!(screen.contains("nothing in view can be followed") && !session.is_open(), "{screen}");
}
