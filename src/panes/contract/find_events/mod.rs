//! Finds an event among a contract's results: their blooms say which can hold it, and only those are read.
//!
//! ```text
//!   Transfer(address,address,uint256)  to 0.0.77                          what is searched for
//!   by 0.0.5002, child transactions too                                   where
//!   scanned 2,400 · fetched 31 · hits 12 · at 2026-11-20 22:10:07         how far it is
//!     consensus time (UTC)           emitter   log  event                 the hits, newest first
//!   ▌ 2026-11-20 23:59:46.004117003  0.0.5002    0  Transfer(from …)
//! ```

mod form;
mod hits;
mod lookup;
mod pages;
mod scanner;
mod search;
mod steps;
mod words;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::form::EventSearchForm;
use self::hits::{HitRows, Name, Readings};
use self::scanner::Hit;
use self::search::{EventSearch, Phase, hits};
use self::steps::Hits;
use crate::decode::known::{Snapshot, Subject};
use crate::ledger::query::ResultsQuery;
use crate::message::{Action, Arrangement, Contents, Copied, Effect, EventSearchPlace, Input, Place, Table};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{MemoryRows as _, RowsInMemory, StepRows, say};
use crate::panes::kit::on_sheet;
use crate::panes::kit::popup_form::Filled;
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::line::{cut, put, rule, wrap_words};
use crate::widgets::{Link, Role, Split, split::REST};

/// The pane.
#[derive(Debug)]
pub struct EventSearchPane {
    query: EventSearchPlace,
    /// The search in progress, or why there is none; nothing before an event was chosen.
    search: Option<Result<EventSearch, String>>,
    /// What was known when the event was looked for among the events of the contract.
    known: Snapshot,
    readings: Readings,
    form: Option<EventSearchForm>,
    /// By the results and the places of the logs.
    local: RowsInMemory<Name>,
}

impl EventSearchPane {
    /// Opens the pane: begins to search if an event is named, else asks for one.
    pub fn open(query: EventSearchPlace, ctx: &Context<'_>) -> Self {
        let chosen = !query.event.is_empty();
        let search = chosen.then(|| search::begin(&query, ctx));
        let form = (!chosen).then(|| EventSearchForm::new(&query, ctx));
        let (readings, local) = (Readings::default(), RowsInMemory::default());
        let mut pane = Self { query, search, known: ctx.known.clone(), readings, form, local };
        pane.rebuild_view(ctx);
        pane
    }

    fn phase(&self) -> Option<Phase> {
        self.search.as_ref()?.as_ref().ok().map(EventSearch::phase)
    }

    fn stop_or_go_on(&mut self, ctx: &Context<'_>) {
        match &mut self.search {
            Some(Ok(search)) if search.phase() == Phase::Running => search.stop(),
            Some(Ok(search)) => search.go_on(),
            _ => {}
        }
        self.rebuild_view(ctx);
    }

