//! A result's data from the servers' records, and the inputs of its execution that are made from it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use alloy_primitives::{Address, B256, U256};
use evm::{AccountInputs, BlockInputs, Code, End, Halt, Inputs, Message, Operation, RecordedCall};
use ledger::execution::CallEnd;
use ledger::{Account, Block, CallAction, Contract, ContractResult, EvmAddress, Field, Prestate, Text};

use super::changes::Changes;
use super::cut::{MAX_ACTIONS, MAX_CALL_DATA_BYTES, MAX_CODE_BYTES};
use super::record::{address_of, bytes, unsigned, word};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// The network's chain ID, for records that have none.
    pub chain_id: u64,
    pub result: Arc<ContractResult>,
    /// All actions in order.
    pub actions: Vec<Arc<CallAction>>,
    /// The state before the result, if a server returns it.
    pub prestate: Option<Arc<Prestate>>,
    pub block: Option<Arc<Block>>,
    /// Contracts as of the result, by the address that names them; `None` if the address has no contract.
    pub contracts: BTreeMap<Address, Option<Arc<Contract>>>,
    /// Accounts with their balance before the result, by the address that names them; `None` if the address has no
    /// account.
    pub accounts: BTreeMap<Address, Option<Arc<Account>>>,
    /// Slots missing from the result, with their values at that time.
    pub slots: BTreeMap<(Address, U256), U256>,
    /// By number.
    pub block_hashes: BTreeMap<u64, B256>,
    /// Needs already requested, successful or not.
    pub asked: BTreeSet<Need>,
    /// The user's changes to the recorded inputs.
    pub changes: Changes,
}

/// Something that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// The calls within the result.
    Actions,
    /// The state before the result, which few servers return.
    Prestate,
    /// The block of this number.
    Block(u64),
    /// The contract at this address, as of the result.
    Contract(Address),
    /// The account at this address, with its balance before then.
    Account(Address),
    /// A slot of the contract at this address, as of the result.
    Slot(Address, U256),
    /// The hash of the block of this number.
    BlockHash(u64),
}

/// The reason why nothing can be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotReplayable {
    /// The code that was called is not known.
    NoCode,
    /// Longer than [`MAX_CODE_BYTES`].
    CodeTooLong,
    /// The call data, or the init code of a creation, is not in the record.
    NoCallData,
    /// Longer than [`MAX_CALL_DATA_BYTES`].
    CallDataTooLong,
    /// The record lacks callers, callees or gas amounts.
    NoMessage,
    /// The record does not say in which block it is.
    NoBlock,
    /// Failed before its execution.
    NotExecuted,
}

impl NotReplayable {
    /// A short description.
    pub fn words(self) -> &'static str {
        match self {
            Self::NoCode => "no code",
            Self::CodeTooLong => "the code is longer than 64 KiB",
            Self::NoCallData => "call data missing",
            Self::CallDataTooLong => "the call data is longer than 1 MiB",
            Self::NoMessage => "no sender, contract or gas limit",
            Self::NoBlock => "no block",
            Self::NotExecuted => "it failed before anything was executed",
        }
    }
}

/// Results of transactions that failed before anything was executed.
const NOT_EXECUTED: [&str; 9] = [
    "WRONG_NONCE",
    "INSUFFICIENT_PAYER_BALANCE",
    "INSUFFICIENT_ACCOUNT_BALANCE",
    "INSUFFICIENT_TX_FEE",
    "MAX_GAS_LIMIT_EXCEEDED",
    "CONSENSUS_GAS_EXHAUSTED",
    "WRONG_CHAIN_ID",
    "INVALID_ETHEREUM_TRANSACTION",
    "THROTTLED_AT_CONSENSUS",
];

impl Gathered {
    /// The inputs of the execution.
    ///
    /// # Errors
    /// When a record lacks what nothing can be executed without.
    pub fn inputs(&self) -> Result<Inputs, NotReplayable> {
        let result = &*self.result;
        if result.result.known().is_some_and(|code| NOT_EXECUTED.iter().any(|known| code.is(known))) {
            return Err(NotReplayable::NotExecuted);
        }
        let aliases = self.aliases();
        let canonical = |address: &EvmAddress| canonical(address, &aliases);
        let actions = self.actions.iter().take(MAX_ACTIONS);
        let calls: Vec<_> = actions.map(|action| recorded_call(action, &aliases)).collect();
        let message = self.message(&calls, &aliases)?;
        let (sender, to) = (message.sender, message.to);
        let made = self.created(&aliases);
        let mut accounts = self.account_inputs();
        let exact = self.add_prestate(&mut accounts, canonical);
        for busy in self.busy(&calls, to) {
            if let Some(account) =
                accounts.get_mut(&busy).filter(|it| it.code.as_ref().is_some_and(|code| code.is_empty()))
            {
                account.code = None;
            }
        }
        // A signer has no code.
        let signer = accounts.entry(sender).or_default();
        signer.code.get_or_insert_default();
        signer.nonce = unsigned(&result.nonce);
        let has_long_code =
            |account: &AccountInputs| account.code.as_ref().is_some_and(|code| code.len() > MAX_CODE_BYTES);
        match to.map(|to| accounts.get(&to)) {
            Some(Some(account)) if has_long_code(account) => return Err(NotReplayable::CodeTooLong),
            Some(account) if account.and_then(|account| account.code.as_ref()).is_none() => {
                return Err(NotReplayable::NoCode);
            }
            _ => {}
        }
        // Too long code counts as unknown.
        accounts
            .values_mut()
            .filter(|account| has_long_code(account))
            .for_each(|account| account.code = None);
        accounts.retain(|address, _| !made.contains(address));
        let mut inputs = Inputs {
            chain_id: self.chain_id(),
            block: self.block_inputs()?,
            message,
            accounts: Arc::new(accounts),
            storage: self.storage(canonical),
            exact,
            absent: self.absent(),
            aliases: Arc::new(aliases),
            created: made,
            block_hashes: self.block_hashes.clone(),
            calls,
        };
        self.changes.apply(&mut inputs);
        Ok(inputs)
    }

