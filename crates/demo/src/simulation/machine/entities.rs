//! The inputs of every execution: the code, addresses and coins of all entities, a block, and the storage set by
//! constructors.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use alloy_primitives::{Address, Bytes, U256};
use evm::{AccountInputs, BlockInputs, Code, Execution, Inputs, MAX_GAS, Message};
use ledger::EvmAddress;

use crate::CHAIN_ID;
use crate::simulation::abi::Word;
use crate::simulation::contracts::{Contract, address_of};
use crate::simulation::{accounts, blocks, contracts, records};

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
    let balance = records::of(num).map(|it| U256::from(it.balance));
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

type Slots = BTreeMap<Word, Word>;

/// The initial non-zero slots of a contract: from its constructor, and from the scenario.
pub(crate) fn storage(contract: &Contract) -> Arc<Slots> {
    static KNOWN: LazyLock<Mutex<HashMap<u64, Arc<Slots>>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(slots) = known().get(&contract.num) {
        return Arc::clone(slots);
    }
    let mut slots = constructed(contract);
    slots.extend(contract.storage.iter().map(|(slot, value)| (slot.0, value.0)));
    let slots = Arc::new(slots);
    known().insert(contract.num, Arc::clone(&slots));
    slots
}

/// The writes of the creation code; empty if it fails, as it does without the arguments that it needs.
fn constructed(contract: &Contract) -> Slots {
    let Some(done) = construct(contract, contract.maker().0, MAX_GAS) else { return Slots::new() };
    let own = address(contract.num);
    let written = done.slots.into_iter().filter(|((of, _), (_, after))| *of == own && *after != U256::ZERO);
    written.map(|((_, slot), (_, after))| (slot.to_be_bytes(), after.to_be_bytes())).collect()
}

/// Executes the creation code of a contract; `None` if it cannot begin.
pub(super) fn construct(contract: &Contract, sender: u64, gas_limit: u64) -> Option<Execution> {
    let own = address(contract.num);
    let message = Message {
        sender: address(sender),
        creates: Some(own),
        data: Bytes::from(contract.deployed().creation),
        gas_limit,
        ..Message::default()
    };
    let mut inputs = inputs(message, blocks::number(contract.created()));
    inputs.forget_account(own);
    evm::outcome(&inputs).ok()
}
