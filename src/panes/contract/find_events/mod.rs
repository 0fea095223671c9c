//! Finds an event among a contract's results: only results whose bloom filter may contain it are fetched.
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
mod scan;
mod search;
mod words;

use api::Failure;
use decode::known::{Snapshot, Subject};
use ledger::query::ResultsQuery;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::form::EventSearchForm;
use self::hits::{HitRows, Name, Readings};
use self::scan::Hit;
use self::search::{EventSearch, Phase, hits};
use crate::message::{Action, Contents, Copied, Effect, EventSearchPlace, Input, Place, Table};
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{
    Wants,
    list::step::Lead,
    list::{MemoryList, MemoryPane, MemorySource, say},
};
use crate::panes::{ActionHint, Context, Status, Verbs};
use crate::widgets::line::{cut, put, rule, wrap_words};
use crate::widgets::{Role, Split, split::REST};

pub type EventSearchPane = MemoryPane<EventsFound>;

impl EventSearchPane {
    /// Starts the search if an event is named, else opens the form.
    pub fn open(query: EventSearchPlace, ctx: &Context<'_>) -> Self {
        let chosen = !query.event.is_empty();
        let search = chosen.then(|| search::begin(&query, ctx));
        let form = (!chosen).then(|| EventSearchForm::new(&query, ctx));
        let (known, readings) = (ctx.known.clone(), Readings::default());
        Self::of(EventsFound { query, search, known, readings, form }, ctx)
    }
}

/// The search and its hits.
#[derive(Debug)]
pub struct EventsFound {
    query: EventSearchPlace,
    /// The search, or why it could not start; `None` before an event was chosen.
    search: Option<Result<EventSearch, String>>,
    /// Knowledge when the event was looked up in the contract's interfaces.
    known: Snapshot,
    readings: Readings,
    form: Option<EventSearchForm>,
}

type List = MemoryList<Name>;

impl EventsFound {
    fn search(&self) -> Option<&EventSearch> {
        self.search.as_ref()?.as_ref().ok()
    }

    fn phase(&self) -> Option<Phase> {
        self.search().map(EventSearch::phase)
    }

    fn has_lost_any(&self) -> bool {
        self.search().and_then(EventSearch::scanner).is_some_and(|scanner| scanner.lost() > 0)
    }

    fn stop_or_go_on(&mut self, ctx: &Context<'_>) {
        match &mut self.search {
            Some(Ok(search)) if search.phase() == Phase::Running => search.stop(),
            Some(Ok(search)) => search.go_on(),
            _ => {}
        }
        self.receive(ctx);
    }

    fn hits(&self) -> &[Hit] {
        hits(self.search.as_ref())
    }

    fn hit_rows(&self) -> HitRows<'_> {
        HitRows { hits: self.hits(), readings: &self.readings }
    }

    fn selected(&self, list: &List) -> Option<&Hit> {
        self.hits().get(list.selected(&self.hit_rows())?)
    }

    fn results(&self) -> ResultsQuery {
        ResultsQuery {
            internal: self.query.internal,
            timestamp: self.query.timestamp.clone(),
            ..ResultsQuery::all(self.query.contract)
        }
    }
}

impl MemorySource for EventsFound {
    type Name = Name;
    type Columns = Readings;
    type Rows<'a> = HitRows<'a>;