    /// The message to execute.
    ///
    /// # Errors
    /// When the record has no sender, contract, gas limit or call data, or too long data.
    fn message(
        &self,
        calls: &[RecordedCall],
        aliases: &BTreeMap<Address, Address>,
    ) -> Result<Message, NotReplayable> {
        let result = &*self.result;
        let is_creation = match calls.first() {
            Some(call) => call.operation.is_creation(),
            None => result.to.known().is_none() || self.has_created_itself(),
        };
        let called = self.called().map(|to| aliases.get(&to).copied().unwrap_or(to));
        let (to, creates) = if is_creation { (None, called) } else { (called, None) };
        let (Some(sender), Some(gas_limit)) =
            (result.from.known().map(|from| canonical(from, aliases)), unsigned(&result.gas_limit))
        else {
            return Err(NotReplayable::NoMessage);
        };
        if !is_creation && to.is_none() {
            return Err(NotReplayable::NoMessage);
        }
        let data = bytes(&result.function_parameters);
        let data = if is_creation && data.is_empty() { bytes(&result.failed_initcode) } else { data };
        if is_creation && data.is_empty() || result.function_parameters.known().is_none() {
            return Err(NotReplayable::NoCallData);
        }
        if data.len() > MAX_CALL_DATA_BYTES {
            return Err(NotReplayable::CallDataTooLong);
        }
        let amount = result.amount.known().and_then(|amount| u128::try_from(*amount).ok());
        let value = U256::from(amount.unwrap_or_default());
        Ok(Message { sender, to, creates, value, data, gas_limit, gas_price: None })
    }

    /// Whether the contract is among those that its result created.
    fn has_created_itself(&self) -> bool {
        let own = self.result.contract_id.value();
        let created = self.result.created_contract_ids.known().into_iter().flatten();
        own.is_some() && created.into_iter().any(|id| id.value() == own)
    }

    /// The chain that it ran on.
    pub fn chain_id(&self) -> u64 {
        let known = self.result.chain_id.known().and_then(|id| id.0).and_then(|id| u64::try_from(id).ok());
        known.unwrap_or(self.chain_id)
    }

    /// The called or created contract, by its long-zero address if known.
    pub(super) fn called(&self) -> Option<Address> {
        let result = &*self.result;
        let own = result.contract_id.value().map(EvmAddress::long_zero);
        own.or(result.address.value()).or(result.to.value()).as_ref().map(address_of)
    }

    fn block_inputs(&self) -> Result<BlockInputs, NotReplayable> {
        let block = self.block.as_ref().ok_or(NotReplayable::NoBlock)?;
        let from = block.timestamp.known().and_then(|range| range.from.known());
        let (Some(number), Some(from)) = (unsigned(&block.number), from) else {
            return Err(NotReplayable::NoBlock);
        };
        Ok(BlockInputs { number, seconds: from.seconds, ..BlockInputs::default() })
    }

    /// The addresses that the EVM sees, by the long-zero addresses of the same entities.
    pub(super) fn aliases(&self) -> BTreeMap<Address, Address> {
        let contracts = self.contracts.values().flatten();
        let contracts = contracts.filter_map(|it| Some((it.contract_id.value()?, it.evm_address.value()?)));
        let accounts = self.accounts.values().flatten();
        let accounts = accounts.filter_map(|it| Some((it.account.value()?, it.evm_address.value()?)));
        let all = accounts.chain(contracts);
        let all = all.map(|(id, address)| (address_of(&EvmAddress::long_zero(id)), address_of(&address)));
        all.filter(|(long_zero, address)| long_zero != address).collect()
    }

    fn created(&self, aliases: &BTreeMap<Address, Address>) -> BTreeSet<Address> {
        let ids = self.result.created_contract_ids.known().into_iter().flatten().filter_map(Field::known);
        let long_zeros = ids.map(|id| address_of(&EvmAddress::long_zero(*id)));
        long_zeros.map(|address| aliases.get(&address).copied().unwrap_or(address)).collect()
    }

