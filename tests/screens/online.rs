//! Names from a signature server: only for a user who set one, only for what nothing else can tell, and marked.

use crate::support::Session;

/// The setting. The embedded network asks its own server, whatever is set.
const SET: &str = "signatures = \"http://127.0.0.1:1\"";

/// The results of a contract that nobody verified, with an error that no shipped signature names.
const LIST: &str = "contract/0.0.5044/results";
/// A result of another such contract, whose event has no shipped name either.
const RESULT: &str = "result/0.0.5043/1795218722.820397598";

#[test]
fn nobody_is_asked_unless_it_is_set() {
    for (place, name) in [(LIST, "WouldGoBelowZero"), (RESULT, "Counted"), ("code/0.0.5044", "Counted")] {
        let mut session = Session::at(place);
        session.press("tab tab");
        assert!(!session.screen().contains(name), "{}", session.screen());
        assert_eq!(session.looked_up(), [], "{place}");
    }
}

#[test]
fn a_list_is_named_after_one_question() {
    let mut session = Session::with_settings(LIST, SET).size(200, 40);
    assert!(session.screen().contains("WouldGoBelowZero()"), "{}", session.screen());
    assert_eq!(session.looked_up().len(), 1);
    session.press("r");
    assert_eq!(session.looked_up().len(), 1);
    assert!(session.is_quiet());
}

#[test]
fn a_result_says_where_the_name_comes_from_and_what_it_does_not_say() {
    let mut session = Session::with_settings(RESULT, SET);
    session.press("tab tab");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn nothing_that_a_verified_contract_has_is_asked_for() {
    // `fulfill(…)` and `rearrange(…)` are in no shipped set.
    for place in ["contract/0.0.5004/results", "contract/0.0.5204/results", "code/0.0.5204"] {
        let session = Session::with_settings(place, SET);
        assert_eq!(session.looked_up(), [], "{place}\n{}", session.screen());
    }
}

#[test]
fn what_was_told_is_known_in_the_next_run_and_asked_for_no_more() {
    let before = Session::with_settings(LIST, SET);
    assert_eq!(before.looked_up().len(), 1);
    let later = Session::started(LIST, before.saved().clone()).size(200, 40);
    assert!(later.screen().contains("WouldGoBelowZero()"), "{}", later.screen());
    let told = &before.saved().signature_cache;
    assert!(!told.functions.is_empty() && told.events.is_empty(), "{told:?}");
}

#[test]
fn bytes_in_hand_are_named_too() {
    let hash = alloy_primitives::keccak256("WouldGoBelowZero()");
    let place = format!("decode/0x{}", alloy_primitives::hex::encode(hash.first_chunk::<4>().unwrap()));
    assert!(Session::at(&place).screen().contains("Not decoded"));
    let session = Session::with_settings(&place, SET);
    assert!(session.screen().contains("WouldGoBelowZero()"), "{}", session.screen());
    assert!(!session.looked_up().is_empty());
}
