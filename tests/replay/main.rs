//! Recorded transactions of another EVM, executed again: what they did is what the record says.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may fail loudly"
)]

mod cases;
mod hostile;
mod missing;
mod planted;
mod prestate;
mod reexecution;
mod stepping;

use alloy_primitives::keccak256;
use evm::{Assumed, Execution, execute};
use replay::{Agreement, Point, Verdict, failed_calls, replay};

fn trace_keccak(execution: &Execution) -> String {
    let mut bytes = Vec::new();
    for step in execution.steps.iter() {
        bytes.extend(step.depth.to_be_bytes());
        bytes.extend(step.pc.to_be_bytes());
        bytes.push(step.opcode);
    }
    keccak256(bytes).to_string()
}

/// The cases of which something is to be said.
fn none_wrong(check: impl Fn(&cases::Case) -> Option<String>) {
    let said = cases::all().into_iter().filter_map(|case| Some(format!("{}: {}", case.name, check(&case)?)));
    let wrong: Vec<String> = said.collect();
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_instruction_is_that_of_the_other_evm() {
    none_wrong(|case| {
        let inputs = case.gathered.inputs().unwrap();
        let execution = execute(&inputs, &|| false).unwrap();
        let seen = (
            execution.end.is_success(),
            execution.steps.count(),
            trace_keccak(&execution),
            execution.calls.len(),
        );
        let it = &case.expected;
        let expected = (it.status == "0x1", it.steps, it.trace_keccak.clone(), it.actions);
        (seen != expected).then(|| format!("{seen:?} for {expected:?}, {:?}", execution.end))
    });
}

#[test]
fn every_case_gets_its_verdict() {
    none_wrong(|case| {
        let replayed = replay(&case.gathered, &|| false).unwrap();
        let it = &case.expected;
        let fits = match (&replayed.verdict, it.agreement.as_str()) {
            (Verdict::Agrees | Verdict::Assumed(_), "full") => {
                let (logs, gas) =
                    (replayed.recorded.logs.as_ref().unwrap(), replayed.comparison.get(Point::Gas));
                logs.len() == it.logs
                    && (it.status == "0x0" || replayed.recorded.writes.as_ref().unwrap().len() == it.writes)
                    && gas == Some(&Agreement::Agrees)
            }
            (Verdict::Undetermined(on), "explained") => on[..] == [Assumed::PrevRandao],
            _ => false,
        };
        (!fits).then(|| {
            format!("{:?} {:?} {:?}", replayed.verdict, replayed.comparison, replayed.execution.uses)
        })
    });
}

#[test]
fn the_line_at_fault_of_every_failed_call_is_found() {
    none_wrong(|case| {
        let replayed = replay(&case.gathered, &|| false).unwrap();
        let found = failed_calls(&replayed.execution, &cases::sources(&case.gathered));
        let found: Vec<_> = found
            .iter()
            .map(|failed| {
                let place = failed.place.as_ref();
                let place = place.map(|place| format!("{}:{}", place.file.escaped(), place.line));
                (replayed.execution.calls[failed.call].depth, place)
            })
            .collect();
        let frames = case.expected.failure.iter().flat_map(|failure| &failure.frames);
        let expected: Vec<_> = frames
            .map(|frame| {
                let place = frame.file.as_ref().zip(frame.line);
                (frame.depth, place.map(|(file, line)| format!("{file}:{line}")))
            })
            .collect();
        (found != expected).then(|| format!("{found:?}, expected {expected:?}"))
    });
}
