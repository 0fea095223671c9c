//! Requests to a signature server, and which of its answers are trusted.

use std::sync::Arc;

use decode::Interface;
use decode::known::Known;
use decode::reading::{LogQuestion, Provenance, Reader};
use ledger::{HexBytes, Timestamp};

use super::*;
use crate::app::knowledge::online::SignatureCache;
use crate::message::{Answer, Request};

const SERVER: &str = "http://127.0.0.1:1";

/// `quokka(uint256)`, which no contract has that the program knows of.
const QUOKKA: &str = "quokka(uint256)";

fn selector(signature: &str) -> [u8; 4] {
    online::call(&signature.into()).next().unwrap().selector()
}

fn unnamed(selectors: impl IntoIterator<Item = [u8; 4]>) -> Vec<Unnamed> {
    selectors.into_iter().map(Unnamed::Selector).collect()
}

fn answer(lookup: &Lookup, outcome: Result<Signatures, Failure>) -> Response {
    let outcome = outcome.map(|signatures| Answer::Server(api::Answer::Signatures(Arc::new(signatures))));
    Response::here(Request::new("here", lookup), outcome, Timestamp::default())
}

fn functions(names: &[&str]) -> Signatures {
    Signatures { functions: names.iter().map(|name| Text::from(*name)).collect(), ..Signatures::default() }
}

/// The interface after this answer.
fn names(found: Option<Signatures>) -> Arc<Interface> {
    Arc::new(SignatureCache::default().add(&found.unwrap()).unwrap())
}

#[test]
fn each_hash_is_asked_once_and_its_name_is_read_by() {
    let (mut online, mut known) = (Online::default(), Known::default());
    let unread = unnamed([selector(QUOKKA), selector(QUOKKA)]);
    online.queue_lookup(unread.clone());
    let lookup = online.next(SERVER).unwrap().clone();
    assert_eq!((lookup.selectors.as_slice(), &*lookup.server), (&[selector(QUOKKA)][..], SERVER));
    online.queue_lookup(unread);
    known.book_mut().set_online(names(online.on_response(&answer(&lookup, Ok(functions(&[QUOKKA]))))));
    let input = [&selector(QUOKKA)[..], &[0; 31], &[7]].concat();
    let read = Reader::new(&known).call(None, &input);
    let best = read.exact().unwrap();
    assert_eq!((best.signature.escaped().as_str(), best.provenance), (QUOKKA, Provenance::Online));
    assert_eq!(online.next(SERVER), None);
}

#[test]
fn names_with_other_hashes_are_dropped() {
    let mut online = Online::default();
    online.queue_lookup(unnamed([selector(QUOKKA)]));
    let lookup = online.next(SERVER).unwrap().clone();
    let deep = format!("quokka(uint256{})", "[]".repeat(2_000));
    let lies = ["transfer(address,uint256)", "quokka(uint8)", "quokka(uint256) ", "", "\u{1b}[31m()", &deep];
    assert_eq!(online.on_response(&answer(&lookup, Ok(functions(&lies)))), Some(Signatures::default()));
    assert_eq!(
        online.on_response(&answer(&lookup, Ok(functions(&[QUOKKA])))),
        None,
        "it was answered already"
    );
}

#[test]
fn many_are_asked_in_several_questions_one_at_a_time_and_not_without_end() {
    let mut online = Online::default();
    let numbers = (1..=2 * MAX_HASHES).map(|number| u32::try_from(number).unwrap().to_be_bytes());
    online.queue_lookup(unnamed(numbers));
    let mut asked = 0;
    while let Some(lookup) = online.next(SERVER).cloned() {
        assert_eq!(online.next(SERVER), None);
        assert!(lookup.selectors.len() <= Lookup::MAX_HASHES);
        asked += lookup.selectors.len();
        online.on_response(&answer(&lookup, Ok(Signatures::default())));
    }
    assert_eq!(asked, MAX_HASHES);
}

#[test]
fn a_failure_is_told_once_and_what_may_have_passed_is_asked_again_once_it_is_wanted() {
    let mut online = Online::default();
    let unread = unnamed([selector(QUOKKA)]);
    let busy = || Failure::ServerFault { status: 503, words: Vec::new(), code: None };
    online.queue_lookup(unread.clone());
    let lookup = online.next(SERVER).unwrap().clone();
    assert_eq!(online.on_response(&answer(&lookup, Err(busy()))), None);
    assert!(online.complaint().is_some() && online.complaint().is_none());
    assert_eq!(online.next(SERVER), None);
    online.queue_lookup(unread.clone());
    let lookup = online.next(SERVER).unwrap().clone();
    let missing = Failure::NotFound { words: Vec::new(), code: None };
    online.on_response(&answer(&lookup, Err(missing)));
    assert!(online.complaint().is_some_and(|notice| notice.text.ends_with("it is not asked again")));
    online.queue_lookup(unnamed([[1, 2, 3, 4]]));
    assert_eq!(online.next(SERVER), None);
}

#[test]
fn an_event_is_doubtful_unless_its_arguments_can_lie_in_one_way_only() {
    let (mut online, mut known) = (Online::default(), Known::default());
    let name = "Quokka(uint256,uint256)";
    let hash = online::event(&name.into()).unwrap().hash;
    let topic = HexBytes::from(hash.to_vec());
    let word = HexBytes::from([&[0; 31][..], &[7]].concat());
    let log = |indexed: usize| LogQuestion {
        topics: [vec![topic.clone()], vec![word.clone(); indexed]].concat(),
        data: word.bytes().repeat(2 - indexed).into(),
        ..LogQuestion::default()
    };
    let read = |indexed, known: &Known| Reader::new(known).read_log(&log(indexed));
    online.queue_lookup([Unnamed::Topic(hash)]);
    let lookup = online.next(SERVER).unwrap().clone();
    let found = Signatures { events: vec![name.into()], ..Signatures::default() };
    known.book_mut().set_online(names(online.on_response(&answer(&lookup, Ok(found)))));
    let exact = [0, 1, 2].map(|indexed| read(indexed, &known).exact().is_some());
    assert_eq!(exact, [true, false, true]);
    let doubtful = read(1, &known);
    let best = doubtful.best().unwrap();
    assert_eq!((best.arguments.len(), best.provenance), (2, Provenance::Online));
    assert!(best.arguments[0].indexed && !best.arguments[1].indexed);
}
