//! The pages of one contract, each of them a key away from every other.

use ledger::ContractRef;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::place::{PlaceKind, Row};
use crate::message::{Action, Effect, Place};
use crate::panes::{ActionHint, Context};
use crate::widgets::Role;
use crate::widgets::line::{put, width};

/// A page by its verb: of a past time is the contract's own page, opened with the question for the time.
fn page(action: Action) -> Option<&'static Row> {
    let page = if action == Action::AsOf { Action::Contract } else { action };
    Row::opened_by(page).filter(|row| row.page)
}

/// The pages by their verbs and names, in their order.
fn pages() -> impl Iterator<Item = (Action, &'static str)> {
    let pages = Row::pages().filter_map(|row| Some((row.action?, row.name)));
    [(Action::AsOf, "as of a time")].into_iter().chain(pages)
}

/// The contract of which this place is a page, if it is one on the network on screen.
pub fn contract(place: &Place, ctx: &Context<'_>) -> Option<ContractRef> {
    let elsewhere = match place {
        Place::Sources(chain, _) | Place::Verified(chain, _) => ctx.network.chain.as_ref() != Some(chain),
        Place::Result(..) | Place::Replay(_) | Place::AddInterface(..) => false,
        place => !place.kind().row().page,
    };
    place.contract_named().filter(|_| !elsewhere)
}

/// Whether this verb leads to a page of a contract.
pub fn is_page(action: Action) -> bool {
    page(action).is_some()
}

/// The ways from a page of a contract to its others, for help.
pub fn hints(from: PlaceKind, ctx: &Context<'_>) -> impl Iterator<Item = ActionHint> {
    let own = move |action| action != Action::AsOf && page(action).is_some_and(|row| row.kind == from);
    let is_chainless = ctx.network.chain.is_none();
    pages().filter(move |(page, _)| !own(*page)).map(move |(page, name)| {
        let unasked = matches!(page, Action::Sources | Action::Verified) && is_chainless;
        ActionHint::hidden(page, name).disabled_if(unasked.then_some("this network has no chain id"))
    })
}

/// Goes to the page of this contract that the verb means.
pub fn go(action: Action, contract: ContractRef, ctx: &Context<'_>) -> Vec<Effect> {
    let place = page(action).and_then(|row| row.page_of(contract, ctx.network.chain.as_ref()));
    let Some(place) = place else { return Vec::new() };
    // The contract's own page asks for the time.
    let then = (action == Action::AsOf).then_some(Effect::Act(Action::AsOf));
    [Effect::Go(place)].into_iter().chain(then).collect()
}

/// How many lines the names of the pages take at this width.
pub fn lines(width: u16, ctx: &Context<'_>) -> u16 {
    u16::try_from(named(width, ctx).len()).unwrap_or(0)
}

/// Draws the names of the pages that a contract's own page leads to, each with its key.
pub fn view(ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let theme = ctx.theme;
    for (row, line) in (0..area.height).zip(named(area.width, ctx)) {
        let mut column = 1;
        for (key, words) in line {
            column = put(buf, area, (column, row), &key, theme.style(Role::Key));
            column = put(buf, area, (column + 1, row), words, theme.style(Role::Dim)) + 2;
        }
    }
}

/// The pages with their keys, line by line.
fn named(wide: u16, ctx: &Context<'_>) -> Vec<Vec<(String, &'static str)>> {
    let mut lines: Vec<Vec<(String, &'static str)>> = Vec::new();
    let mut column = u16::MAX;
    for (page, words) in pages().filter(|(page, _)| *page != Action::Contract) {
        let Some(key) = ctx.keymap.keys_of(page).into_iter().next() else { continue };
        let size = width(&key).saturating_add(width(words)).saturating_add(3);
        if column.saturating_add(size) > wide.saturating_add(2) {
            lines.push(Vec::new());
            column = 1;
        }
        column = column.saturating_add(size);
        if let Some(line) = lines.last_mut() {
            line.push((key, words));
        }
    }
    lines
}
