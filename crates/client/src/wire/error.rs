//! Parses error bodies: those of both APIs, and those that proxies send instead, many of which are HTML.

use ledger::json::{Json, Object};
use ledger::{RawJson, Text};

use super::page::whole;

/// What a failed request's body says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorBody {
    /// The server's words, one text a message.
    pub(crate) words: Vec<Text>,
    /// `customCode`.
    pub(crate) code: Option<Text>,
}

/// Parses a failed request's body of any kind.
pub(crate) fn read_error(body: &RawJson) -> ErrorBody {
    match whole(body) {
        Ok(object) => read_object(&object),
        Err(_) => ErrorBody { words: first_lines(body.raw()), code: None },
    }
}

/// Whether a failed request's body is in the mirror node's own words, and not a router's or a proxy's.
pub(crate) fn is_of_the_mirror(body: &RawJson) -> bool {
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

/// Maximum length of a line, characters.
const MAX_LINE_CHARS: usize = 300;

/// The first line of a plain text, or the first two different lines of a page, without its markup.
pub(crate) fn first_lines(body: &str) -> Vec<Text> {
    let body = body.trim_start();
    if !body.starts_with('<') {
        return body.lines().next().into_iter().map(shortened).collect();
    }
    let mut lines = Vec::new();
    let mut rest = body;
    while !rest.is_empty() && lines.len() < 2 {
        let (text, tagged) = rest.split_once('<').unwrap_or((rest, ""));
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let line = shortened(&htmlize::unescape(line).replace('\u{a0}', " "));
            if lines.len() < 2 && !lines.contains(&line) {
                lines.push(line);
            }
        }
        let (tag, after) = tagged.split_once('>').unwrap_or((tagged, ""));
        rest = match tag.split(|c: char| !c.is_ascii_alphanumeric()).next() {
            Some(name @ ("script" | "style")) => end_of(name, after),
            _ => after,
        };
    }
    lines
}

/// What follows the content of an element that holds no text for readers.
fn end_of<'a>(name: &str, content: &'a str) -> &'a str {
    content.find(&format!("</{name}")).and_then(|at| content.get(at..)).unwrap_or_default()
}

fn shortened(line: &str) -> Text {
    Text::new(line.trim_end().chars().take(MAX_LINE_CHARS).collect::<String>())
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

    fn lines(body: &str) -> Vec<String> {
        first_lines(body).iter().map(Text::escaped).collect()
    }

    #[test]
    fn a_page_is_reduced_to_its_title_and_first_line() {
        let page = "<!DOCTYPE html>\n<html><head><style>p{}</style><title>Error</title></head>\n<body>\n\
                    <script>if (a < b) alert('</p>')</script><pre>Cannot GET /&lt;x&gt;</pre><p>more</p>";
        assert_eq!(lines(page), ["Error", "Cannot GET /<x>"]);
        let page = "<html><title>502 Bad Gateway</title><body><h1>502 Bad Gateway</h1><hr>nginx";
        assert_eq!(lines(page), ["502 Bad Gateway", "nginx"]);
    }

    #[test]
    fn other_text_is_cut() {
        assert_eq!(lines(&"é".repeat(1000)), ["é".repeat(MAX_LINE_CHARS)]);
        assert_eq!(lines("  \n"), [""; 0]);
        assert_eq!(lines("<"), [""; 0]);
        assert_eq!(lines("<script>"), [""; 0]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_at_most_two_lines(text in "[<>/a-z\n ]*|.*") {
            proptest::prop_assert!(first_lines(&text).len() <= 2);
        }
    }
}
