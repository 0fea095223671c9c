//! Two contracts, results or transactions side by side.

use crate::player::serve;
use crate::support::Session;

/// A session that has compared a failed call with one of the same function that succeeded, chosen in a list.
fn failed_and_succeeded() -> Session {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press(&"j ".repeat(11)).press("enter C");
    let screen = session.screen();
    assert!(screen.contains("is one side: C on another result compares them"), "{screen}");
    session.press("[ j enter C");
    assert!(session.place().starts_with("compare/0.0.5001:"), "{}", session.screen());
    session
}

#[test]
fn a_failed_call_is_compared_with_one_that_succeeded() {
    let mut session = failed_and_succeeded();
    snapshot!(session.styled_screen());
    // What is equal is listed where it is counted.
    session.press("G enter");
    snapshot!(session.screen());
    let place = session.place();
    session.press("g d");
    assert_ne!(session.place(), place, "swapped");
    session.press("g d");
    assert_eq!(session.place(), place);
}

#[test]
fn slots_are_named_by_the_layout_and_by_what_leads_to_them() {
    let mut session = Session::at("contract/0.0.5204/results").size(120, 70);
    session.press("space j space C");
    assert!(session.place().starts_with("compare/0.0.5204:"), "{}", session.screen());
    snapshot!(session.screen());
}

#[test]
fn both_are_below_each_other_on_a_narrow_screen() {
    let session = failed_and_succeeded().size(80, 24);
    snapshot!(session.screen());
}

#[test]
fn contracts_are_compared_and_lead_to_their_codes() {
    let mut session = Session::at("home");
    session.press(":").type_text("compare 0.0.5001 and 0.0.5002").press("enter");
    assert_eq!(session.place(), "compare/0.0.5001/0.0.5002");
    snapshot!(session.screen());
    session.press("/").press("esc");
    session.press(&"j ".repeat(20));
    while !session.screen().contains("▌ runtime bytecode") {
        session.press("k");
    }
    session.press("enter");
    assert_eq!(session.place(), "code/0.0.5001/compare/0.0.5002");
}

#[test]
fn the_other_side_can_be_typed_alone() {
    let mut session = Session::at("contract/0.0.5001");
    session.press(":").type_text("compare 0.0.5002").press("enter");
    assert_eq!(session.place(), "compare/0.0.5001/0.0.5002");
}

