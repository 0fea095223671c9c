//! The verbs of a transaction family and of its selected member.

use ledger::ContractRef;
use ledger::query::{Parameters as _, ResultsQuery, TransactionQuery};

use super::TransactionPane;
use super::filters::{Filters, next_scheduled, next_words};
use super::layout::{Focus, Tab};
use super::tree::CAUSE;
use crate::message::{Action, Copied, Effect, Place};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane as _, Verbs, action_hint};
use crate::widgets::Sheet;

impl TransactionPane {
    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.filters.is_some() {
            return verbs.typed(action_hint::form("apply"));
        }
        let none = self.shown.is_none().then_some("the transaction is not loaded");
        if self.watch.is_some() {
            verbs.add(Action::Close, "stop watching").run(|pane| {
                pane.watch = None;
                Effect::Stop
            });
        }
        if self.in_tree() {
            self.verbs_of_tree(ctx, verbs);
        } else if self.member().is_some() {
            if let Some(at) = self.relative() {
                verbs.add(Action::Open, "select it").run(move |pane| {
                    // The sheet of another transaction starts at its top.
                    pane.facts = Sheet::default();
                    pane.select(at, ctx);
                });
            }
            let sheet = (self.sheet(), self.parts(ctx.body).sheet.height);
            on_sheet::verbs(verbs, sheet, Self::sheet_mut, || self.copies(ctx));
        }
        if let Some(first) = self.family.blame.first {
            let there = (self.tree.selected() == first).then_some("it is selected");
            let failure = verbs.add(Action::NextHit, CAUSE).unless(there);
            failure.run(move |pane| pane.select(first, ctx));
        }
        if self.member().is_some() {
            let (next, previous) = match (self.in_tree(), self.tab, self.family.is_tree()) {
                (true, _, _) => ("facts", "money trail"),
                (false, Tab::Facts, true) => ("money trail", "tree"),
                (false, Tab::Money, true) => ("tree", "facts"),
                (false, Tab::Facts, false) => ("money trail", "money trail"),
                (false, Tab::Money, false) => ("facts", "facts"),
            };
            verbs.add(Action::NextPart, next).run(|pane| pane.turn(true));
            verbs.hidden(Action::PreviousPart, previous).run(|pane| pane.turn(false));
        }
        if self.family.is_tree() && self.tab == Tab::Money {
            verbs.add(Action::Internal, self.money.turn_words()).run(|pane| {
                pane.money.turn();
                pane.rebuild_view(ctx);
            });
        }
        if let Some(other) = self.other_family() {
            verbs.add(Action::Transaction, "its own id").give(|| Effect::Go(other));
        }
        if let Some(contract) = self.contract().map(ContractRef::Id) {
            verbs.add(Action::Contract, "contract").give(|| Effect::Go(Place::contract(contract)));
            let results = || Effect::Go(Place::Results(ResultsQuery::all(contract)));
            verbs.hidden(Action::Results, "results of the contract").give(results);
        }
        let unfiltered = self.query.pairs().is_empty().then_some("no filter is active");
        let web = self.web(ctx);
        let no_web = if web.is_none() { Some("this network has no web explorer") } else { none };
        let scheduled = verbs.add(Action::Scheduled, next_words(&self.query));
        scheduled.run(|pane| pane.filter(next_scheduled(&pane.query)));
        verbs.add(Action::Filter, "filter").run(|pane| pane.filters = Some(Filters::new(&pane.query)));
        let reset = verbs.add(Action::Reset, "clear the filters").unless(unfiltered);
        reset.run(|pane| pane.filter(TransactionQuery::family(pane.query.id)));
        verbs.add(Action::Refresh, "refresh").run(|pane| {
            (pane.gas, pane.ended_at) = (None, None);
            pane.want_gas();
            Effect::Refresh
        });
        let raw = verbs.add(Action::Raw, "raw JSON").unless(none);
        raw.give(|| Effect::raw(self.title(ctx), self.shown.as_ref().map(|family| family.raw.clone())));
        let browse = verbs.hidden(Action::Browse, "open in a web explorer").unless(no_web);
        browse.give(|| Effect::browse(web));
        let compare = verbs.hidden(Action::Compare, "compare with another transaction").unless(none);
        compare.give(|| Effect::Compare(self.side()));
    }

    fn verbs_of_tree<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        verbs.add(Action::Open, "facts").run(|pane| pane.focus = Focus::Sheet);
        verbs.add(Action::Copy, "copy the id").give(|| {
            let id = self.member()?.transaction.transaction_id.value()?;
            Some(Effect::Copy(Copied::new("transaction id", id.to_string())))
        });
        verbs.hidden(Action::CopyMenu, "copy …").give(|| {
            let copies = self.copies(ctx);
            let mut facts = self.sheet().copied_nearby();
            facts.retain(|fact| !copies.contains(fact));
            Effect::CopyMenu([copies, facts].concat())
        });
        verbs.moves(|pane, action| {
            let height = pane.parts(ctx.body).tree.height;
            if pane.tree.act(action, height).is_some() {
                pane.rebuild_view(ctx);
            }
        });
    }
}
