//! What can be done with a family of transactions and with its selected member.

use super::TransactionPane;
use super::filters::next_words;
use super::parts::Tab;
use crate::message::Action;
use crate::panes::{Context, Offer, offer, on_sheet};

/// The offers of the pane.
pub(super) fn of(pane: &TransactionPane, ctx: &Context<'_>) -> Vec<Offer> {
    if pane.filters.is_some() {
        return offer::form("apply");
    }
    let mut offers = Vec::new();
    let none = pane.shown.is_none().then_some("the transaction is not loaded");
    if pane.watch.is_some() {
        offers.push(Offer::new(Action::Close, "stop watching"));
    }
    if pane.in_tree() {
        offers.push(Offer::new(Action::Open, "facts"));
        offers.push(Offer::new(Action::Copy, "copy the id"));
        offers.push(Offer::quiet(Action::CopyMenu, "copy …"));
        offers.extend(offer::moves());
    } else if pane.member().is_some() {
        let mut on_sheet = on_sheet::offers(pane.sheet());
        for offer in on_sheet.iter_mut().filter(|offer| offer.action == Action::Open) {
            if pane.relative().is_some() {
                *offer = Offer::new(Action::Open, "select it");
            }
        }
        offers.extend(on_sheet);
    }
    if let Some(first) = pane.family.blame.first {
        let there = (pane.tree.selected() == first).then_some("it is selected");
        offers.push(Offer::new(Action::NextHit, "first failure").unless(there));
    }
    if pane.member().is_some() {
        let (next, previous) = match (pane.in_tree(), pane.tab, pane.family.is_tree()) {
            (true, _, _) => ("facts", "money trail"),
            (false, Tab::Facts, true) => ("money trail", "tree"),
            (false, Tab::Money, true) => ("tree", "facts"),
            (false, Tab::Facts, false) => ("money trail", "money trail"),
            (false, Tab::Money, false) => ("facts", "facts"),
        };
        offers.push(Offer::new(Action::NextPart, next));
        offers.push(Offer::quiet(Action::PreviousPart, previous));
    }
    if pane.family.is_tree() && pane.tab == Tab::Money {
        offers.push(Offer::new(Action::Internal, pane.money.turn_words()));
    }
    if pane.other_family().is_some() {
        offers.push(Offer::new(Action::Transaction, "its own id"));
    }
    if pane.contract().is_some() {
        offers.push(Offer::new(Action::Contract, "contract"));
        offers.push(Offer::quiet(Action::Results, "results of the contract"));
    }
    let unfiltered = pane.query.pairs().is_empty().then_some("no filter is on");
    let web = if pane.web(ctx).is_none() { Some("this network has no web explorer") } else { none };
    offers.extend([
        Offer::new(Action::Scheduled, next_words(&pane.query)),
        Offer::new(Action::Filter, "filter"),
        Offer::new(Action::Reset, "drop the filters").unless(unfiltered),
        Offer::new(Action::Refresh, "refresh"),
        Offer::new(Action::Raw, "raw JSON").unless(none),
        Offer::quiet(Action::Browse, "open in a web explorer").unless(web),
    ]);
    offers
}
