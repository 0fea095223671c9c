//! Amounts of tokens and aliases of accounts in what the bytes of a result say.

use serde_json::json;

use crate::player::serve;
use crate::result::ANY;
use crate::support::Session;

/// A call that hands a token's own function to the token service.
const REDIRECTED: &str = "result/0.0.5211/1795217600.000005211";

/// The screen of a call of this contract with this data, on a server that knows one token.
fn called(contract: &str, data: &str) -> String {
    let token =
        json!({ "token_id": "0.0.2001", "symbol": "SHELL", "decimals": "3", "type": "FUNGIBLE_COMMON" });
    let result = json!({
        "contract_id": contract, "status": "0x1", "result": "SUCCESS", "error_message": null,
        "function_parameters": data, "call_result": "0x",
    });
    let server = serve(move |path| {
        let body = if path.contains("/tokens/") { &token } else { &result };
        (200, body.to_string())
    });
    Session::on_server(ANY, &server).press("tab").screen()
}

#[test]
fn amounts_of_a_known_token_are_in_whole_ones_and_aliases_have_their_account() {
    let mut session = Session::at(REDIRECTED);
    let screen = session.press("tab").screen();
    assert!(screen.contains("1,500  = 0.000015 HRBR (0.0.2001)"), "{screen}");
    assert!(screen.contains("= 0.0.1014"), "{screen}");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn an_amount_stays_in_smallest_units_where_the_token_is_not_certain() {
    let word = |num: u64| format!("{num:064x}");
    let data = format!("0xeca36917{}{}{}{}", word(2001), word(1005), word(1006), word(1_500));
    let moved = called("0.0.359", &data);
    assert!(moved.contains("1,500  = 1.5 SHELL (0.0.2001)"), "{moved}");
    let elsewhere = called("0.0.5001", &data);
    assert!(elsewhere.contains("1,500") && !elsewhere.contains("SHELL"), "{elsewhere}");
}
