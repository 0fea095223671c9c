//! One scheduled transaction: where it stands, its story, its signatures, its body, and all else that was sent.

mod beside;
mod body;
mod facts;
mod inner;
mod keys;
mod story;
mod tree;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::beside::Beside;
use self::body::Body;
use self::inner::Says;
use super::{Context, Offer, Pane, Remote, Status, key_forms, lifecycle, offer, on_sheet};
use crate::ledger::schedule::Lifecycle;
use crate::ledger::{ContractRef, EntityId, Schedule, Timestamp};
use crate::message::{
    Action, Answer, Ask, Copied, Effect, Failure, Input, Notice, Place, Response, Retrying,
};
use crate::widgets::Sheet;

/// The pane.
#[derive(Debug)]
pub struct SchedulePane {
    id: EntityId,
    schedule: Remote<Arc<Schedule>>,
    beside: Beside,
    sheet: Sheet,
    /// Which reading of the call data is shown; after the last one the bytes alone.
    turn: usize,
    /// When the countdown on the sheet must be written anew.
    moves_at: Option<Timestamp>,
    body: Option<Body>,
    /// When an answer came last, be it a record or a failure.
    looked_at: Timestamp,
}

impl SchedulePane {
    /// Opens the pane and asks for the schedule.
    pub fn open(id: EntityId, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut schedule = Remote::default();
        let ask = schedule.ask(ctx.request(Ask::Schedule(id)), ctx.now);
        let pane = Self {
            id,
            schedule,
            beside: Beside::default(),
            sheet: Sheet::default(),
            turn: 0,
            moves_at: None,
            body: None,
            looked_at: ctx.now,
        };
        (pane, vec![ask])
    }

    fn is_missing(&self) -> bool {
        matches!(self.schedule.failure(), Some(Failure::NotFound { .. })) && self.schedule.value().is_none()
    }

    /// The contract that the schedule calls; or the one that the id may be, if it is no schedule's.
    fn contract(&self) -> Option<Place> {
        let called = self.schedule.value().and_then(|schedule| inner::called(schedule));
        let may_be = self.is_missing().then_some(ContractRef::Id(self.id));
        called.or(may_be).map(Place::contract)
    }

    /// When to ask for the schedule again by itself; `None` while it is asked for and once it is final.
    fn next_look(&self, now: Timestamp) -> Option<Timestamp> {
        let schedule = self.schedule.value().filter(|_| self.schedule.asked().is_none())?;
        lifecycle::next_look(schedule, self.looked_at, now)
    }

    /// What is said when the schedule has become final since it was read before.
    fn turned(&self, before: Option<Lifecycle>, now: Option<Lifecycle>) -> Option<Notice> {
        let id = self.id;
        match (before?, now?) {
            (Lifecycle::Executed(_) | Lifecycle::Deleted, _) => None,
            (_, Lifecycle::Executed(_)) => Some(Notice::info(format!("schedule {id} was executed"))),
            (_, Lifecycle::Deleted) => Some(Notice::warning(format!("schedule {id} was deleted"))),
            _ => None,
        }
    }

    fn web(&self, ctx: &Context<'_>) -> Option<String> {
        let pattern = &ctx.network.explorer.schedule;
        (!pattern.is_empty()).then(|| pattern.replace("{}", &self.id.to_string()))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        copies.extend(self.web(ctx).map(|text| Copied { what: "web explorer".to_owned(), text }));
        copies.extend(on_sheet::copied_request(self.schedule.url()));
        copies.extend(
            self.schedule.value().map(|it| key_forms::copies(&it.admin_key, None)).unwrap_or_default(),
        );
        copies
    }
}

