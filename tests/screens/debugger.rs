//! Results that are executed again: the line at fault on their pages, and the debugger.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hieroscope::message::{Click, Event, Gathering, Input, MouseButton};
use serde_json::{Value, json};

use crate::large::{MAX_RATIO, cost};
use crate::player::serve;
use crate::support::Session;
use crate::support::transaction_case::{answers, transaction_case};

/// A session at the result of a recorded transaction.
fn on(case: &Value, place: &str) -> Session {
    let hash = case.get("hash").and_then(Value::as_str).unwrap();
    Session::on_server(&format!("result/{hash}{place}"), &serve(answers(case)))
}

fn at(name: &str, place: &str) -> Session {
    on(&transaction_case(name), place)
}

/// Gives each contract another code than the one that is verified.
fn without_source(case: &mut Value) {
    for exchange in case.pointer_mut("/exchanges").and_then(Value::as_array_mut).unwrap() {
        let Some(code) = exchange.pointer_mut("/response/body/runtime_bytecode") else { continue };
        if let Some(text) = code.as_str().map(|text| format!("{text}00")) {
            *code = text.into();
        }
    }
}

/// The step that is shown.
fn step(session: &Session) -> u64 {
    let screen = session.screen();
    let line = screen.lines().find(|line| line.trim_start().starts_with("step ")).unwrap_or_default();
    let number = line.split_whitespace().nth(1).unwrap_or_default();
    number.replace(',', "").parse().unwrap_or_else(|_| panic!("no step in {screen}"))
}

#[test]
fn a_failed_result_tells_its_line() {
    let session = at("vault-reentered", "");
    let screen = session.screen();
    assert!(screen.contains("contracts/lib/Guard.sol:13"), "{screen}");
    assert!(screen.contains("Reentered"), "the error of another contract is named: {screen}");
    snapshot!(session.styled_screen());
}

#[test]
fn nothing_of_a_replay_that_differs_is_a_fact_of_the_result() {
    let mut case = transaction_case("treasury-refused");
    let panic = format!("0x4e487b71{:064x}", 0x11);
    for field in ["error_message", "call_result"] {
        *case.pointer_mut(&format!("/exchanges/0/response/body/{field}")).unwrap() = panic.clone().into();
    }
    let screen = on(&case, "").screen();
    assert!(screen.contains("replay    differs at call 0"), "{screen}");
    assert!(screen.contains("Reverted: panic 0x11: arithmetic overflow"), "{screen}");
    assert!(!screen.contains("Treasury.sol") && !screen.contains(" line "), "{screen}");
    // Neither is it one of a success.
    let mut case = transaction_case("treasury-refused");
    let body = case.pointer_mut("/exchanges/0/response/body").unwrap();
    body["result"] = "SUCCESS".into();
    body["status"] = "0x1".into();
    body["error_message"] = Value::Null;
    let mut session = on(&case, "");
    session.press("shift-tab shift-tab tab tab");
    let screen = session.screen();
    assert!(!screen.contains("Treasury.sol"), "{screen}");
}

#[test]
fn an_error_that_was_handed_up_has_the_name_that_its_contract_gives_it() {
    let mut session = at("library-empty", "");
    let screen = session.screen();
    assert!(screen.contains("Reverted: Empty()"), "{screen}");
    assert!(!screen.contains("error     Empty()"), "once is enough: {screen}");
    session.press("tab");
    assert!(session.screen().contains("Empty()"), "{}", session.screen());
}

#[test]
fn a_second_click_on_a_contract_of_a_call_follows_it() {
    let mut session = at("vault-reentered", "/replay");
    session.press("shift-tab shift-tab");
    let screen = session.screen();
    let row = screen.lines().position(|line| line.contains("code of")).unwrap_or_else(|| panic!("{screen}"));
    let press = Click { column: 20, row: u16::try_from(row).unwrap(), button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(press)));
    assert!(session.place().contains("/replay"), "{}", session.place());
    session.event(Event::Input(Input::Mouse(press)));
    assert!(session.place().starts_with("contract/"), "{}", session.place());
}

