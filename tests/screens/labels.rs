//! Labels: given to what is selected, and shown wherever it appears.

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

/// A session at this place in which a sender and a contract have labels.
fn labelled(place: &str) -> Session {
    let mut session = Session::at("contract/0.0.5001");
    session.press("l").type_text("vault").press("enter");
    session.press("l shift-tab ctrl-u").paste("0.0.1024").press("tab").type_text("deployer").press("enter");
    let saved = session.saved().clone();
    assert_eq!(saved.labels.len(), 2, "{:?}", saved.labels);
    Session::started(place, saved)
}

#[test]
fn the_selected_value_gets_a_label_and_loses_it() {
    let mut session = Session::at(RESULTS).size(100, 24);
    session.press("l");
    insta::assert_snapshot!("form", session.styled_screen());
    session.type_text("deployer").press("tab").type_text("of the release").press("enter");
    insta::assert_snapshot!("in_a_list", session.styled_screen());
    session.press("l");
    assert!(session.screen().contains("of the release"), "{}", session.screen());
    session.press("ctrl-u enter");
    assert!(session.saved().labels.is_empty(), "{:?}", session.saved().labels);
    assert!(session.screen().contains("has no label any more"), "{}", session.screen());
}

#[test]
fn labels_are_shown_after_a_restart() {
    for (name, place) in [("list", RESULTS), ("contract", "contract/0.0.5001")] {
        let session = labelled(place).size(120, 30);
        insta::assert_snapshot!(format!("labelled_{name}"), session.styled_screen());
    }
    let mut session = labelled(RESULTS).size(120, 30);
    session.press("enter");
    insta::assert_snapshot!("labelled_result", session.styled_screen());
}

#[test]
fn a_label_is_found_by_the_address_of_the_same_contract() {
    let session = labelled("contract/0.0.5001");
    let screen = session.screen();
    let address = screen.lines().find(|line| line.contains("EVM address")).unwrap_or_default();
    assert!(address.contains("vault"), "{screen}");
}

#[test]
fn what_would_be_taken_for_something_else_is_refused_at_the_form() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("l").type_text("0.0.1003").press("enter");
    assert!(session.screen().contains("would be taken for it"), "{}", session.screen());
    session.press("shift-tab ctrl-u").type_text("nothing").press("enter");
    assert!(session.screen().contains("is no id, address, transaction id or hash"), "{}", session.screen());
    assert!(session.saved().labels.is_empty());
}

#[test]
fn a_local_filter_names_a_label_and_a_text_finds_it() {
    let mut session = labelled(RESULTS).size(120, 20);
    session.press("/").type_text("from=@de");
    insta::assert_snapshot!("local_filter", session.styled_screen());
    session.press("tab enter");
    let screen = session.screen();
    assert!(screen.contains("/ from=@deployer"), "{screen}");
    assert!(screen.contains("deployer") && !screen.contains("0.0.1038"), "{screen}");
    session.press("esc /").type_text("eploye").press("enter");
    assert!(session.screen().contains("deployer") && !session.screen().contains("0.0.1038"));
}

#[test]
fn a_filter_of_the_server_takes_a_label_and_sends_what_has_it() {
    let mut session = labelled(RESULTS).size(120, 30);
    session.press("f").type_text("@nobody");
    assert!(session.screen().contains("no label @nobody on demo"), "{}", session.screen());
    session.press("ctrl-u").type_text("depl").press("right enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1024");
    assert!(session.screen().contains("from deployer 0.0.1024 ✕"), "{}", session.screen());
}

#[test]
fn the_palette_finds_what_has_a_label() {
    let mut session = labelled("home").size(120, 30);
    session.press(":").type_text("vault");
    insta::assert_snapshot!("palette", session.styled_screen());
    session.press("enter");
    assert_eq!(session.place(), "contract/0.0.5001");
    session.press(":").type_text("results @vault from @deployer").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1024");
}
