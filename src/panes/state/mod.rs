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
use super::list::List;
use super::prompt::{Prompt, Prompted};
use super::{Context, Offer, Pane, Status, offer, slot_name};
use crate::decode::storage::{Explanation, Slot};
use crate::ledger::query::{Op, ResultsQuery, StateQuery};
use crate::ledger::{HexBytes, StateSlot, Timestamp};
use crate::message::{Action, Effect, Input, Place, Response, Retrying};
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
    /// Opens the pane and asks for the first page.
    pub fn open(query: StateQuery, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self { list: List::of(query), places: Places::default(), name: None };
        let effects = pane.list.ask(ctx);
        (pane, effects)
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
            Action::Close => self.close(),
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

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        self.places.hear(response);
        if !self.list.hear(response, ctx) {
            return Vec::new();
        }
        let contract = self.list.query().contract;
        self.places.existence.doubt(&self.list, contract, ctx)
    }

    fn retrying(&mut self, retrying: &Retrying) {
        self.list.retrying(retrying);
        self.places.retrying(retrying);
    }

    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let more = self.list.due(ctx);
        let Some(feed) = self.list.feed() else { return more };
        let studies = self.places.due(self.list.query().contract, feed, ctx);
        more.into_iter().chain(studies).collect()
    }

    fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        if self.name.is_some() {
            return offer::line("keep");
        }
        let unread = self.selected().is_none().then_some("where it lies is not known yet");
        let first = [
            Offer::new(Action::Edit, "name it").unless(self.list.no_row().or(unread)),
            Offer::new(Action::Contract, "contract"),
        ];
        self.list.offers(first, [Offer::quiet(Action::Results, "results")])
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
        [self.list.wake_at(ctx.now), self.places.existence.wake_at(ctx.now)].into_iter().flatten().min()
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        self.list.refit(ctx);
    }

    fn close(&mut self) -> Vec<Effect> {
        self.list.stop().into_iter().chain(self.places.stop()).collect()
    }
}
