//! Values that replace recorded or assumed inputs: the state before the result as a server returns it, and the user's
//! changes.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address, B256, Bytes, U256};
use evm::{AccountInputs, Inputs};
use ledger::execution::PrestateAccount;
use ledger::{EvmAddress, HexBytes};

use super::gathered::Gathered;
use super::recorded::unsigned;

impl Gathered {
    fn prestate_accounts(&self) -> impl Iterator<Item = (&PrestateAccount, &EvmAddress)> {
        let all = self.prestate.iter().flat_map(|state| &state.accounts);
        all.filter_map(|account| Some((account, account.address.known()?)))
    }

    /// Adds balances, code and nonces. Returns the addresses whose balance is the exact one before the result.
    pub(super) fn add_prestate(
        &self,
        accounts: &mut BTreeMap<Address, AccountInputs>,
        canonical: impl Fn(&EvmAddress) -> Address,
    ) -> BTreeSet<Address> {
        let mut exact = BTreeSet::new();
        for (account, address) in self.prestate_accounts() {
            let address = canonical(address);
            let inputs = accounts.entry(address).or_default();
            if let Some(code) = account.code.known() {
                // An account without code here may still run code that is in no record.
                if !code.is_empty() || inputs.code.is_none() {
                    inputs.code = Some(code.bytes().into());
                }
            }
            if let Some(balance) = account.balance.value() {
                inputs.balance = Some(balance.0.unwrap_or_default());
                exact.insert(address);
            }
            inputs.nonce = unsigned(&account.nonce).or(inputs.nonce);
        }
        exact
    }

    pub(super) fn prestate_slots(
        &self,
        canonical: impl Fn(&EvmAddress) -> Address,
    ) -> Vec<((Address, U256), U256)> {
        let of = |(account, address): (&PrestateAccount, &EvmAddress)| {
            let address = canonical(address);
            let words = account.storage.iter().filter_map(|(slot, value)| {
                let [slot, value] = [slot, value].map(|word| U256::try_from_be_slice(word.bytes()));
                Some((slot?, value?))
            });
            words.map(|(slot, value)| ((address, slot), value)).collect::<Vec<_>>()
        };
        self.prestate_accounts().flat_map(of).collect()
    }
}

/// The changes. Their outcome is hypothetical.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Changes {
    pub sender: Option<Address>,
    /// Base units.
    pub value: Option<u128>,
    /// Call data, or init code.
    pub data: Option<HexBytes>,
    /// The block's time, whole seconds.
    pub seconds: Option<u64>,
    pub prevrandao: Option<B256>,
    /// Slot values before the result, by contract and slot.
    pub slots: Vec<(Address, U256, U256)>,
    /// Account balances before the result, in base units.
    pub balances: Vec<(Address, u128)>,
}

impl Changes {
    /// Whether the changes are empty.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn apply(&self, inputs: &mut Inputs) {
        if let Some(sender) = self.sender {
            inputs.message.sender = inputs.canonical(sender);
        }
        let message = &mut inputs.message;
        if let Some(value) = self.value {
            message.value = U256::from(value);
        }
        if let Some(data) = &self.data {
            message.data = Bytes::copy_from_slice(data.bytes());
        }
        inputs.block.seconds = self.seconds.unwrap_or(inputs.block.seconds);
        inputs.block.prevrandao = self.prevrandao.or(inputs.block.prevrandao);
        for (address, slot, value) in &self.slots {
            inputs.storage.insert((inputs.canonical(*address), *slot), *value);
        }
        for (address, balance) in &self.balances {
            let address = inputs.canonical(*address);
            inputs.account_mut(address).balance = Some(U256::from(*balance));
        }
        if self.sender.is_some() {
            // A signer has no code.
            inputs.account_mut(inputs.message.sender).code.get_or_insert_default();
        }
    }
}
