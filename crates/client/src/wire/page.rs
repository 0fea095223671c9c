//! Parses whole bodies: one record, or a list of records with the link to the next page.

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use ledger::json::{Json, Object, Record};
use ledger::text::visible;
use ledger::{Account, Block, Contract, ExchangeRates, Field, NetworkFees, RawJson, Schedule, Text, Token};
use serde::de::IgnoredAny;

/// A record that is a whole body.
pub(crate) trait Whole: Record {
    /// Members of which a record has at least one: a body without any is of something else. None are needed if there are
    /// none here.
    const MARKS: &'static [&'static str];
}

macro_rules! whole {
    ($($record:ident $marks:expr)+) => {
        $(impl Whole for $record {
            const MARKS: &'static [&'static str] = &$marks;
        })+
    };
}
whole! {
    Account ["account", "evm_address"]
    Block ["number", "hash"]
    Contract ["contract_id", "evm_address"]
    ExchangeRates []
    NetworkFees []
    Schedule ["schedule_id"]
    Token ["token_id"]
}

/// Why a body is not what the operation returns.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BodyFault {
    /// Where in the document, such as `results[1].gas_used`, safe to print; empty for the document itself.
    pub(crate) at: String,
    /// What is wrong; it may quote the document.
    pub(crate) words: Text,
}

/// A list with what its `links.next` says.
pub(crate) struct List<T> {
    /// The rows in the order sent. A row that is not an object has only its raw JSON.
    pub(crate) rows: Vec<Arc<T>>,
    /// `links.next`.
    pub(crate) next: Field<Text>,
}

/// Splits a body that is one object.
pub(crate) fn whole(body: &RawJson) -> Result<Object<'_>, BodyFault> {
    let words = "this is JSON, but not an object";
    json(body)?.object().ok_or_else(|| BodyFault { at: String::new(), words: Text::from(words) })
}

/// Splits a body that is one list.
pub(super) fn bare_list(body: &RawJson) -> Result<Vec<Json<'_>>, BodyFault> {
    let words = "this is JSON, but not a list that can be read";
    json(body)?.elements().ok_or_else(|| BodyFault { at: String::new(), words: Text::from(words) })
}

fn json(body: &RawJson) -> Result<Json<'_>, BodyFault> {
    if body.raw().trim().is_empty() {
        return Err(BodyFault { at: String::new(), words: Text::from("the answer is empty") });
    }
    serde_json::from_str::<IgnoredAny>(body.raw())
        .map_err(|fault| BodyFault { at: locate(body.raw()), words: Text::new(fault.to_string()) })?;
    Ok(Json::whole(body))
}

/// Where a body has a message: the error fields of a record, or all of a body that is no record.
pub(crate) fn words_of(body: &RawJson) -> Vec<Range<usize>> {
    const MEMBERS: [&str; 4] = ["error", "message", "detail", "customCode"];
    let Ok(object) = whole(body) else { return iter::once(0..body.raw().len()).collect() };
    object.members().filter(|(name, _)| MEMBERS.contains(name)).map(|(_, json)| json.range()).collect()
}

/// Reads a body that is one record, and of this kind.
pub(crate) fn read_marked<T: Whole>(body: &RawJson) -> Result<T, BodyFault> {
    let object = whole(body)?;
    if !T::MARKS.is_empty() && T::MARKS.iter().all(|name| object.get(name).is_none()) {
        let words = Text::new(format!("this is an object without {}", T::MARKS.join(" or ")));
        return Err(BodyFault { at: String::new(), words });
    }
    Ok(T::from_object(&object))
}

/// Reads a body that is one record.
pub(crate) fn read_record<T: Record>(body: &RawJson) -> Result<T, BodyFault> {
    whole(body).map(|object| T::from_object(&object))
}

/// Reads a body that holds a list of records under `name`.
pub(crate) fn read_list<T: Record>(body: &RawJson, name: &str) -> Result<List<T>, BodyFault> {
    let object = whole(body)?;
    let fault = |words: &str| BodyFault { at: name.to_owned(), words: Text::from(words) };
    let list = object.get(name).ok_or_else(|| fault("the list is missing"))?;
    let rows = match list.elements() {
        Some(rows) => rows,
        None if list.is_null() => Vec::new(),
        None => return Err(fault("this is not a list that can be read")),
    };
    let rows = rows.into_iter().map(|row| Arc::new(row.record()));
    let links = object.get("links").and_then(Json::object);
    let next = links.map(|links| links.field("next")).unwrap_or_default();
    Ok(List { rows: rows.collect(), next })
}

