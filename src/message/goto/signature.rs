//! Names the signatures of a selector or topic: `sig 0xa9059cbb`.

use decode::signatures::Signature;
use ledger::HexBytes;

use super::GoToFault;

/// The words that ask for it.
const WORDS: [&str; 4] = ["sig", "signature", "selector", "topic"];
/// The most signatures shown: larger collisions of a selector are deliberate.
const MAX_SIGNATURES: usize = 6;
/// What goes behind the word.
const WANTED: &str =
    "the first four bytes of a call or an error, such as 0xa9059cbb, or the 32 bytes of an event's topic";

/// The answer, which is no place to go to. `None` if nothing of the kind is asked.
pub(super) fn parse_signature(text: &str) -> Option<GoToFault> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let bytes = HexBytes::parse(rest.trim());
    let Some(bytes) = bytes.filter(|bytes| matches!(bytes.len(), 4 | 32)) else {
        return Some(GoToFault::Wanted { wanted: WANTED, slip: None });
    };
    let mut names: Vec<String> =
        Signature::by_hash(bytes.bytes()).map(|signature| signature.line.to_owned()).collect();
    names.truncate(MAX_SIGNATURES);
    Some(GoToFault::Signature { hash: bytes.to_hex(), names })
}
