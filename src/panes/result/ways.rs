//! Related places of a result, and its copy menu.

use ledger::query::ResultsQuery;
use ledger::{ContractRef, HexBytes};
use verification::CreationHash;

use super::tab::Tab;
use super::{ResultPane, logs, outcome};
use crate::message::comparison::Side;
use crate::message::place::VerifyPlace;
use crate::message::{Copied, EventSearchPlace};
use crate::panes::kit::nouns::values;
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane};

impl ResultPane {
    /// The results of the same contract and sender.
    pub(super) fn of_sender(&self, ctx: &Context<'_>) -> Option<ResultsQuery> {
        let from = self.answers.result()?.from.value()?;
        Some(ResultsQuery { from: Some(values::sender(from, ctx)), ..ResultsQuery::all(self.best_ref()?) })
    }

    /// The result as a side of a comparison.
    pub(super) fn side(&self) -> Option<Side> {
        Some(Side::Result(self.best_ref()?, self.consensus_time()?))
    }

    /// Why the transaction cannot be opened; `None` if it can.
    pub(super) fn missing_transaction(&self) -> Option<&'static str> {
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
        let hash =
            result.filter(|result| outcome::is_creation(result)).and_then(|result| result.hash.known());
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
