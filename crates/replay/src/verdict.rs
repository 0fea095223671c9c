//! Executes a result, varies its assumptions, and derives the verdict.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address, Bytes, U256, hex};
use evm::{
    AccountInputs, Assumed, End, ExecutedCall, Execution, Halt, Inputs, MAX_GAS, Refused, Stopped, execute,
};
use ledger::{ContractRef, EntityId, EvmAddress};

use super::compare::{Agreement, Comparison, Difference, Point};
use super::gathered::{Gathered, NotReplayable};
use super::recorded::Recorded;

/// The most assumptions that are varied one at a time.
const MAX_VARIED: usize = 32;
/// The number of other values tried for each assumption.
const SEEDS: u64 = 2;
/// Code that returns the number 1.
const ANSWERS: &[u8] = &hex!("60015f5260205ff3");
/// Code that reverts.
const REVERTS: &[u8] = &hex!("5f5ffd");

/// A result that was executed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    pub inputs: Inputs,
    pub recorded: Recorded,
    pub execution: Execution,
    pub comparison: Comparison,
    /// The points that hang on assumptions, and on which.
    pub hanging: BTreeMap<Point, Vec<Assumed>>,
    pub verdict: Verdict,
}

/// What a replay proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every recorded value matches, without assumptions.
    Agrees,
    /// Every recorded value matches, given this many assumptions.
    Assumed(usize),
    /// Something is not as recorded, and is another thing with other assumptions.
    Undetermined(Vec<Assumed>),
    /// A value differs from the record, even with other assumptions.
    Differs(Difference),
}

/// The reason for a missing verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreplayed {
    NotReplayable(NotReplayable),
    /// The EVM does not begin, in its words.
    Refused(Refused),
    Stopped(Stopped),
}

/// Executes the gathered inputs. `stop` is polled from time to time; once it returns true, the execution ends.
///
/// # Errors
/// When nothing can be executed, or `stop` ended it.
pub fn replay(gathered: &Gathered, stop: &dyn Fn() -> bool) -> Result<Replay, Unreplayed> {
    let inputs = gathered.inputs().map_err(Unreplayed::NotReplayable)?;
    let recorded = gathered.recorded(&inputs.calls);
    let execution = execute(&inputs, stop).map_err(Unreplayed::Refused)?;
    if let Some(stopped) = execution.stopped {
        return Err(Unreplayed::Stopped(stopped));
    }
    let comparison = Comparison::new(&recorded, &execution);
    let mut hanging =
        Trials { inputs: &inputs, recorded: &recorded, comparison: &comparison, stop }.vary(&execution);
    let open = open_assumptions(&inputs, &recorded, &execution, &comparison);
    if !open.is_empty() {
        for point in Point::DECISIVE {
            hanging.entry(point).or_default().extend(&open);
        }
    }
    let verdict = verdict(&execution, &comparison, &hanging);
    Ok(Replay { inputs, recorded, execution, comparison, hanging, verdict })
}

impl Replay {
    /// The assumptions on which a difference from the record depends. `None` if the point does not differ, or differs
    /// under every assumption.
    pub fn hangs_on(&self, point: Point) -> Option<&[Assumed]> {
        let differs = matches!(self.comparison.get(point), Some(Agreement::Differs(_)));
        self.hanging.get(&point).filter(|_| differs).map(Vec::as_slice)
    }
}

fn verdict(
    execution: &Execution,
    comparison: &Comparison,
    hanging: &BTreeMap<Point, Vec<Assumed>>,
) -> Verdict {
    let differing: Vec<(Point, &Difference)> = comparison.differences().collect();
    if differing.is_empty() {
        let assumed = execution.uses.len();
        return if assumed == 0 { Verdict::Agrees } else { Verdict::Assumed(assumed) };
    }
    if let Some((_, difference)) = differing.iter().find(|(point, _)| !hanging.contains_key(point)) {
        return Verdict::Differs((*difference).clone());
    }
    let on = differing.iter().filter_map(|(point, _)| hanging.get(point)).flatten();
    Verdict::Undetermined(on.copied().collect::<BTreeSet<_>>().into_iter().collect())
}

