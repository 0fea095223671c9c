//! Watches an execution: notes its steps, calls, logs and writes, and answers from the record the calls whose code is not
//! known.

use std::collections::{BTreeMap, BTreeSet};

use ledger::Text;
use revm::Inspector;
use revm::bytecode::opcode;
use revm::context_interface::{ContextTr, CreateScheme, JournalTr};
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::interpreter_types::{InputsTr as _, Jumps as _};
use revm::interpreter::{
    CallInputs, CallOutcome, CallScheme, CreateInputs, CreateOutcome, Gas, InstructionResult, Interpreter,
    InterpreterResult,
};
use revm::primitives::{Address, B256, Bytes, Log, U256};
use revm::state::EvmState;

use super::alignment::Alignment;
use super::watch::{Here, Watch};
use super::world::{World, is_precompile};
use crate::call::{End, ExecutedCall, Halt, Operation};
use crate::execution::{Assumed, ExecutedLog, Execution, Step, Steps, Stopped, Store, Use};
use crate::inputs::Inputs;

/// After how many steps it is asked again whether to go on.
const STEPS_BETWEEN_QUESTIONS: u64 = 1_024;
/// The most logs and the most writes that are noted; the gas bounds them below that.
const MAX_NOTES: usize = 300_000;
/// The most call data and output stored of all calls together, in bytes: gas hardly limits data that is sent
/// repeatedly.
const MAX_KEPT_BYTES: usize = 64 << 20;

/// The longest key of a mapping that is noted, bytes; the slot of the mapping is hashed behind it.
const MAX_KEY_BYTES: usize = 256;
const SLOT_BYTES: usize = 32;
/// The most keys that are noted.
const MAX_KEYS: usize = 4_096;

