//! The verbs of a result on each of its tabs, the places that they open, and the copy menu.

use ledger::query::ResultsQuery;
use ledger::{ContractRef, HexBytes};
use verification::CreationHash;

use super::shown::of_sender;
use super::tab::{Tab, below_bar};
use super::trace::Trace;
use super::{ResultPane, answers, logs};
use crate::message::comparison::Side;
use crate::message::place::VerifyPlace;
use crate::message::{Action, Copied, Effect, EventSearchPlace, Place};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane, Verbs, action_hint};

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
        let sender = self.results_of_sender(ctx);
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
                let around =
                    answers::alternative(self.answers.named()).filter(|_| self.answers.is_missing(ctx));
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

    fn results_of_sender(&self, ctx: &Context<'_>) -> Option<ResultsQuery> {
        let from = self.answers.result()?.from.value()?;
        Some(of_sender(self.best_ref()?, from, ctx))
    }

    /// The result as a side of a comparison.
    pub(super) fn side(&self) -> Option<Side> {
        Some(Side::Result(self.best_ref()?, self.consensus_time()?))
    }

    /// Why the transaction cannot be opened; `None` if it can.
    fn missing_transaction(&self) -> Option<&'static str> {
        let reported = self.answers.named().transaction_id().is_some() || self.consensus_time().is_some();
        (!reported).then_some("the result is not loaded")
    }

    /// The search for events like the selected one.
    pub(super) fn event_search(&self, ctx: &Context<'_>) -> Option<EventSearchPlace> {
        let logs = self.answers.result().filter(|_| self.tab == Tab::Logs)?.logs.known()?;
        let at = self.sheets.get(self.tab.place())?.section()?;
        logs::event_search(logs, at, self.readings.current(ctx).logs(), self.contract()?)
    }

    /// The verification form, filled in from the result; the hash of a creation identifies its code.
    pub(super) fn verify(&self, ctx: &Context<'_>) -> VerifyPlace {
        let result = self.answers.result();
        let address = result.and_then(|result| result.address.value());
        let hash = result.filter(|result| result.is_creation()).and_then(|result| result.hash.known());
        VerifyPlace {
            chain: ctx.network.chain.clone(),
            contract: address.map(ContractRef::Address).or_else(|| self.best_ref()),
            creation_hash: hash.and_then(|hash| CreationHash::parse(&hash.to_hex())),
            ..VerifyPlace::default()
        }
    }

    /// The web explorer's page; explorers also accept consensus times.
    pub(super) fn web(&self, ctx: &Context<'_>) -> Option<String> {
        let pattern = &ctx.network.explorer.transaction;
        self.consensus_time().filter(|_| !pattern.is_empty()).map(|at| pattern.replace("{}", &at.to_string()))
    }

    /// The call in the formats of other tools, if it was decoded without doubt and is short enough for a terminal.
    fn call_copies(&self, ctx: &Context<'_>) -> impl Iterator<Item = Copied> {
        let result = self.answers.result();
        let to = result.and_then(|result| result.to.value().or_else(|| result.address.value()));
        let sent = result.and_then(|result| result.function_parameters.known()).map_or(0, HexBytes::len);
        let call = self.readings.current(ctx).call().filter(|_| sent <= Copied::MAX_BYTES / 2);
        let call = call.and_then(|call| call.input.exact());
        let command = call.zip(to).and_then(|(call, to)| call.cast_command(to));
        let command = command.map(|text| Copied::new("call as a cast command", text));
        let json = call.map(|call| Copied::new("call as JSON", call.to_json().to_string()));
        command.into_iter().chain(json)
    }

    pub(super) fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let hash = self.answers.result().and_then(|result| result.hash.known());
        let hash = hash.filter(|hash| !hash.is_empty());
        let hash = hash.map(|hash| Copied::new("transaction hash", hash));
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        copies.extend(hash);
        copies.extend(self.call_copies(ctx));
        copies.extend(self.web(ctx).map(|text| Copied::new("web explorer", text)));
        copies.extend(on_sheet::copied_request(self.answers.url(ctx)));
        copies
    }
}
