//! The verbs of a replay, and why they may not be available.

use replay::Replay;

use super::part::Part;
use super::what_if::WhatIf;
use super::{ReplayPane, steps};
use crate::message::place::{ReplayPlace, ReplayPoint};
use crate::message::{Action, Copied, Effect, Place};
use crate::panes::kit::Taken;
use crate::panes::kit::page::on_sheet;
use crate::panes::{ActionHint, Context, Pane as _, Verbs, action_hint};

impl ReplayPane {
    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        verbs.before(|pane| pane.count = None);
        if self.what_if.is_some() {
            return verbs.typed(action_hint::form("execute"));
        }
        if self.find.is_typing() {
            return verbs.typed(action_hint::search());
        }
        let again = |pane: &mut Self| {
            pane.taken = Taken::default();
            Effect::Refresh
        };
        let Some(replay) = self.replay() else {
            return verbs.add(Action::Refresh, "refresh").run(again);
        };
        verbs.add(Action::NextPart, "next part").run(|pane| pane.turn(1, ctx));
        self.verbs_of_steps(replay, ctx, verbs);
        let execution = &replay.execution;
        let sourceless = self.replayed.as_ref().filter(|of| of.0.lines.line(self.at).is_none());
        let call = execution.call_at(self.at).and_then(|at| execution.calls.get(at));
        let sourceless = sourceless.zip(call).map(|(of, call)| of.0.no_line(call.code_of, false));
        let breakpoint = verbs.hidden(Action::Breakpoint, "breakpoint on this line").unless(sourceless);
        breakpoint.run(Self::switch_breakpoint);
        verbs.add(Action::Find, "find an opcode or a value").run(|pane| pane.find.open());
        verbs.add(Action::WhatIf, "what if").run(|pane| {
            pane.what_if = Some(WhatIf::new(&pane.query.changes, pane.reading(0, ctx), ctx));
        });
        let is_changed = !self.query.changes.is_none();
        let changed = is_changed.then_some("the server executes what was recorded");
        let execute = verbs.hidden(Action::Reexecute, "have the server execute it, and compare");
        execute.unless(changed).run(|pane| {
            pane.is_reexecuted = true;
            pane.part = Part::Proof;
            pane.rebuild_view(ctx);
        });
        let unchanged = (!is_changed).then_some("nothing is changed");
        verbs
            .add(Action::Reset, "as recorded")
            .unless(unchanged)
            .give(|| Effect::Go(Place::Replay(Box::new(ReplayPlace::new(self.query.of.clone())))));
        verbs.hidden(Action::PreviousPart, "part before").run(|pane| pane.turn(Part::ALL.len() - 1, ctx));
        verbs.hidden(Action::Contract, "the contract of this call").give(|| {
            let called = self.shown(ctx).and_then(|shown| Some(shown.contract(shown.call()?.1.code_of)));
            Effect::go(called.map(Place::contract))
        });
        verbs.hidden(Action::Refresh, "execute again").run(again);
        self.verbs_of_part(ctx, verbs);
        if self.count.is_some() {
            verbs.typed([ActionHint::new(Action::Close, "forget the number")]);
        } else if self.find.is_shown() {
            verbs.add(Action::Close, "end the search").run(|pane| _ = pane.find.clear());
        }
    }

    fn verbs_of_steps<'c>(&self, replay: &Replay, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let execution = &replay.execution;
        let fails = self.replayed.as_ref().is_none_or(|of| steps::failure(&of.0).is_some());
        let reason = |action| match action {
            Action::ToFailure if !fails => Some("nothing failed"),
            Action::NextWrite | Action::PreviousWrite if execution.stores.is_empty() => {
                Some("nothing is written to storage")
            }
            Action::NextLog | Action::PreviousLog if execution.logs.is_empty() => Some("no event is logged"),
            Action::NextFound | Action::PreviousFound if self.find.text().is_empty() => {
                Some("there is no search")
            }
            _ => None,
        };
        let step = self.stepper(ctx);
        for (action, words, _) in steps::STEPS {
            let often = [Action::NextLine, Action::StepInto, Action::StepOut, Action::ToFailure];
            verbs.hidden(action, words).shown_if(often.contains(&action)).unless(reason(action)).go(step);
        }
    }

    /// The handler of a step verb, which applies the repeat count.
    fn stepper<'c>(
        &self,
        ctx: &'c Context<'_>,
    ) -> impl Fn(&mut Self, Action) -> Vec<Effect> + Copy + use<'c> {
        let count = self.count.unwrap_or(1);
        move |pane, action| pane.step(action, count, ctx)
    }

    fn verbs_of_part<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if matches!(self.part, Part::Proof | Part::Data) {
            let sheet = if self.part == Part::Proof { &self.proof } else { &self.data };
            if let Some(Place::Replay(place)) = sheet.place()
                && place.query == self.query
                && let Some(ReplayPoint::Step(step)) = place.at
            {
                verbs.add(Action::Open, "follow").run(move |pane| {
                    pane.look_at(step);
                    pane.rebuild_view(ctx);
                });
            }
            on_sheet::selected(verbs, sheet, || vec![on_sheet::copied_place(&self.place())]);
            return verbs.moves(|pane, action| pane.go(action, ctx));
        }
        let copies = || self.copies(ctx);
        verbs.hidden(Action::Copy, "copy").give(|| Effect::copy(copies().into_iter().next()));
        verbs.hidden(Action::CopyMenu, "copy …").give(|| Effect::CopyMenu(copies()));
        match self.part {
            Part::Calls | Part::Gas => verbs.add(Action::Open, "go there").run(|pane| pane.follow(ctx)),
            Part::Storage => {
                verbs.add(Action::Open, "its writes, or go to one").run(|pane| pane.follow(ctx));
            }
            Part::Source => {
                verbs.hidden(Action::Left, "scroll left").go(Self::pan);
                verbs.hidden(Action::Right, "scroll right").go(Self::pan);
            }
            _ => {}
        }
        if self.part.steps() {
            let moves = [
                (Action::Down, "next instruction; a number before any step makes so many"),
                (Action::Up, "instruction before"),
                (Action::PageDown, "ten instructions on"),
                (Action::PageUp, "ten instructions back"),
                (Action::HalfDown, "ten instructions on"),
                (Action::HalfUp, "ten instructions back"),
                (Action::First, "to the first step"),
                (Action::Last, "to the last step"),
            ];
            let step = self.stepper(ctx);
            for (action, words) in moves {
                verbs.hidden(action, words).go(step);
            }
        } else {
            verbs.moves(|pane, action| pane.go(action, ctx));
        }
    }

    /// The entries of the copy menu at the current step.
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