#[test]
fn a_failure_without_source_tells_its_instruction() {
    let mut case = transaction_case("token-too-much");
    without_source(&mut case);
    let screen = on(&case, "").screen();
    assert!(
        screen.contains("REVERT at byte 0x") && screen.contains("no source map of this code"),
        "{screen}"
    );
}

#[test]
fn a_replay_waits_for_no_verifier_and_takes_the_sources_when_they_come() {
    let case = transaction_case("vault-reentered");
    let hash = case.get("hash").and_then(Value::as_str).unwrap();
    let answer = answers(&case);
    let is_back = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&is_back);
    let server = serve(move |asked| {
        let is_gone = asked.starts_with("/v2/") && !opened.load(Ordering::Relaxed);
        if is_gone { (503, "{}".to_owned()) } else { answer(asked) }
    });
    let mut session = Session::on_server(&format!("result/{hash}/replay"), &server);
    let screen = session.screen();
    assert!(screen.contains("assuming 1 value"), "{screen}");
    assert!(screen.contains("the source could not be loaded: see the opcodes"), "{screen}");
    session.press("tab");
    assert!(session.screen().contains("the source could not be loaded"), "{}", session.screen());
    is_back.store(true, Ordering::Relaxed);
    session.pass(Duration::from_secs(6));
    let screen = session.screen();
    assert!(screen.contains("Guard.sol") && !screen.contains("could not be loaded"), "{screen}");
}

#[test]
fn a_failure_whose_contract_is_not_verified_says_so() {
    let case = transaction_case("factory-limit-zero");
    let hash = case.get("hash").and_then(Value::as_str).unwrap();
    let answer = answers(&case);
    // The verifier has a record of what is not verified as well, which comes with a 404.
    let server = serve(move |asked| {
        let Some(contract) = asked.strip_prefix("/v2/contract/") else { return answer(asked) };
        let (chain, address) = contract.split('?').next().unwrap().split_once('/').unwrap();
        let record = json!({
            "match": null, "creationMatch": null, "runtimeMatch": null, "chainId": chain, "address": address
        });
        (404, record.to_string())
    });
    let screen = Session::on_server(&format!("result/{hash}"), &server).screen();
    assert!(
        screen.contains("REVERT at byte 0x62") && screen.contains("the source is not verified"),
        "{screen}"
    );
    let screen = Session::on_server(&format!("result/{hash}/replay"), &server).screen();
    assert!(screen.contains(".constructor") && screen.contains("the source is not verified"), "{screen}");
}

#[test]
fn a_server_that_is_gone_is_asked_again_by_itself_and_named() {
    let case = transaction_case("token-transfer");
    let hash = case.get("hash").and_then(Value::as_str).unwrap();
    let screen = Session::on_server(&format!("result/{hash}/replay"), "http://127.0.0.1:1").screen();
    assert!(screen.contains("Next try in 5 s"), "{screen}");
    assert!(screen.contains(&format!("GET SERVER/api/v1/contracts/results/{hash}")), "{screen}");
}

#[test]
fn a_replay_counts_the_records_that_it_waits_for() {
    let mut session = Session::unanswered("result/0.0.5001/1795219000.000000001/replay");
    let request = session.waiting().unwrap();
    session.event(Event::Gathering(Box::new(Gathering { request, done: 12, of: 40 })));
    assert!(session.screen().contains(": 12 of 40 records"), "{}", session.screen());
    session.press("esc");
    assert!(session.screen().contains("Stopped loading"), "{}", session.screen());
}

#[test]
fn the_verdict_comes_first_and_leads_to_the_steps() {
    let mut session = at("vault-reentered", "");
    session.press("x");
    assert!(session.place().ends_with("/replay?step=453") || session.place().contains("/replay?step="));
    snapshot!(session.styled_screen());
    session.press("tab");
    snapshot!(session.styled_screen());
}