    const COPY: &'static str = "copy the place of the result";
    const STEPS: bool = true;

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> HitRows<'a> {
        self.hit_rows()
    }

    fn columns(&self, _ctx: &Context<'_>) -> &Readings {
        &self.readings
    }

    fn place(&self) -> Place {
        Place::EventSearch(self.query.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} find events", self.query.contract, ctx.theme.glyphs.crumb)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.search().map(|search| words::status(search, ctx)).unwrap_or_default()
    }

    fn table(&self, _list: &List, ctx: &Context<'_>) -> Rect {
        areas(ctx.body).table
    }

    /// The search runs only while it is on screen.
    fn receive(&mut self, ctx: &Context<'_>) {
        if self.known != *ctx.known {
            self.known = ctx.known.clone();
            let search = self.search.take();
            self.search = search.map(|search| search::learned(search, &self.query, ctx));
        }
        if let Some(Ok(search)) = &mut self.search {
            search.advance(ctx);
        }
        self.readings.receive(ctx);
    }

    /// Decodes the visible logs: all of them while a filter, sort, marks or counts need their values.
    fn follow(&mut self, list: &List, ctx: &Context<'_>) {
        let needs_all = list.is_active() || list.has_marks() || list.is_counting();
        let window = if needs_all {
            0..self.hits().len()
        } else {
            list.window(&self.hit_rows(), areas(ctx.body).table.below(1).height)
        };
        self.readings.update(hits(self.search.as_ref()), &window, ctx);
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.resolve(Subject::Contract(self.query.contract));
        if let Some(search) = self.search() {
            search.wants(ctx, wants);
        }
        self.readings.wants(wants);
    }

    fn no_rows(&self, _ctx: &Context<'_>) -> Option<&'static str> {
        self.hits().is_empty().then_some("nothing is found")
    }

    fn verbs<'c>(&self, list: &List, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, EventSearchPane>) {
        let hit = self.selected(list).map(|hit| hit.key);
        let none = hit.is_none().then_some("there is no hit to open");
        let place = hit.map(|(contract, at)| Place::Result(contract, at));
        verbs.add(Action::Open, "open the result").unless(none).give(|| Effect::go(place));
        let turn = move |pane: &mut EventSearchPane| pane.source_mut().stop_or_go_on(ctx);
        match self.phase() {
            Some(Phase::Running) => {
                verbs.add(Action::Pause, "stop").run(turn);
                verbs.hidden(Action::Close, "stop").run(turn);
            }
            Some(Phase::Stopped) => verbs.add(Action::Pause, "resume").run(turn),
            Some(Phase::Failed) => verbs.add(Action::Refresh, "try again").run(turn),
            Some(Phase::Ended) if self.has_lost_any() => {
                verbs.add(Action::Refresh, "try again what failed").run(turn);
            }
            Some(Phase::Ended) | None => {}
        }
        verbs.add(Action::Filter, "what to find").run(move |pane| {
            let source = pane.source_mut();
            source.form = Some(EventSearchForm::new(&source.query, ctx));
        });
        verbs.add(Action::Results, "results").give(|| Effect::Go(Place::Results(self.results())));
        verbs.add(Action::Contract, "contract").page();
        let transaction = verbs.hidden(Action::Transaction, "transaction").unless(none);
        transaction.give(|| Effect::go(hit.map(|(_, at)| Place::TransactionAt(at))));
    }

    fn copies(&self, _ctx: &Context<'_>) -> Vec<Copied> {
        self.search().map(|search| on_sheet::copied_request(search.url())).unwrap_or_default()
    }

    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.form.as_ref().map(EventSearchForm::hints)
    }

    fn is_typing(&self) -> bool {
        self.form.as_ref().is_some_and(|it| it.form.is_typing())
    }

    fn type_in_form(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        let filled = self.form.as_mut()?.handle_input(input, &self.query, ctx);
        if filled.as_ref().is_some_and(|filled| *filled != Filled::Open) {
            self.form = None;
        }
        Some(filled.map(|filled| match filled {
            Filled::Applied(query) if query != self.query || !matches!(self.search, Some(Ok(_))) => {
                vec![Effect::Replace(Place::EventSearch(query))]
            }
            _ => Vec::new(),
        }))
    }

    fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.as_ref().and_then(|form| form.view(&self.query, ctx, area, buf))
    }

    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        match &self.search {
            None => say(&words::unbegun(), ctx, table, buf),
            Some(Err(_)) if ctx.requests.is_waiting(ctx.pane) => {
                say(&[(words::LOOKING_UP.to_owned(), Role::Dim)], ctx, table, buf);
            }
            Some(Err(fault)) => {
                let lines = [(fault.clone(), Role::Failure), (words::CHANGE.to_owned(), Role::Plain)];
                say(&lines, ctx, table, buf);
            }
            Some(Ok(search)) => say(&words::nothing(search, &self.query), ctx, table, buf),
        }
    }

    fn view_around(&self, list: &List, ctx: &Context<'_>, buf: &mut Buffer) {
        let (areas, cut_sign) = (areas(ctx.body), ctx.theme.glyphs.cut);
        let room = ctx.body.width.saturating_sub(2);
        for (row, text) in
            (0..areas.head.height).zip(words::what(&self.query, self.search().map(EventSearch::shape)))
        {
            let role = if row == 0 { Role::Heading } else { Role::Dim };
            put(buf, areas.head, (1, row), &cut(&text, room, cut_sign), ctx.theme.style(role));
        }
        let Some(search) = self.search() else { return };
        let (text, role) = words::progress(search, ctx);
        let row = areas.head.height.saturating_sub(1);
        put(buf, areas.head, (1, row), &cut(&text, room, cut_sign), ctx.theme.style(role));
        rule(buf, areas.line, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        let whole = self.selected(list).map(|hit| self.readings.summary(hit)).unwrap_or_default();
        let lines = wrap_words(&whole, room, usize::from(areas.footer.height), cut_sign);
        for (row, line) in (0..areas.footer.height).zip(lines) {
            put(buf, areas.footer, (1, row), &line, ctx.theme.style(Role::Plain));
        }
    }

    fn contents(&self, of_list: Contents, ctx: &Context<'_>) -> Contents {
        match (&self.search, of_list) {
            (None, _) => Contents::Nothing("no event is named: add ?event=EVENT".to_owned()),
            (Some(Err(words)), _) => Contents::Nothing(words.clone()),
            (Some(Ok(search)), Contents::Rows(table)) => {
                Contents::Rows(Table { incomplete: words::incomplete(search, ctx), ..table })
            }
            (_, of_list) => of_list,
        }
    }

    fn lead(&self, at: usize, lead: Lead, _ctx: &Context<'_>) -> Option<Place> {
        let (contract, at) = self.hits().get(at)?.key;
        Some(match lead {
            Lead::Row => Place::Result(contract, at),
            Lead::Transaction => Place::TransactionAt(at),
        })
    }

    fn end(&self) -> Option<&'static str> {
        (self.phase().is_none_or(|phase| phase == Phase::Ended)).then_some("this is the last event found")
    }

    /// Continues the search when stepping past the last hit.
    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.phase() != Some(Phase::Running) {
            self.stop_or_go_on(ctx);
        }
        Vec::new()
    }

    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        self.phase() == Some(Phase::Running)
    }

    fn failure<'a>(&'a self, _ctx: &Context<'a>) -> Option<&'a Failure> {
        self.search().and_then(EventSearch::failure)
    }
}

/// The parts of the pane, top to bottom.
struct Areas {
    head: Rect,
    line: Rect,
    table: Rect,
    footer: Rect,
}

/// Lines of the query and the progress.
const HEAD: u16 = 3;
/// Lines for the selected hit.
const FOOTER_ROWS: u16 = 3;

fn areas(body: Rect) -> Areas {
    let [head, line, rest] = body.stack([HEAD, 1, REST]);
    let [table, footer] = rest.with_footer(FOOTER_ROWS.min(rest.height / 4));
    Areas { head, line, table, footer }
}