pub(super) struct Tracer<'a> {
    inputs: &'a Inputs,
    stop: &'a dyn Fn() -> bool,
    alignment: Alignment<'a>,
    calls: Vec<ExecutedCall>,
    /// The calls that run, by their places, and where the alignment stood before each.
    open: Vec<(usize, usize)>,
    logs: Vec<ExecutedLog>,
    stores: Vec<Store>,
    keys: BTreeSet<Bytes>,
    steps: Steps,
    /// The stored call data and output, in bytes.
    kept_bytes: usize,
    gas_read_at: Option<u64>,
    stopped: Option<Stopped>,
    pub(super) watch: Watch,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(inputs: &'a Inputs, stop: &'a dyn Fn() -> bool, watch: Watch) -> Self {
        Self {
            inputs,
            stop,
            alignment: Alignment::new(inputs),
            calls: Vec::new(),
            open: Vec::new(),
            logs: Vec::new(),
            stores: Vec::new(),
            keys: BTreeSet::new(),
            steps: Steps::default(),
            kept_bytes: 0,
            gas_read_at: None,
            stopped: None,
            watch,
        }
    }

    pub(super) fn finish(
        self,
        gas_used: u64,
        slots: BTreeMap<(Address, U256), (U256, U256)>,
        uses: Vec<Use>,
    ) -> Execution {
        let Self { calls, logs, stores, keys, steps, gas_read_at, stopped, .. } = self;
        let end = calls.first().and_then(|call| call.end.clone());
        let end = end.unwrap_or_else(|| End::Halted(Halt::Other(Text::from("it did not begin"))));
        let keys = keys.into_iter().collect();
        Execution { end, gas_used, calls, logs, slots, stores, keys, steps, uses, gas_read_at, stopped }
    }

    fn begin(&mut self, call: ExecutedCall, stood_at: usize) {
        self.keep(call.input.len());
        self.watch.begin(self.calls.len());
        self.open.push((self.calls.len(), stood_at));
        self.calls.push(call);
    }

    fn end(&mut self, ended: &InterpreterResult) {
        let InterpreterResult { result, output: data, gas } = ended;
        self.keep(data.len());
        let Some((at, stood_at)) = self.open.pop() else { return };
        // The call never began: the record has no such call.
        if at > 0 && matches!(result, InstructionResult::OutOfFunds | InstructionResult::CallTooDeep) {
            self.calls.truncate(at);
            self.alignment.next = stood_at;
            self.watch.end(gas.remaining(), 0);
            return;
        }
        let steps = self.steps.count();
        if let Some(call) = self.calls.get_mut(at) {
            // Only the record says how a recorded call was halted.
            let answer = call.recorded.filter(|_| call.is_answered).and_then(|at| self.inputs.calls.get(at));
            let told = answer.and_then(|answer| answer.end.clone());
            call.end = Some(told.unwrap_or_else(|| end_of(*result, data)));
            // A halt takes all there was.
            let is_halted = matches!(call.end, Some(End::Halted(_)));
            let left = if is_halted { 0 } else { gas.remaining() };
            call.gas_used = call.gas.saturating_sub(left);
            call.end_step = steps;
            self.watch.end(left, call.gas_used);
        }
    }

    /// Records hashed data that may be the key of a mapping, before the slot of the mapping.
    fn hash(&mut self, interpreter: &Interpreter<EthInterpreter>, start: U256, len: U256) {
        let (Ok(start), Ok(len)) = (usize::try_from(start), usize::try_from(len)) else { return };
        let key_bytes = len.saturating_sub(SLOT_BYTES);
        if key_bytes == 0 || key_bytes > MAX_KEY_BYTES || self.keys.len() == MAX_KEYS {
            return;
        }
        let memory = interpreter.memory.context_memory();
        if let Some(key) = memory.get(start..start.saturating_add(key_bytes)) {
            self.keys.insert(Bytes::copy_from_slice(key));
        }
    }

    /// Notes a write to storage that is about to be made.
    fn write(&mut self, interpreter: &Interpreter<EthInterpreter>) {
        if let [.., value, slot] = *interpreter.stack.data().as_slice()
            && self.stores.len() < MAX_NOTES
        {
            let (call, step) = (self.current(), self.steps.count());
            let address = interpreter.input.target_address();
            self.stores.push(Store { call, step, address, slot, value });
        }
    }

    /// Counts the stored data of a call.
    fn keep(&mut self, bytes: usize) {
        self.kept_bytes = self.kept_bytes.saturating_add(bytes);
        if self.kept_bytes > MAX_KEPT_BYTES {
            self.stopped.get_or_insert(Stopped::Memory);
        }
    }

    /// Asks whether to go on.
    fn ask(&mut self) {
        if self.stopped.is_none() && (self.stop)() {
            self.stopped = Some(Stopped::Early);
        }
    }

    fn current(&self) -> usize {
        self.open.last().map(|(at, _)| *at).unwrap_or_default()
    }
}

/// Converts the end of a call.
fn end_of(result: InstructionResult, data: &Bytes) -> End {
    use InstructionResult as Is;
    End::Halted(match result {
        Is::Stop | Is::Return | Is::SelfDestruct | Is::Suspend => return End::Returned(data.clone()),
        Is::Revert => return End::Reverted(data.clone()),
        Is::OutOfGas
        | Is::MemoryOOG
        | Is::MemoryLimitOOG
        | Is::PrecompileOOG
        | Is::InvalidOperandOOG
        | Is::ReentrancySentryOOG
        // The ledger's name for a creation at an occupied address.
        | Is::CreateCollision => Halt::OutOfGas,
        Is::CreateContractStartingWithEF => Halt::InvalidCode,
        Is::OpcodeNotFound | Is::InvalidFEOpcode | Is::NotActivated => Halt::InvalidOperation,
        Is::InvalidJump => Halt::InvalidJump,
        Is::StackUnderflow => Halt::StackUnderflow,
        Is::StackOverflow => Halt::StackOverflow,
        Is::CallNotAllowedInsideStatic | Is::StateChangeDuringStaticCall => Halt::StaticWrite,
        Is::OutOfOffset => Halt::ReturnDataBounds,
        Is::PrecompileError => Halt::Precompile,
        Is::CreateContractSizeLimit | Is::CreateInitCodeSizeLimit => Halt::CodeTooLarge,
        other => Halt::Other(Text::from(format!("{other:?}"))),
    })
}

