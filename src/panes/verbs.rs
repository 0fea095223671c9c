//! The verbs of a pane in one table: label, availability and effect of each. Footer, help, palette and dispatch all
//! read the same table.

use std::borrow::Cow;

use super::{ActionHint, action_hint};
use crate::message::{Action, Effect};

/// A table that lists all verbs, or looks one up without building the others. The first verb of an action counts.
pub struct Verbs<'c, P> {
    wanted: Wanted,
    hints: Vec<ActionHint>,
    run: Option<Run<'c, P>>,
    before: Option<fn(&mut P)>,
}

/// The purpose for which a table is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    All,
    Hint(Action),
    Run(Action),
}

type Run<'c, P> = Box<dyn FnOnce(&mut P) -> Vec<Effect> + 'c>;

/// A verb under construction; [`Row::run`] or [`Row::give`] completes it. Its hint is `None` if another verb is
/// looked up.
#[must_use = "a verb does something"]
pub struct Row<'v, 'c, P> {
    table: &'v mut Verbs<'c, P>,
    hint: Option<ActionHint>,
}

/// The label of a verb. A closure defers the work until the label is needed.
pub trait Words {
    fn write(self) -> Cow<'static, str>;
}

impl Words for &'static str {
    fn write(self) -> Cow<'static, str> {
        self.into()
    }
}

impl<F: FnOnce() -> String> Words for F {
    fn write(self) -> Cow<'static, str> {
        self().into()
    }
}

/// Why a verb is not available. A closure runs only for the verb that is looked up.
pub trait Reason {
    fn find(self) -> Option<String>;
}

impl<T: Into<String>> Reason for Option<T> {
    fn find(self) -> Option<String> {
        self.map(Into::into)
    }
}

impl<F: FnOnce() -> Option<&'static str>> Reason for F {
    fn find(self) -> Option<String> {
        self().map(Into::into)
    }
}

/// The return types of a verb.
pub trait Effects {
    fn list(self) -> Vec<Effect>;
}

impl Effects for () {
    fn list(self) -> Vec<Effect> {
        Vec::new()
    }
}

impl Effects for Effect {
    fn list(self) -> Vec<Effect> {
        vec![self]
    }
}

impl Effects for Option<Effect> {
    fn list(self) -> Vec<Effect> {
        self.into_iter().collect()
    }
}

impl Effects for Vec<Effect> {
    fn list(self) -> Vec<Effect> {
        self
    }
}