#[test]
fn each_part_fits_into_eighty_columns() {
    let mut session = at("vault-reentered", "/replay").size(80, 24);
    for _ in 0..9 {
        snapshot!(session.styled_screen());
        session.press("tab");
    }
}

#[test]
fn steps_go_forth_and_back() {
    let mut session = at("router-two-pairs", "/replay?step=0");
    assert_eq!(step(&session), 0);
    for (there, back) in [("n", "p"), ("i", "p"), ("j", "k"), ("c", "C"), ("w", "W"), ("l", "L")] {
        session.press("g g").press(there);
        let first = step(&session);
        session.press(there);
        let second = step(&session);
        assert!(second > first, "{there}: {first}, {second}");
        session.press(back);
        assert!(step(&session) < second, "{back}");
    }
    session.press("!");
    assert!(session.screen().contains("nothing failed"), "{}", session.screen());
    let mut session = at("vault-reentered", "/replay?step=0");
    session.press("l");
    assert!(session.screen().contains("no event"), "{}", session.screen());
    session.press("G");
    let last = step(&session);
    session.press("!");
    assert!(step(&session) < last);
    assert!(session.screen().contains("Guard.sol:13"), "{}", session.screen());
    let inner = step(&session);
    session.press("o");
    assert!(step(&session) > inner, "out of the failed call");
}

#[test]
fn breakpoints_stop_runs() {
    let mut session = at("vault-reentered", "/replay");
    session.press("!");
    let at_fault = step(&session);
    session.press("b g g r");
    let first = step(&session);
    assert!(first < at_fault, "the guard is passed by the first call");
    session.press("r");
    assert!(step(&session) > first);
    session.press("R");
    assert_eq!(step(&session), first);
}

#[test]
fn opcodes_and_values_are_found() {
    let mut session = at("token-transfer", "/replay?step=0");
    session.press("/").type_text("sstore").press("enter ;");
    let first = step(&session);
    assert!(session.screen().contains("SSTORE"), "{}", session.screen());
    session.press(";");
    assert!(step(&session) > first);
    session.press(",");
    assert_eq!(step(&session), first);
    session.press("/").type_text("no such opcode").press("enter");
    assert!(session.screen().contains("no step"), "{}", session.screen());
    session.press("esc");
    assert!(!session.screen().contains("no step"), "{}", session.screen());
}

#[test]
fn what_if_is_never_taken_for_what_happened() {
    let mut session = at("token-too-much", "/replay");
    assert!(session.screen().contains("agrees"), "{}", session.screen());
    session.press("m");
    snapshot!(session.styled_screen());
    session.press("down ctrl-u").type_text("a lot").press("enter");
    assert!(session.screen().contains("write a number"), "{}", session.screen());
    session.press("ctrl-u").type_text("1").press("enter");
    let screen = session.screen();
    assert!(screen.contains("NOT WHAT HAPPENED") && session.place().contains("data=0xa9059cbb"), "{screen}");
    session.press("F m down down").type_text("0x00000000000000000000000000000000000003e9 x").press("enter");
    assert!(session.screen().contains("sender: write an id"), "{}", session.screen());
    session.press("ctrl-u").type_text("1001").press("enter");
    let screen = session.screen();
    assert!(screen.contains("NOT WHAT HAPPENED") && screen.contains("what-if replay of"), "{screen}");
    assert!(
        session.place().contains("from=0x00000000000000000000000000000000000003e9"),
        "{}",
        session.place()
    );
    snapshot!(session.styled_screen());
    session.press("F");
    assert!(!session.screen().contains("NOT WHAT HAPPENED"), "{}", session.screen());
}

#[test]
fn a_call_an_event_and_a_slot_lead_to_their_steps() {
    let mut session = at("token-transfer", "");
    session.press("tab tab x");
    assert!(session.screen().contains("LOG3"), "{}", session.screen());
    session.press("[").press("tab");
    session.press("j x");
    assert!(session.screen().contains("SSTORE"), "{}", session.screen());
    let mut session = at("vault-reentered", "");
    session.press("shift-tab shift-tab");
    let screen = session.screen();
    assert!(screen.contains("contracts/Vault.sol:"), "each call has the line that makes it: {screen}");
    session.press("x");
    assert!(session.place().contains("/replay?step="), "{}", session.place());
}

