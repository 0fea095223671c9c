//! A replayed result: its records, its execution and its sources, and what is computed from them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use alloy_primitives::{Address, U256};
use decode::Opcode;
use decode::reading::CallQuestion;
use decode::reading::bytes::SELECTOR_BYTES;
use evm::{
    ExecutedCall, Execution, MAX_GAS, MAX_HITS, MAX_STEPS, MachineState, Store, costs, state_at, steps_taking,
};
use ledger::HexBytes;
use verification::{Grade, Verified};

use super::cut::Cut;
use super::gathered::Gathered;
use super::source::{FailedCall, Line, Lines, SourcePlace, Sources, failed_calls};
use super::verdict::{Replay, Unreplayed, Verdict};

/// The verifier's answer about the source of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceLookup {
    Verified(Arc<Verified>),
    NotVerified,
    /// The server did not answer.
    Unavailable,
}

impl SourceLookup {
    /// Reads a verifier's record. Contracts that are not verified have one as well.
    pub fn of(verified: Arc<Verified>) -> Self {
        if verified.grade() == Grade::Not { Self::NotVerified } else { Self::Verified(verified) }
    }
}

/// A result that was gathered and, if it could be, executed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    pub gathered: Arc<Gathered>,
    pub outcome: Result<Arc<Replay>, Unreplayed>,
    /// The sources of the contracts that took part and are verified.
    pub sources: Sources,
    /// The verifier's answers by address; `None` before the lookup.
    lookups: Option<BTreeMap<Address, SourceLookup>>,
    /// The calls that failed, each because of the next one.
    pub failed: Vec<FailedCall>,
    /// Its steps by the lines of the sources.
    pub lines: Lines,
    /// For each call the one whose error it ended with.
    throwers: Vec<usize>,
    /// The calls by the recorded ones that they are, by their places.
    of_recorded: BTreeMap<usize, usize>,
    /// Storage writes in their order, by contract and slot.
    writes: BTreeMap<(Address, U256), Vec<Store>>,
}

impl Replayed {
    /// The outcome, before any source is loaded.
    pub fn new(gathered: Gathered, outcome: Result<Replay, Unreplayed>) -> Self {
        Self::led_to(Arc::new(gathered), outcome.map(Arc::new), None)
    }

    /// The same, led to the sources.
    #[must_use]
    pub fn with_sources(&self, lookups: BTreeMap<Address, SourceLookup>) -> Self {
        Self::led_to(Arc::clone(&self.gathered), self.outcome.clone(), Some(lookups))
    }

    fn led_to(
        gathered: Arc<Gathered>,
        outcome: Result<Arc<Replay>, Unreplayed>,
        lookups: Option<BTreeMap<Address, SourceLookup>>,
    ) -> Self {
        let mut sources = Sources::default();
        let inputs = outcome.as_ref().ok().map(|replay| &replay.inputs);
        for (address, lookup) in lookups.iter().flatten() {
            let SourceLookup::Verified(verified) = lookup else { continue };
            match inputs.and_then(|inputs| inputs.code(*address)) {
                Some(code) => sources.add(*address, code, verified),
                None => sources.add_creation(verified),
            }
        }
        let failed =
            outcome.as_ref().map(|replay| failed_calls(&replay.execution, &sources)).unwrap_or_default();
        let lines =
            outcome.as_ref().map(|replay| Lines::new(&replay.execution, &sources)).unwrap_or_default();
        let throwers = outcome.as_ref().map(|replay| replay.execution.throwers()).unwrap_or_default();
        let calls = outcome.as_ref().map(|replay| replay.execution.calls.as_slice()).unwrap_or_default();
        let of_recorded =
            calls.iter().enumerate().filter_map(|(at, call)| Some((call.recorded?, at))).collect();
        let stores = outcome.as_ref().map(|replay| replay.execution.stores.as_slice()).unwrap_or_default();
        let mut writes: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for store in stores {
            writes.entry((store.address, store.slot)).or_default().push(*store);
        }
        Self { gathered, outcome, sources, lookups, failed, lines, throwers, of_recorded, writes }
    }

    /// Whether it was executed and came out as recorded.
    pub fn agrees(&self) -> bool {
        let verdict = self.outcome.as_ref().map(|replay| &replay.verdict);
        matches!(verdict, Ok(Verdict::Agrees | Verdict::Assumed(_)))
    }

