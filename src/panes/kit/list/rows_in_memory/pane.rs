//! The pane of a list in memory: everything but what its source adds.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{MemoryList, MemoryRows, MemorySource, RowsInMemory};
use crate::ledger::Timestamp;
use crate::message::{Action, Arrangement, Contents, Copied, Effect, Failure, Input, Place};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::export::csv;
use crate::panes::kit::list::step::Lead;
use crate::panes::kit::list::{Columns, List, Source as _, StepRows, Value, say};
use crate::panes::kit::{Wants, on_sheet};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::{Link, Split};

/// The pane of a list in memory.
#[derive(Debug)]
pub struct MemoryPane<S: MemorySource> {
    list: MemoryList<S::Name>,
    source: S,
}

impl<S: MemorySource> MemoryPane<S> {
    /// The pane of a source. [`Pane::rebuild_view`] is to follow.
    pub fn new(source: S) -> Self {
        Self {
            list: List::from_source(RowsInMemory { holds_top: S::HOLDS_TOP, ..RowsInMemory::default() }),
            source,
        }
    }

    /// The same, with the rows of the moment.
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

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.source.table(&self.list, &self.list.within(ctx))
    }

    /// Chooses among the rows anew. The selected one stays selected.
    fn choose(&mut self, ctx: &Context<'_>) {
        self.list.update(&self.source.rows(ctx), ctx);
        let height = self.table(ctx).below(1).height;
        self.list.settle(&self.source.rows(ctx), height);
        self.source.follow(&self.list, &self.list.within(ctx));
    }

    fn acted(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let within = self.list.within(ctx);
        if !self.list.is_counting()
            && let Some(effects) = self.source.act_first(action, &self.list, &within)
        {
            return effects;
        }
        let table = self.table(ctx);
        if let Some(effects) = self.list.act(action, &self.source.rows(ctx), table, ctx) {
            return effects;
        }
        let exports = action == Action::Export && (self.list.has_marks() || !S::Rows::HAS_OWN_EXPORT);
        if !exports && let Some(effects) = self.source.act(action, &mut self.list, &within) {
            return effects;
        }
        let rows = self.source.rows(ctx);
        match action {
            Action::Open => Effect::go(self.list.selected(&rows).and_then(|at| rows.opened(at))),
            Action::Copy => Effect::copy(self.copies(&rows, ctx).into_iter().next()),
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies(&rows, ctx))],
            Action::Export => vec![self.list.export(&rows, self.source.place(), ctx)],
            _ => {
                self.list.move_by(action, &rows, table.below(1).height);
                Vec::new()
            }
        }
    }

    fn copies(&self, rows: &S::Rows<'_>, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = self.list.marked_copies(rows, ctx).collect::<Vec<_>>();
        if let Some(at) = self.list.selected(rows) {
            let mut of_row = rows.copies(at);
            let chosen = self.list.cell.and_then(|at| S::Columns::ALL.get(at)).map(|column| column.name);
            of_row.sort_by_key(|copied| chosen != Some(&copied.what));
            copies.extend(of_row);
            copies.extend(rows.json(at).map(|json| Copied::new("row as JSON", json)));
            copies.extend(rows.row(at).map(|row| Copied::new("row as CSV", csv::<S::Columns>([row]))));
        }
        copies.push(on_sheet::copied_place(&self.source.place()));
        copies.extend(self.source.copies(ctx));
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
        self.source.status(ctx)
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let effects = self.acted(action, ctx);
        self.choose(ctx);
        effects
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(effects) = self.source.type_in_form(input, ctx) {
            return effects;
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
        if self.source.form_hints().is_some() {
            return Vec::new();
        }
        let mut links = self.list.links(&self.source.rows(ctx), ctx, self.table(ctx));
        if !self.list.is_counting() {
            links.extend(self.source.links(&self.list, &self.list.within(ctx)));
        }
        links
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if let Some(hints) = self.source.form_hints().or_else(|| self.list.line_hints()) {
            return hints;
        }
        let rows = self.source.rows(ctx);
        let mut hints = self.source.hints(&self.list, ctx);
        let none = self.list.is_empty(&rows).then_some("no row is selected");
        for hint in [
            ActionHint::hidden(Action::Copy, S::COPY).disabled_if(none),
            ActionHint::hidden(Action::CopyMenu, "copy …"),
        ] {
            if hints.iter().all(|own| own.action != hint.action) {
                hints.push(hint);
            }
        }
        let mut hints = self.list.hints(hints, &rows, self.source.no_rows(ctx), ctx);
        hints.extend(action_hint::moves());
        hints
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.source.wants(ctx, wants);
        self.list.wants(wants);
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.source.contents(self.list.contents(&self.source.rows(ctx), ctx), ctx)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<S::Columns>(arrangement, ctx)
    }

    fn columns(&self, ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        let is_shown = self.source.form_hints().is_none() && !self.source.rows(ctx).is_empty();
        is_shown.then_some(self.source.columns(ctx))
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        if S::STEPS { Some(Box::new(MemorySteps(self))) } else { None }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
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
        if self.list.line_hints().is_some() {
            return self.list.view_line(ctx, area, buf);
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
        due.unwrap_or_default()
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.source.receive(ctx);
        self.choose(ctx);
    }
}

/// The rows that are shown, as they are stepped through.
struct MemorySteps<'a, S: MemorySource>(&'a mut MemoryPane<S>);

impl<S: MemorySource> StepRows for MemorySteps<'_, S> {
    fn count(&self) -> usize {
        self.0.list.shown_len
    }

    fn are_chosen(&self) -> bool {
        self.0.list.is_active()
    }

    fn needs_room(&self) -> bool {
        self.0.list.is_counting() || self.0.source.leads_nowhere()
    }

    fn selected(&self) -> usize {
        self.0.list.cursor()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        let name = self.0.list.name(&self.0.source.rows(ctx), row);
        self.0.list.hold(name);
        self.0.choose(ctx);
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        self.0.source.lead(self.0.list.place_of(row)?, lead)
    }

    fn value(&self, row: usize, column: &str, ctx: &Context<'_>) -> Option<Value> {
        let rows = self.0.source.rows(ctx);
        S::Columns::value(&rows.row(self.0.list.place(&rows, row)?)?, column)
    }

    fn end(&self) -> Option<&'static str> {
        self.0.source.end()
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.0.source.load_more(ctx);
        self.0.choose(ctx);
        Vec::new()
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        self.0.source.is_loading(ctx)
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.0.source.failure(ctx).map(Failure::sentence)
    }
}
