//! The EVM's library, behind this module: what it is given, how it is bounded, and what is taken from it.

mod tracer;
mod world;

use std::collections::BTreeMap;

use revm::context::{BlockEnv, CfgEnv, TxEnv};
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, TxKind, U256};
use revm::state::EvmState;
use revm::{Context, InspectEvm as _, MainBuilder as _, MainContext as _};

use self::tracer::Tracer;
use self::world::World;
pub use self::world::is_reserved;
use super::execution::Execution;
use super::inputs::Inputs;

/// The most gas that is executed: what a transaction can have, and beyond that what could be asked for by strangers.
pub const MAX_GAS: u64 = 30_000_000;
/// The most memory of all calls together, bytes.
const MAX_MEMORY: u64 = 64 << 20;
/// The rules: the ledger's operations and precompiles are those of this fork.
const RULES: SpecId = SpecId::CANCUN;
/// The funding account, 0.0.98, which gets the fees.
const COINBASE: Address = revm::primitives::address!("0x0000000000000000000000000000000000000062");

/// Why nothing was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// Executes it. `stop` is asked now and then whether to go on, and whatever came of it is marked if not.
///
/// # Errors
/// When the transaction cannot begin: its gas does not cover its own data.
pub fn execute(inputs: &Inputs, stop: &dyn Fn() -> bool) -> Result<Execution, Refused> {
    let message = &inputs.message;
    let tracer = Tracer::new(inputs, stop);
    let mut evm = Context::mainnet()
        .with_db(World::new(inputs))
        .with_cfg(rules(inputs.chain_id))
        .with_block(block(inputs))
        .build_mainnet_with_inspector(tracer);
    let transaction = TxEnv {
        caller: message.sender,
        gas_limit: message.gas_limit.min(MAX_GAS),
        gas_price: message.gas_price.unwrap_or_default(),
        kind: message.to.map_or(TxKind::Create, |to| TxKind::Call(inputs.canonical(to))),
        value: message.value,
        data: message.data.clone(),
        chain_id: None,
        ..TxEnv::default()
    };
    let done = evm.inspect_tx(transaction).map_err(|error| Refused(error.to_string()))?;
    let uses = evm.ctx.journaled_state.database.uses;
    let slots = slots(&done.state, done.result.is_success());
    Ok(evm.inspector.finish(done.result.tx_gas_used(), slots, uses))
}

/// The slots that were touched, of all contracts: their values before and after, which are the same if all was undone.
fn slots(state: &EvmState, is_success: bool) -> BTreeMap<(Address, U256), (U256, U256)> {
    let slots = state.iter().flat_map(|(address, account)| {
        account.storage.iter().map(move |(slot, value)| {
            let before = value.original_value;
            let after = if is_success { value.present_value } else { before };
            ((*address, *slot), (before, after))
        })
    });
    slots.collect()
}

fn rules(chain_id: u64) -> CfgEnv {
    let mut rules = CfgEnv::new_with_spec(RULES);
    rules.chain_id = chain_id;
    rules.tx_chain_id_check = false;
    rules.disable_nonce_check = true;
    rules.disable_eip3607 = true;
    rules.disable_base_fee = true;
    rules.disable_balance_check = true;
    rules.disable_fee_charge = true;
    rules.disable_block_gas_limit = true;
    rules.tx_gas_limit_cap = Some(u64::MAX);
    rules.memory_limit = MAX_MEMORY;
    rules
}

fn block(inputs: &Inputs) -> BlockEnv {
    let mut block = BlockEnv::default();
    block.number = U256::from(inputs.block.number);
    block.timestamp = U256::from(inputs.block.seconds);
    block.beneficiary = inputs.block.coinbase.unwrap_or(COINBASE);
    // A block's limit is its transaction's.
    block.gas_limit = inputs.message.gas_limit;
    block.basefee = 0;
    block.prevrandao = Some(inputs.block.prevrandao.unwrap_or_default());
    block
}
