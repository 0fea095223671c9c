//! From page to page of a contract, out of every form, and to files and browsers.

use std::time::Duration;

use hieroscope::message::{Command, Event, Export, ExportNews, ExportState, Exported};

use crate::player;
use crate::support::Session;
use crate::support::part::Part;

/// The pages of a contract: the key of each, and the place that it leads to.
const PAGES: [(&str, &str); 11] = [
    ("g c", "contract/0.0.5204"),
    ("R", "contract/0.0.5204/results"),
    ("B", "code/0.0.5204"),
    ("g l", "contract/0.0.5204/logs"),
    ("g s", "contract/0.0.5204/state"),
    ("g v", "contract/0.0.5204/versions"),
    ("g i", "contract/0.0.5204/interfaces"),
    ("g e", "contract/0.0.5204/gas"),
    ("g o", "sources/298/0.0.5204"),
    ("g V", "verified/298/0.0.5204"),
    ("g h", "contract/0.0.5204/find"),
];

#[test]
fn every_page_of_a_contract_is_a_key_away_from_every_other() {
    let event = "contract/0.0.5204/find?event=Transfer(address,address,uint256)";
    let places = PAGES.iter().map(|(_, place)| *place).filter(|place| !place.ends_with("/find"));
    for from in Part::chosen().of(places.chain([event, "result/0.0.5204/1795218140.000005211"])) {
        let mut session = Session::at(from);
        for (keys, to) in PAGES.iter().filter(|(_, to)| *to != from) {
            if *keys == "g h" && from == event {
                continue;
            }
            session.press(keys);
            let place = session.place();
            assert_eq!(place.split('?').next(), Some(*to), "{keys} on {from}");
            session.press(if *keys == "g h" { "esc [" } else { "[" });
            assert_eq!(session.place(), from, "back from {to}");
        }
        session.press("@");
        assert_eq!(session.place(), "contract/0.0.5204", "@ on {from}");
        assert!(
            session.screen().contains("The contract as of a time"),
            "the form asks for the time: {}",
            session.screen()
        );
    }
}

#[test]
fn help_names_the_pages_wherever_one_is() {
    let mut session = Session::at("contract/0.0.5204/logs").size(120, 60);
    let screen = session.press("?").screen();
    for words in ["storage", "versions", "gas usage", "as of a time", "code"] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
}

#[test]
fn a_contracts_page_names_the_others_with_their_keys() {
    for (columns, rows) in [(120, 40), (80, 24)] {
        let screen = Session::at("contract/0.0.5204").size(columns, rows).screen();
        for named in ["R results", "B code", "g l events", "g s storage", "g v versions", "g i interfaces"] {
            assert!(screen.contains(named), "{named}: {screen}");
        }
        for named in ["g h find events", "g e gas", "@ as of", "g o sources", "V verified"] {
            assert!(screen.contains(named), "{named}: {screen}");
        }
    }
    let session = Session::with_settings("contract/0.0.5204", "[keys]\nbytecode = [\"z\"]\nlogs = []\n");
    let screen = session.screen();
    assert!(screen.contains("z code") && !screen.contains("g l events"), "{screen}");
}

#[test]
fn escape_leads_out_of_every_form() {
    for (place, keys) in [
        ("contract/0.0.5204", "@"),
        ("contract/0.0.5204", ":"),
        ("contract/0.0.5204/results", "f"),
        ("contract/0.0.5001/results", "U"),
        ("contract/0.0.5204/logs", "f"),
        ("contract/0.0.5204/state", "f"),
        ("contract/0.0.5204/state", "I"),
        ("contract/0.0.5204/interfaces", "a"),
        ("contract/0.0.5204/find", ""),
        ("contract/0.0.5204/find?event=Transfer(address,address,uint256)", "f"),
        ("code/0.0.5204", "C"),
        ("code/0.0.5204", "e"),
        ("sources/298/0.0.5204", "tab /"),
        ("contract/0.0.5204/results", "e"),
        ("result/0.0.5204/1795218140.000005211", "J /"),
        ("schedules", "f"),
        ("pending", "f"),
        ("jobs", "a"),
        ("verify", ""),
        ("verify/298/0.0.5001", "tab"),
        ("verify/298/0.0.5018?mode=import", "ctrl-p"),
        ("verify/298/0.0.5012?mode=standard-json", "tab tab"),
        ("batch", ""),
        ("batch", "tab tab"),
    ] {
        let mut session = Session::at(place);
        session.press(keys).press("esc esc esc").press("?");
        assert!(session.screen().contains("What can be done here"), "{place} {keys}: {}", session.screen());
    }
}

#[test]
fn a_form_that_was_the_beginning_leaves_for_home() {
    for place in ["verify", "verify/298/0.0.5001", "batch"] {
        let mut session = Session::at(place);
        session.press("esc");
        assert_eq!(session.place(), "home", "{place}");
    }
    let mut session = Session::at("jobs");
    session.press("V esc");
    assert_eq!(session.place(), "jobs");
}

/// The file that was to be written last: its path and text.
fn exported(session: &Session) -> Option<(String, String)> {
    let mut exports = session.carried().iter().filter_map(|command| match command {
        Command::Export(Export { path, what: Exported::Text(text), .. }) => {
            Some((path.clone(), text.clone()))
        }
        _ => None,
    });
    exports.next_back()
}