    /// The approximate size in memory, in bytes, without [the sources](Self::source_bytes).
    pub fn bytes(&self) -> usize {
        let execution = self.outcome.as_ref().map_or(0, |replay| replay.execution.bytes());
        let codes = self.gathered.contracts.values().flatten();
        let codes = codes.flat_map(|contract| [&contract.bytecode, &contract.runtime_bytecode]);
        execution + codes.filter_map(|code| code.known()).map(|code| code.bytes().len()).sum::<usize>()
    }

    /// The approximate size of the sources in memory, in bytes.
    pub fn source_bytes(&self) -> usize {
        let texts = self.verified().flat_map(|(_, verified)| &verified.sources);
        let texts = texts.filter_map(|(_, text)| text.known()).map(|text| text.raw().len()).sum::<usize>();
        self.lines.bytes() + self.sources.bytes() + texts
    }

    /// The contracts whose code was run or created, whose sources lead from its steps to lines.
    pub fn ran(&self) -> BTreeSet<Address> {
        let calls = self.outcome.as_ref().map(|replay| replay.execution.calls.as_slice()).unwrap_or_default();
        let ran = calls.iter().filter(|call| !call.is_answered && call.end_step > call.first_step);
        let called = ran.map(|call| call.code_of);
        called.chain(self.gathered.inputs().ok().and_then(|inputs| inputs.message.to)).collect()
    }

    /// Whether the lookup of the sources was answered.
    pub fn has_sources(&self) -> bool {
        self.lookups.is_some()
    }

    /// The verifier's answer about a contract's source; `None` before the lookup.
    pub fn source_lookup(&self, address: Address) -> Option<&SourceLookup> {
        self.lookups.as_ref()?.get(&address)
    }

    /// The contracts that are verified.
    pub fn verified(&self) -> impl Iterator<Item = (Address, &Arc<Verified>)> {
        self.lookups.iter().flatten().filter_map(|(address, lookup)| match lookup {
            SourceLookup::Verified(verified) => Some((*address, verified)),
            SourceLookup::NotVerified | SourceLookup::Unavailable => None,
        })
    }

    /// The state before a step; `None` if the step does not exist. Executes again up to it.
    pub fn state_at(&self, at: u64, stop: &dyn Fn() -> bool) -> Option<MachineState> {
        let replay = self.outcome.as_ref().ok()?;
        state_at(&replay.inputs, &replay.execution, at, stop)
    }

    /// The index of the executed call that a recorded one corresponds to. Without recorded calls, indices are those of
    /// the execution.
    pub fn executed(&self, recorded: usize) -> Option<usize> {
        if self.of_recorded.is_empty() {
            return Some(recorded);
        }
        self.of_recorded.get(&recorded).copied()
    }

    /// The origin of this call's error: itself, or a nested call whose error was passed on.
    pub fn thrower(&self, call: usize) -> usize {
        self.throwers.get(call).copied().unwrap_or(call)
    }

    /// The writes of a slot in order, also those of failed calls. `address` may be any of the contract's addresses.
    pub fn writes_of(&self, address: Address, slot: U256) -> &[Store] {
        let Ok(replay) = &self.outcome else { return &[] };
        self.writes.get(&(replay.inputs.canonical(address), slot)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The line that makes a call; `None` for the transaction's own, and where the source is not known.
    pub fn made_at(&self, call: usize) -> Option<SourcePlace> {
        let execution = &self.outcome.as_ref().ok()?.execution;
        let call = execution.calls.get(call).filter(|call| call.parent.is_some())?;
        self.sources.place(execution, call.first_step.checked_sub(1)?)
    }

    /// The innermost call with a known source that failed on its own.
    pub fn line_at_fault(&self) -> Option<&FailedCall> {
        self.failed.iter().rev().find(|failed| failed.place.is_some())
    }

    /// All parts that were cut.
    pub fn cuts(&self) -> Vec<Cut> {
        let execution = self.outcome.as_ref().ok().map(|replay| &replay.execution);
        let gas = self.outcome.as_ref().ok().map(|replay| replay.inputs.message.gas_limit);
        let steps = execution.map(|execution| execution.steps.count());
        let kept = u64::try_from(MAX_STEPS).unwrap_or(u64::MAX);
        let gas = gas.filter(|gas| *gas > MAX_GAS).map(Cut::Gas);
        let steps = steps.filter(|steps| *steps > kept).map(Cut::Steps);
        let actions = self.gathered.has_more_actions().then_some(Cut::Actions);
        gas.into_iter().chain(steps).chain(actions).chain(self.gathered.too_long().map(Cut::Code)).collect()
    }
}

/// The gas use of an execution, most expensive first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GasUse {
    /// The calls by index, with their gas without nested calls.
    pub calls: Vec<(usize, u64)>,
    pub lines: Vec<LineGas>,
}

impl GasUse {
    /// The gas of the most expensive call or line.
    pub fn most(&self) -> u64 {
        let call = self.calls.first().map(|(_, gas)| *gas);
        call.max(self.lines.first().map(|line| line.gas)).unwrap_or_default()
    }
}

/// The gas used by one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineGas {
    /// The address of the code.
    pub contract: Address,
    /// `None` for code without a line: code that the compiler generated, and contracts without a known source.
    pub line: Option<Line>,
    /// Without nested calls.
    pub gas: u64,
}

