//! Proves a wrapped Ethereum transaction: rebuilds the signed message from the record's fields, compares its hash with
//! the recorded one, and recovers the signer from the signature.
//!
//! A matching hash is a proof. A different hash proves nothing: records omit fields and truncate amounts.

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

/// The proof result for a wrapped transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The message in this form has the recorded hash.
    Proven(Signed),
    /// No known form has the recorded hash.
    HashDiffers {
        /// The forms that were tried. A recovered signer is meaningful only if it is the sender: every message recovers
        /// to some address.
        tried: Vec<Signed>,
        /// Why the signed message may not be in the record.
        doubts: Vec<Doubt>,
    },
}

/// One possible form of the signed message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// `to`; `None` for a creation.
    pub to: Option<EvmAddress>,
    /// The signer of this form; `None` if the signature is invalid for it.
    pub signer: Option<EvmAddress>,
}

/// Why a record cannot prove anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotProvable {
    /// No Ethereum transaction was wrapped.
    Native,
    /// A type with an unknown form, or with fields that records do not have.
    Type(i64),
    /// The record lacks this field, or the field cannot be parsed.
    Missing(&'static str),
}

/// Why the signed message may not be in the record.
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
