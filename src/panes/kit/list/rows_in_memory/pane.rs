//! The pane of a list in memory: everything but what its source adds.

use api::Failure;
use ledger::Timestamp;
use ledger::query::Order;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{MemoryList, MemoryRows as _, MemorySource, RowsInMemory};
use crate::message::{Action, Arrangement, Contents, Copied, Effect, Input, Place};
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{
    Wants,
    list::columns::ColumnList,
    list::step::Lead,
    list::{Columns, HasList, List, Loader, Reached, Source as _, StepRows, Value, Wish, say},
};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Status, Verbs};
use crate::widgets::{Link, Split};

/// The pane of a list in memory.
#[derive(Debug)]
pub struct MemoryPane<S: MemorySource> {
    list: MemoryList<S::Name>,
    loader: Loader,
    source: S,
}

impl<S: MemorySource> MemoryPane<S> {
    /// Creates the pane of a source. Call [`Pane::rebuild_view`] afterwards.
    pub fn new(source: S) -> Self {
        let mut pane = Self { list: List::default(), loader: Loader::default(), source };
        pane.renew_list();
        pane
    }

    /// Resets the list, without filter, sort and marks.
    pub fn renew_list(&mut self) {
        let rows = RowsInMemory { holds_top: S::HOLDS_TOP, ..RowsInMemory::default() };
        self.list = List::from_source(rows);
    }

    /// The loaded part of the list.
    fn reached(&self, ctx: &Context<'_>) -> Reached {
        Reached {
            pages: self.source.pages().unwrap_or_default(),
            rows: self.list.len(&self.source.rows(ctx)),
            last: self.source.oldest(),
            order: Order::Desc,
            is_busy: self.source.is_loading(ctx),
            is_over: self.source.end().is_some() || self.source.is_halted(ctx),
        }
    }

    /// Whether something over the list takes all input.
    fn is_covered(&self) -> bool {
        self.source.covers() || self.source.form_hints().is_some()
    }

    /// Creates the pane with the current rows.
    pub fn of(source: S, ctx: &Context<'_>) -> Self {
        let mut pane = Self::new(source);
        pane.rebuild_view(ctx);
        pane
    }

    pub fn source(&self) -> &S {
        &self.source
    }

    pub fn source_mut(&mut self) -> &mut S {
        &mut self.source
    }

    /// Applies filter and sort again. The selected row stays selected.
    fn choose(&mut self, ctx: &Context<'_>) {
        self.list.update(&self.source.rows(ctx), ctx);
        let height = self.table(ctx).below(1).height;
        self.list.settle(&self.source.rows(ctx), height);
        self.source.follow(&self.list, &self.list.within(ctx));
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.source.covers() {
            return self.source.verbs(&self.list, ctx, verbs);
        }
        let typed = self.source.form_hints().or_else(|| self.loader.typed_hints());
        if let Some(hints) = typed.or_else(|| self.list.typed_hints()) {
            return verbs.typed(hints);
        }
        if !self.count_verbs(ctx, verbs, |_| ()) {
            let first = |verbs: &mut Verbs<'c, Self>| {
                if self.loader.is_loading() {
                    verbs.add(Action::Close, "stop").run(|pane| pane.loader.stop());
                }
                self.source.verbs(&self.list, ctx, verbs);
            };
            self.list_verbs(S::COPY, ctx, verbs, (first, |_| ()));
        }
    }
}

impl<S: MemorySource> HasList for MemoryPane<S> {
    type Source = RowsInMemory<S::Name>;
    type Columns = S::Columns;
    type Rows<'a> = S::Rows<'a>;

    fn list(&self) -> &MemoryList<S::Name> {
        &self.list
    }

    fn list_mut(&mut self) -> &mut MemoryList<S::Name> {
        &mut self.list
    }

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> S::Rows<'a> {
        self.source.rows(ctx)
    }

    fn parts<'a>(&'a mut self, ctx: &Context<'a>) -> (&'a mut MemoryList<S::Name>, S::Rows<'a>) {
        (&mut self.list, self.source.rows(ctx))
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.source.table(&self.list, &self.list.within(ctx))
    }

    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str> {
        self.source.no_rows(ctx)
    }

    fn no_more(&self, ctx: &Context<'_>) -> Option<Option<&'static str>> {
        self.source.pages().map(|_| {
            let is_over = self.source.end().is_some() && !self.source.is_loading(ctx);
            is_over.then_some("there is no further page")
        })
    }

    fn load(&mut self, wish: Wish, ctx: &Context<'_>) -> Vec<Effect> {
        let (reached, is_choosing) = (self.reached(ctx), !self.list.choice.filter().is_empty());
        let is_due = self.loader.wish(wish, &reached, is_choosing, ctx);
        if is_due { self.source.load_more(ctx) } else { Vec::new() }
    }

    fn copies(&self, at_most: usize, ctx: &Context<'_>) -> Vec<Copied> {
        let rows = self.source.rows(ctx);
        let mut copies = self.list.copies(&rows, ctx);
        copies.push(on_sheet::copied_place(&self.source.place()));
        copies.extend(self.source.copies(ctx));
        copies.truncate(at_most);
        copies
    }
}