impl Pane for SchedulePane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        if let (Some(body), Some(schedule)) = (&mut self.body, self.schedule.value()) {
            if matches!(action, Action::Bytecode | Action::Close) {
                self.body = None;
                return Vec::new();
            }
            return body.act(action, body::bytes(schedule), ctx);
        }
        match action {
            Action::Close => self.schedule.stop().into_iter().collect(),
            Action::Refresh => self.schedule.again(ctx.request(Ask::Schedule(self.id)), ctx.now),
            Action::Contract => self.contract().map(Effect::Go).into_iter().collect(),
            Action::NextReading => {
                self.turn = if self.turn >= self.beside.readings() { 0 } else { self.turn + 1 };
                self.refit(ctx);
                Vec::new()
            }
            Action::Bytecode => {
                self.body = Some(Body::default());
                Vec::new()
            }
            Action::Browse => self.web(ctx).map(Effect::Browse).into_iter().collect(),
            Action::Raw => {
                let raw = self.schedule.value().map(|schedule| schedule.raw.clone());
                raw.map(|raw| Effect::Raw(format!("schedule {}", self.id), raw)).into_iter().collect()
            }
            _ => {
                let copies = self.copies(ctx);
                on_sheet::act(&mut self.sheet, action, ctx.body.height, copies).unwrap_or_default()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        if let (Some(body), Some(schedule)) = (&mut self.body, self.schedule.value()) {
            body.click(*click, body::bytes(schedule), ctx);
        } else if self.sheet.click(*click, ctx.body) {
            return Some(self.act(Action::Open, ctx));
        }
        Some(Vec::new())
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        if self.beside.hear(response) {
            self.refit(ctx);
            return Vec::new();
        }
        let before = self.schedule.value().map(|schedule| schedule.lifecycle(ctx.now));
        let heard = self.schedule.hear(response, |answer| match answer {
            Answer::Schedule(schedule) => Some(Arc::clone(schedule)),
            _ => None,
        });
        if !heard {
            return Vec::new();
        }
        self.looked_at = response.at;
        self.refit(ctx);
        let now = self.schedule.value().map(|schedule| schedule.lifecycle(ctx.now));
        self.turned(before, now).map(Effect::Notify).into_iter().collect()
    }

    fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.schedule.retrying(retrying) || self.beside.retrying(retrying);
    }

    /// While it is pending, the schedule is asked for again and again.
    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.moves_at.is_some_and(|at| at <= ctx.now) {
            self.refit(ctx);
        }
        if self.next_look(ctx.now).is_some_and(|due| due <= ctx.now) {
            return self.schedule.again(ctx.request(Ask::Schedule(self.id)), ctx.now);
        }
        match self.schedule.value() {
            Some(schedule) => self.beside.ask(schedule, ctx),
            None => Vec::new(),
        }
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let schedule = self.schedule.value();
        if self.body.is_some() && schedule.is_some() {
            let mut offers = Body::offers();
            offers.push(Offer::new(Action::Bytecode, "fields"));
            offers.push(Offer::quiet(Action::Close, "back to the fields"));
            offers.extend(offer::moves());
            return offers;
        }
        let none = schedule.is_none().then_some("the schedule is not loaded");
        let bytes = schedule.map_or(&[][..], |schedule| body::bytes(schedule));
        let empty = bytes.is_empty().then_some("there are no body bytes");
        let web = if self.web(ctx).is_none() { Some("this network has no web explorer") } else { none };
        let mut offers = Vec::new();
        if self.is_missing() {
            offers.push(Offer::new(Action::Contract, "look it up as a contract"));
        } else if schedule.is_some() {
            offers.extend(on_sheet::offers(&self.sheet));
            let no_call = self.contract().is_none().then_some("the schedule calls no contract");
            offers.push(Offer::new(Action::Contract, "contract").unless(no_call));
            let unread = (self.beside.readings() == 0).then_some("no signature is known for the call data");
            offers.push(Offer::new(Action::NextReading, "next reading").unless(no_call.or(unread)));
        }
        offers.extend([
            Offer::new(Action::Bytecode, "body bytes").unless(none.or(empty)),
            Offer::new(Action::Refresh, "refresh"),
            Offer::new(Action::Raw, "raw JSON").unless(none),
            Offer::quiet(Action::Browse, "open in a web explorer").unless(web),
        ]);
        if self.schedule.stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers
    }

    fn place(&self) -> Place {
        Place::Schedule(self.id)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = format!("schedule {}", self.id);
        let Some(schedule) = self.schedule.value() else { return name };
        if self.body.is_some() {
            return format!("{name} {} body bytes", ctx.look.glyphs.crumb);
        }
        format!("{name}  {}", lifecycle::word(schedule.lifecycle(ctx.now), ctx.seen.ran(schedule)))
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.schedule.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        match (self.schedule.value(), &self.body) {
            (Some(schedule), Some(body)) => body.view(body::bytes(schedule), ctx, area, buf),
            (Some(_), None) => self.sheet.view(ctx.look, area, buf),
            (None, _) => {
                let subject = format!("schedule {} on {}", self.id, ctx.network.name);
                self.schedule.view_missing(ctx, &subject, area, buf);
            }
        }
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        [self.schedule.wake_at(ctx.now), self.moves_at, self.next_look(ctx.now)].into_iter().flatten().min()
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        if let Some(schedule) = self.schedule.value() {
            let says = Says { beside: &self.beside, turn: self.turn };
            self.sheet = facts::sheet(schedule, says, ctx).after(&self.sheet, ctx.body.height);
            self.moves_at = lifecycle::moves_at(schedule, ctx.now);
        }
    }

    fn close(&mut self) -> Vec<Effect> {
        self.schedule.stop().into_iter().chain(self.beside.stop()).collect()
    }
}
