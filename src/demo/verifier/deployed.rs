//! What the verification server asks of the ledger.

use crate::ledger::EvmAddress;

/// The contracts of a ledger, seen by address. Either address of a contract, long-zero or not, names it.
pub(in crate::demo) trait Deployed: Send + Sync {
    /// The runtime code at this address; `None` if there is no contract, or none any more.
    fn code_at(&self, address: EvmAddress) -> Option<Vec<u8>>;

    /// The code that created the contract, with its constructor arguments.
    fn creation_at(&self, address: EvmAddress) -> Option<Vec<u8>>;

    /// The number of the contract at this address.
    fn entity_at(&self, address: EvmAddress) -> Option<u64>;

    /// The address that the mirror node tells for this contract.
    fn address_of(&self, entity: u64) -> Option<EvmAddress>;

    /// The hash of the transaction that created the contract, cut to the 32 bytes that an EVM knows; `None` if
    /// another contract created it.
    fn creation_hash(&self, address: EvmAddress) -> Option<[u8; 32]>;
}
