//! A result that is named by its transaction or by a hash, and the way from a result to its transaction.

use crate::support::Session;

const AT: &str = "result/0.0.5001/1795216207.123456789";

/// The hash of the result at [`AT`].
fn hash() -> String {
    let screen = Session::at(AT).size(160, 50).screen();
    let at = screen.find("transaction hash").unwrap();
    let hash = screen.get(at..).unwrap().split_whitespace().nth(2).unwrap();
    assert_eq!(hash.len(), 66, "{hash}");
    hash.to_owned()
}

#[test]
fn a_hash_leads_to_the_result_with_its_contract() {
    let hash = hash();
    let session = Session::at(&format!("result/{hash}"));
    assert_eq!(session.place(), AT);
    assert_eq!(session.size(120, 40).screen(), Session::at(AT).screen());
}

#[test]
fn the_transaction_is_found_by_the_time_and_leads_back_by_its_id() {
    let mut session = Session::at(AT);
    session.press("g t");
    let place = session.place();
    let id = place.strip_prefix("transaction/").unwrap_or_else(|| panic!("{place}"));
    let mut named = Session::at(&format!("result/{id}"));
    assert_eq!(named.place(), AT);
    assert_eq!(named.press("g t").place(), place);
}

#[test]
fn a_transactions_own_hash_is_looked_up_among_transactions_first() {
    let hash = format!("0x{}", "ab".repeat(48));
    let mut session = Session::at("home").size(80, 24);
    session.press(":").paste(&hash);
    assert!(session.screen().contains("contract result with the hash"), "{}", session.screen());
    assert_eq!(session.press("down enter").place(), format!("result/{hash}"));
    assert!(session.screen().contains("/api/v1/transactions/0xabab"), "{}", session.screen());
}

#[test]
fn what_is_no_result_says_why_and_offers_the_transaction() {
    let mut session = Session::at("result/0.0.1005-1795216518-468117137").size(80, 24);
    insta::assert_snapshot!(session.styled_screen());
    assert_eq!(session.press("enter").place(), "transaction/0.0.1005-1795216518-468117137");
    insta::assert_snapshot!(
        Session::at(&format!("result/0x{}", "1".repeat(64))).size(80, 24).styled_screen()
    );
}
