//! How many functions, events and errors an interface has, in words.

use decode::interface::{Entry, Kind};
use ledger::amount::counted;

pub(super) fn counts<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    let kinds: Vec<Kind> = entries.into_iter().map(|entry| entry.kind).collect();
    let count = |kind, one: &str| {
        let count = kinds.iter().filter(|known| **known == kind).count();
        (count > 0).then(|| counted(count, one))
    };
    let parts = [count(Kind::Function, "function"), count(Kind::Event, "event"), count(Kind::Error, "error")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nothing in it".to_owned() } else { parts.join(", ") }
}
