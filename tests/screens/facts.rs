//! What is said of contracts, their code and their calls: true of the time that is looked at, and said where it is
//! not known.

use crate::player::{recorded, serve};
use crate::result::story;
use crate::support::Session;

#[test]
fn an_expiry_is_said_of_the_time_that_is_looked_at() {
    let now = Session::at("contract/0.0.5001");
    assert!(now.screen().starts_with(" contract 0.0.5001  EXPIRED"), "{}", now.screen());
    assert!(now.screen().contains("passed, but not deleted") && !now.screen().contains("may still be alive"));
    let then = Session::at("contract/0.0.5001?timestamp=1755000000");
    assert!(then.screen().contains("expires "), "{}", then.screen());
    assert!(!then.screen().contains("EXPIRED") && !then.screen().contains("passed"), "{}", then.screen());
    let deleted = Session::at("contract/0.0.5003");
    assert!(deleted.screen().starts_with(" contract 0.0.5003  DELETED"), "{}", deleted.screen());
    assert!(!deleted.screen().contains("not deleted"), "{}", deleted.screen());
}

#[test]
fn not_created_yet_is_not_that_there_is_none() {
    let mut session = Session::at("contract/0.0.5001?timestamp=1700000000");
    assert!(session.screen().contains("was not created yet at 2023-11-14 22:13:20"), "{}", session.screen());
    assert!(session.screen().contains("It was created at 2025-07-09 01:23:21"), "{}", session.screen());
    assert!(!session.screen().contains("No contract"), "{}", session.screen());
    session.press("enter");
    assert_eq!(session.place(), "contract/0.0.5001");
    let nothing = Session::at("contract/0.0.999999?timestamp=1700000000");
    assert!(nothing.screen().contains("No contract 0.0.999999"), "{}", nothing.screen());
}

#[test]
fn system_contracts_have_results() {
    let mut session = Session::at("contract/0.0.359");
    assert!(session.screen().contains("its results are child transactions"), "{}", session.screen());
    session.press("R");
    assert_eq!(session.place(), "contract/0.0.359/results?internal=true");
    assert!(session.screen().contains("row 1 of"), "{}", session.screen());
    let outer = Session::at("contract/0.0.359/results");
    assert!(outer.screen().contains("is part of the ledger"), "{}", outer.screen());
    assert!(!outer.screen().contains("No contract"), "{}", outer.screen());
}

#[test]
fn a_doubtful_reading_keeps_the_name_and_says_what_does_not_fit() {
    let server = serve(|path| match path {
        path if path.contains("/results?") => recorded("655-list-with-unknown-codes"),
        path if path.contains("/results/") => recorded("065-result-by-timestamp-206"),
        _ => (404, "{}".to_owned()),
    });
    let mut session = Session::on_server("contract/0.0.5001/results", &server);
    let screen = session.screen();
    assert!(screen.contains("swapExactTokens") && screen.contains("the data ends before"), "{screen}");
    session.press("enter");
    let said = story(&session);
    assert!(said.contains("0.0.5001.swapExactTokens") && said.contains("the data ends before"), "{said}");
}

#[test]
fn call_data_that_came_as_the_text_of_hex_is_read_and_said() {
    let place = "result/0.0.5215/1795218200.000005211";
    let mut session = Session::at(place);
    assert!(story(&session).contains("Snare.approve(spender: "), "{}", session.screen());
    session.press("tab");
    assert!(
        session.screen().contains("hex digits as text, as from a file: decoded here"),
        "{}",
        session.screen()
    );
    assert!(session.screen().contains("approve(address,uint256)"), "{}", session.screen());
    session.press("R");
    assert!(session.screen().contains("approve"), "{}", session.screen());
}

#[test]
fn the_interface_page_counts_what_it_does_not_list() {
    let entry = |at: usize| format!(r#"{{"type":"function","name":"f{at}","inputs":[]}}"#);
    let abi = format!("[{}]", (0..600).map(entry).collect::<Vec<_>>().join(","));
    let mut session = Session::at("contract/0.0.5001/interfaces");
    session.press("a").paste(&abi).press("enter");
    assert!(session.screen().contains("Functions 600"), "{}", session.screen());
    session.press("G");
    assert!(session.screen().contains("and 88 more: the first 512 are listed."), "{}", session.screen());
}

#[test]
fn a_function_that_begins_nowhere_known_is_said_to() {
    // One selector, whose jump leads to the first byte of the dispatch itself.
    let contract = r#"{"contract_id":"0.0.5001","evm_address":"0x0000000000000000000000000000000000001389","bytecode":"0x","runtime_bytecode":"0x60003560e01c8063112233441460005700"}"#;
    let server = serve(|path| match path {
        path if path.ends_with("/contracts/0.0.5001") => (200, contract.to_owned()),
        _ => (404, "{}".to_owned()),
    });
    let mut session = Session::on_server("code/0.0.5001", &server);
    session.press("tab");
    let screen = session.screen();
    let row = screen.lines().find(|line| line.contains("0x11223344")).unwrap_or_else(|| panic!("{screen}"));
    assert!(row.contains("unknown") && !row.contains("000000") && !row.contains("pure"), "{row}");
    let before = session.screen();
    session.press("enter");
    assert_eq!(session.screen().lines().nth(2), before.lines().nth(2), "there is nowhere to go");
}
