//! The slots that were read or written, by contract: each with its location, its values before and after, and the
//! proof.
//!
//! ```text
//!   36 of 37 slots found by their hashes                        progress of the search
//!   Pool 0.0.5103  13 slots: 9 changed, 4 read                  a contract
//! ▌ ticks[-201300].outside0   11 → 0   -11                      a slot
//!   ─────────
//!   location  m4[-201300].+1                                    the selected one, with proof
//! ```

mod detail;
mod document;
mod list;

use std::sync::Arc;

use decode::storage::{Case, Explained, Explanation, Slot};
use ledger::ContractResult;
use ledger::result::StateChange;
use ratatui::layout::Rect;

use self::list::Row;
use crate::message::{Action, Click, Copied, Effect, Input, MouseButton, Section};
use crate::panes::kit::Wants;
use crate::panes::kit::form::prompt::{Prompt, Prompted};
use crate::panes::kit::nouns::{labels, slot_name, slots};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Verbs};
use crate::widgets::{Scroll, Sheet};

/// The slots, their explanations, and the selection.
#[derive(Debug, Default)]
pub(super) struct StateTab {
    result: Option<Arc<ContractResult>>,
    case: Arc<Case>,
    /// The latest explanations of these slots.
    explained: Option<Arc<Explained>>,
    rows: Vec<Row>,
    scroll: Scroll,
    detail: Sheet,
    in_detail: bool,
    writes_only: bool,
    sought: String,
    line: Option<Line>,
}

impl StateTab {
    /// Takes the result and the explanations of its slots.
    pub(super) fn update(&mut self, result: &Arc<ContractResult>, ctx: &Context<'_>, body: Rect) {
        if self.result.as_ref() != Some(result) {
            self.case = Arc::new(Case::of_result(result));
            self.result = Some(Arc::clone(result));
            self.explained = None;
        }
        if let Some(found) = ctx.get(&self.case).value() {
            self.explained = Some(Arc::clone(found));
        }
        let selected = self.selected();
        self.rows = list::rows(self, ctx);
        let kept = self.rows.iter().position(|row| selected.is_some() && row.slot() == selected);
        let first = self.rows.iter().position(|row| row.slot().is_some());
        let at = kept.or(first).unwrap_or_default();
        self.scroll.select(at, self.rows.len(), list::areas(body, self.rows.len()).list.height);
        self.show(ctx, body);
    }

