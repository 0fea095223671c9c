//! A hunt for an event among a contract's results: their blooms say which can hold it, and only those are read.
//!
//! ```text
//!   Transfer(address,address,uint256)  to 0.0.77                          what is hunted for
//!   by 0.0.5002, child transactions too                                   where
//!   scanned 2 400 · fetched 31 · hits 12 · at 2026-11-20 22:10:07         how far it is
//!     consensus time (UTC)           emitter   log  event                 the hits, newest first
//!   ▌ 2026-11-20 23:59:46.004117003  0.0.5002    0  Transfer(from …)
//! ```

mod chase;
mod form;
mod hits;
mod lookup;
mod pages;
mod pursuit;
mod words;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::chase::{Chase, Hit};
use self::form::{Filled, HuntForm};
use self::hits::Readings;
use self::pursuit::{Phase, Pursuit};
use super::kit::Wants;
use super::list::{click, say};
use super::{Context, Offer, Pane, Status, offer, on_sheet};
use crate::decode::known::Subject;
use crate::ledger::query::ResultsQuery;
use crate::message::{Action, Copied, Effect, HuntPlace, Input, Place};
use crate::widgets::line::{cut, put, rule, wrap_words};
use crate::widgets::table::Table;
use crate::widgets::{Role, Scroll};

/// The pane.
#[derive(Debug)]
pub struct HuntPane {
    hunt: HuntPlace,
    /// The hunt under way, or why there is none; nothing before an event was chosen.
    pursuit: Option<Result<Pursuit, String>>,
    readings: Readings,
    scroll: Scroll,
    form: Option<HuntForm>,
}

impl HuntPane {
    /// Opens the pane: begins to hunt if an event is named, else asks for one.
    pub fn open(hunt: HuntPlace, ctx: &Context<'_>) -> Self {
        let chosen = !hunt.event.is_empty();
        let pursuit = chosen.then(|| Pursuit::of(&hunt, &form::known_events(&hunt, ctx), ctx));
        let form = (!chosen).then(|| HuntForm::of(&hunt, ctx));
        let mut pane = Self { hunt, pursuit, readings: Readings::default(), scroll: Scroll::default(), form };
        pane.refit(ctx);
        pane
    }

    fn stop_or_go_on(&mut self, ctx: &Context<'_>) {
        match &mut self.pursuit {
            Some(Ok(pursuit)) if pursuit.phase() == Phase::Running => pursuit.stop(),
            Some(Ok(pursuit)) => pursuit.go_on(),
            _ => {}
        }
        self.refit(ctx);
    }

    fn view_hunt(&self, pursuit: &Pursuit, bands: &Bands, ctx: &Context<'_>, buf: &mut Buffer) {
        let (text, role) = words::progress(pursuit, ctx);
        let room = bands.head.width.saturating_sub(2);
        let last = bands.head.height.saturating_sub(1);
        put(buf, bands.head, 1, last, &cut(&text, room, ctx.look.glyphs.cut), ctx.look.theme.style(role));
        rule(buf, bands.line, 0, ctx.look.glyphs.rule, ctx.look.theme.style(Role::Rule));
        let hits = self.hits();
        if hits.is_empty() {
            say(&words::nothing(pursuit, &self.hunt), ctx, bands.table, buf);
            return;
        }
        let columns = hits::columns(ctx);
        let drawn = Table { columns: &columns, len: hits.len(), scroll: &self.scroll };
        drawn.view(ctx.look, bands.table, buf, |at| {
            hits.get(at).map(|hit| hits::cells(hit, &self.readings, ctx)).unwrap_or_default()
        });
        let Some(hit) = self.selected() else { return };
        let whole = self.readings.words(hit);
        let lines = wrap_words(&whole, room, usize::from(bands.foot.height), ctx.look.glyphs.cut);
        for (row, line) in (0..bands.foot.height).zip(lines) {
            put(buf, bands.foot, 1, row, &line, ctx.look.theme.style(Role::Plain));
        }
    }