#[test]
fn writing_to_a_file_asks_where_and_keeps_what_was_typed_until_it_is_written() {
    let mut session = Session::at("code/0.0.5204");
    session.press("e");
    assert_eq!(exported(&session), None);
    let screen = session.screen();
    assert!(
        screen.contains("Write to a file") && screen.contains("code-0-0-5204-runtime-functions.md"),
        "{screen}"
    );
    session.press("ctrl-u").type_text("~/x.md").press("enter");
    let (path, text) = exported(&session).unwrap();
    assert!(path == "~/x.md" && text.starts_with("# Contract 0.0.5204"), "{path}: {text}");
    let news = |path: &str, state| Event::Export(ExportNews { path: path.to_owned(), state });
    session.event(news("~/x.md", ExportState::Refused("/home/me/x.md could not be written".to_owned())));
    let screen = session.screen();
    assert!(screen.contains("could not be written") && screen.contains("~/x.md"), "{screen}");
    session.press("backspace backspace backspace").type_text("2.md").press("enter");
    assert_eq!(exported(&session).unwrap().0, "~/x2.md");
    session.event(news("~/x2.md", ExportState::Written("/home/me/x2.md".to_owned(), None)));
    let screen = session.screen();
    assert!(screen.contains("written to /home/me/x2.md") && !screen.contains("Write to a file"), "{screen}");
}

#[test]
fn an_address_that_no_browser_opens_is_shown_and_copied() {
    let mut session = Session::at("home").size(80, 24);
    let address = "https://explorer.invalid/testnet/contract/0.0.1234";
    session.event(Event::NoBrowser(address.to_owned()));
    assert!(session.screen().contains(address), "{}", session.screen());
    assert!(session.carried().contains(&Command::Copy(address.to_owned())), "{:?}", session.carried());
}

#[test]
fn a_job_that_is_not_followed_is_looked_up_at_once_and_nothing_is_kept() {
    let mut session = Session::at("verify//0.0.5020?mode=import");
    session.press("enter enter").pass(Duration::from_mins(1));
    let id = session.saved().jobs[0].id.clone().unwrap().to_string();
    session.press("b x");
    assert!(session.saved().jobs.is_empty());
    session.press(":").paste(&id).press("enter");
    assert_eq!(session.place(), format!("job/{id}"));
    let screen = session.screen();
    assert!(screen.contains("not followed here") && screen.contains("no_match"), "{screen}");
    session.pass(Duration::from_secs(10));
    assert!(session.saved().jobs.is_empty() && session.is_quiet(), "{}", session.screen());
    session.press("a");
    assert_eq!(session.saved().jobs.len(), 1);
    assert!(!session.screen().contains("not followed here"), "{}", session.screen());
    let unknown = Session::at("job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f");
    assert_eq!(unknown.asked(), 1);
    assert!(unknown.screen().contains("not followed here"), "{}", unknown.screen());
}

#[test]
fn a_pasted_job_id_needs_no_further_key() {
    let mut session = Session::at("jobs");
    session.paste("http://127.0.0.1:1/v2/verify/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f/");
    assert_eq!(session.place(), "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f");
    assert!(session.asked() > 0);
}

#[test]
fn a_row_leads_to_its_transaction() {
    for (place, keys) in [
        ("contract/0.0.5001/results", "j"),
        ("contract/0.0.5002/logs", "j"),
        ("contract/0.0.5204/state", "j"),
        ("contract/0.0.5213/find?event=Alarm(bytes32,address,string)", "j"),
    ] {
        let mut session = Session::at(place);
        session.press(keys).press("g t");
        let first = session.place();
        assert!(first.starts_with("transaction/0.0."), "{place}: {first}\n{}", session.screen());
        session.press("[ j j j g t");
        assert!(session.place().starts_with("transaction/0.0."), "{place}: {}", session.screen());
    }
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("g t");
    let first = session.place();
    session.press("[ j g t");
    assert_ne!(session.place(), first, "each row leads to its own");
}

#[test]
fn the_sender_of_a_row_and_of_a_result_leads_to_its_results() {
    let mut session = Session::at("contract/0.0.5001/results?timestamp=gte:1795212000.000000000");
    session.press("j w");
    let place = session.place();
    assert!(place.starts_with("contract/0.0.5001/results?from=0"), "{place}");
    assert!(place.contains("timestamp=gte:1795212000"), "the other filters stay: {place}");
    session.press("w");
    assert!(session.screen().contains("these are the results from this sender"), "{}", session.screen());
    session.press("enter w");
    assert!(session.place().starts_with("contract/0.0.5001/results?from=0"), "{}", session.place());
}

/// A server with an event that was made of a token transfer, and its transaction.
pub(crate) fn token_transfer() -> String {
    player::serve(|path| {
        let body = if path.contains("/results/logs") {
            r#"{"logs":[{"address":"0x00000000000000000000000000000000000004d2","bloom":"0x","contract_id":"0.0.1234",
            "data":"0x05","index":0,"topics":[],"timestamp":"1795216207.000000007","root_contract_id":null}],
            "links":{"next":null}}"#
        } else if path.contains("/transactions?timestamp=") {
            r#"{"transactions":[{"transaction_id":"0.0.1005-1795216200-000000001","nonce":0,"scheduled":false,
            "consensus_timestamp":"1795216207.000000007","name":"CRYPTOTRANSFER","result":"SUCCESS"}]}"#
        } else {
            return (404, "{}".to_owned());
        };
        (200, body.to_owned())
    })
}

#[test]
fn an_event_made_of_a_token_transfer_leads_to_its_transaction() {
    let mut session = Session::on_server("contract/0.0.1234/logs", &token_transfer());
    assert!(session.screen().contains("open its transaction"), "{}", session.screen());
    session.press("enter");
    assert_eq!(session.place(), "transaction/0.0.1005-1795216200-000000001", "{}", session.screen());
}
