//! The verbs of a contract's page.

use ledger::query::ResultsQuery;

use super::{ContractPane, above_pages, as_of, latest, verification};
use crate::message::comparison::Side;
use crate::message::{Action, Effect, Place};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane as _, Verbs, action_hint};

impl ContractPane {
    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.as_of.is_some() {
            return verbs.typed(action_hint::line("apply"));
        }
        let record = self.record(ctx);
        let none = record.is_none().then_some("the contract is not loaded");
        if self.is_too_early(ctx) {
            let open = verbs.add(Action::Open, "the contract as of now");
            open.run(|pane| Effect::Go(Place::contract(pane.query.contract)));
        } else if self.other_name(ctx).is_some() {
            verbs.part(|pane| Some(&mut pane.elsewhere), |verbs| self.elsewhere.verbs(ctx, verbs));
        } else if self.is_shown(ctx) {
            let sheet = self.sheets.focused();
            let is_outcomes = sheet.selected().is_some_and(|(label, _)| label == latest::OUTCOMES);
            if is_outcomes && self.latest.has_failures() {
                verbs.add(Action::Open, "follow").run(|pane| pane.failed_results(ctx));
            }
            on_sheet::selected(verbs, sheet, || self.copies(ctx));
            let body = above_pages(ctx.body, ctx);
            verbs.part(|pane| Some(&mut pane.sheets), |verbs| self.sheets.verbs(body, verbs));
        }
        let web = if self.web(ctx).is_none() { Some("this network has no web explorer") } else { none };
        let unasked = verification::place(self.query.contract, ctx).is_none();
        let unasked = unasked.then_some("this network has no verifier, or no chain id");
        verbs.add(Action::Results, "results").run(|pane| {
            let internal = pane.system().is_some();
            Effect::Go(Place::Results(ResultsQuery { internal, ..ResultsQuery::all(pane.best_ref(ctx)) }))
        });
        let unknown = self.results(ctx).is_none().then_some("the contract is not loaded");
        let failed = verbs.hidden(Action::FailedOnly, "its failed results").unless(unknown);
        failed.run(|pane| pane.failed_results(ctx));
        let verify = verbs.add(Action::Verify, "verify").unless(none);
        verify.run(|pane| Effect::Go(Place::Verify(pane.verify(ctx))));
        verbs.add(Action::Bytecode, "bytecode").unless(none).page();
        verbs.add(Action::AsOf, "as of a time").run(|pane| pane.as_of = Some(as_of::form(&pane.query, ctx)));
        verbs.hidden(Action::Logs, "its events").unless(none).page();
        let state = verbs.hidden(Action::State, "its storage").unless(none);
        state.run(|pane| Effect::Go(Place::State(pane.state(ctx))));
        verbs.hidden(Action::FindEvents, "find events").page();
        verbs.hidden(Action::GasUsage, "gas usage").page();
        verbs.hidden(Action::Interfaces, "interfaces and signatures").unless(none).page();
        verbs.hidden(Action::Versions, "its versions, and what changed").unless(none).page();
        verbs.add(Action::Refresh, "refresh").run(|_| Effect::Refresh);
        let raw = verbs.add(Action::Raw, "raw JSON").unless(none);
        raw.run(move |pane| Effect::raw(pane.title(ctx), record.map(|contract| contract.raw.clone())));
        verbs.hidden(Action::Verified, "see how it is verified").unless(unasked).page();
        verbs.hidden(Action::Sources, "read its verified sources").unless(unasked).page();
        let browse = verbs.hidden(Action::Browse, "open in a web explorer").unless(web);
        browse.run(|pane| Effect::browse(pane.web(ctx)));
        let compare = verbs.hidden(Action::Compare, "compare with another contract").unless(none);
        compare.run(|pane| Effect::Compare(Side::Contract(pane.best_ref(ctx))));
    }
}