/// The maximum length of a reported document path, in characters: the names in it are the server's.
const MAX_PLACE_CHARS: usize = 200;

/// The path at which a text stops being JSON, safe to print; empty for the document itself.
fn locate(body: &str) -> String {
    let mut document = serde_json::Deserializer::from_str(body);
    let fault = serde_path_to_error::deserialize::<_, serde_json::Value>(&mut document).err();
    let path = fault.map(|fault| fault.path().to_string()).unwrap_or_default();
    // Between two members there is no path, only the object that they are in.
    let path = visible(path.trim_end_matches(['?', '.']));
    match path.char_indices().nth(MAX_PLACE_CHARS) {
        Some((end, _)) => path.get(..end).map(|start| format!("{start}…")).unwrap_or_default(),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{ContractResult, EntityId};

    fn results(body: &str) -> Result<List<ContractResult>, BodyFault> {
        read_list(&RawJson::new(body), "results")
    }

    fn fault(body: &str) -> (String, String) {
        let fault = results(body).err().unwrap();
        (fault.at, fault.words.escaped())
    }

    #[test]
    fn an_odd_row_spoils_neither_the_page_nor_itself() {
        let list =
            results(r#"{"results":[{"gas_used":{},"contract_id":"0.0.5"},7,null],"links":null}"#).unwrap();
        assert_eq!(list.rows.len(), 3);
        assert_eq!(list.rows[0].contract_id, Field::Known(EntityId::from_num(5)));
        assert_eq!(list.rows[0].gas_used, Field::Odd(Text::from("{}")));
        assert_eq!(list.rows[1].raw.raw(), "7");
        assert!(list.rows[2].contract_id.is_absent());
        assert_eq!(list.next, Field::Absent);
    }

    #[test]
    fn the_names_of_a_server_do_not_act_where_a_fault_is_told() {
        assert_eq!(fault(r#"{"a\u001b[31m":{"b\u202e":[1,"#).0, r"a\x1b[31m.b\u{202e}");
        let long = fault(&format!("{{\"{}\":1,}}", "a".repeat(1 << 20))).0;
        assert!(long.is_empty() || long.chars().count() == MAX_PLACE_CHARS + 1, "{}", long.len());
        let long = fault(&format!("{{\"{}\":[1,", "a".repeat(1 << 20))).0;
        assert_eq!(long.chars().count(), MAX_PLACE_CHARS + 1);
    }

    #[test]
    fn links_of_every_shape() {
        let next = |links: &str| results(&format!(r#"{{"results":null,"links":{links}}}"#)).unwrap().next;
        assert_eq!(next(r#"{"next":"/a"}"#), Field::Known(Text::from("/a")));
        assert_eq!(next(r#"{"next":[]}"#), Field::Odd(Text::from("[]")));
        assert_eq!(next(r#"{"next":null}"#), Field::Null);
        for none in ["{}", "null", "[]"] {
            assert_eq!(next(none), Field::Absent, "{none}");
        }
    }

    #[test]
    fn what_is_not_a_list_says_where() {
        assert_eq!(fault("{}"), ("results".to_owned(), "the list is missing".to_owned()));
        assert_eq!(
            fault(r#"{"results":{}}"#),
            ("results".to_owned(), "this is not a list that can be read".to_owned())
        );
        assert_eq!(fault("[]").0, "");
        assert_eq!(fault(r#"{"results":[{},{"gas_used":12"#).0, "results[1]");
        assert_eq!(fault(r#"{"results":[{},{"gas_used":"#).0, "results[1].gas_used");
        assert_eq!(fault("<html>").0, "");
        let (at, words) = fault(r#"{"results":[{"logs":[{"data":"0x"#);
        assert_eq!(at, "results[0].logs[0].data");
        assert!(words.contains("EOF"), "{words}");
    }
}
