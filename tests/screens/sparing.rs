//! No request more than is needed: what is known is not asked for, and small pages are not asked for by the dozen.

use std::sync::{Arc, Mutex};

use crate::player::serve;
use crate::support::Session;

const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const LONG: &str = "0x0000000000000000000000000000000000001389";

/// A session on a server that answers so, and what it is asked.
fn session(
    place: &str,
    reply: impl Fn(&str) -> Option<String> + Send + 'static,
) -> (Session, Arc<Mutex<Vec<String>>>) {
    let paths: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&paths);
    let server = serve(move |path| {
        seen.lock().unwrap().push(path.to_owned());
        match reply(path) {
            Some(body) => (200, body),
            None => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
        }
    });
    (Session::on_server(place, &server), paths)
}

fn asked(paths: &Mutex<Vec<String>>, part: &str) -> usize {
    paths.lock().unwrap().iter().filter(|path| path.contains(part)).count()
}

#[test]
fn a_contract_that_was_read_is_not_asked_for_as_a_token() {
    let (mut session, paths) = session("contract/0.0.5001", |path| {
        let log = format!(
            r#"{{"address":"{LONG}","contract_id":"0.0.5001","data":"0x{:064x}","index":0,
            "topics":["{TRANSFER}","0x{:064x}","0x{:064x}"]}}"#,
            5, 1002, 1003
        );
        match path {
            "/api/v1/contracts/0.0.5001" => {
                Some(format!(r#"{{"contract_id":"0.0.5001","evm_address":"{LONG}"}}"#))
            }
            _ if path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001") => {
                Some(format!(
                    r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01",
                "result":"SUCCESS","logs":[{log}],"bloom":"0x","address":"{LONG}"}}"#
                ))
            }
            _ => None,
        }
    });
    session.press(":").type_text("result/0.0.5001/1795219000.000000001").press("enter");
    assert!(session.place().starts_with("result/"), "{}", session.screen());
    assert_eq!(asked(&paths, "/results/1795219000"), 1, "{paths:?}");
    assert_eq!(asked(&paths, "/tokens/"), 0, "{paths:?}");
    assert_eq!(asked(&paths, "/api/v1/contracts/0.0.5001?"), 0, "{paths:?}");
}

