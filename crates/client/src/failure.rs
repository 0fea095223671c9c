//! Turns connection errors, and failed responses with their bodies, into failures.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::time::Duration;

use api::Failure;
use ledger::{RawJson, Text, Timestamp};

use super::wire::read_error;

/// Phrases before a parameter's name in error messages: the mirror node's, then the verifier's.
const BEFORE_A_NAME: [&str; 7] = [
    "Invalid parameter usage: ",
    "Invalid parameter: ",
    "Unknown query parameter: ",
    "Unknown query parameter '",
    "request/params/",
    "request/query/",
    "request/body/",
];

/// Whole beginnings that mean one parameter without naming it.
const MEANS: [(&str, &str); 2] =
    [("Invalid Transaction id", "transactionId"), ("Invalid address: ", "address")];

/// Field names of servers that differ from the documented ones.
const DOCUMENTED: [(&str, &str); 3] =
    [("contractid", "contractIdOrAddress"), ("scheduleid", "id"), ("hbar", "coin")];

/// What became of a request that brought no answer.
pub(super) fn of_connection(fault: &reqwest::Error, limit: Duration) -> Failure {
    if fault.is_connect() || fault.is_builder() {
        return Failure::Unreachable { words: innermost(fault), sent: false };
    }
    if fault.is_timeout() {
        return Failure::TimedOut { after: limit.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX) };
    }
    if let Some(words) = not_http(fault) {
        return Failure::NotUnderstood { at: String::new(), words };
    }
    // A truncated compressed body is called undecodable, too: the innermost cause decides.
    let garbled =
        |cause: &io::Error| matches!(cause.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput);
    if causes(fault).last().and_then(|cause| cause.downcast_ref()).is_some_and(garbled) {
        return Failure::NotUnderstood { at: String::new(), words: innermost(fault) };
    }
    Failure::Unreachable { words: innermost(fault), sent: true }
}

/// What is wrong with a response that is not valid HTTP: its first line, a header, a length.
fn not_http(fault: &reqwest::Error) -> Option<Text> {
    let of_hyper = || causes(fault).filter_map(|cause| cause.downcast_ref::<hyper::Error>());
    // A server of another protocol may speak before it is asked, for which there is no test but the words.
    let unasked = |fault: &hyper::Error| fault.to_string().contains("unexpected message");
    let broken = of_hyper().any(|fault| fault.is_parse() || unasked(fault));
    broken.then(|| Text::from_bytes([b"this is not valid HTTP: ", innermost(fault).raw()].concat()))
}

/// A fault, its cause, the cause's cause, …
fn causes(fault: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(Some(fault as &(dyn Error + 'static)), |cause| (*cause).source())
}

/// The message of the deepest cause, which is the network's.
fn innermost(fault: &reqwest::Error) -> Text {
    Text::new(causes(fault).last().map(ToString::to_string).unwrap_or_default())
}

/// What a status and a body mean.
pub(super) fn of_status(status: u16, body: &RawJson, until: Option<Timestamp>) -> Failure {
    let body = read_error(body);
    let (words, code) = (body.words, body.code);
    match status {
        400 | 422 => Failure::Invalid { field: words.iter().find_map(field), words, code },
        404 => Failure::NotFound { words, code },
        429 => Failure::RateLimited { until, words, code },
        500.. => Failure::ServerFault { status, words, code },
        _ => Failure::Refused { status, words, code },
    }
}

/// The parameter or field that a message names, under its documented name.
fn field(words: &Text) -> Option<String> {
    let words = str::from_utf8(words.raw()).ok()?;
    if let Some((_, name)) = MEANS.iter().find(|(beginning, _)| words.starts_with(beginning)) {
        return Some((*name).to_owned());
    }
    let rest = BEFORE_A_NAME.iter().find_map(|before| words.strip_prefix(before))?;
    let end =
        rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '_')).unwrap_or(rest.len());
    let name = rest.get(..end).filter(|name| !name.is_empty())?;
    let documented = DOCUMENTED.iter().find(|(sent, _)| *sent == name);
    Some(documented.map_or(name, |(_, name)| name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameter_is_found_in_the_servers_words() {
        for (words, name) in [
            ("Invalid parameter: limit", "limit"),
            ("Invalid parameter: contractid", "contractIdOrAddress"),
            ("Invalid parameter: hbar", "coin"),
            ("Unknown query parameter: foo", "foo"),
            ("Unknown query parameter 'x'", "x"),
            ("Invalid parameter usage: transaction.index - parameter requires", "transaction.index"),
            ("Invalid Transaction id. Please use", "transactionId"),
            ("request/params/chainId must match pattern", "chainId"),
            ("request/body/apiKey must be string", "apiKey"),
            ("Invalid address: 0x5fc8", "address"),
        ] {
            assert_eq!(field(&Text::from(words)).as_deref(), Some(name), "{words}");
        }
        for words in ["", "Bad Request", "Invalid parameter: \u{1b}[31m", "request/body must be object"] {
            assert_eq!(field(&Text::from(words)), None, "{words}");
        }
    }

    #[test]
    fn statuses_are_told_apart() {
        let of = |status| of_status(status, &RawJson::new(""), None);
        assert!(matches!(of(400), Failure::Invalid { .. }));
        assert!(matches!(of(404), Failure::NotFound { .. }));
        assert!(matches!(of(409), Failure::Refused { status: 409, .. }));
        assert!(matches!(of(401), Failure::Refused { status: 401, .. }));
        assert!(matches!(of(429), Failure::RateLimited { .. }));
        assert!(matches!(of(501), Failure::ServerFault { status: 501, .. }));
    }
}
