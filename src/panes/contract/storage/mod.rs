//! The storage of a contract, on servers that show it: every slot that was written, now or as of a time.
//!
//! ```text
//!   timestamp 1795212000.000000000 ✕                             chips, if any filter is active
//!     slot        value                    written at (UTC)      the loaded rows in view
//!   ▌m0[0.0.1005] 1,000,000                2026-11-20 23:59:46…  named by the way to them
//! ─ row 1 of 100 loaded in 1 page, more below ──────             the page indicator
//!   value 0x0000…0f4240                                          the selected slot
//! ```

mod columns;
mod form;
mod places;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::places::Places;
use crate::decode::storage::{Explanation, Slot};
use crate::ledger::query::{Op, StateQuery};
use crate::ledger::{HexBytes, StateSlot, Timestamp};
use crate::message::{Action, Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, StepRows, existence};
use crate::panes::kit::prompt::{Prompt, Prompted};
use crate::panes::kit::slot_name;
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::Link;
use crate::widgets::Role;
use crate::widgets::feed::{GivenBack, Identity};

/// The pane.
#[derive(Debug)]
pub struct StoragePane {
    list: List<StateQuery>,
    places: Places,
    /// The name for the selected slot, while it is typed.
    name: Option<Prompt>,
}

impl Identity for StateSlot {
    type Id = HexBytes;

    fn identity(&self) -> Option<Self::Id> {
        self.slot.known().cloned()
    }
}

impl StoragePane {
    /// Opens the pane.
    pub fn open(query: StateQuery) -> Self {
        Self { list: List::new(query), places: Places::default(), name: None }
    }

    /// The selected slot, and what is known of it.
    fn selected(&self) -> Option<&(Slot, Explanation)> {
        self.places.get(self.list.feed()?.selected()?)
    }

    /// The time as of which the storage is shown.
    fn as_of(&self) -> Option<Timestamp> {
        self.list.query().timestamp.iter().find(|filter| filter.op == Op::Eq).map(|filter| filter.at)
    }
}

impl Pane for StoragePane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Edit => {
                self.name = self.selected().map(|(slot, found)| slot_name::prompt(ctx, slot, found));
                Vec::new()
            }
            _ => self.list.act(action, &self.places, ctx),
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Some(prompt) = &mut self.name else { return self.list.handle_input(input, &self.places, ctx) };
        let typed = prompt.handle_input(input);
        let name = prompt.text().to_owned();
        match typed {
            Prompted::Ignored if matches!(input, Input::Key(_)) => return None,
            Prompted::Typed | Prompted::Ignored => return Some(Vec::new()),
            Prompted::Left | Prompted::Done => self.name = None,
        }
        let selected = self.selected().filter(|_| typed == Prompted::Done);
        let kept = selected.and_then(|(slot, found)| slot_name::save(ctx, slot, found, &name));
        Some(kept.into_iter().collect())
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.name.is_none() { self.list.links(&self.places, ctx) } else { Vec::new() }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(ctx, wants);
        self.places.wants(&self.list, ctx, wants);
        existence::wants(&self.list, self.list.query().contract, wants);
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if self.name.is_some() {
            return action_hint::line("keep");
        }
        let unread = self.selected().is_none().then_some("its location is not known yet");
        let first = [
            ActionHint::new(Action::Edit, "name").disabled_if(self.list.no_row().or(unread)),
            ActionHint::new(Action::Contract, "contract").page(),
        ];
        self.list.hints(ctx, first, [ActionHint::hidden(Action::Results, "results").page()])
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.list.step_rows(Places::default())
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<Places>(arrangement, ctx)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&self.places, ctx)
    }

    fn loaded_bytes(&self) -> usize {
        self.list.loaded_bytes() + self.places.bytes()
    }

    fn give_back(&mut self, bytes: usize, is_on_screen: bool) -> GivenBack {
        self.list.give_back(bytes, is_on_screen)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&self.places).filter(|_| self.name.is_none())
    }

    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.list.status(ctx);
        if let (Some(at), None) = (self.as_of(), &status.banner) {
            status.banner = Some((format!("as of {}", ctx.theme.time(at, ctx.now)), Role::Attention));
        }
        status
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let cursor = self.list.view(&self.places, ctx, area, buf);
        let footer = area.rows().next_back()?;
        self.name.as_ref().map(|name| name.view(ctx, footer, buf)).or(cursor)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.list.rebuild_view(ctx);
        if let Some(feed) = self.list.feed() {
            self.places.rebuild_view(self.list.query().contract, feed, ctx);
        }
        self.list.arrange(&self.places, ctx);
    }
}
