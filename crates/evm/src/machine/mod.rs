//! Wraps the EVM library: its inputs, its limits and its results.

mod alignment;
pub(super) mod code;
mod tracer;
mod watch;
mod world;

use std::collections::BTreeMap;

use revm::bytecode::opcode;
use revm::bytecode::opcode::OpCode;
use revm::context::{BlockEnv, CfgEnv, TxEnv};
use revm::context_interface::FrameStack;
use revm::handler::instructions::EthInstructions;
use revm::handler::{EthPrecompiles, MainnetContext};
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, TxKind, U256};
use revm::state::EvmState;
use revm::{Context, InspectEvm as _, MainContext as _, MainnetEvm};

use self::tracer::Tracer;
use self::watch::{GasWatch, Probe, Watch};
use self::world::{COINBASE, World};
use super::execution::{Execution, Step};
use super::inputs::Inputs;
use super::state::MachineState;
use crate::execution::Steps;

pub use self::code::Code;
pub use self::watch::MAX_HITS;
pub use self::world::is_reserved;

/// The most gas that is executed: the maximum of a transaction. Untrusted requests may ask for more.
pub const MAX_GAS: u64 = 30_000_000;
/// The most memory of all calls together, in bytes. [`MAX_GAS`] does not pay for half of it, so a call that needs more
/// runs out of gas.
const MAX_MEMORY: u64 = 64 << 20;
/// The fork with the ledger's operations and precompiles.
const RULES: SpecId = SpecId::CANCUN;

type Machine<'a> = MainnetEvm<MainnetContext<World<'a>>, Tracer<'a>>;

impl Step {
    pub fn name(self) -> &'static str {
        match OpCode::new(self.opcode) {
            // Called so since the merge.
            Some(OpCode::DIFFICULTY) => "PREVRANDAO",
            Some(opcode) => opcode.as_str(),
            None => OpCode::INVALID.as_str(),
        }
    }
}

/// The reason why nothing was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// Executes a message. `stop` is polled from time to time; once it returns true, the execution ends early and is marked
/// as stopped.
///
/// # Errors
/// When the transaction cannot begin: its gas does not cover its own data.
pub fn execute(inputs: &Inputs, stop: &dyn Fn() -> bool) -> Result<Execution, Refused> {
    noted(inputs, Tracer::new(inputs, stop, Watch::Nothing))
}

/// Executes a message and records only its calls, logs, writes and slots; steps are counted, not recorded.
///
/// # Errors
/// See [`execute`].
pub fn outcome(inputs: &Inputs) -> Result<Execution, Refused> {
    noted(inputs, Tracer::new(inputs, &|| false, Watch::Outcome))
}

fn noted(inputs: &Inputs, tracer: Tracer<'_>) -> Result<Execution, Refused> {
    let mut evm = evm(inputs, tracer);
    let done = evm.inspect_tx(transaction(inputs)).map_err(|error| Refused(error.to_string()))?;
    let uses = evm.ctx.journaled_state.database.uses;
    let slots = slots(&done.state, done.result.is_success());
    Ok(evm.inspector.finish(done.result.tx_gas_used(), slots, uses))
}

/// Executes up to a step and returns the state before its instruction; `None` if the step is not reached, or is not
/// among the stored steps of this execution.
pub fn state_at(
    inputs: &Inputs,
    execution: &Execution,
    at: u64,
    stop: &dyn Fn() -> bool,
) -> Option<MachineState> {
    execution.steps.get(at)?;
    let call = execution.calls.get(execution.call_at(at)?)?;
    let Watch::State(Probe { found: Some(mut state), .. }) =
        watched(inputs, Watch::State(Probe::new(at)), stop)
    else {
        return None;
    };
    let pushed = origins(&execution.steps, call.first_step, at, state.stack.len());
    for (item, step) in state.stack.iter_mut().zip(pushed) {
        item.pushed_at = step;
    }
    Some(state)
}

/// The numbers of the steps whose instruction takes this value from the stack, in order.
pub fn steps_taking(inputs: &Inputs, value: U256, stop: &dyn Fn() -> bool) -> Vec<u64> {
    match watched(inputs, Watch::Value(value, Vec::new()), stop) {
        Watch::Value(_, hits) => hits,
        _ => Vec::new(),
    }
}

