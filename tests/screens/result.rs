//! One contract result: what happened, the tabs, and the ways on.

use hieroscope::message::{Event, Input, MouseButton};
use serde_json::json;

use crate::player::{Reply, recorded, serve};
use crate::support::Session;
use crate::support::part::Part;

/// The best known result of the embedded network: logs, storage, coins, a wrapped transaction.
pub(crate) const RICH: &str = "result/0.0.5001/1795216207.123456789";
/// Any result: the servers of these tests answer every path.
pub(crate) const ANY: &str = "result/0.0.5001/1.0";
/// The ways to the tabs that stand on the result itself.
const TABS: [&str; 7] =
    ["", "tab", "tab tab", "tab tab tab", "tab tab tab tab", "tab tab tab tab tab", "shift-tab"];

/// A session on a server that answers in tinybar with one body and in weibar with another.
pub(crate) fn on(base: Reply, weibar: Reply) -> Session {
    Session::on_server(
        ANY,
        &serve(move |path| if path.contains("hbar=false") { weibar.clone() } else { base.clone() }),
    )
}

pub(crate) fn on_recorded(name: &str) -> Session {
    on(recorded(name), recorded("095-result-hbar-false-500"))
}

/// What happened, from the first tab, on one line.
pub(crate) fn story(session: &Session) -> String {
    let screen = session.screen();
    let lines = screen.lines().skip(4).take_while(|line| !line.is_empty());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_summary_tells_the_story_first() {
    insta::assert_snapshot!(Session::at(RICH).styled_screen());
}

#[test]
fn a_long_call_shortens_its_values_and_keeps_their_names() {
    for (columns, rows) in [(60, 15), (100, 30), (160, 40)] {
        let mut session = Session::at("contract/0.0.5001/results").size(columns, rows);
        let told = story(session.press("j j enter"));
        for name in ["amountIn: ", "amountOutMin: ", "path: [", "to: 0.0.", "deadline: "] {
            assert!(told.contains(name), "{columns}: {told}");
        }
    }
    let mut session = Session::at("contract/0.0.5001/results").size(80, 24);
    let told = story(session.press("j j enter"));
    let (call, rest) = told.split_once(" from ").unwrap_or_default();
    assert!(call.contains("0.0.5001.swapExactTokensForTokens(amountIn: "), "{told}");
    assert!(call.contains(" deadline: ") && call.ends_with(')'), "{told}");
    assert!(rest.contains(" event ") && rest.contains(" fee "), "{told}");
}

#[test]
fn the_summary_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(RICH).size(80, 24).styled_screen());
}

#[test]
fn call_data_and_revert_data_are_read_word_by_word() {
    insta::assert_snapshot!(on_recorded("075-result-revert_custom").press("tab").styled_screen());
}

#[test]
fn logs_have_emitters_topics_and_words() {
    insta::assert_snapshot!(Session::at(RICH).press("tab tab").styled_screen());
}

#[test]
fn storage_is_grouped_by_contract_before_and_after() {
    insta::assert_snapshot!(Session::at(RICH).press("tab tab tab").styled_screen());
}

#[test]
fn words_are_meant_first_where_they_do_not_fit() {
    insta::assert_snapshot!(Session::at(RICH).size(80, 24).press("tab tab tab j j j").styled_screen());
}

#[test]
fn gas_is_explained_and_costs_are_exact() {
    insta::assert_snapshot!(on_recorded("070-result-hapi_call").press("tab tab tab tab").styled_screen());
}

#[test]
fn the_envelope_names_its_type_chain_and_access_list() {
    insta::assert_snapshot!(
        on_recorded("067-result-type1_access_list").press("tab tab tab tab tab").styled_screen()
    );
}

#[test]
fn a_native_call_has_no_envelope() {
    insta::assert_snapshot!(
        on_recorded("070-result-hapi_call").size(80, 24).press("tab tab tab tab tab").styled_screen()
    );
}

#[test]
fn the_record_as_received_is_a_tab_and_a_search() {
    let session = on_recorded("066-result-rich_type2");
    insta::assert_snapshot!(session.size(80, 24).press("shift-tab j j j").styled_screen());
}

