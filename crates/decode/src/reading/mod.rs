//! The meaning of bytes: the candidates for a call, a return, an error or an event, each with the source of its name
//! and whether it encodes to the same bytes again.

pub mod bytes;
pub(crate) mod call;
pub(crate) mod command;
pub(crate) mod creation;
mod json;
pub(crate) mod reader;
#[cfg(test)]
mod recorded_tests;
pub mod summary;
pub mod value;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use ledger::Text;

use super::interface::Bound;

pub use self::bytes::LogQuestion;
pub use call::{CallQuestion, CallReading, ErrorReading};
pub use creation::CreationReading;
pub use reader::Reader;
pub use value::{Argument, Inner, Value};

/// The possible decodings of some bytes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// The candidates, best first: those that encode to the same bytes, then by provenance. More than one if signatures
    /// share a selector or sources differ.
    pub candidates: Vec<Candidate>,
    /// Why there is no candidate; `None` if there is one.
    pub raw: Option<Raw>,
}

/// Why bytes stay raw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Raw {
    /// There are no bytes.
    Empty,
    /// Fewer than four bytes, too short for a selector; for an event, no topic.
    NoSelector,
    /// No known function or error has this selector.
    UnknownSelector([u8; 4]),
    /// No known event has this first topic.
    UnknownTopic([u8; 32]),
    /// The bytes are code for a new contract.
    Creation,
    /// The called function's return types are unknown.
    UnknownReturns,
    /// The constructor's parameters are unknown, or the end of the code before its arguments.
    UnknownConstructor,
    /// The bytes are past a bound.
    PastBound(Bound),
}

/// One decoding of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The canonical signature, whose hash was found in the bytes: `transfer(address,uint256)`.
    pub signature: Text,
    /// The name alone: `transfer`.
    pub name: Text,
    /// The source of the signature.
    pub provenance: Provenance,
    /// The arguments in order; empty if the bytes do not decode with this signature.
    pub arguments: Vec<Argument>,
    /// Why this reading is doubtful; `None` if it says exactly the same bytes again.
    pub fault: Option<Fault>,
}

/// Why a signature does not say the same bytes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// The data ends before the arguments do: another signature, or another number of arguments.
    #[error("the data ends before its arguments do")]
    TooShort,
    /// There are bytes behind the arguments: some wallets put a mark of theirs there.
    #[error("{0} bytes follow behind the arguments")]
    Trailing(usize),
    /// The arguments encode to other bytes: padding that is not empty, or data in another order.
    #[error("the arguments encode to other bytes than these")]
    Differs,
    /// Parts of the data overlap, which no encoder does.
    #[error("parts of the data overlap")]
    Overlaps,
    /// A value is out of its type's range.
    #[error("a value does not fit its type")]
    OutOfRange,
    /// The event has another number of indexed arguments than topics.
    #[error("the event would have {expected} topics, and there are {found}")]
    Topics {
        /// Topics of the signature, with the first.
        expected: usize,
        /// Topics of the log.
        found: usize,
    },
    /// The event's signature does not say which arguments are indexed, and several would fit.
    #[error("its source does not say which arguments are indexed: these are the first, as is the custom")]
    Unindexed,
    /// The data or the signature is past a bound.
    #[error("{0}")]
    PastBound(Bound),
}

impl Reading {
    /// Sorts the candidates; without any, the bytes stay raw for this reason.
    pub fn new(mut candidates: Vec<Candidate>, raw: Raw) -> Self {
        candidates.sort_by_key(Candidate::rank);
        let raw = candidates.is_empty().then_some(raw);
        Self { candidates, raw }
    }

    /// Bytes that stay raw.
    pub fn raw(raw: Raw) -> Self {
        Self { candidates: Vec::new(), raw: Some(raw) }
    }

    /// The candidate with the fewest faults; among equals, the one from the most trusted source.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The best candidate, if it encodes to exactly the same bytes.
    pub fn exact(&self) -> Option<&Candidate> {
        self.best().filter(|candidate| candidate.is_exact())
    }
}

impl Candidate {
    /// Whether it says exactly the same bytes again. Nothing else counts as read.
    pub fn is_exact(&self) -> bool {
        self.fault.is_none()
    }

    /// Whether all its arguments are there, if need be with other bytes behind them.
    pub fn is_whole(&self) -> bool {
        matches!(self.fault, None | Some(Fault::Trailing(_)))
    }

    /// The sort key: exact candidates, then those with arguments, then by provenance.
    fn rank(&self) -> (u8, Provenance) {
        let doubt = match self.fault {
            None => 0,
            Some(Fault::Trailing(_)) => 1,
            Some(_) if !self.arguments.is_empty() => 2,
            Some(_) => 3,
        };
        (doubt, self.provenance)
    }
}

/// The source of a signature, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// Added by the user for this contract.
    User,
    /// From the contract's verified source.
    Verified {
        /// Whether the match is exact, including the metadata.
        exact: bool,
    },
    /// From the network's system contracts.
    System,
    /// From the built-in signatures; other signatures may share the selector.
    Shipped,
    /// From a signature server, to which anyone may add entries.
    Online,
    /// Inferred from the bytes only.
    Guess,
}

impl Provenance {
    /// The word in the chip next to a signature.
    pub fn label(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Verified { .. } => "verified",
            Self::System => "system",
            Self::Shipped => "built-in",
            Self::Online => "online",
            Self::Guess => "guess",
        }
    }
}

impl fmt::Display for Provenance {
    /// A clause that names the source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "you added it",
            Self::Verified { exact: true } => "from the verified source",
            Self::Verified { exact: false } => "from the verified source, which matches but for its metadata",
            Self::System => "built into the network",
            Self::Shipped => "from the signatures that come with the program",
            Self::Online => "from a signature server",
            Self::Guess => "a guess from the bytes alone",
        })
    }
}

/// An ordered batch of questions. Copies share it, and comparing costs the same however many there are.
#[derive(Clone, Debug, Eq)]
pub struct Questions<T> {
    all: Arc<[T]>,
    hash: u64,
}

impl<T: Hash> FromIterator<T> for Questions<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let all: Arc<[T]> = all.into_iter().collect();
        let mut hasher = DefaultHasher::new();
        all.hash(&mut hasher);
        Self { all, hash: hasher.finish() }
    }
}

impl<T: Hash> Default for Questions<T> {
    fn default() -> Self {
        Self::from_iter([])
    }
}

impl<T: Hash> From<Vec<T>> for Questions<T> {
    fn from(all: Vec<T>) -> Self {
        all.into_iter().collect()
    }
}

impl<T> Deref for Questions<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T: PartialEq> PartialEq for Questions<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.all, &other.all) || (self.hash == other.hash && self.all == other.all)
    }
}

impl<T> Hash for Questions<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

#[cfg(test)]
mod tests;