    /// Has the logs in view read.
    fn look(&mut self, ctx: &Context<'_>) {
        let hits = match &self.pursuit {
            Some(Ok(pursuit)) => pursuit.chase().map(Chase::hits).unwrap_or_default(),
            _ => &[],
        };
        let window = self.scroll.window(hits.len(), bands(ctx.body).rows());
        self.readings.look(hits, &window, ctx);
    }

    fn hits(&self) -> &[Hit] {
        match &self.pursuit {
            Some(Ok(pursuit)) => pursuit.chase().map(Chase::hits).unwrap_or_default(),
            _ => &[],
        }
    }

    fn selected(&self) -> Option<&Hit> {
        self.hits().get(self.scroll.selected)
    }

    fn opened(&self) -> Option<Place> {
        self.selected().map(|hit| Place::Result(hit.trail.0, hit.trail.1))
    }

    /// The results that are looked through.
    fn results(&self) -> ResultsQuery {
        ResultsQuery {
            internal: self.hunt.internal,
            timestamp: self.hunt.timestamp.clone(),
            ..ResultsQuery::all(self.hunt.contract)
        }
    }

    fn copies(&self) -> Vec<Copied> {
        let mut copies: Vec<Copied> =
            self.selected().map(|hit| hits::copies(hit, &self.readings)).unwrap_or_default();
        copies.extend(
            self.opened()
                .map(|place| Copied { what: "the result's place".to_owned(), text: place.to_string() }),
        );
        copies.push(on_sheet::copied_place(&self.place()));
        if let Some(Ok(pursuit)) = &self.pursuit {
            copies.extend(on_sheet::copied_request(pursuit.url()));
        }
        copies
    }
}