impl<'c, P: 'c> Verbs<'c, P> {
    fn fill(wanted: Wanted, fill: impl FnOnce(&mut Self)) -> Self {
        let mut table = Self { wanted, hints: Vec::new(), run: None, before: None };
        fill(&mut table);
        table
    }

    /// All verbs of a table.
    pub fn listed(fill: impl FnOnce(&mut Self)) -> Vec<ActionHint> {
        Self::fill(Wanted::All, fill).hints
    }

    /// The verb of this action; `None` if the table lacks it.
    pub fn find(action: Action, fill: impl FnOnce(&mut Self)) -> Option<ActionHint> {
        Self::fill(Wanted::Hint(action), fill).hints.pop()
    }

    /// The effect of this action's verb, to run after the table is filled; empty if the verb is not available.
    pub fn take(action: Action, fill: impl FnOnce(&mut Self)) -> Run<'c, P> {
        let Self { run, before, .. } = Self::fill(Wanted::Run(action), fill);
        Box::new(move |pane| {
            if let Some(before) = before {
                before(pane);
            }
            run.map(|run| run(pane)).unwrap_or_default()
        })
    }

    /// Runs `does` before every verb.
    pub fn before(&mut self, does: fn(&mut P)) {
        self.before = Some(does);
    }

    /// Adds a verb for the footer.
    pub fn add(&mut self, action: Action, words: impl Words) -> Row<'_, 'c, P> {
        self.row(action, || ActionHint::new(action, words.write()))
    }

    /// Adds a verb that only help lists.
    pub fn hidden(&mut self, action: Action, words: impl Words) -> Row<'_, 'c, P> {
        self.row(action, || ActionHint::hidden(action, words.write()))
    }

    /// Adds an action of the app that this pane's footer should show.
    pub fn global(&mut self, action: Action, words: &'static str) {
        self.row(action, || ActionHint::global(action, words)).end();
    }

    /// Adds several verbs with the same handler.
    pub fn all<R: Effects>(
        &mut self,
        hints: impl IntoIterator<Item = ActionHint>,
        go: impl Fn(&mut P, Action) -> R + Copy + 'c,
    ) {
        for hint in hints {
            self.row(hint.action, || hint).go(go);
        }
    }

    /// Adds the verbs of a form over the pane, whose keys take precedence.
    pub fn typed(&mut self, hints: impl IntoIterator<Item = ActionHint>) {
        self.all(hints, |_, _| ());
    }

    /// Adds the moves in a list.
    pub fn moves<R: Effects>(&mut self, go: impl Fn(&mut P, Action) -> R + Copy + 'c) {
        self.all(action_hint::moves(), go);
    }

    /// Adds the verbs of a part of the pane.
    pub fn part<Q: 'c>(
        &mut self,
        part: impl FnOnce(&mut P) -> Option<&mut Q> + 'c,
        fill: impl FnOnce(&mut Verbs<'c, Q>),
    ) {
        let mut verbs =
            Verbs { wanted: self.wanted, hints: std::mem::take(&mut self.hints), run: None, before: None };
        fill(&mut verbs);
        self.hints = verbs.hints;
        if let Some(run) = verbs.run {
            self.run = Some(Box::new(move |pane| part(pane).map(run).unwrap_or_default()));
        }
    }

    /// Removes a verb from the footer.
    pub fn hide(&mut self, action: Action) {
        let same = self.hints.iter_mut().filter(|hint| hint.action == action);
        same.for_each(|hint| hint.footer = false);
    }

    fn row(&mut self, action: Action, hint: impl FnOnce() -> ActionHint) -> Row<'_, 'c, P> {
        let is_wanted =
            self.wanted == Wanted::All || [Wanted::Hint(action), Wanted::Run(action)].contains(&self.wanted);
        let is_first = is_wanted && !self.hints.iter().any(|hint| hint.action == action);
        Row { hint: is_first.then(hint), table: self }
    }
}

impl<'c, P> Row<'_, 'c, P> {
    /// Disables the verb if there is a reason.
    pub fn unless(mut self, reason: impl Reason) -> Self {
        self.hint = self.hint.map(|hint| hint.disabled_if(reason.find()));
        self
    }

    /// Also shows the verb in the footer if `so`.
    pub fn shown_if(mut self, so: bool) -> Self {
        self.hint = self.hint.map(|hint| hint.shown_if(so));
        self
    }

    /// Completes the verb with a change of the pane.
    pub fn run<R: Effects>(self, does: impl FnOnce(&mut P) -> R + 'c) {
        if self.runs() {
            self.table.run = Some(Box::new(move |pane| does(pane).list()));
        }
        self.end();
    }

    /// Completes the verb as a move.
    pub fn go<R: Effects>(self, go: impl FnOnce(&mut P, Action) -> R + 'c) {
        if let Some(action) = self.hint.as_ref().map(|hint| hint.action) {
            self.run(move |pane| go(pane, action));
        }
    }

    /// Completes the verb with effects that do not change the pane.
    pub fn give<R: Effects>(self, effects: impl FnOnce() -> R) {
        if self.runs() {
            let effects = effects().list();
            self.table.run = Some(Box::new(move |_| effects));
        }
        self.end();
    }

    fn runs(&self) -> bool {
        let is_possible = self.hint.as_ref().is_some_and(|hint| hint.disabled.is_none());
        is_possible && matches!(self.table.wanted, Wanted::Run(_))
    }

    /// Completes the verb as a link to another page of the contract, which the app handles.
    pub fn page(mut self) {
        self.hint = self.hint.map(ActionHint::page);
        self.end();
    }

    fn end(self) {
        self.table.hints.extend(self.hint);
    }
}