impl Replayed {
    /// The gas of each call and each line. Executes again.
    pub fn gas_use(&self, stop: &dyn Fn() -> bool) -> GasUse {
        let Ok(replay) = &self.outcome else { return GasUse::default() };
        let mut calls: Vec<_> = own_gas(&replay.execution).into_iter().enumerate().collect();
        calls.sort_by_key(|(_, gas)| std::cmp::Reverse(*gas));
        let mut sums: BTreeMap<(Address, Option<Line>), u64> = BTreeMap::new();
        for ((call, pc), gas) in costs(&replay.inputs, stop) {
            let Some(call) = replay.execution.calls.get(call) else { continue };
            let line = self.sources.of(call).and_then(|code| code.line_at(pc));
            let sum = sums.entry((call.code_of, line)).or_default();
            *sum = sum.saturating_add(gas);
        }
        let lines = sums.into_iter().map(|((contract, line), gas)| LineGas { contract, line, gas });
        let mut lines: Vec<_> = lines.collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.gas));
        GasUse { calls, lines }
    }
}

/// The gas of each call without its nested calls, in the order of the calls.
pub fn own_gas(execution: &Execution) -> Vec<u64> {
    let mut own: Vec<u64> = execution.calls.iter().map(|call| call.gas_used).collect();
    for call in &execution.calls {
        if let Some(parent) = call.parent.and_then(|parent| own.get_mut(parent)) {
            *parent = parent.saturating_sub(call.gas_used);
        }
    }
    own
}

impl Replayed {
    /// The numbers of the matching steps, in order. Executes again to find a value.
    pub fn find(&self, text: &str, stop: &dyn Fn() -> bool) -> Vec<u64> {
        let Ok(replay) = &self.outcome else { return Vec::new() };
        let text = text.trim();
        let hex = text.strip_prefix("0x").and_then(|_| HexBytes::parse(text));
        let Some(bytes) = hex else {
            let name = text.to_ascii_uppercase();
            let steps = (0..).zip(replay.execution.steps.iter());
            let is_wanted = |opcode| {
                !name.is_empty() && Opcode(opcode).name().is_some_and(|known| known.starts_with(&name))
            };
            return steps
                .filter(|(_, step)| is_wanted(step.opcode))
                .map(|(at, _)| at)
                .take(MAX_HITS)
                .collect();
        };
        let Some(value) = U256::try_from_be_slice(bytes.bytes()) else { return Vec::new() };
        let mut hits = steps_taking(&replay.inputs, value, stop);
        if bytes.len() == SELECTOR_BYTES {
            let calls = replay.execution.calls.iter();
            let called = calls.filter(|call| call.input.starts_with(bytes.bytes()));
            hits.extend(called.filter(|call| call.first_step < call.end_step).map(|call| call.first_step));
            hits.sort_unstable();
            hits.dedup();
        }
        hits
    }
}

/// The question: it is read by the interface of the code that the call runs.
pub fn question(call: &ExecutedCall) -> CallQuestion {
    let hex = |bytes: &[u8]| HexBytes::from(bytes.to_vec());
    CallQuestion {
        contract: Some(call.interface_of()),
        input: hex(&call.input),
        output: call.end.as_ref().filter(|end| end.is_success()).map(|end| hex(end.data())),
        error: call.error(),
        creates: call.operation.is_creation(),
    }
}