    /// The hits, and what they say.
    fn rows(&self) -> HitRows<'_> {
        HitRows { hits: hits(self.search.as_ref()), readings: &self.readings, query: &self.query }
    }

    /// A hit that is shown.
    fn hit(&self, at: usize) -> Option<&Hit> {
        hits(self.search.as_ref()).get(self.local.place(&self.rows(), at)?)
    }

    fn select(&mut self, at: usize, ctx: &Context<'_>) {
        let height = self.areas(ctx).rows();
        let rows = HitRows { hits: hits(self.search.as_ref()), readings: &self.readings, query: &self.query };
        self.local.select(&rows, at, height);
        self.update(ctx);
    }

    fn view_search(&self, search: &EventSearch, areas: &Areas, ctx: &Context<'_>, buf: &mut Buffer) {
        let (text, role) = words::progress(search, ctx);
        let room = areas.head.width.saturating_sub(2);
        let last = areas.head.height.saturating_sub(1);
        put(buf, areas.head, 1, last, &cut(&text, room, ctx.theme.glyphs.cut), ctx.theme.style(role));
        rule(buf, areas.line, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        let rows = self.rows();
        if self.local.is_empty(&rows) {
            let none = self.local.none_passes(ctx);
            say(&none.unwrap_or_else(|| words::nothing(search, &self.query)), ctx, areas.table, buf);
            return;
        }
        self.local.view(&rows, ctx, areas.table, buf);
        let Some(hit) = self.selected() else { return };
        let whole = self.readings.summary(hit);
        let lines = wrap_words(&whole, room, usize::from(areas.footer.height), ctx.theme.glyphs.cut);
        for (row, line) in (0..areas.footer.height).zip(lines) {
            put(buf, areas.footer, 1, row, &line, ctx.theme.style(Role::Plain));
        }
    }

    /// Chooses among the hits, and has the logs in view read: all of them if what they say chooses.
    fn update(&mut self, ctx: &Context<'_>) {
        let hits = hits(self.search.as_ref());
        let rows = HitRows { hits, readings: &self.readings, query: &self.query };
        self.local.update(&rows, ctx);
        let height = areas(self.local.within(ctx).body).rows();
        self.local.settle(&rows, height);
        let needs_all = self.local.is_active() || self.local.has_marks() || self.local.is_counting();
        let window = if needs_all { 0..hits.len() } else { self.local.window(&rows, height) };
        self.readings.update(hits, &window, ctx);
    }

    /// Where the parts are, below the chips.
    fn areas(&self, ctx: &Context<'_>) -> Areas {
        areas(self.local.within(ctx).body)
    }

    fn selected(&self) -> Option<&Hit> {
        self.hit(self.local.cursor())
    }

    fn opened(&self) -> Option<Place> {
        self.selected().map(|hit| Place::Result(hit.key.0, hit.key.1))
    }

    /// The results that are searched.
    fn results(&self) -> ResultsQuery {
        ResultsQuery {
            internal: self.query.internal,
            timestamp: self.query.timestamp.clone(),
            ..ResultsQuery::all(self.query.contract)
        }
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = self.local.marked_copies(&self.rows(), ctx);
        copies.extend(self.selected().map(|hit| hits::copies(hit, &self.readings)).unwrap_or_default());
        copies.extend(self.opened().map(|place| Copied::new("the result's place", place.to_string())));
        copies.push(on_sheet::copied_place(&self.place()));
        if let Some(Ok(search)) = &self.search {
            copies.extend(on_sheet::copied_request(search.url()));
        }
        copies
    }
}

