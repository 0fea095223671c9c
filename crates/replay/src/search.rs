//! Finds steps: by the name of an instruction, or by a value that an instruction uses, such as a selector or a slot.

use alloy_primitives::U256;
use decode::Opcode;
use evm::steps_taking;
use ledger::HexBytes;

use super::replayed::Replayed;

/// The bytes of a selector.
const SELECTOR_BYTES: usize = 4;
/// The most steps that are found.
const MAX_HITS: usize = 100_000;

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
