//! Writes a place's query, escaped as little as possible, in a form that parses back.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The characters escaped in a query: only those needed to parse it back, to keep places readable.
const QUERY: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'+').add(b'#').add(b' ');

/// Also escaped in names.
const NAME: &AsciiSet = &QUERY.add(b'=');

/// The pairs behind a place: `?name=value&…`, or nothing.
pub(super) fn query_text(pairs: &[(&str, String)]) -> String {
    let mut out = String::new();
    for (place, (name, value)) in pairs.iter().enumerate() {
        out.push(if place == 0 { '?' } else { '&' });
        out.extend(utf8_percent_encode(name, NAME));
        out.push('=');
        out.extend(utf8_percent_encode(value, QUERY));
    }
    out
}
