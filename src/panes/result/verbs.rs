//! The verbs of a result on each of its tabs.

use super::tab::{Tab, below_bar};
use super::trace::Trace;
use super::{ResultPane, missing};
use crate::message::{Action, Effect, Place};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane as _, Verbs, action_hint};

impl ResultPane {
    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.tab == Tab::State && self.state.is_typing() {
            return verbs.typed(action_hint::line("keep"));
        }
        if self.tab == Tab::Raw && self.raw.is_typing() {
            return self.verbs_of_tab(ctx, verbs);
        }
        let none = self.answers.result().is_none().then_some("the result is not loaded");
        if matches!(self.tab, Tab::Input | Tab::Logs) {
            let unread = (self.readings.current(ctx).turn().of == 0)
                .then_some("no signature is known for these bytes");
            verbs.add(Action::NextReading, "next decoding").unless(unread).run(|pane| {
                pane.readings.next(ctx);
                pane.rebuild_view(ctx);
            });
        }
        let next = |pane: &mut Self| pane.turn_to(pane.tab.step(1), ctx);
        let previous = |pane: &mut Self| pane.turn_to(pane.tab.step(Tab::ALL.len() - 1), ctx);
        verbs.add(Action::NextPart, "next tab").unless(none).run(next);
        verbs.hidden(Action::PreviousPart, "previous tab").unless(none).run(previous);
        verbs.hidden(Action::Right, "next tab").unless(none).run(next);
        verbs.hidden(Action::Left, "previous tab").unless(none).run(previous);
        self.verbs_of_tab(ctx, verbs);
        let no_contract = match (self.contract(), self.answers.result()) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("the constructor failed: there is no contract"),
            (None, None) => Some("its contract is not known yet"),
        };
        verbs.global(Action::Units, "units");
        verbs.add(Action::Replay, "replay").unless(none).give(|| self.go_to_replay());
        verbs.add(Action::Results, "results").unless(no_contract).page();
        verbs.add(Action::Contract, "contract").unless(no_contract).page();
        verbs.hidden(Action::Interfaces, "interfaces and signatures").unless(no_contract).page();
        verbs.add(Action::Refresh, "refresh").run(|pane| {
            pane.trace = Trace::default();
            pane.answers.refresh(ctx);
            Effect::Refresh
        });
        let raw = || self.answers.received(ctx).map(|(raw, _)| raw.clone());
        verbs.add(Action::Raw, "raw JSON").unless(none).give(|| Effect::raw(self.title(ctx), raw()));
        let web = self.web(ctx);
        let no_web = web.is_none().then_some("this network has no web explorer");
        let browse = verbs.hidden(Action::Browse, "open in a web explorer").unless(no_web);
        browse.give(|| Effect::browse(web));
        let compare = verbs.hidden(Action::Compare, "compare with another result").unless(none);
        compare.give(|| self.side().map(Effect::Compare));
        let verify = verbs.hidden(Action::Verify, "verify the contract").unless(none);
        verify.give(|| Effect::Go(Place::Verify(self.verify(ctx))));
        let transaction = verbs.add(Action::Transaction, "transaction").unless(self.missing_transaction());
        transaction.run(|pane| pane.answers.transaction.go(ctx));
        let sender = self.of_sender(ctx);
        let no_sender = sender.is_none().then_some("its sender is not known");
        let from = verbs.hidden(Action::Sender, "results from this sender").unless(no_sender);
        from.give(|| Effect::go(sender.map(Place::Results)));
        if self.tab == Tab::Logs {
            let search = self.event_search(ctx);
            let none = search.is_none().then_some("no event with a topic is selected");
            let find = verbs.hidden(Action::FindEvents, "find this event").unless(none);
            find.give(|| Effect::go(search.map(Place::EventSearch)));
        }
    }

    fn verbs_of_tab<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let body = below_bar(ctx.body);
        let copies = || self.copies(ctx);
        match (self.answers.result(), self.tab, self.sheets.get(self.tab.place())) {
            (None, ..) => {
                let around = missing::around(self.answers.named()).filter(|_| self.answers.is_missing(ctx));
                if let Some((place, words)) = around {
                    verbs.add(Action::Open, words).give(|| Effect::Go(place));
                }
            }
            // On this tab, open leads to the called contract.
            (_, Tab::Trace, _) => {
                verbs.part(|pane| Some(&mut pane.trace), |verbs| self.trace.verbs(ctx, verbs));
            }
            (_, Tab::Raw, _) => verbs.part(|pane| Some(&mut pane.raw), |verbs| self.raw.verbs(body, verbs)),
            (_, Tab::State, _) => {
                let fill = |verbs: &mut Verbs<'c, _>| self.state.verbs(ctx, body, verbs, copies);
                verbs.part(|pane| Some(&mut pane.state), fill);
            }
            (_, _, Some(sheet)) => {
                if self.details().is_some() {
                    verbs.add(Action::Open, "details").run(|pane| pane.open_details(ctx));
                }
                on_sheet::selected(verbs, sheet, copies);
                verbs.moves(move |pane, action| {
                    pane.sheets.get_mut(pane.tab.place()).map(|sheet| sheet.act(action, body.height));
                });
            }
            _ => {}
        }
    }
}
