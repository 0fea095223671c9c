//! Finds texts that look like keys, for answers about a key that an earlier process sent and this one does not know.

use std::ops::Range;

use ledger::RawJson;

use super::strike::strike;
use crate::wire::words_of;

/// The minimum length of a word that looks like a key without further context.
const MIN_WORD_LEN: usize = 16;
/// The least number of digits in such a word, and of letters.
const MIN_OF_EACH: usize = 3;
/// The name of a key, without separators between its two words.
const NAME: &[u8] = b"apikey";

/// The body of a job's record, or of a failure, without what looks like a key in its words.
pub(crate) fn strike_guesses(body: &RawJson) -> Option<String> {
    let mut parts = words_of(body);
    parts.sort_by_key(|part| part.start);
    let mut out = String::new();
    let mut end = 0;
    for part in parts {
        let Some(struck) = body.raw().get(part.clone()).and_then(|text| strike(text, find)) else { continue };
        out.push_str(body.raw().get(end..part.start).unwrap_or_default());
        out.push_str(&struck);
        end = part.end;
    }
    (end > 0).then(|| out + body.raw().get(end..).unwrap_or_default())
}

/// A text without what looks like a key.
pub(crate) fn strike_guesses_in(text: &str) -> Option<String> {
    strike(text, find)
}

fn find(layer: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < layer.len() {
        let rest = layer.get(at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_of_a_word(**byte)).count();
        if length == 0 {
            at += 1;
            continue;
        }
        let range = at..at + length;
        let word = rest.get(..length).unwrap_or_default();
        if looks_like_a_key(word) || is_named(layer.get(..at).unwrap_or_default()) {
            found.push(range);
        }
        at += length;
    }
    found
}

fn is_of_a_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Letters and digits in one word: neither a number in hex nor a UUID, which are not secret.
fn looks_like_a_key(word: &[u8]) -> bool {
    let count = |of: fn(&u8) -> bool| word.iter().filter(|byte| of(byte)).count();
    let mixed = count(u8::is_ascii_digit) >= MIN_OF_EACH && count(u8::is_ascii_alphabetic) >= MIN_OF_EACH;
    let hex = word.starts_with(b"0x");
    let uuid = word.len() == 36
        && word.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        });
    word.len() >= MIN_WORD_LEN && mixed && !hex && !uuid
}

/// Whether a text ends by giving a name to what follows: `apiKey=`, `"api_key":"`, `API key: `.
fn is_named(before: &[u8]) -> bool {
    let between = |byte: &&u8| matches!(byte, b'=' | b':' | b'"' | b'\'' | b'\\' | b' ');
    let gap = before.iter().rev().take_while(between).count();
    let (name, gap) = before.split_at(before.len() - gap);
    let letters = name.iter().rev().filter(|byte| !matches!(byte, b'_' | b'-' | b' '));
    let is_name = letters.take(NAME.len()).map(u8::to_ascii_lowercase).eq(NAME.iter().rev().copied());
    is_name && gap.iter().any(|byte| matches!(byte, b'=' | b':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(text: &str) -> String {
        strike_guesses_in(text).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn what_looks_like_a_key_is_struck_from_words() {
        for (text, wanted) in [
            (
                "Invalid API Key (#err2)|ABCDE12345FGHIJ67890KLMNO12345PQRS-",
                "Invalid API Key (#err2)|********",
            ),
            ("apikey=hunter&x", "apikey=********&x"),
            (r#"{\"apiKey\":\"hunter\"}"#, r#"{\"apiKey\":\"********\"}"#),
            ("API key: hunter", "API key: ********"),
            ("\\u0041BC%44E12345FGHIJ67890", "********"),
        ] {
            assert_eq!(struck(text), wanted);
        }
        for text in [
            "Invalid API Key (#err2)|ETH-",
            "chain 296: 0x5FC8d32690cc91D4c39d9d3abcBD16989F875707",
            "errorId: 2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",
            "UpgradeableProxyStorageV2",
            "0.8.26+commit.8a97fa7a",
            "no key",
        ] {
            assert_eq!(struck(text), text);
        }
    }

    #[test]
    fn only_the_words_of_a_record_are_searched() {
        let guess = "ABCDE12345FGHIJ67890";
        let body = |words: &str| {
            RawJson::new(format!(
                r#"{{"error":{{"message":"{words}","errorData":["{words}"]}},"externalVerifications":{{"x":"{guess}"}},"message":"{words}"}}"#
            ))
        };
        assert_eq!(strike_guesses(&body(guess)).as_deref(), Some(body("********").raw()));
        assert_eq!(strike_guesses(&body("x")), None);
        let page = RawJson::new(format!("<p>{guess}"));
        assert_eq!(strike_guesses(&page).as_deref(), Some("<p>********"));
    }
}