#[test]
fn results_are_compared_by_what_their_fields_mean() {
    const ALIAS: &str = "0x1111111111111111111111111111111111111111";
    const SENDER: &str = "0x2222222222222222222222222222222222222222";
    let long_zero = |num: u64| format!("0x{num:040x}");
    let event = |sender: &str| {
        let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
        let word = |address: &str| format!("0x{:0>64}", address.trim_start_matches("0x"));
        format!(
            r#"[{{"address":"{ALIAS}","contract_id":"0.0.5001","index":0,"bloom":"0x","data":"{}",
            "topics":["{topic}","{}","{}"]}}]"#,
            word("5"),
            word(sender),
            word(ALIAS)
        )
    };
    let result = move |path: &str| {
        let (_, at) = path.split_once("/results/")?;
        let (from, to, nothing, data) = if at.ends_with('1') {
            (long_zero(1_002), long_zero(5_001), "null", "0xabcdef010a")
        } else {
            (SENDER.to_owned(), ALIAS.to_owned(), r#""0x""#, "0xabcdef010b")
        };
        let failed = if at.ends_with('1') { "null".to_owned() } else { format!("\"{data}\"") };
        let logs = event(&from);
        Some(format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"{at}","hash":"0x01","result":"SUCCESS","status":"0x1",
            "from":"{from}","to":"{to}","call_result":{nothing},"access_list":{nothing},"max_fee_per_gas":{nothing},
            "failed_initcode":{failed},"function_parameters":"{data}","logs":{logs},"state_changes":[]}}"#
        ))
    };
    let server = serve(move |path| {
        let found = match path.split('?').next().unwrap() {
            path if path.ends_with("/actions") => None,
            "/api/v1/contracts/0.0.5001" => Some(format!(
                r#"{{"contract_id":"0.0.5001","evm_address":"{ALIAS}","runtime_bytecode":"0x00"}}"#
            )),
            path if path.starts_with("/api/v1/accounts/") => {
                Some(format!(r#"{{"account":"0.0.1002","evm_address":"{SENDER}"}}"#))
            }
            path => result(path),
        };
        found.map_or((404, String::new()), |body| (200, body))
    });
    let place = "compare/0.0.5001:1795219100.000000001/0.0.5001:1795219200.000000002";
    let screen = Session::on_server(place, &server).size(120, 60).screen();
    assert!(screen.contains(" 2 fields differ, "), "{screen}");
    let differs: Vec<&str> =
        ["call data", "consensus time"].into_iter().filter(|it| screen.contains(it)).collect();
    assert_eq!(differs, ["call data", "consensus time"], "{screen}");
}

#[test]
fn a_price_is_as_exact_as_on_the_result_itself() {
    // What a wallet offers need not be whole tinybar; servers cut it unless weibar are asked for.
    let server = serve(|path| {
        let Some((_, rest)) = path.split_once("/results/") else { return (404, String::new()) };
        let (at, exact) = (rest.split('?').next().unwrap(), rest.contains("=false"));
        let offered: u128 = if at.ends_with('1') { 1_422_000_000_000 } else { 1_423_000_000_000 };
        let price = if exact { offered } else { offered / 10_000_000_000 };
        (
            200,
            format!(
                r#"{{"contract_id":"0.0.5001","timestamp":"{at}","hash":"0x01","result":"SUCCESS","status":"0x1","type":2,
            "nonce":3,"r":"0x01","s":"0x01","amount":0,"max_fee_per_gas":"{price:#x}","max_priority_fee_per_gas":"0x",
            "gas_price":"0x","function_parameters":"0x","logs":[],"state_changes":[]}}"#
            ),
        )
    });
    let [one, other] = ["1795219100.000000001", "1795219200.000000002"];
    let mut envelope = Session::on_server(&format!("result/0.0.5001/{one}"), &server).size(120, 60);
    envelope.press("tab tab tab tab tab");
    let compared = Session::on_server(&format!("compare/0.0.5001:{one}/0.0.5001:{other}"), &server)
        .size(120, 60)
        .screen();
    let line = compared.lines().find(|line| line.contains("maximum fee")).unwrap();
    assert!(envelope.screen().contains("1,422  gwei"), "{}", envelope.screen());
    assert!(line.contains("1,422") && line.contains("1,423"), "{compared}");
}

#[test]
fn transactions_are_compared_by_what_moved() {
    let session =
        Session::at("compare/0.0.1005-1795216518-468117137/0.0.1012-1795216550-000000001").size(120, 50);
    snapshot!(session.screen());
}

#[test]
fn a_side_that_is_not_there_says_so() {
    let session = Session::at("compare/0.0.5001/0.0.999999").size(80, 24);
    snapshot!(session.screen());
}

#[test]
fn a_side_is_forgotten_by_the_same_key_and_another_kind_takes_its_place() {
    let mut session = Session::at("contract/0.0.5001");
    let screen = session.press("C C").screen();
    assert!(screen.contains("no longer one side"), "{screen}");
    session.press("C R enter");
    let screen = session.press("C").screen();
    assert!(screen.contains("C on another result compares them"), "{screen}");
    session.press("[ [ C");
    assert_eq!(session.place(), "contract/0.0.5001");
}

#[test]
fn equal_records_have_nothing_that_differs() {
    let session = Session::at("compare/0.0.5001/0.0.5001");
    let screen = session.screen();
    assert!(screen.contains("fields are equal.") && !screen.contains("differ"), "{screen}");
}

#[test]
fn two_marked_rows_are_compared() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("space j space C");
    let place = session.place();
    assert!(place.starts_with("compare/0.0.5001:1795219199"), "{place}: {}", session.screen());
    // One that is marked is compared with the selected one.
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("space j j C");
    assert!(session.place().starts_with("compare/0.0.5001:1795219199"), "{}", session.screen());
    let mut session = Session::at("contract/0.0.5001/results");
    let screen = session.press("space space space C").screen();
    assert!(screen.contains("two rows are compared, and more are marked"), "{screen}");
}