#[test]
fn the_page_of_a_contract_costs_five_requests() {
    const OWN: &str = "0xb0551E9ecceb06cf6ea2879174aaf4da84633e85";
    let (mut session, paths) = session("home", |path| {
        let account =
            r#"{"account":"0.0.5001","balance":{"balance":7,"timestamp":"1795219200.0","tokens":[]}}"#;
        match path.split('?').next()? {
            "/api/v1/contracts/0.0.5001" => Some(format!(
                r#"{{"contract_id":"0.0.5001","evm_address":"{OWN}","runtime_bytecode":"0x00"}}"#
            )),
            "/api/v1/contracts/0.0.5001/results" => {
                Some(r#"{"results":[],"links":{"next":null}}"#.to_owned())
            }
            "/api/v1/accounts/0.0.5001" => Some(account.to_owned()),
            _ => None,
        }
    });
    session.press(":").type_text("contract/0.0.5001").press("enter");
    let mut asked = paths.lock().unwrap().clone();
    asked.sort();
    let verified = format!("/v2/contract/298/{}", OWN.to_lowercase());
    let beginnings = [
        "/api/v1/accounts/0.0.5001?",
        "/api/v1/contracts/0.0.5001",
        "/api/v1/contracts/0.0.5001/results?",
        &verified,
        &verified,
    ];
    assert_eq!(asked.len(), beginnings.len(), "{asked:?}");
    let fits = |(path, beginning): (&String, &&str)| path.to_lowercase().starts_with(*beginning);
    assert!(asked.iter().zip(&beginnings).all(fits), "{asked:?}");
}

#[test]
fn a_diamond_that_lists_its_facets_is_not_asked_for_its_events() {
    // Code that pushes the place of a diamond's storage, and passes calls on.
    const CODE: &str = "0x7fc8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131cf4";
    const LIST: &str = "0xc8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131d";
    const FIRST: &str = "0xc0d727610ea16241eff4447d08bb1b4595f7d2ec4515282437a13b7d0df4b922";
    for (lists, searches) in [(true, 0), (false, 1)] {
        let (session, paths) = session("contract/0.0.5001", move |path| {
            let slot = |slot: &str, value: u16| {
                format!(
                    r#"{{"contract_id":"0.0.5001","address":"{LONG}","slot":"{slot}","value":"0x{value:064x}"}}"#
                )
            };
            let slots = [slot(LIST, 1), slot(FIRST, 0x1389)].join(",");
            match path.split('?').next()? {
                "/api/v1/contracts/0.0.5001" => Some(format!(
                    r#"{{"contract_id":"0.0.5001","evm_address":"{LONG}","runtime_bytecode":"{CODE}"}}"#
                )),
                "/api/v1/contracts/0.0.5001/state" if lists => {
                    Some(format!(r#"{{"state":[{slots}],"links":{{"next":null}}}}"#))
                }
                "/api/v1/contracts/0.0.5001/state" => {
                    Some(r#"{"state":[],"links":{"next":null}}"#.to_owned())
                }
                "/api/v1/contracts/0.0.5001/results/logs" => {
                    Some(r#"{"logs":[],"links":{"next":null}}"#.to_owned())
                }
                _ => None,
            }
        });
        assert_eq!(asked(&paths, "/results/logs"), searches, "{paths:?}");
        let screen = session.screen();
        assert_eq!(screen.contains("no DiamondCut events  of the last 7 days"), !lists, "{screen}");
        assert_eq!(screen.contains("in its list of facets"), lists, "{screen}");
    }
}

#[test]
fn pages_of_one_row_are_not_asked_for_until_the_screen_is_full() {
    let row = |at: u32| {
        format!(r#"{{"contract_id":"0.0.5001","timestamp":"1795{at:06}.000000000","hash":"0x{at:08x}"}}"#)
    };
    let (mut session, paths) = session("contract/0.0.5001/results?limit=1", move |path| {
        let (_, query) = path.strip_prefix("/api/v1/contracts/0.0.5001/results")?.split_once('?')?;
        let before = query.split("lt:1795").nth(1).and_then(|rest| rest.get(..6)?.parse().ok());
        let at = before.unwrap_or(500_000_u32) - 1;
        let next = format!("/api/v1/contracts/0.0.5001/results?limit=1&timestamp=lt:1795{at:06}.000000000");
        Some(format!(r#"{{"results":[{}],"links":{{"next":"{next}"}}}}"#, row(at)))
    });
    let pages = asked(&paths, "/results?");
    assert!((1..=10).contains(&pages), "{pages} requests\n{}", session.screen());
    assert!(session.screen().contains("more below"), "{}", session.screen());
    // Who goes on gets more.
    session.press("m");
    assert!(asked(&paths, "/results?") > pages, "{}", session.screen());
    session.press("G j");
    assert!(asked(&paths, "/results?") > pages + 1, "{}", session.screen());
}

#[test]
fn a_result_that_holds_is_asked_for_again_only_by_the_key_for_it() {
    const PLACE: &str = "result/0.0.5001/1795219000.000000001";
    let (mut session, paths) = session(PLACE, |path| {
        let result = r#"{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01",
            "result":"SUCCESS","logs":[],"bloom":"0x"}"#;
        path.contains("/results/1795219000").then(|| result.to_owned())
    });
    session.press(":").type_text("home").press("enter : ").type_text(PLACE).press("enter");
    assert_eq!(session.place(), PLACE);
    assert_eq!(asked(&paths, "/results/1795219000.000000001"), 1, "{paths:?}");
    session.press("r");
    assert_eq!(asked(&paths, "/results/1795219000.000000001"), 2, "{paths:?}");
}

#[test]
fn the_exchange_rate_of_an_hour_is_asked_for_once_and_is_left_out_where_there_is_none() {
    let result = |path: &str| {
        let (_, at) = path.split_once("/results/")?;
        Some(format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"{at}","hash":"0x01","result":"SUCCESS","logs":[],
            "bloom":"0x","gas_used":1000000,"gas_price":"0x33"}}"#
        ))
    };
    let rates = r#"{"current_rate":{"cent_equivalent":210678,"expiration_time":1795219200,"hbar_equivalent":30000},
        "next_rate":null,"timestamp":"1795215602.000000001"}"#;
    for offered in [true, false] {
        let (mut session, paths) =
            session("result/0.0.5001/1795219000.000000001", move |path| match path.split('?').next()? {
                "/api/v1/network/exchangerate" => offered.then(|| rates.to_owned()),
                path => result(path),
            });
        session.press(":").type_text("result/0.0.5001/1795219100.000000001").press("enter tab tab tab tab");
        let screen = session.screen();
        assert_eq!(screen.contains("7.0226 US cents for 1 ℏ"), offered, "{screen}");
        assert_eq!(screen.contains("$0.03582"), offered, "{screen}");
        assert_eq!(screen.contains("In US dollars"), offered, "{screen}");
        assert_eq!(asked(&paths, "/exchangerate"), 1, "{paths:?}");
    }
}
