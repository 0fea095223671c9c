//! Writes the query of a place, readable and so that it parses back.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What must be escaped in a query so that it reads back: little, so that a place stays readable.
const QUERY: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'+').add(b'#').add(b' ');

/// What must be escaped in a name, too.
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
