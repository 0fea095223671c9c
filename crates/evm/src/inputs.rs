//! What an execution begins with: all that the record, the blocks, the contracts and their storage tell.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use alloy_primitives::{Address, B256, Bytes, U256};

use super::call::RecordedCall;
use super::machine::code::Code;

/// All of it. What is not here is assumed, and every assumption that is used is told with the execution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    pub chain_id: u64,
    pub block: BlockInputs,
    pub message: Message,
    /// By the address that the EVM sees.
    pub accounts: Arc<BTreeMap<Address, AccountInputs>>,
    /// Whose balance is what it was just before, and no snapshot.
    pub exact: BTreeSet<Address>,
    /// Where there is nothing, as far as is known.
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

/// The block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockInputs {
    pub number: u64,
    /// Its first consensus time, whole seconds.
    pub seconds: u64,
    /// `None`: no endpoint tells it, so it is assumed.
    pub prevrandao: Option<B256>,
    /// `None`: it is assumed that it is the funding account.
    pub coinbase: Option<Address>,
}

/// What the transaction asked to be executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub sender: Address,
    /// The contract; `None` for a creation.
    pub to: Option<Address>,
    /// What a creation creates, if that is known.
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
    /// `None` if it is not known; empty if there is none.
    pub code: Option<Code>,
    /// Base units, at a snapshot before the transaction; `None` if it is not known.
    pub balance: Option<U256>,
    /// `None` if it is not known, as the ledger does not keep what it was.
    pub nonce: Option<u64>,
}

impl Inputs {
    /// The number of the entity at an address, if it is known.
    pub fn entity_num(&self, address: Address) -> Option<u64> {
        let of_alias =
            self.aliases.iter().find(|(_, alias)| **alias == address).map(|(long_zero, _)| *long_zero);
        number(of_alias.unwrap_or(address))
    }

    /// The address under which the EVM keeps an entity.
    pub fn canonical(&self, address: Address) -> Address {
        self.aliases.get(&address).copied().unwrap_or(address)
    }

    /// What is known of an account, to be changed.
    pub fn account_mut(&mut self, address: Address) -> &mut AccountInputs {
        Arc::make_mut(&mut self.accounts).entry(address).or_default()
    }

    /// Has nothing known of an account.
    pub fn forget_account(&mut self, address: Address) {
        Arc::make_mut(&mut self.accounts).remove(&address);
    }

    pub(super) fn knows_nonce(&self, address: Address) -> bool {
        self.accounts.get(&self.canonical(address)).is_some_and(|account| account.nonce.is_some())
    }

    /// The code at an address before the transaction, if it is known.
    pub fn code(&self, address: Address) -> Option<&Code> {
        self.accounts.get(&self.canonical(address))?.code.as_ref()
    }
}

/// The number of a long-zero address.
pub(super) fn number(address: Address) -> Option<u64> {
    let (zeros, number) = address.split_last_chunk::<8>()?;
    zeros.iter().all(|byte| *byte == 0).then(|| u64::from_be_bytes(*number))
}