/// Assumptions without a limited range of values: varying them cannot prove that a point is independent of them.
fn open_assumptions(
    inputs: &Inputs,
    recorded: &Recorded,
    execution: &Execution,
    comparison: &Comparison,
) -> Vec<Assumed> {
    let is_blind = |address: Address| {
        let of_it = |call: &&ExecutedCall| call.code_of == address && !call.is_answered;
        inputs.code(address).is_none() && execution.calls.iter().any(|call| of_it(&call))
    };
    let is_open = |assumed: &Assumed| match assumed {
        // The network records no storage.
        Assumed::Slot(..) => recorded.accessed.is_empty(),
        Assumed::Account(address) => is_blind(*address),
        _ => false,
    };
    let mut open: Vec<Assumed> = execution.uses.iter().map(|used| used.assumed).filter(is_open).collect();
    let is_cut = inputs.message.gas_limit > MAX_GAS;
    let has_run_out = |end: &Option<End>| *end == Some(End::Halted(Halt::OutOfGas));
    let is_bound = execution.gas_read_at.is_some()
        || recorded.calls.iter().any(|call| has_run_out(&call.end))
        || execution.calls.iter().any(|call| has_run_out(&call.end));
    if is_bound && (is_cut || matches!(comparison.get(Point::Gas), Some(Agreement::Differs(_)))) {
        open.push(Assumed::Gas);
    }
    open
}

/// Executions with other assumptions.
struct Trials<'a> {
    inputs: &'a Inputs,
    recorded: &'a Recorded,
    comparison: &'a Comparison,
    stop: &'a dyn Fn() -> bool,
}

impl Trials<'_> {
    /// The points that change when the assumptions are varied, one at a time and all together.
    fn vary(&self, execution: &Execution) -> BTreeMap<Point, Vec<Assumed>> {
        let varied: Vec<Assumed> = execution.uses.iter().map(|used| used.assumed).collect();
        let mut hanging: BTreeMap<Point, Vec<Assumed>> = BTreeMap::new();
        for assumed in varied.iter().take(MAX_VARIED) {
            for point in self.changed(std::slice::from_ref(assumed)) {
                hanging.entry(point).or_default().push(*assumed);
            }
        }
        if varied.len() > 1 {
            for point in self.changed(&varied) {
                hanging.entry(point).or_insert_with(|| varied.clone());
            }
        }
        hanging
    }

    fn changed(&self, assumed: &[Assumed]) -> BTreeSet<Point> {
        let mut points = BTreeSet::new();
        for seed in 1..=SEEDS {
            let mut other = self.inputs.clone();
            for assumed in assumed {
                change(&mut other, *assumed, seed);
            }
            let Ok(executed) = execute(&other, self.stop) else { continue };
            if executed.stopped.is_some() {
                // The outcome is unknown.
                return Point::DECISIVE.into();
            }
            let compared = Comparison::new(self.recorded, &executed);
            let is_other = |point: &Point| compared.get(*point) != self.comparison.get(*point);
            points.extend(Point::DECISIVE.into_iter().filter(is_other));
        }
        points
    }
}

impl Replay {
    /// A contract by its number in the realm of `home`, or by its address if the number is unknown.
    pub fn contract(&self, address: Address, home: EntityId) -> ContractRef {
        match self.inputs.entity_num(address) {
            Some(num) => ContractRef::Id(EntityId { num, ..home }),
            None => ContractRef::Address(EvmAddress::new(address.into_array())),
        }
    }
}

/// Replaces an assumed value.
fn change(inputs: &mut Inputs, assumed: Assumed, seed: u64) {
    let hash = alloy_primitives::keccak256(seed.to_be_bytes());
    match assumed {
        Assumed::PrevRandao => inputs.block.prevrandao = Some(hash),
        Assumed::GasPrice => inputs.message.gas_price = Some(u128::from(seed) * 1_000_000_007),
        Assumed::Coinbase => inputs.block.coinbase = Some(Address::from_word(hash)),
        Assumed::Balance(of) => {
            let balance = if seed == 1 { U256::ZERO } else { U256::from(u128::MAX) };
            inputs.account_mut(of).balance = Some(balance);
        }
        Assumed::Slot(address, slot) => {
            let value = if seed == 1 { U256::from(1) } else { U256::from_be_bytes(hash.0) };
            inputs.storage.insert((address, slot), value);
        }
        Assumed::BlockHash(block) => _ = inputs.block_hashes.insert(block, hash),
        Assumed::Account(address) => {
            let code = if seed == 1 { ANSWERS } else { REVERTS };
            let account = AccountInputs {
                code: Some(Bytes::from_static(code).into()),
                balance: Some(U256::from(seed)),
                nonce: None,
            };
            *inputs.account_mut(address) = account;
        }
        Assumed::Nonce(of) => inputs.account_mut(of).nonce = Some(seed + 1),
        Assumed::Gas => {}
    }
}
