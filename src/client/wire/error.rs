//! Parses error bodies: those of both APIs, and what proxies send instead.

use ledger::{RawJson, Text};

use super::markup::first_lines;
use super::page::whole;
use super::{Json, Object};

/// What a failed request's body says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::client) struct ErrorBody {
    /// The server's words, one text a message.
    pub(in crate::client) words: Vec<Text>,
    /// `customCode`.
    pub(in crate::client) code: Option<Text>,
}

/// Parses a failed request's body of any kind.
pub(in crate::client) fn read_error(body: &RawJson) -> ErrorBody {
    match whole(body) {
        Ok(object) => read_object(&object),
        Err(_) => ErrorBody { words: first_lines(body.raw()), code: None },
    }
}

/// Whether a failed request's body is in the mirror node's own words, and not a router's or a proxy's.
pub(in crate::client) fn is_of_the_mirror(body: &RawJson) -> bool {
    whole(body).is_ok_and(|object| object.get("_status").is_some())
}

fn read_object(object: &Object<'_>) -> ErrorBody {
    let status = object.get("_status").and_then(Json::object);
    let messages = status.and_then(|status| status.get("messages")).and_then(Json::elements);
    if let Some(messages) = messages {
        return ErrorBody { words: messages.into_iter().filter_map(mirror_message).collect(), code: None };
    }
    let mut words: Vec<Text> =
        ["message", "error", "detail"].iter().find_map(|name| text(object, name)).into_iter().collect();
    words.extend(text(object, "errorId").map(|id| joined("errorId", &id)));
    ErrorBody { words, code: text(object, "customCode") }
}

/// One of the mirror node's messages: `message`, with the `detail` that some of its modules add.
fn mirror_message(json: Json<'_>) -> Option<Text> {
    let object = json.object()?;
    match (text(&object, "message"), text(&object, "detail")) {
        (Some(message), Some(detail)) => Some(joined(&String::from_utf8_lossy(message.raw()), &detail)),
        (message, detail) => message.or(detail),
    }
}

fn joined(before: &str, after: &Text) -> Text {
    Text::new(format!("{before}: {}", String::from_utf8_lossy(after.raw())))
}

fn text(object: &Object<'_>, name: &str) -> Option<Text> {
    object.field::<Text>(name).known().filter(|text| !text.is_empty()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(body: &str) -> Vec<String> {
        read_error(&RawJson::new(body)).words.iter().map(Text::escaped).collect()
    }

    #[test]
    fn the_mirror_node_may_say_several_things() {
        let body =
            r#"{"_status":{"messages":[{"message":"Bad Request","detail":"limit"},{"message":"b"},7]}}"#;
        assert_eq!(messages(body), ["Bad Request: limit", "b"]);
    }

    #[test]
    fn the_verifier_gives_a_code_and_the_id_of_the_error() {
        let body = read_error(&RawJson::new(r#"{"customCode":"c","message":"m","errorId":"i"}"#));
        assert_eq!(body.code, Some(Text::from("c")));
        assert_eq!(body.words, [Text::from("m"), Text::from("errorId: i")]);
    }

    #[test]
    fn any_other_body_says_what_it_can() {
        assert_eq!(messages(""), [""; 0]);
        assert_eq!(messages("null"), ["null"]);
        assert_eq!(messages(r#"{"error":"no"}"#), ["no"]);
        assert_eq!(messages("upstream connect error\nreset"), ["upstream connect error"]);
    }
}
