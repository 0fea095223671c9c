//! A scheduled transaction: its state, a summary, its signatures, its body, and all other fields.

mod document;
mod facts;
mod inner;
mod related;
mod signatures;

use std::sync::Arc;

use api::ScheduleQuery;
use ledger::schedule::Lifecycle;
use ledger::{ContractRef, EntityId, Schedule, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;

use self::inner::{Body, CallData};
use self::related::{Call, Related};
use super::lifecycle;
use crate::message::place::PlaceKind;
use crate::message::{Action, Click, Copied, Effect, Input, Notice, Place};
use crate::panes::kit::nouns::{keys, labels};
use crate::panes::kit::page::{
    elsewhere::{self, Elsewhere},
    on_sheet,
};
use crate::panes::kit::{Fetched, Taken, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::{Link, Sheet};

#[derive(Debug)]
pub struct SchedulePane {
    id: EntityId,
    taken: Taken,
    call: Option<Call>,
    sheet: Sheet,
    elsewhere: Elsewhere,
    /// The index of the candidate decoding on screen; the raw bytes come after the last one.
    turn: usize,
    /// When the countdown on the sheet changes.
    moves_at: Option<Timestamp>,
    body: Option<Body>,
    /// The state at the last poll.
    was: Option<Lifecycle>,
}

impl SchedulePane {
    pub fn open(id: EntityId) -> Self {
        Self {
            id,
            taken: Taken::default(),
            call: None,
            sheet: Sheet::default(),
            elsewhere: Elsewhere::default(),
            turn: 0,
            moves_at: None,
            body: None,
            was: None,
        }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<Schedule>> {
        ctx.get(&ScheduleQuery(self.id))
    }

    fn record<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Schedule>> {
        self.found(ctx).value()
    }

    /// The contract that the schedule calls.
    fn called(&self, ctx: &Context<'_>) -> Option<Place> {
        self.record(ctx).and_then(|schedule| inner::called(schedule)).map(Place::contract)
    }

    /// The id as a contract reference; `None` unless the server found no such schedule.
    fn other_name(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        self.found(ctx).is_missing().then_some(ContractRef::Id(self.id))
    }

    /// The number of candidate decodings.
    fn readings(&self, ctx: &Context<'_>) -> usize {
        let call = self.call.as_ref().and_then(|call| call.reading(ctx));
        call.map_or(0, |call| call.input.candidates.len())
    }

    /// The notice that the schedule has ended since the last poll.
    fn turned(&mut self, ctx: &Context<'_>) -> Option<Notice> {
        let (id, now) = (self.id, self.record(ctx)?.lifecycle(ctx.now));
        match (self.was.replace(now)?, now) {
            (Lifecycle::Executed(_) | Lifecycle::Deleted, _) => None,
            (_, Lifecycle::Executed(_)) => Some(Notice::info(format!("schedule {id} was executed"))),
            (_, Lifecycle::Deleted) => Some(Notice::warning(format!("schedule {id} was deleted"))),
            _ => None,
        }
    }

    /// Handles a click; `true` if it opens the selected fact.
    fn opens(&mut self, click: Click, ctx: &Context<'_>) -> bool {
        match self.other_name(ctx) {
            Some(_) => self.elsewhere.click(click, ctx),
            None => self.sheet.click(click, ctx.body),
        }
    }

    fn web(&self, ctx: &Context<'_>) -> Option<String> {
        let pattern = &ctx.network.explorer.schedule;
        (!pattern.is_empty()).then(|| pattern.replace("{}", &self.id.to_string()))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        copies.extend(self.web(ctx).map(|text| Copied::new("web explorer", text)));
        copies.extend(on_sheet::copied_request(self.found(ctx).url()));
        copies.extend(self.record(ctx).map(|it| keys::copies(&it.admin_key, None)).unwrap_or_default());
        copies
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let schedule = self.record(ctx);
        let bytes = schedule.map_or(&[][..], |schedule| inner::bytes(schedule));
        if let (Some(body), Some(_)) = (&self.body, schedule) {
            verbs.part(|pane| pane.body.as_mut(), |verbs| body.verbs(bytes, ctx, verbs));
            verbs.add(Action::Bytecode, "fields").run(|pane| pane.body = None);
            verbs.hidden(Action::Close, "back to the fields").run(|pane| pane.body = None);
            return;
        }
        let none = schedule.is_none().then_some("the schedule is not loaded");
        let empty = bytes.is_empty().then_some("there are no body bytes");
        let web = if self.web(ctx).is_none() { Some("this network has no web explorer") } else { none };
        if self.other_name(ctx).is_some() {
            verbs.part(|pane| Some(&mut pane.elsewhere), |verbs| self.elsewhere.verbs(ctx, verbs));
        } else if schedule.is_some() {
            let sheet = (&self.sheet, ctx.body.height);
            on_sheet::verbs(verbs, sheet, |pane| &mut pane.sheet, || self.copies(ctx));
            let called = self.called(ctx);
            let no_call = called.is_none().then_some("the schedule calls no contract");
            verbs.add(Action::Contract, "contract").unless(no_call).run(|_| Effect::go(called));
            let readings = self.readings(ctx);
            let unread = (readings == 0).then_some("no signature is known for the call data");
            let decoding = verbs.add(Action::NextReading, "next decoding").unless(no_call.or(unread));
            decoding.run(move |pane| {
                pane.turn = if pane.turn >= readings { 0 } else { pane.turn + 1 };
                pane.rebuild_view(ctx);
            });
        }
        let body = verbs.add(Action::Bytecode, "body bytes").unless(none.or(empty));
        body.run(|pane| pane.body = Some(Body::default()));
        verbs.add(Action::Refresh, "refresh").run(|_| Effect::Refresh);
        let raw = verbs.add(Action::Raw, "raw JSON").unless(none);
        raw.run(move |pane| Effect::raw(format!("schedule {}", pane.id), schedule.map(|it| it.raw.clone())));
        let browse = verbs.hidden(Action::Browse, "open in a web explorer").unless(web);
        browse.run(|pane| Effect::browse(pane.web(ctx)));
    }
}

impl Pane for SchedulePane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        if let (Some(body), Some(schedule)) = (&mut self.body, ctx.get(&ScheduleQuery(self.id)).value()) {
            body.click(*click, inner::bytes(schedule), ctx);
        } else if self.opens(*click, ctx) {
            return Some(self.act(Action::Open, ctx));
        }
        Some(Vec::new())
    }

    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.moves_at.is_some_and(|at| at <= ctx.now) {
            self.rebuild_view(ctx);
        }
        if let Some(named) = self.other_name(ctx) {
            return elsewhere::open(named, PlaceKind::Schedule, ctx);
        }
        self.turned(ctx).map(Effect::Notify).into_iter().collect()
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.other_name(ctx).is_some() {
            self.elsewhere.links(ctx)
        } else if self.record(ctx).is_some() && self.body.is_none() {
            self.sheet.links(ctx.body)
        } else {
            Vec::new()
        }
    }

    /// Polls the schedule while it is pending.
    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        let (question, found) = (ScheduleQuery(self.id), self.found(ctx));
        wants.add(&question);
        if let Some(named) = self.other_name(ctx) {
            elsewhere::wants(named, PlaceKind::Schedule, ctx, wants);
        }
        let Some(schedule) = found.value() else { return };
        if let Some(at) = found.ended_at().and_then(|ended| lifecycle::next_poll(schedule, ended, ctx.now)) {
            wants.ask_again_at(&question, at);
        }
        related::want(schedule, self.call.as_ref(), wants);
    }

    fn document(&self, ctx: &Context<'_>) -> Option<Json> {
        self.record_document(ctx)
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Schedule(self.id)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = format!("schedule {}", self.id);
        let Some(schedule) = self.record(ctx) else { return name };
        if self.body.is_some() {
            return format!("{name} {} body bytes", ctx.theme.glyphs.crumb);
        }
        format!("{name}  {}", lifecycle::label(schedule.lifecycle(ctx.now), ctx.seen.ran(schedule)))
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        match (self.record(ctx), &self.body) {
            (Some(schedule), Some(body)) => body.view(inner::bytes(schedule), ctx, area, buf),
            (Some(_), None) => self.sheet.view(ctx.theme, area, buf),
            (None, _) => {
                let subject = format!("schedule {} on {}", self.id, ctx.network.name);
                let above = self.other_name(ctx).map(|_| self.elsewhere.view(ctx, area, buf));
                self.found(ctx).view_missing(ctx, &subject, above.unwrap_or(area), buf);
            }
        }
        None
    }

    fn wake_at(&self, _: &Context<'_>) -> Option<Timestamp> {
        self.moves_at
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let found = self.found(ctx);
        let Some(schedule) = found.value() else {
            return self.elsewhere.update(self.other_name(ctx), PlaceKind::Schedule, ctx);
        };
        if self.taken.if_new(found).is_some() {
            self.call = Call::new(schedule);
        }
        if let Some(call) = &mut self.call {
            call.rebuild_view(ctx);
        }
        let says = CallData { related: Related::new(schedule, self.call.as_ref(), ctx), turn: self.turn };
        self.sheet =
            labels::on_sheet(ctx, facts::sheet(schedule, says, ctx)).after(&self.sheet, ctx.body.height);
        self.moves_at = lifecycle::moves_at(schedule, ctx.now);
    }
}