#[test]
fn what_cannot_be_executed_says_so() {
    let mut case = transaction_case("token-transfer");
    for exchange in case.pointer_mut("/exchanges").and_then(Value::as_array_mut).unwrap() {
        if exchange.pointer("/request/path").and_then(Value::as_str).unwrap().contains("/contracts/0.0.") {
            *exchange.pointer_mut("/response").unwrap() =
                serde_json::json!({ "status": 404, "body": { "_status": { "messages": [] } } });
        }
    }
    let session = on(&case, "/replay");
    assert!(session.screen().contains("not replayable: no code"), "{}", session.screen());
}

#[test]
fn a_number_makes_so_many_steps() {
    let mut session = at("token-transfer", "/replay?step=0");
    session.press("1 2");
    assert!(session.screen().contains("12 ×  step 0 of"), "{}", session.screen());
    session.press("j");
    assert_eq!(step(&session), 12);
    session.press("5 k");
    assert_eq!(step(&session), 7);
    session.press("9 esc j");
    assert_eq!(step(&session), 8, "the number is forgotten");
    session.press("g g 2 w");
    let second = step(&session);
    session.press("g g w w");
    assert_eq!(step(&session), second);
    session.press("g g 9 9 w");
    assert!(step(&session) >= second, "as far as it goes");
}

#[test]
fn a_slot_tells_its_writes() {
    let mut session = at("token-transfer", "/replay").size(80, 24);
    session.press("tab tab tab tab tab tab");
    assert!(session.screen().contains("not touched yet"), "{}", session.screen());
    session.press("enter");
    assert!(session.screen().contains("nothing writes this slot"), "{}", session.screen());
    session.press("j enter");
    snapshot!(session.styled_screen());
    session.press("j enter");
    assert!(step(&session) > 0 && session.screen().contains("SSTORE"), "{}", session.screen());
    session.press("k enter");
    assert!(!session.screen().contains("step 198  contracts"), "closed again: {}", session.screen());
}

#[test]
fn a_step_without_source_is_shown_by_its_instruction() {
    let mut case = transaction_case("token-too-much");
    without_source(&mut case);
    let mut session = on(&case, "/replay").size(80, 24);
    session.press("!");
    let screen = session.screen();
    assert!(screen.lines().filter(|line| line.contains("REVERT")).count() > 1, "{screen}");
}

#[test]
fn a_servers_own_execution_is_compared_where_it_is_asked() {
    let mut session = Session::at("result/0.0.5001/1795216235.617283945/replay");
    session.press("e");
    assert!(session.screen().contains("✓ same "), "{}", session.screen());
    let mut session = at("token-transfer", "/replay");
    session.press("e");
    assert!(session.screen().contains("this server does not offer it"), "{}", session.screen());
}

#[test]
fn a_key_costs_the_same_however_many_steps_there_are() {
    let counts = |steps: usize| {
        let mut case = transaction_case("words-hash");
        *case.pointer_mut("/exchanges/0/response/body/gas_limit").unwrap() = 5_000_000.into();
        // Counts down, seven steps a turn.
        let code = format!("0x62{:06x}5b60019003806004570000", steps / 7);
        *case.pointer_mut("/exchanges/2/response/body/runtime_bytecode").unwrap() = code.into();
        let mut session = on(&case, "/replay?step=5");
        assert_eq!(step(&session), 5, "{}", session.screen());
        ["n p", "j k", "pgdn pgup"].map(|keys| cost(&mut session, keys))
    };
    let (few, many) = (counts(100), counts(20_000));
    let costs: Vec<_> = few.iter().zip(&many).collect();
    assert!(costs.iter().all(|(few, many)| **many < **few * MAX_RATIO), "{costs:?}");
}