/// The gas of each instruction without nested calls, by the index of the call and the offset in its code.
pub fn costs(inputs: &Inputs, stop: &dyn Fn() -> bool) -> BTreeMap<(usize, u32), u64> {
    match watched(inputs, Watch::Gas(GasWatch::default()), stop) {
        Watch::Gas(gas) => gas.into_costs(),
        _ => BTreeMap::new(),
    }
}

/// Executes to collect the data of `watch`.
fn watched(inputs: &Inputs, watch: Watch, stop: &dyn Fn() -> bool) -> Watch {
    let mut evm = evm(inputs, Tracer::new(inputs, stop, watch));
    // The tracer holds the outcome.
    let _ = evm.inspect_tx(transaction(inputs));
    evm.inspector.watch
}

/// The EVM's library, made ready.
fn evm<'a>(inputs: &'a Inputs, tracer: Tracer<'a>) -> Machine<'a> {
    let world = World::new(inputs);
    let ctx = Context::mainnet().with_db(world).with_cfg(rules(inputs.chain_id)).with_block(block(inputs));
    // The library prepares one stack per call; eight suffice for most transactions.
    Machine {
        ctx,
        inspector: tracer,
        instruction: EthInstructions::new_mainnet_with_spec(RULES),
        precompiles: EthPrecompiles::new(RULES),
        frame_stack: FrameStack::new(),
    }
}

fn transaction(inputs: &Inputs) -> TxEnv {
    let message = &inputs.message;
    TxEnv {
        caller: message.sender,
        gas_limit: message.gas_limit.min(MAX_GAS),
        gas_price: message.gas_price.unwrap_or_default(),
        kind: message.to.map_or(TxKind::Create, |to| TxKind::Call(inputs.canonical(to))),
        value: message.value,
        data: message.data.clone(),
        chain_id: None,
        ..TxEnv::default()
    }
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

/// Traces the items of a stack back to their origins.
struct Origins {
    /// The items that lie at each place of the stack, the lowest first: one that was copied is several.
    places: Vec<Vec<usize>>,
    /// The steps that pushed them, by the items' places in the end.
    pushed: Vec<u64>,
    /// The number of items still to find.
    left: usize,
}

/// The steps that pushed the lowest `items` items on the stack before step `at`, the lowest first. Copying and swapping
/// an item push none. `first` is the call's first step.
fn origins(steps: &Steps, first: u64, at: u64, items: usize) -> Vec<u64> {
    let places = (0..items).map(|item| vec![item]).collect();
    let mut origins = Origins { places, pushed: vec![first; items], left: items };
    let depth = steps.get(at).map(|step| step.depth);
    for before in (first..at).rev() {
        if origins.left == 0 {
            break;
        }
        // Deeper steps belong to nested calls.
        if let Some(step) = steps.get(before).filter(|step| Some(step.depth) == depth) {
            origins.undo(step.opcode, before);
        }
    }
    origins.pushed
}

impl Origins {
    /// Goes back before an instruction.
    fn undo(&mut self, opcode: u8, step: u64) {
        let top = self.places.len().saturating_sub(1);
        match opcode {
            opcode::DUP1..=opcode::DUP16 => {
                let copies = self.places.pop().unwrap_or_default();
                let original = top.checked_sub(usize::from(opcode - opcode::DUP1) + 1);
                if let Some(place) = original.and_then(|at| self.places.get_mut(at)) {
                    place.extend(copies);
                }
            }
            opcode::SWAP1..=opcode::SWAP16 => {
                if let Some(other) = top.checked_sub(usize::from(opcode - opcode::SWAP1) + 1) {
                    self.places.swap(top, other);
                }
            }
            _ => {
                let Some(opcode) = OpCode::new(opcode) else { return };
                let below = self.places.len().saturating_sub(usize::from(opcode.outputs()));
                for item in self.places.drain(below..).flatten() {
                    if let Some(pushed) = self.pushed.get_mut(item) {
                        *pushed = step;
                        self.left -= 1;
                    }
                }
                self.places.resize_with(below + usize::from(opcode.inputs()), Vec::new);
            }
        }
    }
}