/// Implements the methods of a [`Pane`](super::Pane) that read its table, which it fills in `verbs`.
///
/// The optional name is a method that runs after each verb to update the pane.
macro_rules! by_verbs {
    ($($update:ident)?) => {
        fn hints(&self, ctx: &$crate::panes::Context<'_>) -> Vec<$crate::panes::ActionHint> {
            $crate::panes::Verbs::listed(|verbs| self.verbs(ctx, verbs))
        }

        fn hint(
            &self,
            action: $crate::message::Action,
            ctx: &$crate::panes::Context<'_>,
        ) -> Option<$crate::panes::ActionHint> {
            $crate::panes::Verbs::find(action, |verbs| self.verbs(ctx, verbs))
        }

        fn act(
            &mut self,
            action: $crate::message::Action,
            ctx: &$crate::panes::Context<'_>,
        ) -> Vec<$crate::message::Effect> {
            let effects = $crate::panes::Verbs::take(action, |verbs| self.verbs(ctx, verbs))(self);
            $(self.$update(ctx);)?
            effects
        }
    };
}

pub(crate) use by_verbs;

#[cfg(test)]
mod tests {
    use super::*;

    /// A part with a verb whose words have to be written, and one that cannot be done.
    fn table(verbs: &mut Verbs<'_, u32>) {
        verbs.before(|pane| *pane += 100);
        verbs.add(Action::Open, "open").run(|pane| *pane += 1);
        verbs.add(Action::Open, "never").run(|pane| *pane += 10);
        verbs.hidden(Action::Copy, || panic!("written for another verb")).give(|| Effect::Back);
        verbs.add(Action::Filter, "filter").unless(Some("no rows")).run(|pane| *pane += 1_000);
        verbs.add(Action::Raw, "raw").give(|| Effect::Stop);
        verbs.part(
            |pane| Some(pane),
            |part| part.moves(|part, action| *part += u32::from(action == Action::Down)),
        );
    }

    fn press(action: Action) -> (u32, Vec<Effect>) {
        let mut pane = 0;
        let effects = Verbs::take(action, table)(&mut pane);
        (pane, effects)
    }

    #[test]
    fn a_verb_is_looked_up_without_the_words_of_the_others() {
        let hint = Verbs::find(Action::Filter, table);
        assert_eq!(hint, Some(ActionHint::new(Action::Filter, "filter").disabled_if(Some("no rows"))));
        assert_eq!(Verbs::find(Action::Down, table), Some(ActionHint::hidden(Action::Down, "down")));
        assert_eq!(Verbs::find(Action::Verify, table), None);
    }

    #[test]
    fn the_first_verb_of_an_action_counts_and_what_cannot_be_done_is_not() {
        assert_eq!(press(Action::Open), (101, Vec::new()));
        assert_eq!(press(Action::Filter), (100, Vec::new()));
        assert_eq!(press(Action::Raw), (100, vec![Effect::Stop]));
        assert_eq!(press(Action::Down), (101, Vec::new()));
        assert_eq!(press(Action::Verify), (100, Vec::new()));
    }

    #[test]
    fn every_verb_is_listed_once() {
        let listed = Verbs::<u32>::listed(|verbs| {
            verbs.add(Action::Open, "open").run(|_| ());
            verbs.hidden(Action::Open, "again").run(|_| ());
            verbs.add(Action::Copy, || "copy ".repeat(2)).shown_if(true).run(|_| ());
            verbs.hide(Action::Copy);
        });
        assert_eq!(
            listed,
            [ActionHint::new(Action::Open, "open"), ActionHint::hidden(Action::Copy, "copy copy ")]
        );
    }
}
