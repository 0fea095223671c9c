//! A search for an event: the form, what is read and what is not, stopping, going on, and honest ends.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use alloy_primitives::{Bloom, hex, keccak256};
use api::Failure;

use hieroscope::message::{Event, Retrying};

use crate::player;
use crate::support::{NOW, Session};

/// The router with the fewest pages that emits transfers, in a range of time.
pub(crate) const TRANSFERS: &str =
    "contract/0.0.5002/find?event=Transfer(address,address,uint256)&timestamp=gte:1795215000.000000000";

fn words(session: &Session) -> String {
    let screen = session.screen();
    screen.lines().find(|line| line.contains("scanned ")).unwrap_or_default().trim().to_owned()
}

#[test]
fn an_event_is_chosen_from_those_that_are_known() {
    let mut session = Session::at("contract/0.0.5002");
    session.press("g h").type_text("trans");
    let screen = session.screen();
    let place = |name| screen.find(name).unwrap_or_else(|| panic!("{name}: {screen}"));
    assert!(place("Transfer(address,address,uint256)") < place("TransferBatch("));
    assert!(screen.contains("⏎ use it"), "{screen}");
    assert!(screen.find("TransformedERC20(").is_none_or(|at| at > place("TransferBatch(")), "{screen}");
    let mut session = Session::at("contract/0.0.5001");
    session.press("g h").type_text("Transfer(address,address,uint256)").press("tab").type_text("0.0.77");
    let screen = session.screen();
    assert!(screen.contains("from") && screen.contains("if it is indexed"), "{screen}");
    session.press("tab").type_text("x").press("enter");
    assert!(session.screen().contains("write an id such as 0.0.77"), "{}", session.screen());
}

#[test]
fn the_selected_event_of_a_result_is_hunted_for() {
    let mut session = Session::at("result/0.0.5211/1795217300.000005211");
    session.press("tab tab");
    assert!(session.screen().contains("Log 0  Transfer"), "{}", session.screen());
    session.press("G k k k k k k k k k k g h");
    let place = session.place();
    assert!(place.starts_with("contract/0.0.5211/find?event="), "{place}");
    assert!(!place.contains("event=Transfer("), "{place}");
    assert!(session.screen().contains("emitted by"), "{}", session.screen());
    let mut session = Session::at("result/0.0.5211/1795217300.000005211");
    session.press("tab tab g h");
    assert_eq!(session.place(), "contract/0.0.5211/find?event=Transfer(address,address,uint256)");
    assert!(words(&session).contains("hits 2 "), "{}", session.screen());
    session.press("[ G g h");
    assert!(session.screen().contains("no event with a topic is selected"), "{}", session.screen());
}

#[test]
fn hits_are_listed_with_what_they_say() {
    insta::assert_snapshot!(Session::at(TRANSFERS).styled_screen());
}

#[test]
fn it_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(TRANSFERS).size(80, 24).press("j").styled_screen());
}

#[test]
fn a_hit_leads_to_its_result_and_back_to_the_search_as_it_was() {
    let mut session = Session::at(TRANSFERS);
    let before = words(&session);
    session.press("j enter");
    assert!(session.place().starts_with("result/0.0.5002/"), "{}", session.place());
    let asked = session.asked();
    session.press("[");
    assert_eq!((words(&session), session.asked()), (before, asked));
    assert!(session.is_quiet());
}

#[test]
fn a_search_without_hits_says_what_was_skipped() {
    let place = "contract/0.0.5022/find?event=Paused(address)&internal=false";
    insta::assert_snapshot!(Session::at(place).size(80, 24).styled_screen());
    let empty = Session::at("contract/0.0.999999/find?event=Paused(address)").screen();
    assert!(empty.contains("There are no results to search."), "{empty}");
}

#[test]
fn what_cannot_be_hunted_for_is_said() {
    for (query, said) in [
        ("event=nonsense", "write an event as"),
        ("event=Transfer(address,address,uint256)&whom=0.0.5", "the event has no argument \"whom\""),
        ("event=Moved(address indexed who, uint256 much)&much=5", "much is not indexed"),
        ("event=Moved(uint8 indexed much)&much=256", "fits 8 bits"),
    ] {
        let screen = Session::at(&format!("contract/0.0.5002/find?{query}")).screen();
        assert!(screen.contains(said), "{screen}");
    }
}