impl<S: MemorySource> Pane for MemoryPane<S> {
    fn place(&self) -> Place {
        self.source.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.source.title(ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.source.status(ctx);
        if let Some(words) = self.loader.label(self.source.pages().unwrap_or_default(), ctx) {
            status.words = words;
        }
        status
    }

    by_verbs!(choose);

    fn is_typing(&self) -> bool {
        self.source.is_typing() || self.loader.is_typing() || self.list.is_typing()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(effects) = self.source.type_in_form(input, ctx) {
            self.choose(ctx);
            return effects;
        }
        if self.loader.is_typing() {
            let reached = self.reached(ctx);
            if let Some(effects) = self.loader.handle_input(input, &reached, ctx) {
                return effects;
            }
        }
        let table = self.table(ctx);
        if self.list.handle_input(input, &self.source.rows(ctx), table, ctx) {
            self.choose(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        if let Some(effects) = self.source.click(*click, &self.list, &self.list.within(ctx)) {
            return Some(effects);
        }
        let pressed = self.list.click(*click, &self.source.rows(ctx), table, ctx);
        self.choose(ctx);
        Some(pressed.effects(|| self.act(Action::Open, ctx)))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.is_covered() {
            return Vec::new();
        }
        let mut links = self.list.links(&self.source.rows(ctx), ctx, self.table(ctx));
        if !self.list.is_counting() {
            links.extend(self.source.links(&self.list, &self.list.within(ctx)));
        }
        links
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.source.wants(ctx, wants);
        self.list.wants(wants);
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.source.contents(self.list.contents(&self.source.rows(ctx), ctx), ctx)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        (!self.source.covers()).then(|| self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<S::Columns>(arrangement, ctx)
    }

    fn columns(&self, ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        let is_shown = !self.is_covered() && !self.source.rows(ctx).is_empty();
        is_shown.then_some(self.source.columns(ctx))
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        if S::STEPS && !self.source.covers() { Some(Box::new(MemorySteps(self))) } else { None }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.source.covers() {
            return self.source.view_form(ctx, area, buf);
        }
        if self.list.view_counts(ctx, area, buf) {
            return None;
        }
        let within = Context { body: self.list.view_chips(ctx, area, buf), ..*ctx };
        let (rows, table) = (self.source.rows(ctx), self.source.table(&self.list, &within));
        if !self.list.is_empty(&rows) {
            self.list.view(&rows, &within, table, buf);
        } else if let Some(lines) = self.list.none_passes(ctx) {
            say(&lines, ctx, table, buf);
        } else {
            self.source.view_empty(&within, table, buf);
        }
        self.source.view_around(&self.list, &within, buf);
        if self.list.choice.is_typing() {
            return self.list.view_line(ctx, area, buf);
        }
        if self.loader.is_typing() {
            let [_, line] = area.with_footer(1);
            return self.loader.view_line(ctx, line, buf);
        }
        self.source.view_form(ctx, area, buf)
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.source.wake_at(&self.list, &self.list.within(ctx))
    }

    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let due = self.source.due_effects(&self.list, ctx);
        if due.is_some() {
            self.choose(ctx);
        }
        let mut effects = due.unwrap_or_default();
        if self.loader.is_loading() {
            // This may build all rows: skipped without a pending request.
            let reached = self.reached(ctx);
            if self.loader.goes_on(&reached) {
                effects.extend(self.source.load_more(ctx));
            }
            effects.extend(self.loader.take_notice());
        }
        effects
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.source.receive(ctx);
        self.choose(ctx);
    }
}

/// The shown rows, to step through.
struct MemorySteps<'a, S: MemorySource>(&'a mut MemoryPane<S>);

impl<S: MemorySource> StepRows for MemorySteps<'_, S> {
    fn count(&self) -> usize {
        self.0.list.shown_len
    }

    fn are_chosen(&self) -> bool {
        self.0.list.is_active()
    }

    fn needs_room(&self, ctx: &Context<'_>) -> bool {
        self.0.list.is_counting() || self.0.source.leads_nowhere(ctx)
    }

    fn selected(&self) -> usize {
        self.0.list.cursor()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        let name = self.0.list.name(&self.0.source.rows(ctx), row);
        self.0.list.hold(name);
        self.0.choose(ctx);
    }

    fn place(&self, row: usize, lead: Lead, ctx: &Context<'_>) -> Option<Place> {
        self.0.source.lead(self.0.list.place_of(row)?, lead, ctx)
    }

    fn value(&self, row: usize, column: &str, ctx: &Context<'_>) -> Option<Value> {
        let rows = self.0.source.rows(ctx);
        S::Columns::value(&rows.row(self.0.list.place(&rows, row)?)?, column)
    }

    fn end(&self) -> Option<&'static str> {
        self.0.source.end()
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let effects = self.0.source.load_more(ctx);
        self.0.choose(ctx);
        effects
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        self.0.source.is_loading(ctx)
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.0.source.failure(ctx).map(Failure::sentence)
    }
}