impl Pane for HuntPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Pause | Action::Close | Action::Refresh => {
                self.stop_or_go_on(ctx);
                Vec::new()
            }
            Action::Filter => {
                self.form = Some(HuntForm::of(&self.hunt, ctx));
                Vec::new()
            }
            Action::Open => self.opened().map(Effect::Go).into_iter().collect(),
            Action::Transaction => {
                let at = self.selected().map(|hit| hit.trail.1);
                at.map(|at| Effect::Go(Place::TransactionAt(at))).into_iter().collect()
            }
            Action::Contract => vec![Effect::Go(Place::contract(self.hunt.contract))],
            Action::Results => vec![Effect::Go(Place::Results(self.results()))],
            Action::Copy => {
                let text = self.opened().map(|place| place.to_string());
                text.map(|text| Effect::Copy(Copied { what: "place".to_owned(), text })).into_iter().collect()
            }
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies())],
            _ => {
                let (len, height) = (self.hits().len(), bands(ctx.body).rows());
                let _ = self.scroll.act(action, len, height);
                self.look(ctx);
                Vec::new()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.form {
            return match form.type_in(input, &self.hunt, ctx) {
                Filled::Ignored => None,
                Filled::Open => Some(Vec::new()),
                Filled::Left => {
                    self.form = None;
                    Some(Vec::new())
                }
                Filled::Begin(hunt) => {
                    self.form = None;
                    let same = hunt == self.hunt && matches!(self.pursuit, Some(Ok(_)));
                    Some(if same { Vec::new() } else { vec![Effect::Replace(Place::Hunt(hunt))] })
                }
            };
        }
        let Input::Mouse(click) = input else { return None };
        let (table, len) = (bands(ctx.body).table, self.hits().len());
        Some(match click::rows(*click, table, &mut self.scroll, len) {
            click::Hit::Turn(turn) => turn.into_iter().flat_map(|action| self.act(action, ctx)).collect(),
            click::Hit::Again => self.act(Action::Open, ctx),
            click::Hit::Selected | click::Hit::Nothing => Vec::new(),
        })
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.resolve(Subject::Contract(self.hunt.contract));
        if let Some(Ok(pursuit)) = &self.pursuit {
            pursuit.wants(ctx, wants);
        }
        self.readings.wants(wants);
    }

    fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        if let Some(form) = &self.form {
            return form.offers();
        }
        let none = self.selected().is_none().then_some("there is no hit to open");
        let mut offers = vec![Offer::new(Action::Open, "open the result").unless(none)];
        if let Some(Ok(pursuit)) = &self.pursuit {
            let lost = pursuit.chase().is_some_and(|chase| chase.lost() > 0);
            match pursuit.phase() {
                Phase::Running => {
                    offers.push(Offer::new(Action::Pause, "stop"));
                    offers.push(Offer::quiet(Action::Close, "stop"));
                }
                Phase::Stopped => offers.push(Offer::new(Action::Pause, "go on")),
                Phase::Failed => offers.push(Offer::new(Action::Refresh, "try again")),
                Phase::Ended if lost => offers.push(Offer::new(Action::Refresh, "try again what failed")),
                Phase::Ended => {}
            }
        }
        offers.extend([
            Offer::new(Action::Filter, "what to find"),
            Offer::new(Action::Results, "results"),
            Offer::new(Action::Contract, "contract"),
            Offer::quiet(Action::Transaction, "transaction").unless(none),
            Offer::quiet(Action::Copy, "copy the place of the result").unless(none),
            Offer::quiet(Action::CopyMenu, "copy …"),
        ]);
        offers.extend(offer::moves());
        offers
    }

    fn place(&self) -> Place {
        Place::Hunt(self.hunt.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} find events", self.hunt.contract, ctx.look.glyphs.crumb)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        match &self.pursuit {
            Some(Ok(pursuit)) => words::status(pursuit, ctx),
            _ => Status::default(),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let bands = bands(area);
        let room = area.width.saturating_sub(2);
        let shape = self.pursuit.as_ref().and_then(|pursuit| pursuit.as_ref().ok()).map(Pursuit::shape);
        for (row, text) in (0..bands.head.height).zip(words::what(&self.hunt, shape)) {
            let role = if row == 0 { Role::Heading } else { Role::Dim };
            put(buf, bands.head, 1, row, &cut(&text, room, ctx.look.glyphs.cut), ctx.look.theme.style(role));
        }
        match &self.pursuit {
            None => say(&words::unbegun(), ctx, bands.table, buf),
            Some(Err(fault)) => {
                let lines = [(fault.clone(), Role::Failure), (words::CHANGE.to_owned(), Role::Plain)];
                say(&lines, ctx, bands.table, buf);
            }
            Some(Ok(pursuit)) => self.view_hunt(pursuit, &bands, ctx, buf),
        }
        self.form.as_ref().and_then(|form| form.view(&self.hunt, ctx, area, buf))
    }

    /// The search goes on only while it is on screen.
    fn refit(&mut self, ctx: &Context<'_>) {
        let new = match &mut self.pursuit {
            Some(Ok(pursuit)) => pursuit.advance(ctx),
            _ => Vec::new(),
        };
        for new in new {
            // The selected hit stays selected below those that came above it; on top one sees the newest.
            if self.scroll.selected > 0 && new.start <= self.scroll.selected {
                self.scroll.selected += new.len();
            }
        }
        self.scroll.settle(self.hits().len(), bands(ctx.body).rows());
        self.readings.take(ctx);
        self.look(ctx);
    }
}

/// The parts of the pane, top to bottom.
struct Bands {
    head: Rect,
    line: Rect,
    table: Rect,
    foot: Rect,
}

/// Lines for what is hunted for, and how far it is.
const HEAD: u16 = 3;
/// Lines for the selected hit.
const FOOT: u16 = 3;

fn bands(body: Rect) -> Bands {
    let head = HEAD.min(body.height);
    let line = 1.min(body.height - head);
    let foot = FOOT.min((body.height - head - line) / 4);
    let table = body.height - head - line - foot;
    let below = |y: u16, height| Rect { y: body.y.saturating_add(y), height, ..body };
    Bands {
        head: below(0, head),
        line: below(head, line),
        table: below(head + line, table),
        foot: below(head + line + table, foot),
    }
}

impl Bands {
    fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}