#[test]
fn it_can_be_stopped_and_sent_on_without_reading_anything_twice() {
    let whole = words(&Session::at(TRANSFERS));
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste(TRANSFERS).press("enter");
    for at in [0, 1, 0, 2, 1, 0, 1] {
        session.let_go(at);
    }
    session.press("p");
    assert!(words(&session).contains("stopped"), "{}", session.screen());
    insta::assert_snapshot!(session.styled(80, 24));
    while session.let_go(0) {}
    assert!(words(&session).contains("stopped"), "{}", session.screen());
    session.press("p");
    while session.let_go(1) {}
    assert_eq!(words(&session), whole);
}

const TOPIC: &str = "Fired(address)";

fn bloom(items: &[&[u8]]) -> String {
    let mut bloom = Bloom::ZERO;
    for item in items {
        bloom.m3_2048(item);
    }
    hex::encode_prefixed(bloom)
}

fn long_zero(num: u8) -> Vec<u8> {
    [vec![0; 19], vec![num]].concat()
}

fn topic_of(num: u8) -> String {
    hex::encode_prefixed([vec![0; 12], long_zero(num)].concat())
}

/// A server with rows of these blooms, the newest at 100 s, and what was read of it.
fn server(blooms: Vec<String>, failing: bool) -> (String, Arc<Mutex<Vec<String>>>) {
    let read = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&read);
    let failures = Cell::new(0);
    let address = player::serve(move |path| {
        if path.contains("/results?") {
            let rows: Vec<String> = blooms
                .iter()
                .enumerate()
                .map(|(at, bloom)| format!(r#"{{"timestamp":"{}.000000000","bloom":{bloom}}}"#, 100 - at))
                .collect();
            return (200, format!(r#"{{"results":[{}],"links":{{"next":null}}}}"#, rows.join(",")));
        }
        if let Some((_, at)) = path.split_once("/results/") {
            seen.lock().unwrap().push(at.to_owned());
            failures.set(failures.get() + 1);
            if failing && failures.get() <= 1 {
                return (400, r#"{"_status":{"messages":[{"message":"Invalid"}]}}"#.to_owned());
            }
            let event = hex::encode_prefixed(keccak256(TOPIC));
            let at = at.split('?').next().unwrap();
            let log = format!(
                r#"{{"address":"0x{}","contract_id":"0.0.5","index":0,"data":"0x","topics":["{event}","{}"]}}"#,
                "ab".repeat(20),
                topic_of(7)
            );
            return (200, format!(r#"{{"timestamp":"{at}","contract_id":"0.0.5","logs":[{log}]}}"#));
        }
        if path.ends_with("/contracts/0.0.5") {
            let address = format!("0x{}", "ab".repeat(20));
            return (200, format!(r#"{{"contract_id":"0.0.5","evm_address":"{address}"}}"#));
        }
        (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
    });
    (address, read)
}

#[test]
fn only_results_whose_blooms_can_hold_it_are_read() {
    let event = keccak256(TOPIC);
    let seven = hex::decode(topic_of(7)).unwrap();
    let (emitter, other) = (long_zero(5), long_zero(6));
    let quoted = |items: &[&[u8]]| format!("\"{}\"", bloom(items));
    let blooms = vec![
        quoted(&[&emitter, event.as_slice(), &seven]),
        quoted(&[&other, event.as_slice(), &seven]),
        quoted(&[&emitter, event.as_slice()]),
        quoted(&[&emitter, &seven]),
        format!("\"0x{}\"", "00".repeat(256)),
        "null".to_owned(),
        "\"0x\"".to_owned(),
        format!("\"0x{}\"", "ff".repeat(256)),
        quoted(&[&[0xab; 20], event.as_slice(), &seven]),
    ];
    let (address, read) = server(blooms, false);
    let session = Session::on_server("contract/0.0.5/find?event=Fired(address)&1=0.0.7", &address);
    let mut read = read.lock().unwrap().clone();
    read.sort();
    let seconds: Vec<&str> = read.iter().map(|at| at.split('.').next().unwrap()).collect();
    assert_eq!(seconds, ["100", "92", "93", "94", "95"], "{}", session.screen());
    insta::assert_snapshot!(session.styled(80, 24));
}

#[test]
fn a_result_that_cannot_be_read_is_counted_and_can_be_tried_again() {
    let (address, _) = server(vec!["null".to_owned(); 2], true);
    let mut session = Session::on_server("contract/0.0.5/find?event=Fired(address)", &address);
    assert!(
        words(&session).contains("fetched 1 · hits 1 · without bloom 2 · not fetched 1"),
        "{}",
        session.screen()
    );
    session.press("r");
    assert!(
        words(&session).contains("fetched 2 · hits 2 · without bloom 2 · end of results"),
        "{}",
        session.screen()
    );
}

#[test]
fn without_the_addresses_of_what_was_named_nothing_is_looked_through() {
    let shut = Arc::new(AtomicBool::new(true));
    let is_shut = Arc::clone(&shut);
    let address = format!("0x{}", "ab".repeat(20));
    let known = format!(r#"{{"contract_id":"0.0.5","evm_address":"{address}"}}"#);
    let bloom = bloom(&[&long_zero(5), keccak256(TOPIC).as_slice()]);
    let server = player::serve(move |path| {
        if path.contains("/results?") {
            let row = format!(r#"{{"timestamp":"100.000000000","bloom":"{bloom}"}}"#);
            (200, format!(r#"{{"results":[{row}],"links":{{"next":null}}}}"#))
        } else if path.contains("/results/") {
            (200, r#"{"timestamp":"100.000000000","logs":[]}"#.to_owned())
        } else if is_shut.load(Ordering::Relaxed) {
            (403, r#"{"_status":{"messages":[{"message":"Not today"}]}}"#.to_owned())
        } else {
            (200, known.clone())
        }
    });
    let mut session = Session::on_server(&format!("contract/{address}/find?event=Fired(address)"), &server);
    insta::assert_snapshot!(session.styled(80, 24));
    shut.store(false, Ordering::Relaxed);
    session.press("r");
    let told = words(&session);
    assert!(told.contains("scanned 1 · fetched 1"), "by its long-zero address the bloom fits: {told}");
}

#[test]
fn a_server_that_cannot_be_reached_is_told_while_it_is_tried_again() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste(TRANSFERS).press("enter");
    let request = session.waiting().unwrap();
    let failure = Failure::Unreachable { words: "refused".into(), sent: false };
    let at = NOW.plus_millis(2_000);
    session.event(Event::Retrying(Box::new(Retrying { request, failure, at, attempt: 2, of: 4 })));
    let screen = session.drawn(80, 24);
    assert!(screen.contains("The server cannot be reached. Next try in 2 s (attempt 2 of 4)."), "{screen}");
}

#[test]
fn a_server_that_fails_stops_the_search_and_it_waits() {
    let server = player::serve(|path| {
        if path.contains("/results") {
            (400, r#"{"_status":{"messages":[{"message":"Invalid parameter: internal"}]}}"#.to_owned())
        } else {
            (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
        }
    });
    let mut session = Session::on_server("contract/0.0.5/find?event=Fired(address)", &server);
    insta::assert_snapshot!(session.styled(80, 24));
    let asked = session.asked();
    assert_eq!(session.press("r").asked(), asked + 1, "it goes on with the page that failed");
}

#[test]
fn a_place_names_an_event_by_its_bare_name() {
    let by = |event: &str| {
        let mut session = Session::at(&format!("contract/0.0.5204/find?event={event}")).size(120, 40);
        session.pass(Duration::from_secs(5));
        session.screen()
    };
    let screen = by("Turned");
    assert_eq!(screen, by("Turned(address,uint8)"));
    assert!(screen.contains("Turned(address,uint8)") && !screen.contains("hits 0"), "{screen}");
    let several = by("Transfer");
    assert!(several.contains("several events have that name"), "{several}");
    assert!(by("Nothing").contains("write an event as"), "{}", by("Nothing"));
}
