//! What is known of a contract's interface and from where; and the user's own: a file, a paste or a signature
//! that is typed, used at once wherever bytes are read.

mod add;
mod facts;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::add::{Add, Typed};
use super::{Context, Offer, Pane, Remote, Status, on_sheet};
use crate::decode::interface::sources::Source;
use crate::decode::reading::Provenance;
use crate::decode::study::{Question, Study};
use crate::decode::{Finding, Snapshot, Subject};
use crate::ledger::query::ResultsQuery;
use crate::ledger::{ContractRef, Timestamp};
use crate::message::{Action, Answer, Ask, Effect, Input, Keep, Notice, Place, Response, TaughtInterface};
use crate::widgets::Sheet;

/// The pane.
#[derive(Debug)]
pub struct InterfacesPane {
    contract: ContractRef,
    found: Remote<Arc<Finding>>,
    /// What was known when it was asked for.
    known: Option<Snapshot>,
    sheet: Sheet,
    add: Option<Add>,
}

impl InterfacesPane {
    /// Opens the pane and has the contract learned of.
    pub fn open(contract: ContractRef, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let found = Remote::default();
        let mut pane = Self { contract, found, known: None, sheet: Sheet::default(), add: None };
        pane.refit(ctx);
        (pane, vec![Effect::Learn(Subject::Contract(contract))])
    }

    /// Opens the pane with the form for another interface, and a file's path in it.
    pub fn adding(contract: ContractRef, path: &str, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let (mut pane, effects) = Self::open(contract, ctx);
        pane.add = Some(Add::of_file(contract, path));
        (pane, effects)
    }

    /// Forgets the user's source that is selected.
    fn forget(&self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(source) = self.selected() else { return Vec::new() };
        let origin = String::from_utf8_lossy(source.origin.raw()).into_owned();
        let keep = match source.contract {
            None => Keep::ForgetSignature(origin.clone()),
            Some(contract) => Keep::ForgetInterface(Box::new(TaughtInterface {
                network: ctx.network.name.clone(),
                contract,
                origin: origin.clone(),
                text: Arc::from(""),
                at: ctx.now,
            })),
        };
        vec![
            Effect::Keep(keep),
            Effect::Notify(Notice::info(format!("{} is forgotten", source.origin.shown()))),
        ]
    }

    /// The user's source that is selected.
    fn selected(&self) -> Option<&Source> {
        let (label, value) = self.sheet.selected()?;
        let mut own = self.sources().iter().filter(|source| source.provenance == Provenance::User);
        own.find(|source| label == facts::OWN && value.copied.as_bytes() == source.origin.raw())
    }

    fn sources(&self) -> &[Source] {
        match self.found.value().map(AsRef::as_ref) {
            Some(Finding::Sources(sources)) => sources,
            _ => &[],
        }
    }
}

impl Pane for InterfacesPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Adopt => {
                self.add = Some(Add::new(self.contract));
                Vec::new()
            }
            Action::Forget => self.forget(ctx),
            Action::Contract => vec![Effect::Go(Place::contract(self.contract))],
            Action::Results => vec![Effect::Go(Place::Results(ResultsQuery::all(self.contract)))],
            _ => {
                let copies = vec![on_sheet::copied_place(&self.place())];
                on_sheet::act(&mut self.sheet, action, ctx.body.height, copies).unwrap_or_default()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Some(add) = &mut self.add else {
            let Input::Mouse(click) = input else { return None };
            self.sheet.click(*click, ctx.body);
            return Some(Vec::new());
        };
        match add.type_in(input, ctx)? {
            Typed::Open(effects) => Some(effects),
            Typed::Done(effects) => {
                let stopped = add.stop();
                self.add = None;
                Some(stopped.into_iter().chain(effects).collect())
            }
        }
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let found = self.found.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if found {
            self.refit(ctx);
        }
        match self.add.as_mut().map(|add| add.hear(response, ctx)) {
            Some(Typed::Open(effects)) => effects,
            Some(Typed::Done(effects)) => {
                self.add = None;
                effects
            }
            None => Vec::new(),
        }
    }

    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = self.add.as_mut().map(|add| add.due(ctx)).unwrap_or_default();
        if self.known.as_ref() != Some(ctx.known) {
            self.known = Some(ctx.known.clone());
            let study = Study { known: ctx.known.clone(), question: Question::Sources(self.contract) };
            effects.extend(self.found.again(ctx.request(Ask::Study(study)), ctx.now));
        }
        effects
    }

    fn offers(&self, _: &Context<'_>) -> Vec<Offer> {
        if let Some(add) = &self.add {
            return add.offers();
        }
        let not_own =
            self.selected().is_none().then_some("only what you added can be removed: select its line");
        let mut offers = vec![
            Offer::new(Action::Adopt, "add an ABI or a signature"),
            Offer::new(Action::Forget, "remove it").unless(not_own),
            Offer::new(Action::Contract, "contract"),
            Offer::new(Action::Results, "results"),
        ];
        offers.extend(on_sheet::offers(&self.sheet).into_iter().filter(|offer| offer.action != Action::Open));
        offers
    }

    fn place(&self) -> Place {
        Place::Interfaces(self.contract)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} interfaces", self.contract, ctx.look.glyphs.crumb)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if self.found.asked().is_some() { self.found.status(ctx) } else { Status::default() }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.sheet.view(ctx.look, area, buf);
        self.add.as_ref().and_then(|add| add.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.found.wake_at(ctx.now)
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        self.sheet = facts::sheet(self.contract, self.sources(), self.found.value().is_some(), ctx)
            .after(&self.sheet, ctx.body.height);
    }

    fn close(&mut self) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.found.stop().into_iter().collect();
        effects.extend(self.add.as_mut().map(Add::stop).unwrap_or_default());
        effects
    }
}
