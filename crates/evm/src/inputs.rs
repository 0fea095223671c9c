//! The inputs of an execution: everything taken from the record, the blocks, the contracts and their storage.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use alloy_primitives::{Address, B256, Bytes, U256};

use super::call::RecordedCall;
use super::machine::code::Code;

/// All inputs. Whatever is missing here is assumed, and each assumption used is listed in the execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    pub chain_id: u64,
    pub block: BlockInputs,
    pub message: Message,
    /// By the address that the EVM sees.
    pub accounts: Arc<BTreeMap<Address, AccountInputs>>,
    /// Accounts whose balance is the exact one before the transaction, not a snapshot.
    pub exact: BTreeSet<Address>,
    /// Addresses for which no account or contract was found.
    pub absent: BTreeSet<Address>,
    /// The addresses that the EVM sees, by the long-zero addresses of the same entities.
    pub aliases: Arc<BTreeMap<Address, Address>>,
    /// Contracts that the transaction created: before it they were not there.
    pub created: BTreeSet<Address>,
    /// Values before the transaction, by contract and slot.
    pub storage: BTreeMap<(Address, U256), U256>,
    /// By number.
    pub block_hashes: BTreeMap<u64, B256>,
    /// The recorded calls in the order of entry, the transaction's first.
    pub calls: Vec<RecordedCall>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockInputs {
    pub number: u64,
    /// Its first consensus time, whole seconds.
    pub seconds: u64,
    /// `None`: no endpoint returns it, so it is assumed.
    pub prevrandao: Option<B256>,
    /// `None`: it is assumed that it is the funding account.
    pub coinbase: Option<Address>,
}

/// The message that the transaction requested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub sender: Address,
    /// The contract; `None` for a creation.
    pub to: Option<Address>,
    /// The address that a creation creates, if known.
    pub creates: Option<Address>,
    /// Base units.
    pub value: U256,
    /// Call data, or init code with its arguments.
    pub data: Bytes,
    pub gas_limit: u64,
    /// Base units; `None` if it is not known.
    pub gas_price: Option<u128>,
}

/// An account or a contract before the transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountInputs {
    /// `None` if unknown; empty for an account without code.
    pub code: Option<Code>,
    /// Base units, at a snapshot before the transaction; `None` if it is not known.
    pub balance: Option<U256>,
    /// `None` if unknown, because the ledger does not store old nonces.
    pub nonce: Option<u64>,
}

impl Inputs {
    /// The number of the entity at an address, if known.
    pub fn entity_num(&self, address: Address) -> Option<u64> {
        let of_alias =
            self.aliases.iter().find(|(_, alias)| **alias == address).map(|(long_zero, _)| *long_zero);
        number(of_alias.unwrap_or(address))
    }

    /// The address that the EVM uses for an entity.
    pub fn canonical(&self, address: Address) -> Address {
        self.aliases.get(&address).copied().unwrap_or(address)
    }

    /// The inputs of an account, for changing; added if missing.
    pub fn account_mut(&mut self, address: Address) -> &mut AccountInputs {
        Arc::make_mut(&mut self.accounts).entry(address).or_default()
    }

    /// Removes all inputs of an account.
    pub fn forget_account(&mut self, address: Address) {
        Arc::make_mut(&mut self.accounts).remove(&address);
    }

    pub(super) fn knows_nonce(&self, address: Address) -> bool {
        self.accounts.get(&self.canonical(address)).is_some_and(|account| account.nonce.is_some())
    }

    /// The code at an address before the transaction, if known.
    pub fn code(&self, address: Address) -> Option<&Code> {
        self.accounts.get(&self.canonical(address))?.code.as_ref()
    }
}

/// The number of a long-zero address.
pub(super) fn number(address: Address) -> Option<u64> {
    let (zeros, number) = address.split_last_chunk::<8>()?;
    zeros.iter().all(|byte| *byte == 0).then(|| u64::from_be_bytes(*number))
}
