//! Bytes in hand: pasted on the `:` line, and read by a contract, a signature or a file.

use api::{AnyOperation, Failure};
use hieroscope::message::Ask;
use insta::assert_snapshot;

use crate::support::Session;

/// `Shut(uint256)`, which no list of signatures has.
fn unknown_error() -> String {
    let hash = alloy_primitives::keccak256("Shut(uint256)");
    format!("0x{}{:064x}", alloy_primitives::hex::encode(hash.first_chunk::<4>().unwrap()), 77)
}

#[test]
fn pasted_call_data_is_decoded() {
    let mut session = Session::at("home");
    let inner = format!("a9059cbb{:064x}{:064x}", 1003, 250);
    let head = format!("0xac9650d8{:064x}{:064x}", 32, 1);
    let data = format!("{head}\n{:064x}{:064x}\n{inner}{}\n", 32, 68, "0".repeat(56));
    session.press(":").paste(&data).press("enter");
    assert_snapshot!("bytes_call", session.styled_screen());
    assert_snapshot!("bytes_call_80", session.size(80, 24).styled_screen());
}

#[test]
fn a_selector_a_topic_an_event_and_a_reason_are_named() {
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let (from, to, amount) =
        (format!("0x{:064x}", 1002), format!("0x{:064x}", 1003), format!("0x{:064x}", 250));
    let reason = format!("0x08c379a0{:064x}{:064x}{:0<64}", 32, 4, "6e6f7065");
    for (typed, shown) in [
        ("0xa9059cbb".to_owned(), ["Selector of a function", "transfer(address,uint256)"]),
        (format!("decode {topic}"), ["Topic of an event", "Transfer(address,address,uint256)"]),
        (format!("{topic}\n{from}\n{to}\n{amount}"), ["0.0.1003", "250"]),
        (reason, ["Revert data", "nope"]),
    ] {
        let mut session = Session::at("home");
        session.press(":").paste(&typed).press("enter");
        let screen = session.screen();
        assert!(shown.iter().all(|words| screen.contains(words)), "{typed}: {screen}");
        assert!(!screen.contains("Not decoded") && !screen.contains("doubtful"), "{typed}: {screen}");
    }
}

#[test]
fn bytes_without_a_name_are_read_by_what_is_named() {
    let mut session = Session::at(&format!("decode/{}", unknown_error()));
    assert_snapshot!("bytes_unknown", session.styled_screen());
    session.press("f");
    assert_snapshot!("bytes_form", session.styled_screen());
    session.type_text("error Shut(uint256 until)").press("enter");
    let screen = session.screen();
    assert!(screen.contains("Shut(uint256)") && screen.contains("until"), "{screen}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("abi.json");
    let abi = r#"[{"type":"error","name":"Shut","inputs":[{"name":"reopens","type":"uint256"}]}]"#;
    std::fs::write(&path, abi).unwrap();
    session.press("f ctrl+u").type_text(&path.display().to_string()).press("enter");
    let screen = session.screen();
    assert!(screen.contains("reopens") && !screen.contains("until"), "{screen}");
    session.press("f").type_text("x").press("enter");
    let screen = session.screen();
    assert!(screen.contains("not loaded") && screen.contains("Not decoded"), "{screen}");
    session.press("f ctrl+u").type_text("error Shut(").press("enter");
    let screen = session.screen();
    assert!(screen.contains("not loaded"), "{screen}");
}

#[test]
fn what_was_returned_is_read_by_a_functions_types() {
    let data = format!("0x{:064x}{:064x}", 1003, 1);
    let mut session = Session::at(&format!("decode/{data}"));
    assert!(session.screen().contains("Not decoded"), "{}", session.screen());
    session.press("f").type_text("owner(uint256)(address,bool)").press("enter");
    let screen = session.screen();
    let shown = ["Return data", "owner(uint256)", "0.0.1003", "true"];
    assert!(shown.iter().all(|words| screen.contains(words)), "{screen}");
}

#[test]
fn the_interface_of_a_contract_names_its_calls() {
    let mut session = Session::at("contract/0.0.5204");
    let call = format!("0x55b6ed5c{:064x}{:064x}", 1002, 1003);
    session.press(":").paste(&call);
    assert!(session.screen().contains("by 0.0.5204"), "{}", session.screen());
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("allowances(address,address)") && screen.contains("verified"), "{screen}");
}

#[test]
fn bytes_wait_for_an_interface_that_is_asked_again() {
    let place = format!("decode/{}?with=0.0.5204", unknown_error());
    let mut session = Session::late(&place);
    while !session
        .waiting()
        .is_some_and(|request| matches!(request.ask, Ask::Server(AnyOperation::Verified(_))))
    {
        assert!(session.let_go(0), "{}", session.screen());
    }
    session.retry(&Failure::TimedOut { after: 30 });
    let screen = session.screen();
    assert!(screen.contains("Loading the interface of 0.0.5204") && screen.contains("30 s"), "{screen}");
    assert!(!screen.contains("Not decoded"), "{screen}");
    session.fail(&Failure::TimedOut { after: 30 });
    while session.let_go(0) {}
    let screen = session.screen();
    assert!(screen.contains("not loaded") && screen.contains("Not decoded"), "{screen}");
    let narrow = session.size(80, 24).screen();
    assert!(narrow.contains("No signature matches. Press f to name a contract, ABI file or signature."));
}

#[test]
fn an_event_that_can_be_read_in_two_ways_says_how() {
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let words = [1002, 1003, 250].map(|word| format!("0x{word:064x}")).join(" ");
    let mut session = Session::at("home");
    session.press(":").paste(&format!("{topic} {words}")).press("enter");
    let screen = session.screen();
    assert!(screen.contains("Event, if the last word is its data"), "{screen}");
    assert!(screen.contains("Event, if every word is a topic"), "{screen}");
}
