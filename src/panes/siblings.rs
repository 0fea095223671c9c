//! The pages of one contract, each of them a key away from every other.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Context, Offer};
use crate::ledger::ContractRef;
use crate::ledger::query::{LogsQuery, ResultsQuery, StateQuery};
use crate::message::{Action, Effect, HuntPlace, Place};
use crate::widgets::Role;
use crate::widgets::line::{put, width};

/// The pages by their verbs, each with its words for help and for the line that names them all.
const PAGES: [(Action, &str, &str); 12] = [
    (Action::Contract, "contract", "contract"),
    (Action::Results, "results", "results"),
    (Action::Bytecode, "code", "code"),
    (Action::Logs, "events", "events"),
    (Action::State, "storage", "storage"),
    (Action::Versions, "versions", "versions"),
    (Action::Interfaces, "interfaces and signatures", "interfaces"),
    (Action::Hunt, "find events in the results", "find events"),
    (Action::Economics, "gas usage", "gas"),
    (Action::AsOf, "as of a time", "as of"),
    (Action::Sources, "verified sources", "sources"),
    (Action::Verified, "how it is verified", "verified"),
];

/// The verb that leads to the page of this place, which need not be offered on that page itself.
fn own(place: &Place) -> Option<Action> {
    Some(match place {
        Place::Contract(_) => Action::Contract,
        Place::Results(_) => Action::Results,
        Place::Code(_) => Action::Bytecode,
        Place::Logs(_) => Action::Logs,
        Place::State(_) => Action::State,
        Place::Versions(_) => Action::Versions,
        Place::Interfaces(_) | Place::AddInterface(..) => Action::Interfaces,
        Place::Hunt(_) => Action::Hunt,
        Place::Economics(_) => Action::Economics,
        Place::Sources(..) => Action::Sources,
        Place::Verified(..) => Action::Verified,
        _ => return None,
    })
}

/// The contract of which this place is a page, if it is one on the network on screen.
pub fn contract(place: &Place, ctx: &Context<'_>) -> Option<ContractRef> {
    match place {
        Place::Contract(query) => Some(query.contract),
        Place::Code(contract) => Some(*contract),
        Place::Result(contract, _) => Some(*contract),
        Place::Results(query) | Place::Economics(query) => Some(query.contract),
        Place::Logs(query) => Some(query.contract),
        Place::State(query) => Some(query.contract),
        Place::Hunt(hunt) => Some(hunt.contract),
        Place::Versions(contract) | Place::Interfaces(contract) | Place::AddInterface(contract, _) => {
            Some(*contract)
        }
        Place::Sources(chain, contract) | Place::Verified(chain, contract) => {
            Some(*contract).filter(|_| ctx.network.chain.as_ref() == Some(chain))
        }
        _ => None,
    }
}

/// Whether this verb leads to a page of a contract.
pub fn is_page(action: Action) -> bool {
    PAGES.iter().any(|(page, ..)| *page == action)
}

/// The ways to the other pages of a contract, for help: those that its page at `place` does not offer itself.
pub fn offers(place: &Place, offered: &[Offer], ctx: &Context<'_>) -> Vec<Offer> {
    let other = PAGES.into_iter().filter(|(page, ..)| Some(*page) != own(place));
    let missing = other.filter(|(page, ..)| !offered.iter().any(|offer| offer.action == *page));
    let offer = |(page, words, _)| {
        let unasked = chained(page) && ctx.network.chain.is_none();
        Offer::quiet(page, words).unless(unasked.then_some("this network has no chain id"))
    };
    missing.map(offer).collect()
}

fn chained(page: Action) -> bool {
    matches!(page, Action::Sources | Action::Verified)
}

/// Goes to the page of this contract that the verb means.
pub fn go(page: Action, contract: ContractRef, ctx: &Context<'_>) -> Vec<Effect> {
    let place = match page {
        Action::Contract | Action::AsOf => Place::contract(contract),
        Action::Results => Place::Results(ResultsQuery::all(contract)),
        Action::Bytecode => Place::Code(contract),
        Action::Logs => Place::Logs(Box::new(LogsQuery::all(contract))),
        Action::State => Place::State(StateQuery::all(contract)),
        Action::Versions => Place::Versions(contract),
        Action::Interfaces => Place::Interfaces(contract),
        Action::Hunt => Place::Hunt(HuntPlace::of(contract)),
        Action::Economics => Place::Economics(ResultsQuery::all(contract)),
        Action::Sources | Action::Verified => {
            let Some(chain) = ctx.network.chain.clone() else { return Vec::new() };
            if page == Action::Sources {
                Place::Sources(chain, contract)
            } else {
                Place::Verified(chain, contract)
            }
        }
        _ => return Vec::new(),
    };
    // The contract's own page asks for the time.
    let then = (page == Action::AsOf).then_some(Effect::Act(Action::AsOf));
    [Effect::Go(place)].into_iter().chain(then).collect()
}

/// How many lines the names of the pages take at this width.
pub fn lines(width: u16, ctx: &Context<'_>) -> u16 {
    u16::try_from(named(width, ctx).len()).unwrap_or(0)
}

/// Draws the names of the pages that a contract's own page leads to, each with its key.
pub fn view(ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let theme = &ctx.look.theme;
    for (row, line) in (0..area.height).zip(named(area.width, ctx)) {
        let mut column = 1;
        for (key, words) in line {
            column = put(buf, area, column, row, &key, theme.style(Role::Key));
            column = put(buf, area, column + 1, row, words, theme.style(Role::Dim)) + 2;
        }
    }
}

/// The pages with their keys, line by line.
fn named(wide: u16, ctx: &Context<'_>) -> Vec<Vec<(String, &'static str)>> {
    let mut lines: Vec<Vec<(String, &'static str)>> = Vec::new();
    let mut column = u16::MAX;
    for (page, _, words) in PAGES.into_iter().filter(|(page, ..)| *page != Action::Contract) {
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