impl<'a, C> Inspector<C, EthInterpreter> for Tracer<'a>
where
    C: ContextTr<Db = World<'a>, Journal: JournalTr<Database = World<'a>, State = EvmState>>,
{
    fn step(&mut self, interpreter: &mut Interpreter<EthInterpreter>, context: &mut C) {
        if self.steps.count().is_multiple_of(STEPS_BETWEEN_QUESTIONS) {
            self.ask();
        }
        if self.stopped.is_some() {
            // Callers do not survive a fatal end either: each of them is halted.
            interpreter.halt(InstructionResult::OutOfGas);
            return;
        }
        let (opcode, pc) = (interpreter.bytecode.opcode(), interpreter.bytecode.pc());
        let (depth, at) = (self.open.len().saturating_sub(1), self.steps.count());
        let (depth, pc) = (u16::try_from(depth).unwrap_or(u16::MAX), u32::try_from(pc).unwrap_or(u32::MAX));
        let here = Here { step: at, call: self.current(), opcode, pc };
        if self.watch.step(&here, interpreter, context) {
            self.stopped = Some(Stopped::Early);
            interpreter.halt(InstructionResult::OutOfGas);
            return;
        }
        if opcode == opcode::SSTORE {
            self.write(interpreter);
        }
        if self.watch.is_on() {
            self.steps.pass();
            return;
        }
        let world = context.db_mut();
        world.step = at;
        let stack = interpreter.stack.data();
        let top = |nth: usize| stack.len().checked_sub(nth + 1).and_then(|at| stack.get(at)).copied();
        let here = interpreter.input.target_address();
        match opcode {
            opcode::DIFFICULTY if self.inputs.block.prevrandao.is_none() => world.assume(Assumed::PrevRandao),
            opcode::COINBASE if self.inputs.block.coinbase.is_none() => world.assume(Assumed::Coinbase),
            opcode::GASPRICE if self.inputs.message.gas_price.is_none() => world.assume(Assumed::GasPrice),
            opcode::SELFBALANCE => world.assume(Assumed::Balance(here)),
            opcode::BALANCE => {
                if let Some(of) = top(0) {
                    world.assume(Assumed::Balance(self.inputs.canonical(Address::from_word(B256::from(of)))));
                }
            }
            opcode::KECCAK256 => {
                if let (Some(start), Some(len)) = (top(0), top(1)) {
                    self.hash(interpreter, start, len);
                }
            }
            opcode::GAS if self.gas_read_at.is_none() => self.gas_read_at = Some(at),
            _ => {}
        }
        self.steps.push(Step { depth, pc, opcode });
    }

    fn log(&mut self, _context: &mut C, log: Log) {
        if self.logs.len() < MAX_NOTES {
            let (call, step) = (self.current(), self.steps.count().saturating_sub(1));
            let (topics, data) = log.data.split();
            self.logs.push(ExecutedLog { call, step, address: log.address, topics, data });
        }
    }

    fn call(&mut self, context: &mut C, inputs: &mut CallInputs) -> Option<CallOutcome> {
        inputs.target_address = self.inputs.canonical(inputs.target_address);
        inputs.bytecode_address = self.inputs.canonical(inputs.bytecode_address);
        let operation = match inputs.scheme {
            CallScheme::Call => Operation::Call,
            CallScheme::CallCode => Operation::CallCode,
            CallScheme::DelegateCall => Operation::DelegateCall,
            CallScheme::StaticCall => Operation::StaticCall,
        };
        let (depth, input) = (self.open.len(), inputs.input.bytes(context));
        let (to, stood_at) = (inputs.bytecode_address, self.alignment.next);
        let is_known = is_precompile(to)
            || !inputs.known_bytecode.1.is_empty()
            || self.inputs.code(to).is_some()
            || context.db().created.contains(&to);
        let recorded = self.alignment.next_call(depth, operation, to, &input);
        let answer = recorded.filter(|_| !is_known).and_then(|at| self.alignment.answer(at));
        match answer {
            // Only a transfer of value depends on whether the account exists.
            Some(_) if !inputs.transfers_value() => context.db_mut().take_back(Assumed::Account(to)),
            None if !is_known => context.db_mut().assume(Assumed::Account(to)),
            _ => {}
        }
        let steps = self.steps.count();
        self.begin(
            ExecutedCall {
                depth,
                parent: self.open.last().map(|(at, _)| *at),
                operation,
                target: inputs.target_address,
                code_of: to,
                value: inputs.transfer_value().unwrap_or_default(),
                input,
                gas: inputs.gas_limit,
                gas_used: 0,
                end: None,
                recorded,
                is_answered: answer.is_some(),
                first_step: steps,
                end_step: steps,
            },
            stood_at,
        );
        if inputs.transfers_value() && depth > 0 {
            context.db_mut().assume(Assumed::Balance(inputs.caller));
        }
        let mut gas = Gas::new(inputs.gas_limit);
        // A precompile makes no steps, and may take long.
        self.ask();
        if self.stopped.is_some() {
            gas.spend_all();
            let result = InterpreterResult { result: InstructionResult::OutOfGas, output: Bytes::new(), gas };
            return Some(CallOutcome::new(result, inputs.return_memory_offset.clone()));
        }
        let (end, gas_used) = answer?;
        let (result, output) = match end {
            End::Returned(data) => (InstructionResult::Return, data.clone()),
            End::Reverted(data) => (InstructionResult::Revert, data.clone()),
            End::Halted(_) => (InstructionResult::OutOfGas, Bytes::new()),
        };
        if matches!(end, End::Halted(_)) || !gas.record_regular_cost(gas_used) {
            gas.spend_all();
        }
        if end.is_success() && inputs.transfers_value() {
            let value = inputs.transfer_value().unwrap_or_default();
            // A lack of funds is ignored: the record says that the transfer succeeded.
            let _ = context.journal_mut().transfer(inputs.caller, inputs.target_address, value);
        }
        let result = InterpreterResult { result, output, gas };
        Some(CallOutcome::new(result, inputs.return_memory_offset.clone()))
    }

    fn call_end(&mut self, _context: &mut C, _inputs: &CallInputs, outcome: &mut CallOutcome) {
        self.end(&outcome.result);
    }

    fn create(&mut self, context: &mut C, inputs: &mut CreateInputs) -> Option<CreateOutcome> {
        let operation = match inputs.scheme() {
            CreateScheme::Create2 { .. } => Operation::Create2,
            CreateScheme::Create | CreateScheme::Custom { .. } => Operation::Create,
        };
        let (depth, stood_at) = (self.open.len(), self.alignment.next);
        let recorded = self.alignment.next_creation(depth, operation);
        let to = recorded.and_then(|at| self.alignment.created(at));
        let to = to.or(self.inputs.message.creates.filter(|_| depth == 0));
        // The creator's nonce is unknown, so the record supplies the address; a salted one is computed.
        match (to, operation) {
            (Some(address), Operation::Create) => inputs.set_scheme(CreateScheme::Custom { address }),
            (None, Operation::Create) if !self.inputs.knows_nonce(inputs.caller()) => {
                context.db_mut().assume(Assumed::Nonce(inputs.caller()));
            }
            _ => {}
        }
        let steps = self.steps.count();
        let address = inputs.created_address(1);
        // A salted address may already have an account, unless the record says what was created.
        if to.is_some() || operation == Operation::Create {
            context.db_mut().created.insert(address);
        }
        self.begin(
            ExecutedCall {
                depth,
                parent: self.open.last().map(|(at, _)| *at),
                operation,
                target: address,
                code_of: address,
                value: inputs.value(),
                input: inputs.init_code().clone(),
                gas: inputs.gas_limit(),
                gas_used: 0,
                end: None,
                recorded,
                is_answered: false,
                first_step: steps,
                end_step: steps,
            },
            stood_at,
        );
        None
    }

    fn create_end(&mut self, _context: &mut C, _inputs: &CreateInputs, outcome: &mut CreateOutcome) {
        self.end(&outcome.result);
    }
}
