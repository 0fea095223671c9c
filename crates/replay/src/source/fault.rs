//! The lines at fault: the failed calls that caused each other, and the line in each that caused the failure.
//!
//! The line of a revert is not that of its REVERT: the optimizer shares the ends of code between errors. The last
//! conditional jump of the call decided, so the place is the first one after it in a statement that reverts, else the
//! first one after it, or the last one before it if the compiler generated it. Places in a function that only an
//! ordinary jump led to are such a shared end, and are skipped.

use std::collections::{BTreeMap, BTreeSet};

use evm::{End, ExecutedCall, Execution, Step};

use super::Sources;
use super::code::{PartId, SourcePlace};
use super::walk::{JUMPI, Walk};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCall {
    /// Its index among the calls.
    pub call: usize,
    /// The place of the failure; `None` for an unknown source.
    pub place: Option<SourcePlace>,
    /// The step at that place; for an unknown source, the call's last step.
    pub step: u64,
}

/// The calls that failed, each because of the next one, the transaction's first; none if that succeeded.
pub fn failed_calls(execution: &Execution, sources: &Sources) -> Vec<FailedCall> {
    chain(&execution.calls)
        .into_iter()
        .filter_map(|at| Some((at, execution.calls.get(at)?)))
        .map(|(at, call)| {
            let found = decision(execution, at, sources);
            let step = found.as_ref().map_or(call.end_step.saturating_sub(1), |(_, step)| *step);
            FailedCall { call: at, place: found.map(|(place, _)| place), step }
        })
        .collect()
}

/// The failed calls: from each to its last nested call, while that failed and its error was passed on.
fn chain(calls: &[ExecutedCall]) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut at = Some(0);
    while let Some(call) = at.and_then(|at| calls.get(at)) {
        let place = at.unwrap_or_default();
        if call.end.as_ref().is_none_or(End::is_success) {
            break;
        }
        chain.push(place);
        let last = calls.iter().rposition(|other| other.parent == Some(place));
        at = last.filter(|last| calls.get(*last).is_some_and(|last| is_handed_on(last, call)));
    }
    chain
}

fn is_handed_on(inner: &ExecutedCall, outer: &ExecutedCall) -> bool {
    match (&inner.end, &outer.end) {
        (Some(End::Reverted(inner)), Some(End::Reverted(outer))) => inner == outer,
        (Some(End::Halted(_)), Some(End::Reverted(outer))) => outer.is_empty(),
        _ => false,
    }
}

/// The steps of a call without those of its nested calls.
fn own_steps<'a>(
    execution: &'a Execution,
    at: usize,
    call: &'a ExecutedCall,
) -> impl Iterator<Item = (u64, Step)> {
    let later = execution.calls.get(at + 1..).unwrap_or_default();
    let within = later.iter().take_while(|other| other.first_step < call.end_step);
    let made = within.filter(move |other| other.parent == Some(at));
    let pauses = made.map(|other| (other.first_step, other.end_step));
    let parts = pauses
        .chain([(call.end_step, call.end_step)])
        .scan(call.first_step, |from, (until, next)| Some(std::mem::replace(from, next)..until));
    parts.flatten().filter_map(|at| Some((at, execution.steps.get(at)?)))
}

/// The place that decided, and its step.
fn decision(execution: &Execution, at: usize, sources: &Sources) -> Option<(SourcePlace, u64)> {
    let call = execution.calls.get(at)?;
    let code = sources.of(call)?;
    // Without the last steps, the place would be a guess.
    execution.steps.get(call.end_step.checked_sub(1)?)?;
    let mut walk = Walk::new(code);
    let (mut last, mut decision) = (None, None);
    let (mut entered, mut depth) = (BTreeSet::new(), 0);
    let mut reverts = BTreeMap::new();
    for (at, step) in own_steps(execution, at, call) {
        let here = walk.step(step).map(|part| (part, at));
        if let Some((part, _)) = here {
            // The function of a shared end was not entered.
            if entered.is_empty() || walk.depth > depth {
                entered.insert(code.function(part));
            }
            depth = walk.depth;
        }
        if let (Some(here), Some(Decision { after, revert, .. })) = (here, &mut decision) {
            after.get_or_insert(here);
            let is_entered = entered.contains(&code.function(here.0));
            let reads = || code.text_around(here.0).is_some_and(|(text, at)| is_revert(text, at));
            if revert.is_none() && is_entered && *reverts.entry(here.0).or_insert_with(reads) {
                *revert = Some(here);
            }
        }
        if step.opcode == JUMPI {
            decision = Some(Decision { before: last, own: here, after: None, revert: None });
        }
        last = here.or(last);
    }
    let (part, step) = match decision.filter(|_| matches!(call.end, Some(End::Reverted(_)))) {
        Some(Decision { revert: Some(revert), .. }) => revert,
        Some(Decision { own: Some(own), after, .. }) => after.unwrap_or(own),
        // A function without a condition: the jump that decided is the dispatcher's, before any line.
        Some(Decision { before, after, .. }) => before.or(after)?,
        None => last?,
    };
    Some((code.place(part)?, step))
}

/// The last conditional jump, with the parts around it and their steps.
struct Decision {
    before: Option<(PartId, u64)>,
    own: Option<(PartId, u64)>,
    after: Option<(PartId, u64)>,
    /// The first after it that is of a statement that reverts.
    revert: Option<(PartId, u64)>,
}

/// The words that such a statement begins with.
const REVERTS: [&[u8]; 2] = [b"revert", b"throw"];

/// Whether the statement around this offset of the text reverts.
fn is_revert(text: &[u8], at: usize) -> bool {
    /// The most bytes of a statement before a part of it.
    const MAX_BYTES: usize = 2_048;
    let first = at.saturating_sub(MAX_BYTES);
    let Some(before) = text.get(first..at) else { return false };
    let begin = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |end| end + 1);
    let Some(statement) = text.get(first + begin..) else { return false };
    let mut rest = statement;
    loop {
        rest = rest.trim_ascii_start();
        if statement.len() - rest.len() > before.len() - begin {
            return false;
        }
        let next = if rest.starts_with(b"//") {
            after(rest, b"\n")
        } else if rest.starts_with(b"/*") {
            after(rest, b"*/")
        } else if let Some(behind) = word(rest, b"else") {
            Some(behind)
        } else if let Some(behind) = word(rest, b"if") {
            after_parentheses(behind)
        } else {
            return REVERTS.iter().any(|name| word(rest, name).is_some());
        };
        let Some(next) = next else { return false };
        rest = next;
    }
}

/// The text after the leading word `name`; `None` if it begins otherwise.
fn word<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'$');
    text.strip_prefix(name).filter(|rest| rest.first().is_none_or(is_end))
}

fn after<'a>(text: &'a [u8], end: &[u8]) -> Option<&'a [u8]> {
    let at = text.windows(end.len()).position(|window| window == end)?;
    text.get(at + end.len()..)
}

/// The text after the leading parentheses.
fn after_parentheses(text: &[u8]) -> Option<&[u8]> {
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth <= 1 => return text.get(at + 1..),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_statement_that_reverts_is_told_from_others() {
        let text = "{ count++; if (total(a) > (cap)) revert Over(total(a), cap); else /* so */ throw; reverted(x); }";
        let is = |part: &str| is_revert(text.as_bytes(), text.find(part).unwrap());
        assert!(is("revert Over") && is("Over(") && is("cap);") && is("throw"));
        assert!(!is("count++") && !is("if (") && !is("total(a) >") && !is("reverted") && !is("x);"));
        assert!(!is_revert(b"", 0) && !is_revert(b"revert", 9));
    }
}