    /// Adds the questions for the slots' explanations and contracts.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        slots::want(&self.case, ctx, wants);
    }

    fn explained(&self) -> Option<&Explained> {
        self.explained.as_deref()
    }

    /// The details of every slot.
    pub(super) fn sections(&self, ctx: &Context<'_>) -> Vec<Section> {
        let slot =
            |at| detail::sheet(self, Some(at), ctx).sections(&format!("State changes: slot {}", at + 1));
        (0..self.changes().len()).flat_map(slot).collect()
    }

    fn changes(&self) -> &[StateChange] {
        let changes = self.result.as_ref().and_then(|result| result.state_changes.known());
        changes.map(Vec::as_slice).unwrap_or_default()
    }

    /// A slot as received, as parsed, and its explanation.
    fn slot(&self, at: usize) -> Option<(&StateChange, &Slot, Explanation)> {
        let explanation = self.explained().and_then(|all| all.slots.get(at)).cloned().unwrap_or_default();
        Some((self.changes().get(at)?, self.case.slots.get(at)?, explanation))
    }

    /// The index of the selected slot in the result.
    pub(super) fn selected(&self) -> Option<usize> {
        self.rows.get(self.scroll.selected).and_then(Row::slot)
    }

    fn show(&mut self, ctx: &Context<'_>, body: Rect) {
        let sheet = detail::sheet(self, self.selected(), ctx);
        self.detail = labels::on_sheet(ctx, sheet)
            .after(&self.detail, list::areas(body, self.rows.len()).detail.height);
    }

    /// Adds the verbs of this tab, drawn in `body`. `copies` is also in the copy menu.
    pub(super) fn verbs<'c>(
        &self,
        ctx: &'c Context<'_>,
        body: Rect,
        verbs: &mut Verbs<'c, Self>,
        copies: impl FnOnce() -> Vec<Copied>,
    ) {
        let none = self.selected().is_none().then_some("no slot is selected");
        let no_slots = self.case.slots.is_empty().then_some("no slot was read or written");
        if self.in_detail {
            on_sheet::open(verbs, &self.detail);
            on_sheet::copy(verbs, &self.detail);
        } else {
            let open = verbs.add(Action::Open, "proof and values").unless(none);
            open.run(|tab| tab.in_detail = true);
            let slot = self.selected().and_then(|at| self.case.slots.get(at)?.slot).map(slots::word_hex);
            let copy = verbs.add(Action::Copy, "copy the slot").unless(none);
            copy.give(|| Effect::copy(slot.map(|text| Copied::new("slot", text))));
        }
        let menu = verbs.hidden(Action::CopyMenu, "copy …").unless(none);
        menu.give(|| Effect::CopyMenu([self.detail.copied_nearby(), copies()].concat()));
        verbs.moves(move |tab, action| tab.go(action, ctx, body));
        verbs.add(Action::Edit, "name").unless(none).run(|tab| tab.begin_to_name(ctx));
        verbs.add(Action::Find, "find").unless(no_slots).run(Self::begin_search);
        let writes = if self.writes_only { "show reads" } else { "writes only" };
        verbs.add(Action::Filter, writes).unless(no_slots).run(move |tab| {
            tab.writes_only = !tab.writes_only;
            tab.again(ctx, body);
        });
        if !self.sought.is_empty() {
            let reset = verbs.hidden(Action::Reset, "show all slots");
            reset.run(move |tab| tab.seek(String::new(), ctx, body));
        }
        if self.in_detail {
            verbs.add(Action::Close, "to the slots").run(|tab| tab.in_detail = false);
        } else if !self.sought.is_empty() {
            let close = verbs.add(Action::Close, "show all slots");
            close.run(move |tab| tab.seek(String::new(), ctx, body));
        }
    }

    fn go(&mut self, action: Action, ctx: &Context<'_>, body: Rect) {
        if self.in_detail {
            _ = self.detail.act(action, list::areas(body, self.rows.len()).detail.height);
        } else {
            self.move_on(action, ctx, body);
        }
    }

    fn move_on(&mut self, action: Action, ctx: &Context<'_>, body: Rect) {
        let (len, height) = (self.rows.len(), list::areas(body, self.rows.len()).list.height);
        if self.scroll.act(action, len, height).is_none() {
            return;
        }
        let upwards = matches!(action, Action::Up | Action::PageUp | Action::HalfUp | Action::Last);
        self.land(upwards, height);
        self.show(ctx, body);
    }

    /// Moves the selection to a slot: in the direction of the move, otherwise to the nearest.
    fn land(&mut self, upwards: bool, height: u16) {
        let (at, len) = (self.scroll.selected, self.rows.len());
        let below = || (at..len).find(|at| self.rows.get(*at).is_some_and(|row| row.slot().is_some()));
        let above = || (0..=at).rev().find(|at| self.rows.get(*at).is_some_and(|row| row.slot().is_some()));
        let landed = if upwards { above().or_else(below) } else { below().or_else(above) };
        self.scroll.select(landed.unwrap_or(at), len, height);
    }

    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>, body: Rect) -> Vec<Effect> {
        let areas = list::areas(body, self.rows.len());
        if click.row >= areas.detail.y && areas.detail.height > 0 && click.button.turn().is_none() {
            self.in_detail = self.selected().is_some();
            let follow = self.detail.click(click, areas.detail);
            return if follow { Effect::go(self.detail.place()) } else { Vec::new() };
        }
        if self.scroll.drag(click, areas.list, self.rows.len()) {
            self.in_detail = false;
            self.land(false, areas.list.height);
            self.show(ctx, body);
            return Vec::new();
        }
        match click.button {
            MouseButton::Drag(_) => {}
            MouseButton::WheelUp => self.move_on(Action::Up, ctx, body),
            MouseButton::WheelDown => self.move_on(Action::Down, ctx, body),
            MouseButton::Press => {
                let window = self.scroll.window(self.rows.len(), areas.list.height);
                let at = click.row.checked_sub(areas.list.y).map(|line| window.start + usize::from(line));
                let at = at.filter(|at| self.rows.get(*at).is_some_and(|row| row.slot().is_some()));
                if let Some(at) = at.filter(|at| window.contains(at)) {
                    self.in_detail = false;
                    self.scroll.select(at, self.rows.len(), areas.list.height);
                    self.show(ctx, body);
                }
            }
        }
        Vec::new()
    }

    /// Selects a slot by its index among the changed ones.
    pub(super) fn select_changed(&mut self, at: usize, ctx: &Context<'_>, body: Rect) {
        let slot = self.changed().get(at).copied();
        let row = self.rows.iter().position(|row| slot.is_some() && row.slot() == slot);
        if let Some(row) = row {
            self.in_detail = false;
            self.scroll.select(row, self.rows.len(), list::areas(body, self.rows.len()).list.height);
            self.show(ctx, body);
        }
    }

    fn again(&mut self, ctx: &Context<'_>, body: Rect) {
        if let Some(result) = self.result.clone() {
            self.update(&result, ctx, body);
        }
    }

    fn seek(&mut self, sought: String, ctx: &Context<'_>, body: Rect) {
        self.sought = sought;
        self.in_detail = false;
        self.again(ctx, body);
    }
}

