//! Compares the signer with the recorded sender.

use ledger::{Account, EvmAddress};

use crate::KeyTree;
use crate::public_key;

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