    fn account_inputs(&self) -> BTreeMap<Address, AccountInputs> {
        let mut all: BTreeMap<Address, AccountInputs> = BTreeMap::new();
        for (asked, account) in &self.accounts {
            let Some(account) = account else { continue };
            let address = account.evm_address.known().map_or(*asked, address_of);
            let balance = account.balance.known().and_then(|balance| unsigned(&balance.balance));
            // An address without a contract has no code.
            let code = self.contracts.get(asked).is_some_and(Option::is_none).then(Code::default);
            all.insert(address, AccountInputs { code, balance: balance.map(U256::from), nonce: None });
        }
        for (asked, contract) in &self.contracts {
            let Some(contract) = contract else { continue };
            let address = contract.evm_address.known().map_or(*asked, address_of);
            let code = contract.runtime_bytecode.known().filter(|code| !code.is_empty());
            let code = code.map(|code| Code::from(code.bytes()));
            all.entry(address).or_default().code = code;
        }
        all
    }

    /// Addresses that did more than receive value. They must have code, even if no server returns it.
    fn busy(&self, calls: &[RecordedCall], to: Option<Address>) -> BTreeSet<Address> {
        let result = &*self.result;
        let is_busy = |call: &&RecordedCall| {
            call.gas_used > 0 || call.end.as_ref().is_some_and(|end| !end.data().is_empty())
        };
        let has_effects = result.logs.known().is_some_and(|logs| !logs.is_empty())
            || result.state_changes.known().is_some_and(|changes| !changes.is_empty())
            || result.call_result.known().is_some_and(|data| !data.is_empty());
        let called = calls.iter().filter(is_busy).filter_map(|call| call.to);
        called.chain(to.filter(|_| has_effects)).collect()
    }

    /// Addresses of neither a contract nor an account.
    fn absent(&self) -> BTreeSet<Address> {
        let missing = self.contracts.iter().filter(|(_, contract)| contract.is_none());
        let is_missing = |address: &&Address| self.accounts.get(*address).is_some_and(Option::is_none);
        missing.map(|(address, _)| address).filter(is_missing).copied().collect()
    }

    fn storage(&self, canonical: impl Fn(&EvmAddress) -> Address + Copy) -> BTreeMap<(Address, U256), U256> {
        let changes = self.result.state_changes.known().into_iter().flatten();
        let read = changes.filter_map(|change| {
            let (address, slot) = (canonical(change.address.known()?), word(&change.slot)?);
            Some(((address, slot), word(&change.value_read)?))
        });
        let asked = self.slots.iter().map(|((address, slot), value)| {
            ((canonical(&EvmAddress::new(address.into_array())), *slot), *value)
        });
        // The ledger's own record comes last: it overrides.
        self.prestate_slots(canonical).into_iter().chain(asked).chain(read).collect()
    }

    /// Whether the record has more calls than the limit.
    pub(super) fn has_more_actions(&self) -> bool {
        self.actions.len() > MAX_ACTIONS
    }

    /// The contracts whose code is too long.
    pub(super) fn too_long(&self) -> impl Iterator<Item = Address> + '_ {
        self.contracts.iter().filter_map(|(address, contract)| {
            let code = contract.as_ref()?.runtime_bytecode.known()?;
            (code.bytes().len() > MAX_CODE_BYTES).then_some(*address)
        })
    }
}

/// The address by which the ledger's records name an entity.
fn canonical(address: &EvmAddress, aliases: &BTreeMap<Address, Address>) -> Address {
    let address = address_of(address);
    aliases.get(&address).copied().unwrap_or(address)
}

fn recorded_call(action: &CallAction, aliases: &BTreeMap<Address, Address>) -> RecordedCall {
    let to = called(action);
    let data = bytes(&action.result_data);
    let end = match action.end() {
        CallEnd::Returned => Some(End::Returned(data)),
        CallEnd::Reverted => Some(End::Reverted(data)),
        CallEnd::Halted => Some(End::Halted(Halt::of(&Text::from_bytes(data.to_vec())))),
        CallEnd::Unknown => None,
    };
    let operation = action.call_operation_type.known().and_then(Operation::of);
    let value = action.value.value().and_then(|value| u128::try_from(value).ok());
    RecordedCall {
        depth: action.call_depth.value().and_then(|depth| usize::try_from(depth).ok()).unwrap_or_default(),
        operation: operation.unwrap_or(Operation::Call),
        to: to.map(|to| aliases.get(&to).copied().unwrap_or(to)),
        value: U256::from(value.unwrap_or_default()),
        input: bytes(&action.input),
        gas: unsigned(&action.gas).unwrap_or_default(),
        gas_used: unsigned(&action.gas_used).unwrap_or_default(),
        end,
    }
}

/// The address of the executed code or of the created contract, as long-zero address if known.
pub(super) fn called(action: &CallAction) -> Option<Address> {
    let recipient = action.recipient.value().map(EvmAddress::long_zero);
    recipient.or(action.to.value()).as_ref().map(address_of)
}