/// The purpose of the input line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Filters the slots by location or digits.
    Seek,
    /// Names the variable of the selected slot.
    Name,
}

/// An input line while it is open.
#[derive(Clone, Debug)]
struct Line {
    purpose: Purpose,
    prompt: Prompt,
}

impl StateTab {
    /// Whether a line is open.
    pub(in crate::panes::result) fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    /// Opens the line to search for slots.
    fn begin_search(&mut self) {
        let prompt = Prompt::new("find ", &self.sought);
        self.line = Some(Line { purpose: Purpose::Seek, prompt });
    }

    /// Opens the line that names the selected slot.
    fn begin_to_name(&mut self, ctx: &Context<'_>) {
        let selected = self.selected().and_then(|at| self.slot(at));
        let prompt = selected.map(|(_, slot, explanation)| slot_name::prompt(ctx, slot, &explanation));
        self.line = prompt.map(|prompt| Line { purpose: Purpose::Name, prompt });
    }

    /// Handles an input for the line. `None` if no line is open.
    pub(in crate::panes::result) fn handle_input(
        &mut self,
        input: &Input,
        ctx: &Context<'_>,
        body: Rect,
    ) -> Option<Vec<Effect>> {
        let line = self.line.as_mut()?;
        let typed = line.prompt.handle_input(input);
        let (purpose, text) = (line.purpose, line.prompt.text().to_owned());
        if matches!(typed, Prompted::Left | Prompted::Done) {
            self.line = None;
        }
        match (typed, purpose) {
            (Prompted::Ignored, _) => return None,
            (Prompted::Typed, Purpose::Seek) => self.seek(text, ctx, body),
            (Prompted::Left, Purpose::Seek) => self.seek(String::new(), ctx, body),
            (Prompted::Done, Purpose::Name) => {
                let selected = self.selected().and_then(|at| self.slot(at));
                let kept = selected.and_then(|(_, slot, found)| slot_name::save(ctx, slot, &found, &text));
                return Some(kept.into_iter().collect());
            }
            (Prompted::Done, Purpose::Seek) | (Prompted::Typed | Prompted::Left, Purpose::Name) => {}
        }
        Some(Vec::new())
    }
}
