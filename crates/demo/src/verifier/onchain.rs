//! What the ledger has of a contract, as the verifier compares it and writes it.

pub(super) use alloy_primitives::hex::encode_prefixed as hex;

/// What there is at an address to be compared with.
#[derive(Clone, Debug, Default)]
pub(super) struct Onchain {
    pub(super) runtime: Vec<u8>,
    /// The code that created the contract, if it is known.
    pub(super) creation: Option<Vec<u8>>,
    /// The hash of the transaction that created it; `None` if another contract did.
    pub(super) created_by: Option<[u8; 32]>,
}