impl Pane for EventSearchPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let stops = action == Action::Close && self.phase() == Some(Phase::Running);
        let table = self.areas(ctx).table;
        let rows = HitRows { hits: hits(self.search.as_ref()), readings: &self.readings, query: &self.query };
        if (!stops || self.local.is_counting())
            && let Some(effects) = self.local.act(action, &rows, table, ctx)
        {
            self.update(ctx);
            return effects;
        }
        match action {
            Action::Pause | Action::Close | Action::Refresh => {
                self.stop_or_go_on(ctx);
                Vec::new()
            }
            Action::Filter => {
                self.form = Some(EventSearchForm::new(&self.query, ctx));
                Vec::new()
            }
            Action::Open => Effect::go(self.opened()),
            Action::Transaction => Effect::go(self.selected().map(|hit| Place::TransactionAt(hit.key.1))),
            Action::Results => vec![Effect::Go(Place::Results(self.results()))],
            Action::Copy => {
                let text = self.opened().map(|place| place.to_string());
                Effect::copy(text.map(|text| Copied::new("place", text)))
            }
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies(ctx))],
            _ => {
                self.local.move_by(action, &rows, table.below(1).height);
                self.update(ctx);
                Vec::new()
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.form {
            let filled = form.handle_input(input, &self.query, ctx)?;
            if filled != Filled::Open {
                self.form = None;
            }
            return Some(match filled {
                Filled::Applied(query) if query != self.query || !matches!(self.search, Some(Ok(_))) => {
                    vec![Effect::Replace(Place::EventSearch(query))]
                }
                _ => Vec::new(),
            });
        }
        let table = self.areas(ctx).table;
        let rows = HitRows { hits: hits(self.search.as_ref()), readings: &self.readings, query: &self.query };
        if self.local.handle_input(input, &rows, table, ctx) {
            self.update(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        let pressed = self.local.click(*click, &rows, table, ctx);
        self.update(ctx);
        Some(pressed.effects(|| self.act(Action::Open, ctx)))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let rows = self.rows();
        if self.form.is_some() || self.local.is_empty(&rows) {
            return Vec::new();
        }
        self.local.links(&rows, ctx, self.areas(ctx).table)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.resolve(Subject::Contract(self.query.contract));
        if let Some(Ok(search)) = &self.search {
            search.wants(ctx, wants);
        }
        self.readings.wants(wants);
        self.local.wants(wants);
    }

    fn hints(&self, _ctx: &Context<'_>) -> Vec<ActionHint> {
        if let Some(form) = &self.form {
            return form.hints();
        }
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let none = self.selected().is_none().then_some("there is no hit to open");
        let mut hints = vec![ActionHint::new(Action::Open, "open the result").disabled_if(none)];
        if let Some(Ok(search)) = &self.search {
            let lost = search.scanner().is_some_and(|scanner| scanner.lost() > 0);
            match search.phase() {
                Phase::Running => {
                    hints.push(ActionHint::new(Action::Pause, "stop"));
                    hints.push(ActionHint::hidden(Action::Close, "stop"));
                }
                Phase::Stopped => hints.push(ActionHint::new(Action::Pause, "resume")),
                Phase::Failed => hints.push(ActionHint::new(Action::Refresh, "try again")),
                Phase::Ended if lost => hints.push(ActionHint::new(Action::Refresh, "try again what failed")),
                Phase::Ended => {}
            }
        }
        hints.extend([
            ActionHint::new(Action::Filter, "what to find"),
            ActionHint::new(Action::Results, "results"),
            ActionHint::new(Action::Contract, "contract").page(),
            ActionHint::hidden(Action::Transaction, "transaction").disabled_if(none),
            ActionHint::hidden(Action::Copy, "copy the place of the result").disabled_if(none),
            ActionHint::hidden(Action::CopyMenu, "copy …"),
        ]);
        let none = self.rows().is_empty().then_some("nothing is found");
        let mut hints = self.local.hints(hints, &self.rows(), none);
        hints.extend(action_hint::moves());
        hints
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        let search = match &self.search {
            None => return Contents::Nothing("no event is named: add ?event=EVENT".to_owned()),
            Some(Err(words)) => return Contents::Nothing(words.clone()),
            Some(Ok(search)) => search,
        };
        match self.local.contents(&self.rows(), ctx) {
            Contents::Rows(table) => {
                Contents::Rows(Table { incomplete: words::incomplete(search, ctx), ..table })
            }
            contents => contents,
        }
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<Readings>(arrangement, ctx)
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        Some(Box::new(Hits(self)))
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        (self.form.is_none() && !self.rows().is_empty()).then_some(&self.readings)
    }

    fn place(&self) -> Place {
        Place::EventSearch(self.query.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} find events", self.query.contract, ctx.theme.glyphs.crumb)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        match &self.search {
            Some(Ok(search)) => words::status(search, ctx),
            _ => Status::default(),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.local.view_counts(ctx, area, buf) {
            return None;
        }
        let areas = areas(self.local.view_chips(ctx, area, buf));
        let room = area.width.saturating_sub(2);
        let shape = self.search.as_ref().and_then(|search| search.as_ref().ok()).map(EventSearch::shape);
        for (row, text) in (0..areas.head.height).zip(words::what(&self.query, shape)) {
            let role = if row == 0 { Role::Heading } else { Role::Dim };
            put(buf, areas.head, 1, row, &cut(&text, room, ctx.theme.glyphs.cut), ctx.theme.style(role));
        }
        match &self.search {
            None => say(&words::unbegun(), ctx, areas.table, buf),
            Some(Err(_)) if ctx.requests.is_waiting(ctx.pane) => {
                say(&[(words::LOOKING_UP.to_owned(), Role::Dim)], ctx, areas.table, buf);
            }
            Some(Err(fault)) => {
                let lines = [(fault.clone(), Role::Failure), (words::CHANGE.to_owned(), Role::Plain)];
                say(&lines, ctx, areas.table, buf);
            }
            Some(Ok(search)) => self.view_search(search, &areas, ctx, buf),
        }
        if self.local.line_hints().is_some() {
            return self.local.view_line(ctx, area, buf);
        }
        self.form.as_ref().and_then(|form| form.view(&self.query, ctx, area, buf))
    }

    /// The search runs only while it is on screen.
    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if self.known != *ctx.known {
            self.known = ctx.known.clone();
            let search = self.search.take();
            self.search = search.map(|search| search::learned(search, &self.query, ctx));
        }
        if let Some(Ok(search)) = &mut self.search {
            search.advance(ctx);
        }
        self.readings.receive(ctx);
        self.update(ctx);
    }
}

/// The parts of the pane, top to bottom.
struct Areas {
    head: Rect,
    line: Rect,
    table: Rect,
    footer: Rect,
}

/// Lines for what is searched for, and how far it is.
const HEAD: u16 = 3;
/// Lines for the selected hit.
const FOOTER_ROWS: u16 = 3;

fn areas(body: Rect) -> Areas {
    let [head, line, rest] = body.stack([HEAD, 1, REST]);
    let [table, footer] = rest.with_footer(FOOTER_ROWS.min(rest.height / 4));
    Areas { head, line, table, footer }
}

impl Areas {
    fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}
