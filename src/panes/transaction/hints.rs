//! The actions on a family of transactions and on its selected member.

use super::TransactionPane;
use super::filters::next_words;
use super::parts::Tab;
use crate::message::Action;
use crate::panes::kit::on_sheet;
use crate::panes::{ActionHint, Context, action_hint};

/// The offers of the pane.
pub(super) fn hints_of(pane: &TransactionPane, ctx: &Context<'_>) -> Vec<ActionHint> {
    if pane.filters.is_some() {
        return action_hint::form("apply");
    }
    let mut hints = Vec::new();
    let none = pane.shown.is_none().then_some("the transaction is not loaded");
    if pane.watch.is_some() {
        hints.push(ActionHint::new(Action::Close, "stop watching"));
    }
    if pane.in_tree() {
        hints.push(ActionHint::new(Action::Open, "facts"));
        hints.push(ActionHint::new(Action::Copy, "copy the id"));
        hints.push(ActionHint::hidden(Action::CopyMenu, "copy …"));
        hints.extend(action_hint::moves());
    } else if pane.member().is_some() {
        let mut on_sheet = on_sheet::hints(pane.sheet());
        for hint in on_sheet.iter_mut().filter(|hint| hint.action == Action::Open) {
            if pane.relative().is_some() {
                *hint = ActionHint::new(Action::Open, "select it");
            }
        }
        hints.extend(on_sheet);
    }
    if let Some(first) = pane.family.blame.first {
        let there = (pane.tree.selected() == first).then_some("it is selected");
        hints.push(ActionHint::new(Action::NextHit, "first failure").disabled_if(there));
    }
    if pane.member().is_some() {
        let (next, previous) = match (pane.in_tree(), pane.tab, pane.family.is_tree()) {
            (true, _, _) => ("facts", "money trail"),
            (false, Tab::Facts, true) => ("money trail", "tree"),
            (false, Tab::Money, true) => ("tree", "facts"),
            (false, Tab::Facts, false) => ("money trail", "money trail"),
            (false, Tab::Money, false) => ("facts", "facts"),
        };
        hints.push(ActionHint::new(Action::NextPart, next));
        hints.push(ActionHint::hidden(Action::PreviousPart, previous));
    }
    if pane.family.is_tree() && pane.tab == Tab::Money {
        hints.push(ActionHint::new(Action::Internal, pane.money.turn_words()));
    }
    if pane.other_family().is_some() {
        hints.push(ActionHint::new(Action::Transaction, "its own id"));
    }
    if pane.contract().is_some() {
        hints.push(ActionHint::new(Action::Contract, "contract"));
        hints.push(ActionHint::hidden(Action::Results, "results of the contract"));
    }
    let unfiltered = pane.query.pairs().is_empty().then_some("no filter is active");
    let web = if pane.web(ctx).is_none() { Some("this network has no web explorer") } else { none };
    hints.extend([
        ActionHint::new(Action::Scheduled, next_words(&pane.query)),
        ActionHint::new(Action::Filter, "filter"),
        ActionHint::new(Action::Reset, "clear the filters").disabled_if(unfiltered),
        ActionHint::new(Action::Refresh, "refresh"),
        ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
        ActionHint::hidden(Action::Browse, "open in a web explorer").disabled_if(web),
        ActionHint::hidden(Action::Compare, "compare with another transaction").disabled_if(none),
    ]);
    hints
}