#[test]
fn outcomes_in_the_first_lines() {
    let told = [
        ("065-result-by-timestamp-206", "✗ Failed: INSUFFICIENT_PAYER_BALANCE: the payer cannot pay the fee"),
        (
            "066-result-rich_type2",
            "✓ Succeeded (inner calls not checked) ▌call 0.0.5001.deposit? (64 bytes follow behind the arguments) from 0.0.1043 50 ℏ sent",
        ),
        ("070-result-hapi_call", "0.00000001 ℏ sent"),
        ("071-result-revert_string", "✗ Reverted: \"INSUFFICIENT_OUTPUT_AMOUNT\" ▌call "),
        ("072-result-revert_string_evil", "✗ Reverted: \"\\x1b[31m"),
        ("074-result-revert_panic", "✗ Reverted: panic 0x11: arithmetic overflow or underflow ▌call "),
        ("075-result-revert_custom", "✗ Reverted: ERC20InsufficientBalance(sender: 0x71141B"),
        ("077-result-insufficient_gas", "✗ Failed: INSUFFICIENT_GAS: the gas limit was too low ▌call "),
        ("079-result-failed_constructor_hapi", "✗ Creation reverted: \"constructor says no\" ▌creation "),
        ("080-result-failed_constructor_eth", "✗ Creation reverted: \"constructor says no\" ▌creation "),
        ("083-result-create_ok_eth", "✓ Created 0.0.5041 (inner calls not checked) ▌creation 0.0.5041"),
        ("084-result-big_amount_tinybar", "49,999,999,999.99999999 ℏ sent"),
        ("088-result-wrong_nonce", "✗ Failed: WRONG_NONCE: the nonce is not the sender's next one ▌call "),
        (
            "091-result-unknown_result_code",
            "✗ Failed: UNKNOWN: the server has no name for the response code ▌call ",
        ),
        (
            "093-result-type4-authorization",
            "✓ Succeeded (inner calls not checked) ▌call 0.0.5001.addLiquidity? (the data ends before its arguments do) from 0.0.1069",
        ),
    ];
    for (name, words) in told {
        let session = on_recorded(name);
        let told = story(&session);
        assert!(told.contains(words), "{name}: {told}");
        assert!(!session.screen().chars().any(|c| c.is_control() && c != '\n'), "{name}");
    }
}

#[test]
fn envelopes_in_words() {
    let told: [(&str, &[&str]); 6] = [
        (
            "066-result-rich_type2",
            &["2  with maximum fees (EIP-1559)", "! demo is chain 298", "1  odd parity"],
        ),
        (
            "069-result-type0_pre155",
            &["0  legacy", "none (0x): signed for any chain, before EIP-155", "27 + parity (even)"],
        ),
        ("070-result-hapi_call", &["0  filled in by the server", "null: not a wrapped Ethereum transaction"]),
        ("083-result-create_ok_eth", &["entries               none"]),
        ("088-result-wrong_nonce", &["nonce                 1827"]),
        (
            "093-result-type4-authorization",
            &[
                "4  sets the code of accounts (EIP-7702)",
                "! not proven: what the fields make has another hash",
            ],
        ),
    ];
    for (name, words) in told {
        let mut session = on_recorded(name);
        let screen = session.press("tab tab tab tab tab").screen();
        for words in words {
            assert!(screen.contains(words), "{name}: {words}\n{screen}");
        }
    }
}

#[test]
fn a_result_leads_on_to_its_contract_and_to_lists() {
    for (keys, place) in [
        ("G", "contract/0.0.5001/results?timestamp=gt:1795216207.123456789&order=asc"),
        ("G k", "contract/0.0.5001/results?timestamp=lt:1795216207.123456789"),
        ("G k k", "contract/0.0.5001/results?from=0.0.1043"),
        ("G k k k", "contract/0.0.5001/results?block.number=70070000"),
        ("", "contract/0.0.5001"),
        ("j", "account/0.0.1043"),
        ("tab tab", "contract/0.0.5212"),
    ] {
        let mut session = Session::at(RICH);
        session.press(keys).press("enter");
        assert_eq!(session.place(), place, "{keys}");
    }
}

#[test]
fn what_happened_leads_to_the_tabs_with_the_details() {
    for (label, tab) in [("event ", "▌Logs 4"), ("slot ", "▌State changes 12"), ("gas ", "▌Gas and fees")]
    {
        let mut session = Session::at(RICH);
        let at = |session: &Session| {
            session
                .screen()
                .lines()
                .any(|line| line.strip_prefix('▌').is_some_and(|it| it.starts_with(label)))
        };
        while !at(&session) {
            let before = session.screen();
            assert_ne!(session.press("j").screen(), before, "{label}");
        }
        assert!(session.press("enter").screen().contains(tab), "{label}\n{}", session.screen());
    }
}

