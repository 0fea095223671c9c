//! What can be done in a replay, and why not.

use super::part::Part;
use super::{ReplayPane, stepping};
use crate::message::{Action, Copied};
use crate::panes::kit::on_sheet;
use crate::panes::{ActionHint, Context, Pane as _, action_hint};

/// The verbs that step, in whatever part one is, and what each is called.
const STEPS: [(Action, &str, &str); 15] = [
    (Action::NextLine, "next line", "there is no next line"),
    (Action::PreviousLine, "line before", "there is no line before"),
    (Action::StepInto, "into the call", "there is no next line"),
    (Action::StepOut, "out of the call", "nothing called this"),
    (Action::NextCall, "next call", "no call follows"),
    (Action::PreviousCall, "call before", "there is no call before"),
    (Action::NextWrite, "next write to storage", "no write to storage follows"),
    (Action::PreviousWrite, "write to storage before", "there is no write to storage before"),
    (Action::NextLog, "next event", "no event follows"),
    (Action::PreviousLog, "event before", "there is no event before"),
    (Action::ToFailure, "to the failure", "nothing failed"),
    (Action::Run, "run to a breakpoint", "there is no breakpoint"),
    (Action::RunBack, "run back to a breakpoint", "there is no breakpoint"),
    (Action::NextFound, "next step found", "no step is found behind this"),
    (Action::PreviousFound, "step found before", "no step is found before this"),
];

/// Whether a verb steps, in whatever part one is.
pub(super) fn is_step(action: Action) -> bool {
    STEPS.iter().any(|(step, ..)| *step == action)
}

/// Why a verb leads to no step.
pub(super) fn nowhere(action: Action) -> &'static str {
    match action {
        Action::Down | Action::PageDown | Action::HalfDown => "this is the last step",
        Action::Up | Action::PageUp | Action::HalfUp => "this is the first step",
        _ => STEPS.iter().find(|(step, ..)| *step == action).map_or("there is no such step", |(.., why)| why),
    }
}

impl ReplayPane {
    pub(super) fn verbs(&self) -> Vec<ActionHint> {
        if self.what_if.is_some() {
            return action_hint::form("execute");
        }
        if self.find.is_typing() {
            return action_hint::search();
        }
        let Some(replay) = self.replay() else {
            return vec![ActionHint::new(Action::Refresh, "refresh")];
        };
        let execution = &replay.execution;
        let sourceless = self.replayed.as_ref().filter(|of| of.0.lines.line(self.at).is_none());
        let call = execution.call_at(self.at).and_then(|at| execution.calls.get(at));
        let sourceless = sourceless.zip(call).map(|(of, call)| of.0.no_line(call.code_of, false));
        let disabled = |action| match action {
            Action::ToFailure
                if self.replayed.as_ref().is_some_and(|of| stepping::failure(&of.0).is_none()) =>
            {
                Some("nothing failed")
            }
            Action::NextWrite | Action::PreviousWrite if execution.stores.is_empty() => {
                Some("nothing is written to storage")
            }
            Action::NextLog | Action::PreviousLog if execution.logs.is_empty() => Some("no event is logged"),
            Action::NextFound | Action::PreviousFound if self.find.text().is_empty() => {
                Some("there is no search")
            }
            _ => None,
        };
        let mut hints = vec![ActionHint::new(Action::NextPart, "next part")];
        let hint = |(action, words, _): &(Action, &'static str, &str)| {
            let hint = if matches!(
                action,
                Action::NextLine | Action::StepInto | Action::StepOut | Action::ToFailure
            ) {
                ActionHint::new(*action, *words)
            } else {
                ActionHint::hidden(*action, *words)
            };
            hint.disabled_if(disabled(*action))
        };
        hints.extend(STEPS.iter().map(hint));
        let is_changed = !self.query.changes.is_none();
        hints.extend([
            ActionHint::hidden(Action::Breakpoint, "breakpoint on this line").disabled_if(sourceless),
            ActionHint::new(Action::Find, "find an opcode or a value"),
            ActionHint::new(Action::WhatIf, "what if"),
            ActionHint::hidden(Action::Reexecute, "have the server execute it, and compare")
                .disabled_if(is_changed.then_some("the server executes what was recorded")),
            ActionHint::new(Action::Reset, "as recorded")
                .shown_if(is_changed)
                .disabled_if((!is_changed).then_some("nothing is changed")),
            ActionHint::hidden(Action::PreviousPart, "part before"),
            ActionHint::hidden(Action::Contract, "the contract of this call").page(),
            ActionHint::hidden(Action::Refresh, "execute again"),
        ]);
        hints.extend(self.of_part());
        if self.count.is_some() {
            hints.push(ActionHint::new(Action::Close, "forget the number"));
        } else if self.find.is_shown() {
            hints.push(ActionHint::new(Action::Close, "end the search"));
        }
        hints
    }

    /// What can be done in the part.
    fn of_part(&self) -> Vec<ActionHint> {
        match self.part {
            Part::Proof => on_sheet::hints(&self.proof),
            Part::Data => on_sheet::hints(&self.data),
            part => {
                let mut hints = vec![
                    ActionHint::hidden(Action::Copy, "copy"),
                    ActionHint::hidden(Action::CopyMenu, "copy …"),
                ];
                if matches!(part, Part::Calls | Part::Gas) {
                    hints.push(ActionHint::new(Action::Open, "go there"));
                }
                if part == Part::Storage {
                    hints.push(ActionHint::new(Action::Open, "its writes, or go to one"));
                }
                if part == Part::Source {
                    hints.extend([
                        ActionHint::hidden(Action::Left, "scroll left"),
                        ActionHint::hidden(Action::Right, "scroll right"),
                    ]);
                }
                if part.steps() {
                    let words = [
                        (Action::Down, "next instruction; a number before any step makes so many"),
                        (Action::Up, "instruction before"),
                        (Action::PageDown, "ten instructions on"),
                        (Action::PageUp, "ten instructions back"),
                        (Action::HalfDown, "ten instructions on"),
                        (Action::HalfUp, "ten instructions back"),
                        (Action::First, "to the first step"),
                        (Action::Last, "to the last step"),
                    ];
                    hints.extend(words.map(|(action, words)| ActionHint::hidden(action, words)));
                } else {
                    hints.extend(action_hint::moves());
                }
                hints
            }
        }
    }

    /// What can be copied at the step.
    pub(super) fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = Vec::new();
        let copy = |what: &str, text: String| Copied::new(what, text);
        if let Some(shown) = self.shown(ctx) {
            if let Some(place) = shown.replayed.sources.place(shown.execution(), self.at) {
                copies.push(copy("line", format!("{place}  {}", place.excerpt.escaped())));
            }
            if let Some(state) = shown.state {
                let stack: Vec<String> =
                    state.stack.iter().rev().map(|item| format!("{:#x}", item.value)).collect();
                copies.push(copy("stack, the top first", stack.join("\n")));
                copies.push(copy("memory", alloy_primitives::hex::encode_prefixed(&state.memory)));
            }
            if let Some((_, call)) = shown.call() {
                copies.push(copy("call data", alloy_primitives::hex::encode_prefixed(&call.input)));
            }
        }
        copies.push(on_sheet::copied_place(&self.place()));
        copies
    }
}
