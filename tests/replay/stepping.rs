//! A recorded transaction, stepped through: by line, into, over and out, and what there is at each step.

use std::collections::BTreeSet;

use evm::{costs, execute, state_at};
use replay::{Line, Replayed, SourceLookup, own_gas};

use super::cases::{self, case};

fn replayed(name: &str) -> Replayed {
    let case = case(name);
    let verified = cases::verified(&case.gathered).into_iter();
    let lookups = verified.map(|(address, found)| (address, SourceLookup::Verified(found))).collect();
    let outcome = replay::replay(&case.gathered, &|| false);
    Replayed::new(case.gathered, outcome).with_sources(lookups)
}

/// The lines that a walk passes, each as its file and number.
fn walk(of: &Replayed, step: impl Fn(u64) -> Option<u64>) -> Vec<String> {
    let (mut at, mut passed) = (0, Vec::new());
    for _ in 0..10_000 {
        let line = of.lines.line(at).map(|line| format!("{}:{}", line.file.escaped(), line.number));
        passed.extend(line);
        match step(at) {
            Some(next) => {
                assert!(next > at, "{next} is not behind {at}");
                at = next;
            }
            None => return passed,
        }
    }
    panic!("the walk does not end");
}

#[test]
fn lines_are_stepped_into_and_over() {
    let of = replayed("vault-reentered");
    let into = walk(&of, |at| of.lines.next_into(at));
    let over = walk(&of, |at| of.lines.over(at));
    assert!(into.iter().any(|line| line == "contracts/lib/Guard.sol:13"), "{into:?}");
    assert!(over.len() < into.len() && over.iter().all(|line| into.contains(line)), "{over:?}");
    assert!(!over.iter().any(|line| line.starts_with("contracts/lib/Guard.sol")), "{over:?}");
}

#[test]
fn a_step_back_leads_before_each_step_on() {
    let of = replayed("router-k");
    let mut at = 0;
    while let Some(next) = of.lines.next_into(at) {
        let back = of.lines.back(next).unwrap();
        assert!(back < next, "{back} is not before {next}");
        at = next;
    }
}

#[test]
fn out_of_a_call_is_in_its_caller() {
    let of = replayed("proxy-add");
    let execution = &of.outcome.as_ref().unwrap().execution;
    let inner = execution.calls[1].first_step;
    let depth = |step| execution.calls[execution.call_at(step).unwrap()].depth;
    let mut at = inner;
    while let Some(out) = of.lines.out(at) {
        assert!(out > at && depth(out) <= depth(at));
        at = out;
    }
    assert_eq!(depth(at), 0);
}

#[test]
fn breakpoints_are_run_to_forth_and_back() {
    let of = replayed("vault-reentered");
    let line = Line { file: "contracts/lib/Guard.sol".into(), number: 13 };
    let at = BTreeSet::from([line.clone()]);
    let first = of.lines.stop(0, &at, false).unwrap();
    assert_eq!(of.lines.line(first), Some(&line));
    assert_eq!(of.lines.first(&line), Some(first));
    let last = std::iter::successors(Some(first), |step| of.lines.stop(*step, &at, false)).last().unwrap();
    assert!(last > first, "the guard is asked again by the call that reenters");
    let back = std::iter::successors(Some(last), |step| of.lines.stop(*step, &at, true)).last().unwrap();
    assert_eq!(back, first);
}

#[test]
fn the_state_is_that_before_each_step() {
    let of = replayed("vault-reentered");
    let replay = of.outcome.as_ref().unwrap();
    let execution = &replay.execution;
    let state = |at| state_at(&replay.inputs, execution, at, &|| false);
    let states: Vec<_> = (0..execution.steps.count()).map(|at| state(at).unwrap()).collect();
    for ((at, step), state) in (0..).zip(execution.steps.iter()).zip(&states) {
        assert_eq!((state.step, state.opcode), (at, step.opcode));
        assert_eq!(Some(state.call), execution.call_at(at));
        for item in &state.stack {
            let behind = states.iter().skip_while(|other| other.step <= item.pushed_at);
            let pushed = behind.filter(|other| other.call == state.call).map(|other| other.top(0)).next();
            assert_eq!(pushed, Some(Some(item.value)), "pushed at {} before {at}", item.pushed_at);
            let by = &states[usize::try_from(item.pushed_at).unwrap()];
            assert_eq!(by.call, state.call);
            assert!(!(0x80..=0x9f).contains(&by.opcode), "copying and swapping push nothing new");
        }
    }
    assert_eq!(state_at(&replay.inputs, execution, execution.steps.count(), &|| false), None);
}

#[test]
fn writes_are_in_the_storage_of_the_next_step() {
    let of = replayed("token-transfer");
    let replay = of.outcome.as_ref().unwrap();
    assert!(!replay.execution.stores.is_empty());
    for store in &replay.execution.stores {
        let value = |step| {
            let state = state_at(&replay.inputs, &replay.execution, step, &|| false).unwrap();
            state.slots.get(&(store.address, store.slot)).map(|(_, now)| *now)
        };
        assert_eq!(value(store.step + 1), Some(store.value));
    }
}

#[test]
fn each_unit_of_gas_is_some_instructions() {
    for name in ["vault-reentered", "router-two-pairs", "factory-salted", "trycatch-all"] {
        let of = replayed(name);
        let replay = of.outcome.as_ref().unwrap();
        let costs = costs(&replay.inputs, &|| false);
        for (at, own) in own_gas(&replay.execution).into_iter().enumerate() {
            let told: u64 = costs.range((at, 0)..(at + 1, 0)).map(|(_, gas)| gas).sum();
            let call = &replay.execution.calls[at];
            // A precompile has no instruction, and the code of a creation is paid for behind the last one.
            if call.first_step < call.end_step && !call.operation.is_creation() {
                assert!(told <= own + 2_300 && own <= told + 2_300, "{name}, call {at}: {told} of {own}");
            }
        }
        let by_line: u64 = of.gas_use(&|| false).lines.iter().map(|line| line.gas).sum();
        assert_eq!(by_line, costs.values().sum::<u64>());
    }
}

#[test]
fn steps_are_found_by_opcode_selector_and_slot() {
    let of = replayed("token-transfer");
    let replay = of.outcome.as_ref().unwrap();
    let stores: Vec<u64> = replay.execution.stores.iter().map(|store| store.step).collect();
    assert_eq!(of.find("sstore", &|| false), stores);
    let slot = format!("{:#x}", replay.execution.stores[0].slot);
    assert!(of.find(&slot, &|| false).contains(&stores[0]), "the slot is taken by its write");
    let selector = alloy_primitives::hex::encode_prefixed(&replay.execution.calls[0].input[..4]);
    let found = of.find(&selector, &|| false);
    assert_eq!(found.first(), Some(&0), "the call begins with it");
    assert!(found.len() > 1, "and the dispatcher compares it");
    assert!(of.find("nothing", &|| false).is_empty() && of.find("", &|| false).is_empty());
}

#[test]
fn what_is_changed_comes_out_otherwise() {
    let mut case = case("token-too-much");
    let inputs = case.gathered.inputs().unwrap();
    assert!(!execute(&inputs, &|| false).unwrap().end.is_success());
    // Half of what was too much.
    let mut data = inputs.message.data.to_vec();
    data.truncate(36);
    data.extend([0; 31]);
    data.push(1);
    case.gathered.changes.data = Some(data.into());
    let changed = replay::replay(&case.gathered, &|| false).unwrap();
    assert!(changed.execution.end.is_success());
    assert_eq!(changed.verdict.name(), "differs");
}
