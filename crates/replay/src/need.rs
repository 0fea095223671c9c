//! The data that a replay still needs, and the answers: first what the records name, then what an execution lacked.

use std::collections::BTreeSet;
use std::sync::Arc;

use alloy_primitives::{Address, B256, U256};
use evm::{Assumed, Execution, is_reserved};
use ledger::{Account, Block, CallAction, Contract, EvmAddress, Field, Prestate, StateSlot};

use super::gathered::{Gathered, Need, called};
use super::record::{address_of, unsigned, word};

/// The most rounds of requesting what an execution lacked.
pub const MAX_ROUNDS: usize = 8;
/// Maximum number of records that one replay asks for. Servers answer about ten a second; what goes beyond is assumed,
/// or answered from the record.
const MAX_ASKED: usize = 100;

impl Gathered {
    /// The next requests, given the last execution, if any. Each need is requested once.
    pub fn needs(&self, execution: Option<&Execution>) -> BTreeSet<Need> {
        let mut needs = self.needs_of_records();
        let aliases = self.aliases();
        // Servers name an entity by its number.
        let named = |address: Address| {
            let of_alias = aliases.iter().find(|(_, alias)| **alias == address);
            of_alias.map_or(address, |(long_zero, _)| *long_zero)
        };
        for used in execution.into_iter().flat_map(|execution| &execution.uses) {
            match used.assumed {
                Assumed::Account(address) => {
                    let address = named(address);
                    needs.insert(Need::Contract(address));
                    if self.contracts.get(&address).is_some_and(Option::is_none) {
                        needs.insert(Need::Account(address));
                    }
                }
                Assumed::Balance(address) => _ = needs.insert(Need::Account(named(address))),
                Assumed::Slot(address, slot) => _ = needs.insert(Need::Slot(named(address), slot)),
                Assumed::BlockHash(number) => _ = needs.insert(Need::BlockHash(number)),
                Assumed::PrevRandao
                | Assumed::GasPrice
                | Assumed::Coinbase
                | Assumed::Nonce(_)
                | Assumed::Gas => {}
            }
        }
        needs.retain(|need| !self.is_known(need) && !self.asked.contains(need));
        let left = MAX_ASKED.saturating_sub(self.asked.len());
        needs.into_iter().take(left).collect()
    }

    fn needs_of_records(&self) -> BTreeSet<Need> {
        let result = &*self.result;
        let mut needs = BTreeSet::from([Need::Actions, Need::Prestate]);
        needs.extend(unsigned(&result.block_number).map(Need::Block));
        needs.extend(result.from.known().map(|from| Need::Account(address_of(from))));
        let changes = result.state_changes.known().into_iter().flatten();
        let stored = changes.filter_map(|change| change.address.known()).map(address_of);
        let created = result.created_contract_ids.known().into_iter().flatten().filter_map(Field::known);
        let created = created.map(|id| address_of(&EvmAddress::long_zero(*id)));
        let calls = self.actions.iter().filter_map(|action| called(action));
        let contracts = self.called().into_iter().chain(stored).chain(created).chain(calls);
        let contracts = contracts.filter(|address| !is_reserved(*address));
        needs.extend(contracts.map(Need::Contract));
        let missing = self.contracts.iter().filter(|(_, contract)| contract.is_none());
        needs.extend(missing.map(|(address, _)| Need::Account(*address)));
        needs
    }

    fn is_known(&self, need: &Need) -> bool {
        match need {
            Need::Actions => !self.actions.is_empty(),
            Need::Prestate => self.prestate.is_some(),
            Need::Block(_) => self.block.is_some(),
            Need::Contract(address) => {
                let is_it = |it: &EvmAddress| address_of(it) == *address;
                let known = self.contracts.values().flatten();
                self.contracts.contains_key(address)
                    || known.into_iter().any(|contract| contract.evm_address.known().is_some_and(is_it))
            }
            Need::Account(address) => {
                let is_it = |it: &EvmAddress| address_of(it) == *address;
                let known = self.accounts.values().flatten();
                self.accounts.contains_key(address)
                    || known.into_iter().any(|account| account.evm_address.known().is_some_and(is_it))
            }
            Need::Slot(address, slot) => self.slots.contains_key(&(*address, *slot)),
            Need::BlockHash(number) => self.block_hashes.contains_key(number),
        }
    }
}

/// The answer to a need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing to find, or the server does not say.
    Nothing,
    Actions(Vec<Arc<CallAction>>),
    Block(Arc<Block>),
    Contract(Arc<Contract>),
    Account(Arc<Account>),
    Prestate(Arc<Prestate>),
    /// The slots of a page.
    Slots(Vec<Arc<StateSlot>>),
}

impl Gathered {
    /// Stores the answer to a need. The need is not requested again.
    pub fn take(&mut self, need: Need, found: Found) {
        self.asked.insert(need);
        match (need, found) {
            (Need::Actions, Found::Actions(actions)) => self.actions = actions,
            (Need::Prestate, Found::Prestate(state)) => self.prestate = Some(state),
            (Need::Block(_), Found::Block(block)) => self.block = Some(block),
            (Need::BlockHash(number), Found::Block(block)) => {
                let hash = block.hash.known().and_then(|hash| hash.bytes().first_chunk::<32>());
                self.block_hashes.extend(hash.map(|hash| (number, B256::new(*hash))));
            }
            (Need::Contract(address), Found::Contract(contract)) => {
                self.contracts.insert(address, Some(contract));
            }
            (Need::Contract(address), Found::Nothing) => _ = self.contracts.insert(address, None),
            (Need::Account(address), Found::Account(account)) => {
                self.accounts.insert(address, Some(account));
            }
            (Need::Account(address), Found::Nothing) => _ = self.accounts.insert(address, None),
            (Need::Slot(address, slot), Found::Slots(rows)) => {
                let value = rows.iter().find(|row| word(&row.slot) == Some(slot));
                let value: Option<U256> = value.and_then(|row| word(&row.value));
                self.slots.extend(value.map(|value| ((address, slot), value)));
            }
            _ => {}
        }
    }
}
