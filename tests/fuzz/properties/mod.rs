//! What holds whatever comes from outside: one property for each kind of text or bytes. The tests here try them within
//! bounds, and the fuzzers in `fuzz/` without.

mod artifacts;
mod code;
mod configuration;
mod declarations;
mod ids;
mod interfaces;
mod links;
mod maps;
mod pasted;
mod paths;
mod protobuf;
mod recordings;
mod times;
mod typed;
mod wire;

use std::borrow::Cow;

use ledger::text::is_treacherous;

/// A property, by the name of its fuzzer. It panics where it does not hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Property {
    pub(crate) name: &'static str,
    pub(crate) check: fn(&[u8]),
}

const fn property(name: &'static str, check: fn(&[u8])) -> Property {
    Property { name, check }
}

/// All of them.
pub(crate) const ALL: [Property; 15] = [
    property("artifacts", artifacts::check),
    property("code", code::check),
    property("configuration", configuration::check),
    property("declarations", declarations::check),
    property("ids", ids::check),
    property("interfaces", interfaces::check),
    property("links", links::check),
    property("maps", maps::check),
    property("pasted", pasted::check),
    property("paths", paths::check),
    property("protobuf", protobuf::check),
    property("recordings", recordings::check),
    property("times", times::check),
    property("typed", typed::check),
    property("wire", wire::check),
];

/// Checks the property of this name.
pub(crate) fn check(name: &str, bytes: &[u8]) {
    let property = ALL.iter().find(|property| property.name == name);
    (property.unwrap_or_else(|| panic!("no property is called {name}")).check)(bytes);
}

/// The input as text.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// What is said may stand on a terminal as it is, line by line.
fn assert_harmless(words: &str) {
    let bad = words.chars().find(|c| *c != '\n' && is_treacherous(*c));
    assert!(bad.is_none(), "{bad:?} in {words:?}");
}
