//! What a contract's page offers.

use super::{ContractPane, verification};
use crate::message::Action;
use crate::panes::{ActionHint, Context, action_hint};

impl ContractPane {
    /// What can be done on the page, now.
    pub(super) fn offers(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if self.as_of.is_some() {
            return action_hint::line("apply");
        }
        let none = self.record(ctx).is_none().then_some("the contract is not loaded");
        let mut hints = Vec::new();
        if self.is_too_early(ctx) {
            hints.push(ActionHint::new(Action::Open, "the contract as of now"));
        } else if self.other_name(ctx).is_some() {
            hints.extend(self.elsewhere.hints());
        } else if self.is_shown(ctx) {
            hints.extend(self.sheets.hints());
        }
        let unknown = self.results(ctx).is_none().then_some("the contract is not loaded");
        let web = if self.web(ctx).is_none() { Some("this network has no web explorer") } else { none };
        let unasked = verification::place(self.query.contract, ctx).is_none();
        let unasked = unasked.then_some("this network has no verifier, or no chain id");
        hints.extend([
            ActionHint::new(Action::Results, "results"),
            ActionHint::hidden(Action::FailedOnly, "its failed results").disabled_if(unknown),
            ActionHint::new(Action::Verify, "verify").disabled_if(none),
            ActionHint::new(Action::Bytecode, "bytecode").page().disabled_if(none),
            ActionHint::new(Action::AsOf, "as of a time"),
            ActionHint::hidden(Action::Logs, "its events").page().disabled_if(none),
            ActionHint::hidden(Action::State, "its storage").disabled_if(none),
            ActionHint::hidden(Action::FindEvents, "find events").page(),
            ActionHint::hidden(Action::GasUsage, "gas usage").page(),
            ActionHint::hidden(Action::Interfaces, "interfaces and signatures").page().disabled_if(none),
            ActionHint::hidden(Action::Versions, "its versions, and what changed").page().disabled_if(none),
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
            ActionHint::hidden(Action::Verified, "see how it is verified").page().disabled_if(unasked),
            ActionHint::hidden(Action::Sources, "read its verified sources").page().disabled_if(unasked),
            ActionHint::hidden(Action::Browse, "open in a web explorer").disabled_if(web),
            ActionHint::hidden(Action::Compare, "compare with another contract").disabled_if(none),
        ]);
        hints
    }
}
