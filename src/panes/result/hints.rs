//! What a result offers on each of its tabs.

use super::tab::Tab;
use super::{ResultPane, missing};
use crate::message::Action;
use crate::panes::kit::on_sheet;
use crate::panes::{ActionHint, Context, action_hint};

impl ResultPane {
    pub(super) fn verbs(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if self.tab == Tab::State && self.state.is_typing() {
            return action_hint::line("keep");
        }
        if self.tab == Tab::Raw && self.raw.is_typing() {
            return self.raw.hints();
        }
        let none = self.answers.result().is_none().then_some("the result is not loaded");
        let mut hints = vec![
            ActionHint::new(Action::NextPart, "next tab").disabled_if(none),
            ActionHint::hidden(Action::PreviousPart, "previous tab").disabled_if(none),
            ActionHint::hidden(Action::Right, "next tab").disabled_if(none),
            ActionHint::hidden(Action::Left, "previous tab").disabled_if(none),
        ];
        match (self.answers.result(), self.tab, self.sheets.get(self.tab.place())) {
            (None, _, _) if self.answers.is_missing(ctx) => {
                let around = missing::around(self.answers.named());
                hints.extend(around.map(|(_, words)| ActionHint::new(Action::Open, words)));
            }
            (Some(_), Tab::Trace, _) => hints.extend(self.trace.hints()),
            (Some(_), Tab::Raw, _) => hints.extend(self.raw.hints()),
            (Some(_), Tab::State, _) => hints.extend(self.state.hints()),
            (Some(_), _, Some(sheet)) => {
                let details = self.details().map(|_| ActionHint::new(Action::Open, "details"));
                let is_new = |hint: &ActionHint| details.is_none() || hint.action != Action::Open;
                let of_sheet: Vec<_> = on_sheet::hints(sheet).into_iter().filter(is_new).collect();
                hints.extend(details.into_iter().chain(of_sheet));
            }
            _ => {}
        }
        let unread =
            (self.readings.current(ctx).turn().of == 0).then_some("no signature is known for these bytes");
        let no_contract = match (self.contract(), self.answers.result()) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("the constructor failed: there is no contract"),
            (None, None) => Some("its contract is not known yet"),
        };
        let no_sender = self.of_sender(ctx).is_none().then_some("its sender is not known");
        let web = self.web(ctx).is_none().then_some("this network has no web explorer");
        let everywhere = [
            ActionHint::global(Action::Units, "units"),
            ActionHint::new(Action::Replay, "replay").disabled_if(none),
            ActionHint::new(Action::Results, "results").page().disabled_if(no_contract),
            ActionHint::new(Action::Contract, "contract").page().disabled_if(no_contract),
            ActionHint::hidden(Action::Interfaces, "interfaces and signatures")
                .page()
                .disabled_if(no_contract),
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
            ActionHint::hidden(Action::Browse, "open in a web explorer").disabled_if(web),
            ActionHint::hidden(Action::Compare, "compare with another result").disabled_if(none),
            ActionHint::hidden(Action::Verify, "verify the contract").disabled_if(none),
            ActionHint::new(Action::Transaction, "transaction").disabled_if(self.missing_transaction()),
            ActionHint::hidden(Action::Sender, "results from this sender").disabled_if(no_sender),
        ];
        // In the trace it is the called contract that opens.
        let in_trace = self.in_trace();
        hints.extend(everywhere.into_iter().filter(|hint| !in_trace || hint.action != Action::Contract));
        if matches!(self.tab, Tab::Input | Tab::Logs) {
            hints.insert(0, ActionHint::new(Action::NextReading, "next decoding").disabled_if(unread));
        }
        if self.tab == Tab::Logs {
            let none = self.event_search(ctx).is_none().then_some("no event with a topic is selected");
            hints.push(ActionHint::hidden(Action::FindEvents, "find this event").disabled_if(none));
        }
        hints
    }
}
