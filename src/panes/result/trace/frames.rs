//! The call frames of an execution as a tree, by depth and order, and the tree as JSON.

use std::collections::HashSet;
use std::sync::Arc;

use decode::reading::{CallReading, ErrorReading, Reading};
use ledger::document::{amount, document};
use ledger::execution::CallEnd;
use ledger::{CallAction, Unit};
use serde_json::Value as Json;

use super::{Trace, words};
use crate::panes::Context;

/// The frames in the order of their start, and which of them are folded.
#[derive(Debug, Default)]
pub(super) struct Frames {
    frames: Vec<Arc<CallAction>>,
    folded: HashSet<usize>,
}

/// The deepest level drawn; deeper frames, which only a broken server sends, are drawn at this level.
const MAX_DEPTH: usize = 128;

impl Frames {
    pub(super) fn extend(&mut self, frames: &[Arc<CallAction>]) {
        self.frames.extend_from_slice(frames);
    }

    pub(super) fn all(&self) -> &[Arc<CallAction>] {
        &self.frames
    }

    /// The depth of a frame; the root call has depth 0.
    pub(super) fn depth(&self, at: usize) -> usize {
        let depth = self.frames.get(at).and_then(|frame| frame.call_depth.value()).unwrap_or_default();
        usize::try_from(depth).unwrap_or_default().min(MAX_DEPTH)
    }

    /// The number of frames below this one.
    pub(super) fn below(&self, at: usize) -> usize {
        let depth = self.depth(at);
        (at + 1..self.frames.len()).take_while(|below| self.depth(*below) > depth).count()
    }

    /// Whether the frames below this one are hidden.
    pub(super) fn is_folded(&self, at: usize) -> bool {
        self.folded.contains(&at)
    }

    /// Folds or unfolds a frame. `false` if it has no inner calls.
    pub(super) fn fold(&mut self, at: usize) -> bool {
        let any = self.below(at) > 0;
        if any && !self.folded.remove(&at) {
            self.folded.insert(at);
        }
        any
    }

    /// Unfolds every ancestor of this frame.
    pub(super) fn reveal(&mut self, at: usize) {
        let below: Vec<(usize, usize)> = self.folded.iter().map(|top| (*top, self.below(*top))).collect();
        for (top, below) in below {
            if top < at && at <= top + below {
                self.folded.remove(&top);
            }
        }
    }

    /// The frames that no folded ancestor hides.
    pub(super) fn visible(&self) -> Vec<usize> {
        let mut visible = Vec::new();
        let mut at = 0;
        while at < self.frames.len() {
            visible.push(at);
            at += 1 + if self.is_folded(at) { self.below(at) } else { 0 };
        }
        visible
    }

    /// For each level above the frame, whether another call follows at that level.
    pub(super) fn paths(&self) -> Vec<Vec<bool>> {
        let mut more = [false; MAX_DEPTH + 1];
        let mut paths = vec![Vec::new(); self.frames.len()];
        for (at, path) in paths.iter_mut().enumerate().rev() {
            let depth = self.depth(at);
            *path = more.iter().take(depth + 1).skip(1).copied().collect();
            for (level, more) in more.iter_mut().enumerate().skip(depth) {
                *more = level == depth;
            }
        }
        paths
    }

    /// The root cause: the first failed frame without a failed inner call.
    pub(super) fn first_failure(&self) -> Option<usize> {
        let failed = |at: usize| self.frames.get(at).is_some_and(|frame| frame.failed());
        (0..self.frames.len()).find(|at| failed(*at) && !(at + 1..=at + self.below(*at)).any(failed))
    }

    /// The next or previous failed frame, wrapping around.
    pub(super) fn failure_from(&self, at: usize, forward: bool) -> Option<usize> {
        let failed: Vec<usize> = self
            .frames
            .iter()
            .enumerate()
            .filter(|(_, frame)| frame.failed())
            .map(|(place, _)| place)
            .collect();
        if forward {
            failed.iter().find(|place| **place > at).or(failed.first()).copied()
        } else {
            failed.iter().rfind(|place| **place < at).or(failed.last()).copied()
        }
    }
}

/// The member of a call that holds its inner calls.
const CALLS: &str = "calls";

impl Trace {
    /// The calls, each with its inner calls; null if the server has no trace.
    pub(in crate::panes::result) fn document(&self, ctx: &Context<'_>) -> Json {
        let mut open: Vec<(usize, Json)> = Vec::new();
        let mut roots = Vec::new();
        for (at, (frame, reading)) in self.readings(ctx).enumerate() {
            let depth = self.frames.depth(at);
            while open.last().is_some_and(|(above, _)| *above >= depth) {
                close(&mut open, &mut roots);
            }
            open.push((depth, call(frame, reading)));
        }
        while !open.is_empty() {
            close(&mut open, &mut roots);
        }
        if roots.is_empty() { Json::Null } else { roots.into() }
    }

    /// The first failed call below the root, and its reason.
    pub(in crate::panes::result) fn failure_document(&self, ctx: &Context<'_>) -> Option<Json> {
        let at = self.hidden_failure(ctx)?;
        let (frame, reading) = (self.frames.all().get(at)?, self.reading(at, ctx));
        Some(failure(Some(frame), reading, reason(frame, reading).as_deref()))
    }
}

