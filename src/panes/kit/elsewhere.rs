//! What a name is that is not what it was looked up as: a contract's, an account's, a schedule's or a token's. The
//! servers are asked for all of them, and the page of the one that there is opens instead.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Fetched, Wants, labels, on_sheet};
use crate::ledger::ContractRef;
use crate::ledger::query::ContractQuery;
use crate::message::place::PlaceKind;
use crate::message::question::{AccountQuery, ScheduleQuery, TokenQuery};
use crate::message::{Action, Click, Copied, Effect, Notice, Place};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::{Link, Sheet, Split, Value};

/// The rows above, for what the server said.
const ANSWER_ROWS: u16 = 8;

/// Where else a name can be looked up.
#[derive(Debug, Default)]
pub struct Elsewhere(Sheet);

/// Something that a name may be, and whether it is; `None` while that is unknown.
struct Candidate {
    place: Place,
    is_it: Option<bool>,
}

/// A kind with its article.
fn kind(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Account => "an account",
        PlaceKind::Schedule => "a schedule",
        PlaceKind::Token => "a token",
        _ => "a contract",
    }
}

/// What the name may be that is not of a kind, with what is known of it.
fn candidates(named: ContractRef, not: PlaceKind, ctx: &Context<'_>) -> impl Iterator<Item = Candidate> {
    let of_all = [
        (Place::contract(named), answer(ctx.get(&ContractQuery::now(named)))),
        (Place::Account(named.into()), answer(ctx.get(&AccountQuery(named.into())))),
    ];
    let of_id = named.entity_id(ctx.network.home).map(|id| {
        [
            (Place::Schedule(id), answer(ctx.get(&ScheduleQuery(id)))),
            (Place::Token(id), answer(ctx.get(&TokenQuery(id)))),
        ]
    });
    let all = of_all.into_iter().chain(of_id.into_iter().flatten());
    all.filter(move |(place, _)| place.kind() != not).map(|(place, is_it)| Candidate { place, is_it })
}

fn answer<T>(fetched: Fetched<'_, T>) -> Option<bool> {
    if fetched.is_missing() { Some(false) } else { fetched.value().map(|_| true) }
}

/// Adds the questions about a name that is not of this kind.
pub fn wants(named: ContractRef, not: PlaceKind, ctx: &Context<'_>, wants: &mut Wants) {
    if not != PlaceKind::Contract {
        wants.add_optional(&ContractQuery::now(named));
    }
    if not != PlaceKind::Account {
        wants.add_optional(&AccountQuery(named.into()));
    }
    if let Some(id) = named.entity_id(ctx.network.home) {
        wants.add_optional(&ScheduleQuery(id));
        if not != PlaceKind::Token {
            wants.add_optional(&TokenQuery(id));
        }
    }
}

/// Opens the page of what it is, once that is known.
pub fn open(named: ContractRef, not: PlaceKind, ctx: &Context<'_>) -> Vec<Effect> {
    let Some(found) = candidates(named, not, ctx).find(|it| it.is_it == Some(true)) else {
        return Vec::new();
    };
    let words = format!("{named} is {}, not {}", kind(found.place.kind()), kind(not));
    vec![Effect::Replace(found.place), Effect::Notify(Notice::info(words))]
}

impl Elsewhere {
    /// Says where a name that is not of this kind can be looked up, as far as it is not known to be nothing of the
    /// other kinds; nothing without a name.
    pub fn update(&mut self, named: Option<ContractRef>, not: PlaceKind, ctx: &Context<'_>) {
        let sheet = labels::on_sheet(ctx, named.map(|named| sheet(named, not, ctx)).unwrap_or_default());
        self.0 = sheet.after(&self.0, area(ctx.body).height);
    }

    /// Draws it, and returns the area above, for what the server said.
    pub fn view(&self, ctx: &Context<'_>, body: Rect, buf: &mut Buffer) -> Rect {
        let below = area(body);
        self.0.view(ctx.theme, below, buf);
        body.above(below.height)
    }

    pub fn act(&mut self, action: Action, ctx: &Context<'_>, copies: Vec<Copied>) -> Vec<Effect> {
        on_sheet::act(&mut self.0, action, area(ctx.body).height, copies)
    }

    /// Takes a click; `true` if it opens what is selected.
    pub fn click(&mut self, click: Click, ctx: &Context<'_>) -> bool {
        self.0.click(click, area(ctx.body))
    }

    pub fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.0.links(area(ctx.body))
    }

    /// What can be done with the selected row.
    pub fn hints(&self) -> Vec<ActionHint> {
        let nowhere = self.0.place().is_none().then_some("nothing to open");
        let verb = self.0.place().map_or("look it up", |place| match place.kind() {
            PlaceKind::Account => "look it up as an account",
            PlaceKind::Schedule => "look it up as a schedule",
            PlaceKind::Token => "look it up as a token",
            _ => "look it up as a contract",
        });
        let mut hints = vec![ActionHint::new(Action::Open, verb).disabled_if(nowhere)];
        hints.extend(action_hint::moves());
        hints
    }
}

fn sheet(named: ContractRef, not: PlaceKind, ctx: &Context<'_>) -> Sheet {
    let all: Vec<Candidate> = candidates(named, not, ctx).collect();
    if all.iter().all(|it| it.is_it == Some(false)) {
        let kinds: Vec<&str> = all.iter().map(|it| kind(it.place.kind())).collect();
        let kinds = match kinds.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            kinds => kinds.concat(),
        };
        return Sheet::default().heading(format!("Nor is {named} {kinds} here"));
    }
    let not = kind(not).split(' ').next_back().unwrap_or_default();
    let possible = all.into_iter().filter(|it| it.is_it != Some(false));
    possible.fold(Sheet::default().heading(format!("If {named} is no {not} but")), |sheet, it| {
        sheet.fact(kind(it.place.kind()), Value::plain(it.place.label()).link(it.place))
    })
}

/// Where it is drawn.
fn area(body: Rect) -> Rect {
    body.below(ANSWER_ROWS)
}