#[test]
fn created_contracts_are_links_and_unknown_ones_are_said_to_be() {
    let is_created = |line: &str| line.trim_start_matches(['▌', ' ']).starts_with("created contract");
    let known = |session: &Session| {
        let screen = session.screen();
        screen.lines().find(|line| is_created(line) && line.contains("0.0.50")).map(str::to_owned)
    };
    let is_unknown =
        |session: &Session| session.screen().contains("null: the server does not know which contract");
    let mut session = Session::at("contract/0.0.5036/results");
    session.press("enter tab");
    for wanted in [&is_unknown as &dyn Fn(&Session) -> bool, &|session| known(session).is_some()] {
        for _ in 0..8 {
            if !wanted(&session) {
                session.press("[ j enter tab");
            }
        }
        assert!(wanted(&session), "{}", session.screen());
    }
    let line = known(&session).unwrap_or_else(|| panic!("{}", session.screen()));
    let created = line.split_whitespace().last().unwrap().to_owned();
    while !session.screen().lines().any(|line| line.starts_with('▌') && is_created(line)) {
        let before = session.screen();
        session.press("j");
        assert_ne!(session.screen(), before);
    }
    session.press("enter");
    assert_eq!(session.place(), format!("contract/{created}"));
}

#[test]
fn tabs_go_round_and_keep_their_rows() {
    let mut session = Session::at(RICH);
    // Once around, so that the trace has been seen.
    session.press("tab tab tab tab tab tab tab tab").press("tab tab j j");
    let logs = session.screen();
    session.press("tab tab tab tab tab tab");
    assert!(session.screen().contains("▌Summary"), "{}", session.screen());
    session.press("shift-tab left left left left left");
    assert_eq!(session.screen(), logs);
}

#[test]
fn a_click_chooses_a_tab() {
    let mut session = Session::at(RICH);
    let bar = session.screen().lines().nth(2).unwrap().to_owned();
    let column = u16::try_from(bar.find("Envelope").unwrap()).unwrap();
    let click = hieroscope::message::Click { column, row: 2, button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(click)));
    assert!(session.screen().contains("▌Envelope"), "{}", session.screen());
}

#[test]
fn empty_tabs_stay_and_say_so() {
    let mut session = on_recorded("071-result-revert_string");
    let screen = session.press("tab tab").screen();
    assert!(screen.contains("▌Logs 0   State changes 0"), "{screen}");
    assert!(screen.contains("No logs: the logs of a failed execution are discarded."), "{screen}");
}

#[test]
fn the_copy_menu_has_the_place_the_hash_and_the_request() {
    let mut session = Session::at(RICH);
    let screen = session.press("Y").screen();
    for words in ["this place", "transaction hash", "address of the request", "request as a curl command"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

#[test]
fn verifying_from_a_creation_brings_its_hash_along() {
    let mut session = on_recorded("083-result-create_ok_eth");
    session.press("V");
    let place = session.place();
    assert!(place.contains("0x4fe92b8910a04455710afcebaced71035aa67478"), "{place}");
    let hash = "0xe6a710be3faa3845b8e49c959ff9aa1a6aa21f0cbd826dc5577f262dd61fd89c";
    assert!(place.contains(&format!("creationTransactionHash={hash}")), "{place}");
}

#[test]
fn every_tab_is_drawn_at_every_size() {
    let sizes = [(60, 15), (61, 16), (80, 24), (97, 17), (200, 60), (300, 100)];
    let all = sizes.into_iter().flat_map(|size| TABS.into_iter().map(move |keys| (size, keys)));
    for ((columns, rows), keys) in Part::chosen().of(all) {
        let mut session = Session::at(RICH).size(columns, rows);
        let screen = session.press(keys).press("G").screen();
        assert!(screen.contains('▌'), "{columns}x{rows} {keys}\n{screen}");
    }
}

#[test]
fn nothing_moves_once_everything_is_there() {
    assert!(Session::at(RICH).is_quiet());
}

#[test]
fn a_system_contract_that_refuses_in_a_call_that_succeeds_is_told() {
    let refused = json!({
        "contract_id": "0.0.359", "status": "0x1", "result": "SUCCESS", "error_message": null,
        "function_parameters": "0x49146bde", "call_result": format!("0x{:064x}", 184),
    });
    let mut session = on((200, refused.to_string()), (500, String::new()));
    let screen = session.press("tab").screen();
    assert!(screen.contains("TOKEN_NOT_ASSOCIATED_TO_ACCOUNT"), "{screen}");
}

#[test]
fn a_call_is_read_by_its_signature_and_the_bytes_stay_in_reach() {
    let mut session = Session::at("contract/0.0.5004/results");
    session.press("enter");
    assert!(story(&session).contains("Token.transferFrom(from: "), "{}", session.screen());
    session.press("tab");
    insta::assert_snapshot!(session.styled_screen());
    insta::assert_snapshot!(session.press("d").styled_screen());
    let mut session = session.size(80, 24);
    insta::assert_snapshot!(session.press("d").styled_screen());
}
