//! A contract's code: what it is at a glance, the functions that it dispatches to, and its instructions or bytes.
//!
//! ```text
//! ▌Overview   Functions 6   Runtime code 1 204   Creation code 1 236
//!
//!  000010 JUMPDEST                  from 000008
//!  000011 PUSH4 0xa9059cbb          transfer(address,uint256)  standard
//! ▌000017 PUSH2 0x0123              to 000123  transfer(address,uint256)
//! ```

mod copies;
mod functions;
mod listing;
mod other;
mod overview;
mod row;
mod slots;
mod tab;
mod workbench;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::other::Other;
use self::slots::Slots;
use self::tab::Tab;
use self::workbench::Workbench;
use super::{Context, Offer, Pane, Remote, Status, offer, on_sheet};
use crate::decode::code::{CodeReading, Codes};
use crate::decode::{Finding, Question, Snapshot, Study};
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, Timestamp};
use crate::message::{Action, Answer, Ask, Click, Effect, Input, MouseButton, Place, Response, Retrying};

/// The pane.
#[derive(Debug)]
pub struct CodePane {
    named: ContractRef,
    contract: Remote<Arc<Contract>>,
    finding: Remote<Arc<Finding>>,
    /// What was known when the codes were last read.
    known: Option<Snapshot>,
    slots: Slots,
    bench: Workbench,
    other: Option<Other>,
}

impl CodePane {
    /// Opens the pane and asks for the contract, whose codes are read when it comes.
    pub fn open(named: ContractRef, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            named,
            contract: Remote::default(),
            finding: Remote::default(),
            known: None,
            slots: Slots::default(),
            bench: Workbench::default(),
            other: None,
        };
        let effects = pane.ask(ctx);
        (pane, effects)
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let query = ContractQuery::now(self.named);
        self.contract.again(ctx.request(Ask::Contract(query)), ctx.now)
    }

    fn click(&mut self, click: Click, ctx: &Context<'_>) -> Vec<Effect> {
        let turn = match click.button {
            MouseButton::WheelUp => Action::Up,
            MouseButton::WheelDown => Action::Down,
            MouseButton::Press => {
                let reading = self.finding.value().and_then(|finding| code(finding));
                let again = reading.is_some_and(|reading| self.bench.press(click, reading, ctx));
                return if again { self.act(Action::Open, ctx) } else { Vec::new() };
            }
        };
        (0..3).flat_map(|_| self.act(turn, ctx)).collect()
    }

    fn reading(&self) -> Option<&CodeReading> {
        self.finding.value().and_then(|finding| code(finding))
    }

    /// The contract's id once it is known: every form of a contract leads to the same place.
    pub(super) fn best_ref(&self) -> ContractRef {
        let id = self.contract.value().and_then(|contract| contract.contract_id.value());
        id.map_or(self.named, ContractRef::Id)
    }
}

