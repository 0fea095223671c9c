//! Texts that lead to no place: why, and what can be typed instead. For a selector or topic (`sig 0xa9059cbb`), its
//! signatures are the answer.

use decode::signatures::Signature;
use ledger::HexBytes;
use ledger::paste::{Slip, nearly};
use ledger::text::visible;

use crate::message::place::PlaceFault;

/// The inputs that the palette accepts.
const CAN_BE_TYPED: &str = "a contract's or schedule's id (0.0.5001), an EVM address, a transaction id, \
     a consensus time, a hash, a job's UUID, an explorer's address, or home, jobs, schedules, pending, verify; \
     bytes to decode (0xa9059cbb…), results, code, abi, logs … before a contract, sig before a selector; with a contract open also yesterday \
     or block 70002150";

/// Why a text has no reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoToFault {
    /// Nothing was typed.
    #[error("Type or paste {CAN_BE_TYPED}.")]
    Empty,
    /// Help was asked for.
    #[error("Here you can type {CAN_BE_TYPED}.")]
    Help,
    /// It names a place whose parts cannot be read.
    #[error("{0}")]
    Place(PlaceFault),
    /// A word or prefix asked for one kind of thing, and something else follows it.
    #[error("Expected here: {wanted}.{}", .slip.as_ref().map(|slip| format!(" {}", slip.message)).unwrap_or_default())]
    Wanted {
        /// What is expected, with an example.
        wanted: &'static str,
        /// What the text just fails to be.
        slip: Option<Slip>,
    },
    /// The signatures of a selector or topic: not a place, but an answer.
    #[error("{}", signatures(.hash, .names))]
    Signature {
        /// The bytes that were asked for, in hexadecimal.
        hash: String,
        /// The signatures that have them, as they come with the program; none if it knows none.
        names: Vec<String>,
    },
    /// It almost is something.
    #[error("{}", .0.message)]
    Slip(Slip),
    /// An invalid time.
    #[error("Not a time: {0}.")]
    Time(String),
    /// It means something only under a contract.
    #[error("{0} can be looked up only within a contract: open the contract first, or write {1}.")]
    NeedsContract(&'static str, &'static str),
    /// A word behind a contract is no filter.
    #[error("{:?} is not a filter. Filters here: {takes}.", visible(.word))]
    NoFilter {
        word: String,
        /// What would do.
        takes: &'static str,
    },
    /// It is understood but has no page.
    #[error("{0}")]
    NotShown(&'static str),
    /// Not recognised.
    #[error("\"{0}\" is not recognised. Type or paste {CAN_BE_TYPED}.")]
    Unknown(String),
}

impl GoToFault {
    /// Why no parser accepted the text.
    pub(super) fn new(text: &str, place: Option<PlaceFault>) -> Self {
        match place {
            Some(fault @ (PlaceFault::Part(_) | PlaceFault::Parameters(_))) => Self::Place(fault),
            _ => nearly(text).map_or_else(|| Self::Unknown(shortened(text)), Self::Slip),
        }
    }

    /// Index of the character at fault, if there is one.
    pub fn position(&self) -> Option<usize> {
        match self {
            Self::Slip(slip) | Self::Wanted { slip: Some(slip), .. } => slip.at,
            _ => None,
        }
    }

    /// The fault of a part, with its position in the whole text.
    pub(super) fn within(mut self, whole: &str, part: &str) -> Self {
        let before = whole.split(part).next().filter(|before| before.len() < whole.len());
        let before = before.map_or(0, |before| before.chars().count());
        if let Self::Slip(slip) | Self::Wanted { slip: Some(slip), .. } = &mut self {
            slip.at = slip.at.map(|at| at + before);
        }
        self
    }
}

/// The signatures of a selector or topic, in a sentence.
fn signatures(hash: &str, names: &[String]) -> String {
    match names {
        [] => format!("None of the built-in signatures has {hash}."),
        names => format!("{hash} is {}", names.join(", or ")),
    }
}

/// One short line of a text that may be long and hostile.
fn shortened(text: &str) -> String {
    const MAX_COLUMNS: usize = 40;
    let mut start: String = text.chars().take(MAX_COLUMNS).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    visible(&start)
}

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
