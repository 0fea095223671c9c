//! The state before a result, as a server returns it, in place of what was recorded or assumed.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address, U256};
use evm::AccountInputs;
use ledger::EvmAddress;
use ledger::execution::PrestateAccount;

use super::gathered::Gathered;
use super::record::unsigned;

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
