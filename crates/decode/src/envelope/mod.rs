//! Proves a wrapped Ethereum transaction: rebuilds the signed message from the record's fields, compares its hash
//! with the recorded one, recovers the signer from the signature, and compares it with the recorded sender.
//!
//! A matching hash is a proof. A different hash proves nothing: records omit fields and truncate amounts.

mod fields;
mod payload;

use std::fmt;

use ledger::{Account, EvmAddress};

use crate::{KeyTree, public_key};

pub use self::fields::Envelope;

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
    /// The reason as text for a list, without a full stop.
    pub fn words(self) -> &'static str {
        match self {
            Self::Truncated => "prices and value are known in whole tinybar alone",
            Self::FileData => "the call data lay in a file",
            Self::AccessBytes => "the access list is in bytes of the server's own",
        }
    }
}

/// How the signer relates to the recorded sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SenderMatch {
    /// The record itself names the signer.
    Recorded,
    /// The account's EVM address is the signer's.
    Address,
    /// The account's key is the one that signed.
    Key,
    /// The account has another EVM address.
    Other(EvmAddress),
    /// No address or key to compare with.
    Unknown,
}

impl SenderMatch {
    /// Whether the signer is the sender.
    pub fn is_sender(self) -> bool {
        matches!(self, Self::Recorded | Self::Address | Self::Key)
    }
}

/// Compares a signer with the sender in a record's `from`, and with the sender's account if it is known.
pub fn match_sender(signer: EvmAddress, from: Option<EvmAddress>, account: Option<&Account>) -> SenderMatch {
    if from == Some(signer) {
        return SenderMatch::Recorded;
    }
    let Some(account) = account else { return SenderMatch::Unknown };
    let address = account.evm_address.value();
    if address == Some(signer) {
        return SenderMatch::Address;
    }
    let key = KeyTree::from_field(&account.key);
    let is_key =
        matches!(key, Some(KeyTree::Ecdsa(key)) if public_key::evm_address(key.bytes()) == Some(signer));
    match address {
        _ if is_key => SenderMatch::Key,
        Some(address) => SenderMatch::Other(address),
        None => SenderMatch::Unknown,
    }
}

mod rlp;
#[cfg(test)]
mod tests;
