//! A server's own execution beside the one here: the same steps whatever the server's habits, and the first that is not.

use evm::{Execution, execute};
use ledger::Text;
use ledger::execution::{OpcodeStep, OpcodeTrace};
use replay::Reexecution;

use crate::cases;

/// As a server writes it, which counts depths from `base` and has an entry for each call without steps.
fn trace(execution: &Execution, base: u64) -> OpcodeTrace {
    let entry = |depth: u64, op: &str| OpcodeStep { depth: Some(depth + base), op: Text::from(op) };
    let mut opcodes = Vec::new();
    let stepless = |at: u64| {
        let calls = execution.calls.iter();
        calls.filter(move |call| call.depth > 0 && call.first_step == at && call.end_step == at)
    };
    for (at, step) in (0..).zip(execution.steps.iter()) {
        opcodes.extend(stepless(at).map(|call| entry(call.depth as u64, "")));
        let name = if step.name() == "PREVRANDAO" { "PRNGSEED" } else { step.name() };
        opcodes.push(entry(step.depth.into(), name));
    }
    opcodes.extend(stepless(execution.steps.count()).map(|call| entry(call.depth as u64, "")));
    OpcodeTrace { opcodes, ..OpcodeTrace::default() }
}

fn executions() -> Vec<(String, Execution)> {
    let all = cases::all().into_iter();
    all.map(|case| (case.name, execute(&case.gathered.inputs().unwrap(), &|| false).unwrap())).collect()
}

#[test]
fn the_same_steps_are_found_to_be_so() {
    let mut extra = 0;
    for (name, execution) in executions() {
        let count = usize::try_from(execution.steps.count()).unwrap();
        for base in [0, 1] {
            let trace = trace(&execution, base);
            extra += trace.opcodes.len() - count;
            assert_eq!(Reexecution::compare(&trace, &execution), Reexecution::Same(count), "{name}");
        }
        // A server that writes nothing of its own contracts.
        let mut bare = trace(&execution, 1);
        bare.opcodes.retain(|entry| !entry.op.is_empty());
        assert_eq!(Reexecution::compare(&bare, &execution), Reexecution::Same(count), "{name}");
    }
    assert!(extra > 0, "no call was without steps");
}

#[test]
fn the_first_other_step_is_told() {
    for (name, execution) in executions() {
        let whole = trace(&execution, 1);
        let is_step = |at: &usize| !whole.opcodes[*at].op.is_empty();
        let steps: Vec<usize> = (0..whole.opcodes.len()).filter(is_step).collect();
        let (at, place) = (steps.len() / 2, steps[steps.len() / 2]);
        let here = execution.steps.get(at as u64).unwrap();

        let mut renamed = whole.clone();
        renamed.opcodes[place].op = Text::from("MULMOD");
        let compared = Reexecution::compare(&renamed, &execution);
        let words =
            format!("server MULMOD at depth {}, here {} at depth {}", here.depth, here.name(), here.depth);
        assert_eq!(compared.to_string(), format!("differs at step {at}: {words}"), "{name}");

        let mut deeper = whole.clone();
        deeper.opcodes[place].depth = Some(u64::from(here.depth) + 2);
        assert!(
            matches!(Reexecution::compare(&deeper, &execution), Reexecution::Differs(it) if it.step == at)
        );

        let mut short = whole.clone();
        short.opcodes.truncate(place);
        let compared = Reexecution::compare(&short, &execution).to_string();
        assert!(
            compared.starts_with(&format!("differs at step {at}: server nothing more, here ")),
            "{compared}"
        );

        let mut long = whole.clone();
        long.opcodes.push(OpcodeStep { depth: Some(1), op: Text::from("STOP") });
        let compared = Reexecution::compare(&long, &execution).to_string();
        assert!(compared.ends_with("server STOP at depth 0, here nothing more"), "{compared}");
    }
}
