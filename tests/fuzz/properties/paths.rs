//! JSON paths that somebody types, followed through documents of strangers.

use decode::json_path;
use decode::stop::Stop;
use ledger::RawJson;
use ledger::raw::Lines;

use super::assert_harmless;

/// The path ends with the first line.
pub(super) fn check(bytes: &[u8]) {
    let text = super::text(bytes);
    let (path, document) = text.split_once('\n').unwrap_or((&text, r#"{"a":[{"b":1},[2,"c"]],"b":"a"}"#));
    let lines = Lines::new(&RawJson::new(document));
    let found = json_path::narrow(&lines, path, &Stop::default()).expect("nobody stops it");
    match (json_path::check(path), found) {
        (Err(reason), Err(same)) => {
            assert_eq!(reason, same);
            assert_harmless(&reason);
        }
        (Err(reason), Ok(_)) => panic!("{reason}"),
        (Ok(()), Err(reason)) => assert_harmless(&reason),
        (Ok(()), Ok(found)) => {
            for value in found.values() {
                assert!(serde_json::from_str::<serde::de::IgnoredAny>(value.raw()).is_ok(), "{value:?}");
            }
        }
    }
}
