//! How a list in memory is drawn, and what it offers.

use std::fmt::Debug;
use std::hash::Hash;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{MemoryRows, RowsInMemory};
use crate::message::Action;
use crate::panes::kit::list::{Columns, chips, links};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::put_right;
use crate::widgets::table::{Cell, Lines};
use crate::widgets::{Link, Role, Split};

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// The context of what is drawn below the chips and what is said of marks, if there are any.
    pub fn within<'a>(&self, ctx: &Context<'a>) -> Context<'a> {
        Context { body: self.below(ctx.body), ..*ctx }
    }

    pub(super) fn below(&self, body: Rect) -> Rect {
        body.below(u16::from(self.choice.is_active() || self.marked_words().words().is_some()))
    }

    /// What can be done while the filter is typed, or while counts are shown.
    pub fn line_hints(&self) -> Option<Vec<ActionHint>> {
        self.count_hints().or_else(|| self.choice.is_typing().then(|| action_hint::line("keep")))
    }

    /// What closing does before anything else, if it does.
    pub fn close_hint(&self) -> Option<ActionHint> {
        let cell = self.cell.map(|_| ActionHint::new(Action::Close, "leave the cell"));
        let marks = || self.marked_words().clear_hint();
        let all = || self.choice.is_active().then(|| ActionHint::new(Action::Close, "show all rows"));
        cell.or_else(marks).or_else(all)
    }

    /// The pane's own verbs, and what can be chosen and marked. `none`: why there is nothing to choose among.
    pub fn hints<R: MemoryRows<Name = N>>(
        &self,
        own: Vec<ActionHint>,
        rows: &R,
        none: Option<&'static str>,
    ) -> Vec<ActionHint> {
        let marking = self.marking(rows, none);
        let has_marks = marking.marked > 0 || marking.range.is_some();
        let instead = |hint: ActionHint| match hint.action {
            Action::Open if self.cell.is_some() => ActionHint::new(Action::Open, "follow the cell"),
            Action::Copy if has_marks => ActionHint::hidden(Action::Copy, "copy the marked rows"),
            Action::Export if has_marks => ActionHint::hidden(Action::Export, "export …"),
            _ => hint,
        };
        let mut hints: Vec<ActionHint> = own.into_iter().map(instead).collect();
        hints.extend(self.close_hint());
        hints.push(ActionHint::new(Action::Find, "local filter").disabled_if(none));
        hints.push(ActionHint::hidden(Action::SortNext, "sort by the next column").disabled_if(none));
        hints.push(ActionHint::hidden(Action::SortBefore, "by the column before").disabled_if(none));
        let unsorted = self.choice.sort().is_none().then_some("nothing is sorted");
        hints.push(ActionHint::hidden(Action::Order, "reverse the sort").disabled_if(none.or(unsorted)));
        hints.push(ActionHint { footer: false, ..ActionHint::global(Action::SavedFilters, "saved filters") });
        let is_new = |hint: &ActionHint| !hints.iter().any(|own| own.action == hint.action);
        let counts = (!R::Columns::COUNTED.is_empty())
            .then(|| ActionHint::hidden(Action::Aggregates, "counts").disabled_if(none));
        let nothing = none.or((rows.is_empty() && !has_marks).then_some("there is nothing to export"));
        let export = ActionHint::hidden(Action::Export, "export …").disabled_if(nothing);
        let marks: Vec<ActionHint> = marking.hints().into_iter().chain([export]).filter(is_new).collect();
        hints.extend(marks);
        hints.extend(counts);
        let none = none.or(self.is_empty(rows).then_some("no row is selected"));
        let verbs = [(Action::Right, "next cell that leads further"), (Action::Left, "the cell before")];
        hints.extend(verbs.map(|(verb, words)| ActionHint::hidden(verb, words).disabled_if(none)));
        hints
    }

    /// The chips, each removed by a click, and what the rows and their cells lead to.
    pub fn links<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect) -> Vec<Link> {
        if let Some(mut all) = self.count_links(ctx) {
            all.extend(chips::links(&self.choice.chips(), ctx, ctx.body));
            return all;
        }
        let lines = self.lines(rows, ctx, table);
        let row = |at| rows.row(self.place(rows, at)?);
        let target = |at| rows.target(self.place(rows, at)?, at == lines.selected);
        let mut all = links(rows.columns(), &lines, ctx, table, row, target);
        all.extend(chips::links(&self.choice.chips(), ctx, ctx.body));
        all
    }

    fn lines<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect) -> Lines {
        let mut lines = Lines::rows(&self.scroll, self.len(rows), table);
        lines.sorted = self.choice.sort().map(|sort| (sort.column, sort.descending));
        lines.marked = lines.row_places().filter(|at| self.is_marked(rows, *at)).collect();
        let cell = self.chosen_cell(rows, ctx, table);
        lines.cell = cell.and_then(|(cell, _)| rows.columns().shown(ctx).iter().position(|at| *at == cell));
        lines
    }

    /// Draws the titles and the rows in view.
    pub fn view<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        let row = |at| rows.row(self.place(rows, at)?);
        rows.columns().view(&self.lines(rows, ctx, table), ctx, table, buf, row);
    }

    /// Draws the chips and what is said of marks, if there are any; returns what is left of the area.
    pub fn view_chips(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        let below = self.below(area);
        let [band] = area.stack([area.height.saturating_sub(below.height)]);
        chips::view(&self.choice.chips(), ctx, band, buf);
        let passing = self.choice.is_active().then(|| self.count_words());
        let parts: Vec<String> = self.marked_words().words().into_iter().chain(passing).collect();
        let words = parts.join(&format!(" {} ", ctx.theme.glyphs.dot));
        put_right(buf, band.left_of(1), 0, &words, ctx.theme.style(Role::Dim));
        below
    }

    /// Draws the line in which the filter is typed; returns where the cursor is.
    pub fn view_line(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let [_, line] = area.with_footer(1);
        self.choice.view_typed(|| self.count_words(), ctx, line, buf)
    }

    fn count_words(&self) -> String {
        let (all, shown) = (self.loaded.len(), self.shown.as_ref());
        format!("{} of {all}", shown.map_or(all, |(_, places)| places.len()))
    }

    /// Why no row is shown though there are some; `None` if that is not why.
    pub fn none_passes(&self, ctx: &Context<'_>) -> Option<Vec<Cell>> {
        if self.loaded.is_empty() || !self.choice.is_active() {
            return None;
        }
        let mut lines = vec![(format!("No row passes / {}", self.choice.filter()), Role::Heading)];
        lines.extend(ctx.key_does(Action::Close, "shows all rows").map(|words| (words, Role::Dim)));
        Some(lines)
    }
}
