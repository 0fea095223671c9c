//! Filters that were kept: those with a name, and what was set last.

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

#[test]
fn a_filter_is_kept_under_a_name_and_set_again() {
    let mut session = Session::at(RESULTS).size(120, 30);
    session.press("g f");
    insta::assert_snapshot!("nothing", session.styled_screen());
    session.press("esc f").type_text("0.0.1002").press("enter X > > > g f");
    insta::assert_snapshot!("unnamed", session.styled_screen());
    session.type_text("mine");
    insta::assert_snapshot!("named", session.styled_screen());
    session.press("enter");
    assert!(session.screen().contains("kept as \"mine\": g f sets it again"), "{}", session.screen());

    let mut again = Session::started(RESULTS, session.saved().clone()).size(120, 30);
    again.press("g f").type_text("mi");
    insta::assert_snapshot!("offered", again.styled_screen());
    again.press("enter");
    let screen = again.screen();
    assert_eq!(again.place(), "contract/0.0.5001/results?from=0.0.1002");
    assert!(screen.contains("/ status=failed ✕") && screen.contains("sorted by method ✕"), "{screen}");
    assert!(!screen.contains("No loaded row"), "{screen}");
    again.press("g f").type_text("mi").press("ctrl-x esc");
    assert!(again.saved().filters.iter().all(|filter| filter.name.is_empty()), "{:?}", again.saved().filters);
}

#[test]
fn a_filter_for_every_contract_is_offered_in_another_and_one_for_a_contract_is_not() {
    let mut session = Session::at(RESULTS);
    session.press("/").type_text("gas_used>1e4").press("enter g f").type_text("dear").press("down enter");
    session.press("g f").type_text("here").press("enter");
    let mut other = Session::started("contract/0.0.5002/results", session.saved().clone());
    let screen = other.press("g f").screen();
    assert!(screen.contains("dear") && !screen.contains("here") && !screen.contains("Set last"), "{screen}");
    other.press("enter");
    assert!(other.screen().contains("/ gas_used>1e4 ✕"), "{}", other.screen());
    assert_eq!(other.place(), "contract/0.0.5002/results");
    let mut events = Session::started("contract/0.0.5002/logs", session.saved().clone());
    assert!(events.press("g f").screen().contains("none was kept for it"), "{}", events.screen());
}

#[test]
fn what_was_set_last_in_a_list_is_offered_when_one_comes_back_to_it() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("R /").type_text("method=withdraw").press("enter [ R");
    assert!(!session.screen().contains("/ method"), "{}", session.screen());
    session.press("g f");
    assert!(session.screen().contains("Set last"), "{}", session.screen());
    session.press("enter");
    assert!(session.screen().contains("/ method=withdraw ✕"), "{}", session.screen());
}

#[test]
fn where_there_is_no_list_it_says_so() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("g f");
    assert!(session.screen().contains("this is no list with filters"), "{}", session.screen());
}
