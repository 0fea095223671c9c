//! Parses the answer of a signature server: `{ok, result: {function: {hash: [{name}]}, event: {…}}}`, where an
//! unknown hash has null or an empty list.

use api::{Lookup, Signatures};
use ledger::json::Json;
use ledger::{RawJson, Text};

use super::page::{BodyFault, whole};

/// The most names of one hash that are read: more share it only because somebody made them up.
const MAX_NAMES: usize = 16;

/// Reads the body of a lookup. The hashes that names are listed by do not matter: each name has its own.
pub(crate) fn read_signatures(body: &RawJson) -> Result<Signatures, BodyFault> {
    let result = whole(body)?.get("result").and_then(Json::object);
    let result = result.ok_or_else(|| BodyFault {
        at: "result".to_owned(),
        words: Text::from("this is no answer of a signature server"),
    })?;
    let names = |kind: &str| result.get(kind).map(names).unwrap_or_default();
    Ok(Signatures { functions: names("function"), events: names("event") })
}

/// The names in `{hash: [{name}]}`. What has another shape is left out.
fn names(kind: Json<'_>) -> Vec<Text> {
    let hashes = kind.object().unwrap_or_default();
    let lists = hashes.members().take(Lookup::MAX_HASHES).filter_map(|(_, list)| list.elements());
    let entries = lists.flat_map(|list| list.into_iter().take(MAX_NAMES));
    entries.filter_map(|entry| entry.object()?.field("name").known().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Result<Signatures, BodyFault> {
        read_signatures(&RawJson::new(body))
    }

    #[test]
    fn names_of_both_kinds_are_read_and_what_is_unknown_is_left_out() {
        let read = parse(
            r#"{"ok":true,"result":{
                "function":{"0xa9059cbb":[{"name":"a()","filtered":false},{"name":"b()"}],"0x00000000":null},
                "event":{"0x01":[],"0x02":[{"name":"C(uint256)"}]}}}"#,
        );
        let expected =
            Signatures { functions: vec!["a()".into(), "b()".into()], events: vec!["C(uint256)".into()] };
        assert_eq!(read, Ok(expected));
    }

    #[test]
    fn odd_entries_spoil_nothing_and_many_are_cut() {
        let many = vec![r#"{"name":"f()"}"#; 2 * MAX_NAMES].join(",");
        let body =
            format!(r#"{{"result":{{"function":{{"0x":7,"1":[null,{{}},{{"name":{{}}}}],"2":[{many}]}}}}}}"#);
        assert_eq!(parse(&body).map(|read| (read.functions.len(), read.events.len())), Ok((MAX_NAMES, 0)));
    }

    #[test]
    fn what_is_no_answer_is_told() {
        for body in ["[]", "{}", r#"{"ok":false,"error":"no"}"#, r#"{"result":[]}"#, "<html>"] {
            assert!(parse(body).is_err(), "{body}");
        }
    }
}
