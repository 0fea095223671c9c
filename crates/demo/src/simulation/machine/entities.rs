//! The inputs of every execution: the code, addresses and coins of all entities, and a block.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use alloy_primitives::{Address, U256};
use evm::{AccountInputs, BlockInputs, Code, Inputs, Message};
use ledger::EvmAddress;

use crate::CHAIN_ID;
use crate::simulation::accounts;
use crate::simulation::blocks;
use crate::simulation::contracts::{self, Contract, address_of};

/// The entities, without anything in their storage.
static ENTITIES: LazyLock<Inputs> = LazyLock::new(|| {
    let people = accounts::people().map(|num| (num, Code::default()));
    let code = |contract: &'static Contract| Code::read_by(|| contract.deployed().runtime.into());
    let built = contracts::all().map(|contract| (contract.num, code(contract)));
    let all: Vec<(u64, Code)> = people.chain(built).collect();
    let aliases = all.iter().map(|(num, _)| (to_evm(accounts::long_zero(*num)), address(*num)));
    Inputs {
        chain_id: CHAIN_ID,
        aliases: Arc::new(aliases.filter(|(long_zero, address)| long_zero != address).collect()),
        accounts: Arc::new(all.into_iter().map(|(num, code)| (address(num), account(num, code))).collect()),
        ..Inputs::default()
    }
});

fn account(num: u64, code: Code) -> AccountInputs {
    let balance = accounts::record(num).map(|it| U256::from(it.balance));
    AccountInputs { code: Some(code), balance, nonce: None }
}

/// The inputs for this message in this block, with empty storage.
pub(super) fn inputs(message: Message, block: u64) -> Inputs {
    let block = BlockInputs { number: block, seconds: blocks::first_second(block), ..BlockInputs::default() };
    Inputs { message, block, storage: BTreeMap::new(), ..ENTITIES.clone() }
}

/// The address under which the EVM knows the entity with this number.
pub(super) fn address(num: u64) -> Address {
    to_evm(address_of(num))
}

pub(super) fn to_evm(address: EvmAddress) -> Address {
    Address::from(*address.bytes())
}

/// The numbers of all entities, by both addresses.
static NUMBERS: LazyLock<HashMap<Address, u64>> = LazyLock::new(|| {
    let all = accounts::people().chain(contracts::all().map(|contract| contract.num));
    all.flat_map(|num| [(to_evm(accounts::long_zero(num)), num), (address(num), num)]).collect()
});

/// The number of the entity at an address that the EVM knows.
pub(super) fn number_of(address: Address) -> Option<u64> {
    let known = NUMBERS.get(&address).copied();
    known.or_else(|| EvmAddress::new(address.into_array()).entity_num())
}

/// The contract at an address that the EVM knows.
pub(super) fn contract_at(address: Address) -> Option<&'static Contract> {
    number_of(address).and_then(contracts::by_num)
}
