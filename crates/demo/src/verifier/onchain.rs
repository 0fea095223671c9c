//! The data of a contract on the ledger, for comparing and for records.

/// The code at an address, for comparing.
#[derive(Clone, Debug, Default)]
pub(super) struct Onchain {
    pub(super) runtime: Vec<u8>,
    /// The code that created the contract, if known.
    pub(super) creation: Option<Vec<u8>>,
    /// The hash of the transaction that created it; `None` if another contract did.
    pub(super) created_by: Option<[u8; 32]>,
}
