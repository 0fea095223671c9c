//! Prices and amounts: in the unit that they are really in, and never less than they are.

use crate::player::{Reply, recorded, serve};
use crate::result::{on, story};
use crate::support::Session;

/// A call that no wallet priced, on the embedded network.
const NATIVE: &str = "result/0.0.5001/1795216242.740740734";
/// A call with 9,999,999,999 weibar.
const DUST: &str = "result/0.0.5001/1795216328.222222202";

/// A real native result, and the same as servers give it in weibar: the amount is in weibar, the price is not.
fn native() -> (Reply, Reply) {
    let (status, base) = recorded("070-result-hapi_call");
    let weibar = base.replace(r#""amount":1,"#, r#""amount":10000000000,"#);
    assert_ne!(base, weibar);
    ((status, base), (status, weibar))
}

/// The line of a screen with this label.
fn fact(session: &Session, label: &str) -> String {
    let screen = session.screen();
    let found = screen.lines().find(|line| line.trim_start_matches(['▌', ' ']).starts_with(label));
    found.unwrap_or_else(|| panic!("{label}: {screen}")).to_owned()
}

#[test]
fn native_gas_prices_are_the_same_in_every_unit() {
    let (base, weibar) = native();
    for mut session in [on(base, weibar), Session::at(NATIVE)] {
        session.press("tab tab tab tab");
        assert!(fact(&session, "gas price").contains("510  gwei"), "{}", session.screen());
        session.press("u");
        assert!(fact(&session, "gas price").contains("51  tinybar"), "{}", session.screen());
        session.press("u");
        assert!(fact(&session, "gas price").contains("510,000,000,000  weibar"), "{}", session.screen());
        let cost = fact(&session, "gas cost");
        assert!(cost.contains("0,000,000,000  weibar"), "{cost}");
        session.press("u");
        let cost = fact(&session, "gas cost");
        assert!(!cost.contains("0.0000000000"), "{cost}");
    }
}

#[test]
fn gas_usage_prices_the_loss_with_the_network_price() {
    let list = r#"{"results":[
        {"timestamp":"1795216242.740740734","contract_id":"0.0.5001","gas_limit":1000,"gas_used":800,"gas_consumed":100,"error_message":null,"function_parameters":"0xa9059cbb"}
    ],"links":{"next":null}}"#;
    let (_, weibar) = native();
    let server =
        serve(move |path| if path.contains("/results?") { (200, list.to_owned()) } else { weibar.clone() });
    let session = Session::on_server("contract/0.0.5001/gas", &server);
    assert!(session.screen().contains("Lost: 0.000357 ℏ for 700 gas"), "{}", session.screen());
    assert!(session.screen().contains("at 510 gwei a gas, the network's price"), "{}", session.screen());
}

#[test]
fn what_is_below_a_tinybar_is_not_nothing() {
    let mut session = Session::at(DUST);
    let amount = fact(&session, "amount sent");
    assert!(amount.contains("or below 1 tinybar"), "{amount}");
    session.press("u");
    assert!(fact(&session, "amount sent").contains("tinybar"), "{}", session.screen());
    session.press("u");
    assert!(story(&session).contains("9,999,999,999 weibar sent"), "{}", session.screen());
    session.press("u");
    assert!(story(&session).contains("0.000000009999999999 ℏ sent"), "{}", session.screen());
    session.press("u");
    assert!(story(&session).contains("0.9999999999 tinybar sent"), "{}", session.screen());
}

#[test]
fn a_price_multiplier_is_a_factor() {
    let session = Session::at("transaction/0.0.1005-1795216518-468117137").size(120, 60);
    assert!(fact(&session, "pricing multiplier").contains("1.5×"), "{}", session.screen());
}
