//! Proves a wrapped Ethereum transaction: what was signed is built anew from the record's fields, its hash is held against the
//! record's, and the signature tells who signed it.
//!
//! A hash that agrees is evidence. One that differs is none of anything: records leave things out and cut amounts.

mod fields;
mod payload;
mod rlp;
mod sender;
#[cfg(test)]
mod tests;

use std::fmt;

pub use self::fields::Envelope;
pub use self::sender::{SenderMatch, match_sender};
use ledger::EvmAddress;

/// What can be proven of a wrapped transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// What was signed in this form has the recorded hash.
    Proven(Signed),
    /// No known form has it.
    HashDiffers {
        /// The forms that were tried. Who signed is known only where that is the sender: a signature leads to some address,
        /// whatever was signed.
        tried: Vec<Signed>,
        /// Why what was signed may not be in the record.
        doubts: Vec<Doubt>,
    },
}

/// One form of what may have been signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// `to`; `None` for a creation.
    pub to: Option<EvmAddress>,
    /// Whose signature it is if this was signed; `None` if it is a signature of nobody.
    pub signer: Option<EvmAddress>,
}

/// Why a record cannot prove anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotProvable {
    /// No Ethereum transaction was wrapped.
    Native,
    /// Of a type whose form is not known, or whose fields no record gives.
    Type(i64),
    /// The record does not have this field, or not in a form that can be read.
    Missing(&'static str),
}

/// Why what was signed may not be in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// Prices and value are known in tinybar alone.
    Truncated,
    /// The call data lay in a file.
    FileData,
    /// The access list is in a form of the server's own.
    AccessBytes,
}

impl fmt::Display for NotProvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("no Ethereum transaction was wrapped, so that nothing is signed"),
            Self::Type(3) => f.write_str("no record has the blob fields of type 3"),
            Self::Type(kind) => write!(f, "type {kind} is unknown"),
            Self::Missing(field) => write!(f, "the record has no {field}"),
        }
    }
}

impl Doubt {
    pub fn words(self) -> &'static str {
        match self {
            Self::Truncated => "prices and value are known in whole tinybar alone",
            Self::FileData => "the call data lay in a file",
            Self::AccessBytes => "the access list is in bytes of the server's own",
        }
    }
}