impl Pane for CodePane {
    /// Has the codes read again if more is known by now than when they were read.
    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(contract) = self.contract.value().filter(|_| self.known.as_ref() != Some(ctx.known)) else {
            return Vec::new();
        };
        let study = Study { known: ctx.known.clone(), question: Question::Code(Codes::of(contract)) };
        self.known = Some(ctx.known.clone());
        self.finding.again(ctx.request(Ask::Study(study)), ctx.now)
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Refresh => {
                self.known = None;
                let stopped = self.slots.forget();
                return stopped.into_iter().chain(self.ask(ctx)).collect();
            }
            Action::Contract => return vec![Effect::Go(Place::contract(self.best_ref()))],
            Action::Compare => {
                self.other = Some(Other::default());
                return Vec::new();
            }
            Action::Raw => {
                let raw = self.contract.value().map(|contract| contract.raw.clone());
                return raw.map(|raw| Effect::Raw(self.title(ctx), raw)).into_iter().collect();
            }
            Action::Close if self.reading().is_none() => return self.close(),
            _ => {}
        }
        let place = self.place();
        let name = self.best_ref().to_string();
        let Some(reading) = self.finding.value().and_then(|finding| code(finding)) else { return Vec::new() };
        match action {
            Action::Copy => self.bench.copied(reading).map(Effect::Copy).into_iter().collect(),
            Action::CopyMenu => {
                let selected = self.bench.copied(reading).into_iter();
                let more = self.bench.sheet.all_copied();
                let more = more.into_iter().filter(|_| self.bench.tab == Tab::Overview);
                let all = selected.chain(copies::all(reading)).chain(more);
                let place = [on_sheet::copied_place(&place)];
                let request = on_sheet::copied_request(self.contract.url());
                vec![Effect::CopyMenu(all.chain(place).chain(request).collect())]
            }
            Action::Export => vec![Effect::Export(copies::export(reading, &self.bench, &name))],
            _ => self.bench.act(action, reading, ctx),
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(other) = &mut self.other {
            let (open, effects) = other.type_in(input, self.named, ctx)?;
            if !open {
                self.other = None;
            }
            return Some(effects);
        }
        let reading = self.finding.value().and_then(|finding| code(finding))?;
        if self.bench.type_in(input, reading, ctx) {
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        Some(self.click(*click, ctx))
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let told = self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        if told && self.contract.failure().is_none() {
            self.known = None;
            let subject = crate::decode::Subject::Contract(self.best_ref());
            return self.due(ctx).into_iter().chain([Effect::Learn(subject)]).collect();
        }
        let found = self.finding.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if found || self.slots.hear(response) {
            self.refit(ctx);
        }
        let contract = self.best_ref();
        let reading = self.finding.value().and_then(|finding| code(finding)).filter(|_| found);
        reading.and_then(|reading| self.slots.ask(contract, reading, ctx)).into_iter().collect()
    }

    fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.contract.retrying(retrying) || self.finding.retrying(retrying);
    }

    fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        if self.other.is_some() {
            return offer::line("compare");
        }
        if self.bench.is_searching() {
            return offer::search();
        }
        let none = self.contract.value().is_none().then_some("the contract is not loaded");
        let mut offers = Vec::new();
        if let Some(reading) = self.reading() {
            offers.extend(self.bench.offers(reading));
            offers.extend([
                Offer::quiet(Action::CopyMenu, "copy …"),
                Offer::quiet(Action::Export, "write to a file"),
            ]);
            offers.extend(offer::moves());
        }
        offers.extend([
            Offer::new(Action::Compare, "compare with another"),
            Offer::new(Action::Contract, "contract"),
            Offer::quiet(Action::Refresh, "refresh").shown_if(self.contract.failure().is_some()),
            Offer::quiet(Action::Raw, "raw JSON").unless(none),
        ]);
        if self.contract.stops_on(Action::Close) || self.finding.stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers
    }

    fn place(&self) -> Place {
        Place::Code(self.named)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("contract {} {} code", self.best_ref(), ctx.look.glyphs.crumb)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let busy = self.contract.asked().is_some() || self.contract.failure().is_some();
        if busy || self.finding.failure().is_none() {
            return self.contract.status(ctx);
        }
        self.finding.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let cursor = match self.reading() {
            Some(reading) => self.bench.view(reading, ctx, area, buf),
            None if self.contract.value().is_some() => {
                self.finding.view_missing(
                    ctx,
                    &format!("the meaning of the code of {}", self.named),
                    area,
                    buf,
                );
                None
            }
            None => {
                let subject = format!("contract {} on {}", self.named, ctx.network.name);
                self.contract.view_missing(ctx, &subject, area, buf);
                None
            }
        };
        self.other.as_ref().map_or(cursor, |other| other.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.contract.wake_at(ctx.now).or_else(|| self.finding.wake_at(ctx.now))
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        if let Some(reading) = self.finding.value().and_then(|finding| code(finding)) {
            self.bench.refit(reading, &self.slots, ctx);
        }
    }

    fn close(&mut self) -> Vec<Effect> {
        let both = self.contract.stop().into_iter().chain(self.finding.stop());
        both.chain(self.slots.forget()).collect()
    }

    fn contract(&self, _: &Context<'_>) -> Option<ContractRef> {
        Some(self.best_ref())
    }
}

/// What was found out, if it is about code.
fn code(finding: &Finding) -> Option<&CodeReading> {
    if let Finding::Code(reading) = finding { Some(reading) } else { None }
}
