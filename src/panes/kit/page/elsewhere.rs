//! Finds the kind of a name that is not of the expected kind: contract, account, schedule or token. The servers
//! are asked for all kinds, and the page of the one that exists opens instead.

use api::{ScheduleQuery, TokenQuery};
use ledger::ContractRef;
use ledger::query::{AccountQuery, ContractQuery};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::place::PlaceKind;
use crate::message::{Action, Click, Effect, Notice, Place, Question};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::labels;
use crate::panes::{Context, Verbs};
use crate::widgets::{Link, Sheet, Split, Value};

/// Rows above, for the server's answer.
const ANSWER_ROWS: u16 = 8;

/// Where else a name can be looked up.
#[derive(Debug, Default)]
pub struct Elsewhere(Sheet);

/// A possible kind, and whether it applies; `None` while unknown.
struct Candidate {
    place: Place,
    is_it: Option<bool>,
}

/// The name of a kind, without and with its article.
fn noun(kind: PlaceKind) -> (&'static str, &'static str) {
    match kind {
        PlaceKind::Account => ("account", "an account"),
        PlaceKind::Schedule => ("schedule", "a schedule"),
        PlaceKind::Token => ("token", "a token"),
        _ => ("contract", "a contract"),
    }
}

/// Receives the questions that find the kind of a name, each with the page to open.
trait Ask {
    fn ask<Q: Question>(&mut self, place: Place, question: &Q);
}

/// Asks for all kinds except the one that is ruled out.
fn ask(named: ContractRef, not: PlaceKind, ctx: &Context<'_>, asked: &mut impl Ask) {
    if not != PlaceKind::Contract {
        asked.ask(Place::contract(named), &ContractQuery::now(named));
    }
    if not != PlaceKind::Account {
        asked.ask(Place::Account(named.into()), &AccountQuery::now(named));
    }
    let Some(id) = named.entity_id(ctx.network.home) else { return };
    if not != PlaceKind::Schedule {
        asked.ask(Place::Schedule(id), &ScheduleQuery(id));
    }
    if not != PlaceKind::Token {
        asked.ask(Place::Token(id), &TokenQuery(id));
    }
}

impl Ask for Wants {
    fn ask<Q: Question>(&mut self, _place: Place, question: &Q) {
        self.add_optional(question);
    }
}

/// The possible kinds of the name, each with its answer so far.
struct Candidates<'c, 'a> {
    ctx: &'c Context<'a>,
    all: Vec<Candidate>,
}

impl Ask for Candidates<'_, '_> {
    fn ask<Q: Question>(&mut self, place: Place, question: &Q) {
        let found = self.ctx.get(question);
        let is_it = if found.is_missing() { Some(false) } else { found.value().map(|_| true) };
        self.all.push(Candidate { place, is_it });
    }
}

fn candidates(named: ContractRef, not: PlaceKind, ctx: &Context<'_>) -> Vec<Candidate> {
    let mut candidates = Candidates { ctx, all: Vec::new() };
    ask(named, not, ctx, &mut candidates);
    candidates.all
}

/// Adds the questions about a name that is not of this kind.
pub fn wants(named: ContractRef, not: PlaceKind, ctx: &Context<'_>, wants: &mut Wants) {
    ask(named, not, ctx, wants);
}

/// Opens the entity's page once its kind is known. Contracts have accounts too: the first kind counts.
pub fn open(named: ContractRef, not: PlaceKind, ctx: &Context<'_>) -> Vec<Effect> {
    let first = candidates(named, not, ctx).into_iter().find(|it| it.is_it != Some(false));
    let Some(found) = first.filter(|it| it.is_it == Some(true)) else { return Vec::new() };
    let words = format!("{named} is {}, not {}", noun(found.place.kind()).1, noun(not).1);
    vec![Effect::Replace(found.place), Effect::Notify(Notice::info(words))]
}

impl Elsewhere {
    /// Lists where else a name can be looked up, without kinds that are ruled out; empty without a name.
    pub fn update(&mut self, named: Option<ContractRef>, not: PlaceKind, ctx: &Context<'_>) {
        let sheet = labels::on_sheet(ctx, named.map(|named| sheet(named, not, ctx)).unwrap_or_default());
        self.0 = sheet.after(&self.0, area(ctx.body).height);
    }

    /// Draws the list, and returns the area above for the server's answer.
    pub fn view(&self, ctx: &Context<'_>, body: Rect, buf: &mut Buffer) -> Rect {
        let below = area(body);
        self.0.view(ctx.theme, below, buf);
        body.above(below.height)
    }

    /// Handles a click; `true` if it opens the selected row.
    pub fn click(&mut self, click: Click, ctx: &Context<'_>) -> bool {
        self.0.click(click, area(ctx.body))
    }

    pub fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.0.links(area(ctx.body))
    }

    /// Adds the verbs of the selected row.
    pub fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let place = self.0.place();
        let nowhere = place.is_none().then_some("nothing to open");
        let kind = place.as_ref().map(|place| format!(" as {}", noun(place.kind()).1)).unwrap_or_default();
        let row = verbs.add(Action::Open, move || format!("look it up{kind}")).unless(nowhere);
        row.run(|_| Effect::go(place));
        verbs.moves(|it, action| _ = it.0.act(action, area(ctx.body).height));
    }
}

fn sheet(named: ContractRef, not: PlaceKind, ctx: &Context<'_>) -> Sheet {
    let all = candidates(named, not, ctx);
    if all.iter().all(|it| it.is_it == Some(false)) {
        let kinds: Vec<&str> = all.iter().map(|it| noun(it.place.kind()).1).collect();
        let kinds = match kinds.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            kinds => kinds.concat(),
        };
        return Sheet::default().heading(format!("Nor is {named} {kinds} here"));
    }
    let possible = all.into_iter().filter(|it| it.is_it != Some(false));
    possible.fold(Sheet::default().heading(format!("If {named} is no {} but", noun(not).0)), |sheet, it| {
        sheet.fact(noun(it.place.kind()).1, Value::plain(it.place.label()).link(it.place))
    })
}

/// Where it is drawn.
fn area(body: Rect) -> Rect {
    body.below(ANSWER_ROWS)
}
