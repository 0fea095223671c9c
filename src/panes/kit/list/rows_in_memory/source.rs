//! What a list in memory adds to its pane: its rows, and the verbs and words that only this pane has.

use std::fmt::Debug;
use std::hash::Hash;

use api::Failure;
use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{MemoryList, MemoryPane, MemoryRows};
use crate::message::{Click, Contents, Copied, Effect, Input, Place};
use crate::panes::kit::{
    Wants,
    list::Columns,
    list::step::{LAST_ROW, Lead},
};
use crate::panes::{ActionHint, Context, Status, Verbs};
use crate::widgets::Link;

/// The rows of a pane's list, and the pane's additions to it. A context given with the list has the area below the
/// chips as its body; that of `verbs` has the whole pane.
pub trait MemorySource: Debug + Sized + 'static {
    type Name: Clone + Debug + Eq + Hash;
    type Columns: Columns;
    type Rows<'a>: MemoryRows<Name = Self::Name, Columns = Self::Columns>
    where
        Self: 'a;

    /// The copied part of a row, in words.
    const COPY: &'static str;

    /// Whether details can be stepped through, and shown next to the list.
    const STEPS: bool = false;

    /// Whether the top row stays selected when others are added above it.
    const HOLDS_TOP: bool = false;

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> Self::Rows<'a>;

    fn columns(&self, ctx: &Context<'_>) -> &Self::Columns;

    fn place(&self) -> Place;

    fn title(&self, ctx: &Context<'_>) -> String;

    fn status(&self, ctx: &Context<'_>) -> Status {
        ctx.status()
    }

    /// The area of the titles and the rows.
    fn table(&self, _list: &MemoryList<Self::Name>, ctx: &Context<'_>) -> Rect {
        ctx.body
    }

    /// Receives answers, before filter and sort.
    fn receive(&mut self, _ctx: &Context<'_>) {}

    /// Updates for the shown and selected rows.
    fn follow(&mut self, _list: &MemoryList<Self::Name>, _ctx: &Context<'_>) {}

    fn wants(&self, _ctx: &Context<'_>, _wants: &mut Wants) {}

    /// Why there are no rows to filter; `None` if there are some.
    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str>;

    /// Adds the pane's verbs, before those of every list.
    fn verbs<'c>(
        &self,
        list: &MemoryList<Self::Name>,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, MemoryPane<Self>>,
    );

    /// Further copies, after those of the row.
    fn copies(&self, _ctx: &Context<'_>) -> Vec<Copied> {
        Vec::new()
    }

    /// Whether something else fills the pane, and takes all verbs and input like a form.
    fn covers(&self) -> bool {
        false
    }

    /// The verbs of an open form, which takes all input.
    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        None
    }

    /// Whether a field of the open form takes typed text.
    fn is_typing(&self) -> bool {
        false
    }

    /// Passes an input to the open form. The outer `None`: no form is open.
    fn type_in_form(&mut self, _input: &Input, _ctx: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        None
    }

    fn view_form(&self, _ctx: &Context<'_>, _area: Rect, _buf: &mut Buffer) -> Option<Position> {
        None
    }

    /// Handles a click outside the rows.
    fn click(
        &mut self,
        _click: Click,
        _list: &MemoryList<Self::Name>,
        _ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        None
    }

    /// The links outside the rows.
    fn links(&self, _list: &MemoryList<Self::Name>, _ctx: &Context<'_>) -> Vec<Link> {
        Vec::new()
    }

    /// Draws the empty state.
    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer);

    /// Draws the parts above and below the rows.
    fn view_around(&self, _list: &MemoryList<Self::Name>, _ctx: &Context<'_>, _buf: &mut Buffer) {}

    /// The contents for scripts, made from those of the list.
    fn contents(&self, of_list: Contents, _ctx: &Context<'_>) -> Contents {
        of_list
    }

    fn wake_at(&self, _list: &MemoryList<Self::Name>, _ctx: &Context<'_>) -> Option<Timestamp> {
        None
    }

    /// See [`crate::panes::Pane::due_effects`]; `None` if the rows stay as they are.
    fn due_effects(&mut self, _list: &MemoryList<Self::Name>, _ctx: &Context<'_>) -> Option<Vec<Effect>> {
        None
    }

    /// The place that a row opens, by its index among all rows.
    fn lead(&self, at: usize, lead: Lead, ctx: &Context<'_>) -> Option<Place> {
        if lead == Lead::Row { self.rows(ctx).opened(at) } else { None }
    }

    /// Whether no row opens a place.
    fn leads_nowhere(&self, _ctx: &Context<'_>) -> bool {
        false
    }

    /// See [`crate::panes::kit::list::StepRows::end`], and so on.
    fn end(&self) -> Option<&'static str> {
        Some(LAST_ROW)
    }

    /// Whether the next page could not be loaded, or was stopped.
    fn is_halted(&self, ctx: &Context<'_>) -> bool {
        self.failure(ctx).is_some()
    }

    /// Loads the next page.
    fn load_more(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Number of pages that are loaded or requested; `None` if everything loads without a key.
    fn pages(&self) -> Option<usize> {
        None
    }

    /// The time of the last row, if rows are in the order of time.
    fn oldest(&self) -> Option<Timestamp> {
        None
    }

    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        false
    }

    fn failure<'a>(&'a self, _ctx: &Context<'a>) -> Option<&'a Failure> {
        None
    }
}
