//! Paths into JSON documents, as `jq` writes them, `.logs[].topics[0]`, or with all that RFC 9535 has,
//! `$.logs[?@.index > 2]`: what they lead to, as it was received.

use std::collections::HashMap;
use std::ptr::from_ref;

use serde_json::Value;
use serde_json_path::JsonPath;

use super::stop::Stop;
use crate::ledger::amount::grouped;
use crate::ledger::raw::{Lines, Part};

/// The most values that a path may lead to, and the most bytes that these may have together.
const MAX_VALUES: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;

/// Reads a path.
///
/// # Errors
/// Why it is none, and what one looks like.
pub fn parse(text: &str) -> Result<JsonPath, String> {
    let path = standard(text.trim());
    JsonPath::parse(&path).map_err(|fault| {
        let fault = fault.message();
        format!("no path: write such as .logs[2].topics[0], .logs[].address or ..topics ({fault})")
    })
}

/// A path of `jq` as the standard has it: from `$`, and with `[*]` for all items.
fn standard(text: &str) -> String {
    let text = text.replace("[]", "[*]");
    match text.strip_prefix('.') {
        _ if text.starts_with('$') => text,
        None if text.is_empty() || text.starts_with('[') => format!("${text}"),
        None => format!("$.{text}"),
        Some(rest) if rest.is_empty() || rest.starts_with('[') => format!("${rest}"),
        Some(rest) => format!("$.{rest}"),
    }
}

/// The values of a document that a path leads to, laid out. `None` if it was stopped.
///
/// # Errors
/// Why there are none, in words.
pub fn narrow(lines: &Lines, path: &str, stop: &Stop) -> Option<Result<Lines, String>> {
    let parts = match found(lines, path, stop) {
        Ok(parts) => parts?,
        Err(words) => return Some(Err(words)),
    };
    (!stop.is_set()).then(|| Ok(Lines::of_parts(lines.raw(), parts)))
}

fn found(lines: &Lines, path: &str, stop: &Stop) -> Result<Option<Vec<Part>>, String> {
    let path = parse(path)?;
    let no_json = |fault: serde_json::Error| format!("this is no JSON that has paths ({fault})");
    let document: Value = serde_json::from_str(lines.raw().raw()).map_err(no_json)?;
    let values = path.query(&document).all();
    if stop.is_set() {
        return Ok(None);
    }
    let too_many = || format!("more than {} values: write a narrower path", grouped(&MAX_VALUES));
    if values.len() > MAX_VALUES {
        return Err(too_many());
    }
    // A value is told by where it is in memory: its place in the text is that of the same item there.
    let mut at: HashMap<*const Value, usize> = values.iter().map(|value| (from_ref(*value), 0)).collect();
    place(&document, 0, lines, &mut at);
    let mut bytes = 0;
    let parts = values.iter().filter_map(|value| at.get(&from_ref(*value))).map(|at| {
        let range = lines.value(*at);
        bytes += range.len();
        (bytes <= MAX_BYTES).then(|| Part { range, path: lines.path(*at) }).ok_or_else(too_many)
    });
    parts.collect::<Result<_, _>>().map(Some)
}

/// Notes the line with which each of these values begins. The parser nests no deeper than its own limit.
fn place(value: &Value, line: usize, lines: &Lines, at: &mut HashMap<*const Value, usize>) {
    if let Some(at) = at.get_mut(&from_ref(value)) {
        *at = line;
    }
    match value {
        Value::Array(items) => {
            for (item, line) in items.iter().zip(lines.items(line)) {
                place(item, line, lines, at);
            }
        }
        Value::Object(fields) => {
            for line in lines.items(line) {
                let key = lines.key(line).and_then(|key| serde_json::from_str::<String>(key).ok());
                // Of fields with the same name the last one counts, here as for the parser.
                if let Some(item) = key.and_then(|key| fields.get(&key)) {
                    place(item, line, lines, at);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::RawJson;

    const DOCUMENT: &str = r#"{"logs":[{"address":"0x1","topics":["0xa","0xb"],"index":0},
        {"address":"0x2","topics":["0xc"],"index":1}],"gas":49999999999999999990000000001,"a b":{"topics":1.50}}"#;

    fn values(path: &str) -> Result<String, String> {
        let lines = Lines::new(&RawJson::new(DOCUMENT));
        narrow(&lines, path, &Stop::default()).unwrap().map(|lines| lines.text())
    }

    #[test]
    fn paths_lead_to_what_was_received_as_jq_and_the_standard_write_them() {
        for (path, found) in [
            (".logs[0].topics[1]", r#""0xb""#),
            ("logs[-1].address", r#""0x2""#),
            (".logs[].address", "\"0x1\"\n\"0x2\""),
            ("$.logs[*]['address']", "\"0x1\"\n\"0x2\""),
            ("..topics", "[\"0xa\",\"0xb\"]\n[\"0xc\"]\n1.50"),
            (".gas", "49999999999999999990000000001"),
            (r#".["a b"].topics"#, "1.50"),
            ("$.logs[?@.index > 0].address", r#""0x2""#),
            (".logs[?@.address == '0x1'].index", "0"),
            (".logs[0].topics[0:1]", r#""0xa""#),
            (".", DOCUMENT),
            (" $ ", DOCUMENT),
            (".none", ""),
        ] {
            assert_eq!(values(path).as_deref(), Ok(found), "{path}");
        }
    }

    #[test]
    fn what_is_found_keeps_its_path() {
        let lines = Lines::new(&RawJson::new(DOCUMENT));
        let found = narrow(&lines, "$..topics", &Stop::default()).unwrap().unwrap();
        assert_eq!(
            (found.parts(), found.path(1), found.path(4)),
            (3, ".logs[0].topics[0]".into(), ".logs[1].topics".into())
        );
        // Any path that is shown leads back to the same value.
        for at in 0..lines.len() {
            let path = lines.path(at);
            let found = narrow(&lines, &path, &Stop::default()).unwrap().unwrap();
            assert_eq!(
                (found.text(), found.path(0)),
                (DOCUMENT.get(lines.value(at)).unwrap().to_owned(), path)
            );
        }
    }

    #[test]
    fn what_is_no_path_is_said_with_what_is_one() {
        for path in [".logs[", "...", ".a..", ".logs[x]", "$.a b"] {
            let words = values(path).unwrap_err();
            assert!(words.starts_with("no path: write such as .logs"), "{path}: {words}");
        }
        let html = Lines::new(&RawJson::new("<p>"));
        assert!(narrow(&html, ".a", &Stop::default()).unwrap().unwrap_err().contains("no JSON"));
        assert!(narrow(&html, ".a", &Stop::when(|| true)).is_none_or(|found| found.is_err()));
    }

    #[test]
    fn fields_of_the_same_name_do_no_harm() {
        let lines = Lines::new(&RawJson::new(r#"{"a":{"b":1},"a":[2,{"b":3}]}"#));
        let found = narrow(&lines, "..b", &Stop::default()).unwrap().unwrap();
        assert_eq!(found.text(), "3");
    }
}
