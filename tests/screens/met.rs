//! Errors of a contract's own, and contracts that are met in calls within calls: their verified interfaces name them.

use crate::support::Session;

#[test]
fn an_error_that_only_the_verified_interface_has_is_read() {
    let mut list = Session::at("contract/0.0.5204/results?timestamp=1795218140.000005211").size(160, 24);
    assert!(list.screen().contains("TooFew(holder"), "{}", list.screen());
    list.press("enter tab");
    insta::assert_snapshot!(list.styled_screen());
}
