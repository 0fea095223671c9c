//! The storage of a contract, on servers that show it: every slot that was written, now or as of a time.
//!
//! ```text
//!   timestamp 1795212000.000000000 ✕                             chips, if any filter is active
//!     slot        value                    written at (UTC)      the loaded rows in view
//!   ▌m0[0.0.1005] 1 000 000                2026-11-20 23:59:46…  named by the way to them
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
use super::kit::Wants;
use super::list::{List, existence};
use super::prompt::{Prompt, Prompted};
use super::{Context, Offer, Pane, Status, offer, slot_name};
use crate::decode::storage::{Explanation, Slot};
use crate::ledger::query::{Op, ResultsQuery, StateQuery};
use crate::ledger::{HexBytes, StateSlot, Timestamp};
use crate::message::{Action, Effect, Input, Place};
use crate::widgets::Role;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct StatePane {
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

impl StatePane {
    /// Opens the pane.
    pub fn open(query: StateQuery) -> Self {
        Self { list: List::of(query), places: Places::default(), name: None }
    }

    /// The selected slot, and what is known of it.
    fn selected(&self) -> Option<&(Slot, Explanation)> {
        self.places.of(self.list.feed()?.selected()?)
    }

    /// The time as of which the storage is shown.
    fn as_of(&self) -> Option<Timestamp> {
        self.list.query().timestamp.iter().find(|filter| filter.op == Op::Eq).map(|filter| filter.at)
    }
}

impl Pane for StatePane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let contract = self.list.query().contract;
        match action {
            Action::Contract => vec![Effect::Go(Place::contract(contract))],
            Action::Results => vec![Effect::Go(Place::Results(ResultsQuery::all(contract)))],
            Action::Edit => {
                self.name = self.selected().map(|(slot, found)| slot_name::prompt(ctx, slot, found));
                Vec::new()
            }
            _ => self.list.act(action, &self.places, ctx),
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Some(prompt) = &mut self.name else { return self.list.type_in(input, ctx) };
        let typed = prompt.type_in(input);
        let name = prompt.text().to_owned();
        match typed {
            Prompted::Ignored if matches!(input, Input::Key(_)) => return None,
            Prompted::Typed | Prompted::Ignored => return Some(Vec::new()),
            Prompted::Left | Prompted::Done => self.name = None,
        }
        let selected = self.selected().filter(|_| typed == Prompted::Done);
        let kept = selected.and_then(|(slot, found)| slot_name::keep(ctx, slot, found, &name));
        Some(kept.into_iter().collect())
    }

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(wants);
        self.places.wants(&self.list, wants);
        existence::wants(&self.list, self.list.query().contract, wants);
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        if self.name.is_some() {
            return offer::line("keep");
        }
        let unread = self.selected().is_none().then_some("where it lies is not known yet");
        let first = [
            Offer::new(Action::Edit, "name it").unless(self.list.no_row().or(unread)),
            Offer::new(Action::Contract, "contract"),
        ];
        self.list.offers(ctx, first, [Offer::quiet(Action::Results, "results")])
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
            status.banner = Some((format!("as of {}", ctx.look.time(at, ctx.now)), Role::Attention));
        }
        status
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let cursor = self.list.view(&self.places, ctx, area, buf);
        let foot = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
        self.name.as_ref().map(|name| name.view(ctx, foot, buf)).or(cursor)
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.list.wake_at(ctx)
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        self.list.refit(ctx);
        if let Some(feed) = self.list.feed() {
            self.places.refit(self.list.query().contract, feed, ctx);
        }
    }
}