/// The failure of a call as JSON; members are null if its frame or decoding is missing.
pub(in crate::panes::result) fn failure(
    frame: Option<&CallAction>,
    reading: Option<&CallReading>,
    reason: Option<&str>,
) -> Json {
    document! {
        "call": frame.map(|frame| &frame.index),
        "recipient": frame.map(|frame| &frame.recipient),
        "code": frame.and_then(|frame| code(frame, reading)),
        "reason": reason,
        "error": reading.and_then(|reading| reading.error.as_ref()),
    }
}

/// The response code of a failed call: of the system contract, or of the exceptional halt.
fn code(frame: &CallAction, reading: Option<&CallReading>) -> Option<String> {
    let answered = reading.and_then(|reading| reading.response).filter(|response| !response.is_success());
    let halted = (frame.end() == CallEnd::Halted).then(|| words::halt(frame));
    answered.and_then(|response| response.known).map(|code| code.name.to_owned()).or(halted)
}

/// The reason of a failed call, with every value in full.
fn reason(frame: &CallAction, reading: Option<&CallReading>) -> Option<String> {
    let error = reading.and_then(|reading| reading.error.as_ref()).filter(|error| error.custom.is_some());
    error.map(ErrorReading::whole).or_else(|| words::failure(frame, reading))
}

/// Closes the innermost open call, and adds it to the call around it.
fn close(open: &mut Vec<(usize, Json)>, roots: &mut Vec<Json>) {
    let Some((_, call)) = open.pop() else { return };
    match open.last_mut().and_then(|(_, around)| around.get_mut(CALLS)?.as_array_mut()) {
        Some(calls) => calls.push(call),
        None => roots.push(call),
    }
}

fn call(frame: &CallAction, reading: Option<&CallReading>) -> Json {
    let input = reading.map(|reading| &reading.input).filter(|_| !words::is_built_in(frame));
    let ok = match frame.end() {
        CallEnd::Returned => Some(true),
        CallEnd::Reverted | CallEnd::Halted => Some(false),
        CallEnd::Unknown => None,
    };
    let error = reading.and_then(|reading| reading.error.as_ref());
    let returned = reading.and_then(|reading| reading.output.as_ref()).and_then(Reading::best);
    document! {
        "index": frame.index,
        "operation": frame.call_operation_type,
        "type": frame.call_type,
        "from": frame.from,
        "caller": frame.caller,
        "to": frame.to,
        "recipient": frame.recipient,
        "amount": amount(&frame.value, Unit::Base),
        "gas": document! { "limit": frame.gas, "charged": frame.gas_used },
        "input": frame.input,
        "function": input,
        "outcome": document! {
            "ok": ok,
            "code": code(frame, reading),
            "reason": reason(frame, reading),
            "error": error,
        },
        "result_data": frame.result_data,
        "returned": returned.map(|best| &best.arguments),
        "calls": Vec::<Json>::new(),
    }
}

#[cfg(test)]
mod tests {
    use ledger::Text;

    use super::*;

    fn frames(shape: &[(i64, bool)]) -> Frames {
        let mut frames = Frames::default();
        let all: Vec<Arc<CallAction>> = shape
            .iter()
            .map(|(depth, failed)| {
                let kind = if *failed { "REVERT_REASON" } else { "OUTPUT" };
                let frame = CallAction {
                    call_depth: (*depth).into(),
                    result_data_type: Text::from(kind).into(),
                    ..CallAction::default()
                };
                Arc::new(frame)
            })
            .collect();
        frames.extend(&all);
        frames
    }

    #[test]
    fn depth_and_order_make_a_tree() {
        let mut tree = frames(&[(0, false), (1, false), (2, false), (2, false), (1, false)]);
        assert_eq!(tree.paths(), [vec![], vec![true], vec![true, true], vec![true, false], vec![false]]);
        assert_eq!((tree.below(0), tree.below(1), tree.below(4)), (4, 2, 0));
        assert!(tree.fold(1) && !tree.fold(4));
        assert_eq!(tree.visible(), [0, 1, 4]);
        tree.reveal(3);
        assert_eq!(tree.visible(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_first_failure_is_the_one_that_no_other_caused() {
        let tree = frames(&[(0, true), (1, false), (1, true), (2, true), (1, true)]);
        assert_eq!(tree.first_failure(), Some(3));
        assert_eq!(tree.failure_from(3, true), Some(4));
        assert_eq!((tree.failure_from(4, true), tree.failure_from(0, false)), (Some(0), Some(4)));
        assert_eq!(frames(&[(0, false)]).first_failure(), None);
    }

    #[test]
    fn strange_depths_do_no_harm() {
        let tree = frames(&[(5, false), (i64::MAX, true), (-3, false), (1, false)]);
        assert_eq!(tree.paths().len(), 4);
        assert_eq!((tree.below(0), tree.below(2)), (1, 1));
        assert_eq!(frames(&[]).visible(), [0_usize; 0]);
    }
}
