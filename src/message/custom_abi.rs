//! ABIs, signatures and slot names that the user added, and stored answers of verifiers.

use std::sync::Arc;

use ledger::{ContractRef, EvmAddress, HexBytes, Timestamp};
use verification::Verified;

/// An interface of one contract that the user added. Its network, contract and origin are its name: the same
/// file read again takes the place of what was read before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomAbi {
    /// The network's profile name.
    pub network: String,
    /// The contract, by its id if that is known.
    pub contract: ContractRef,
    /// Where it comes from: a path, or how it was typed.
    pub origin: String,
    /// A JSON ABI, or one signature a line. It was written by strangers and is read through the decoder's door.
    pub text: Arc<str>,
    /// When it was added.
    pub at: Timestamp,
}

impl CustomAbi {
    /// Whether both are the same entry, be their texts equal or not.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, self.contract, &self.origin) == (&other.network, other.contract, &other.origin)
    }
}

/// A signature that the user typed, for every contract on every network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomSignature {
    /// As it was typed: `function transfer(address to, uint256 value)`. It is its own name.
    pub text: String,
    /// When it was added.
    pub at: Timestamp,
}

/// What the user calls a storage slot of one contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotName {
    /// The network's profile name.
    pub network: String,
    /// The contract, by its id if that is known.
    pub contract: ContractRef,
    /// The slot, 32 bytes.
    pub slot: HexBytes,
    /// Its name; none takes the name away.
    pub name: String,
}

impl SlotName {
    /// Whether both name the same slot.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, self.contract, &self.slot) == (&other.network, other.contract, &other.slot)
    }
}

/// What the verifier of a network answered about a contract that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The network's profile name.
    pub network: String,
    /// The contract's EVM address.
    pub address: EvmAddress,
    /// The answer.
    pub verified: Arc<Verified>,
    /// When.
    pub at: Timestamp,
}
