//! The sources of a contract's interface. The user can add a file, a pasted ABI or a signature, which is used at
//! once for decoding.

mod add;
mod facts;

use std::sync::Arc;

use api::Extent;
use decode::Subject;
use decode::interface::book::Source;
use decode::reading::Provenance;
use ledger::{ContractRef, SystemEntity};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::add::{Add, Typed};
use self::facts::Verifier;
use crate::message::{Action, CustomAbi, Effect, Input, Notice, Persist, Place};
use crate::panes::kit::ask::{analyses::InterfaceSources, at_verifier::AtVerifier};
use crate::panes::kit::nouns::labels;
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, Progress, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::Sheet;

#[derive(Debug)]
pub struct InterfacesPane {
    contract: ContractRef,
    sheet: Sheet,
    add: Option<Add>,
}

impl InterfacesPane {
    pub fn open(contract: ContractRef) -> Self {
        Self { contract, sheet: Sheet::default(), add: None }
    }

    /// Opens the form for another interface, with a file's path in it.
    pub fn adding(contract: ContractRef, path: &str) -> Self {
        Self { add: Some(Add::of_file(contract, path)), ..Self::open(contract) }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Vec<Source>> {
        ctx.get(&InterfaceSources(self.contract))
    }

    /// The lookup at the verifier; `None` without a verifier, and for system contracts.
    fn at_verifier(&self, ctx: &Context<'_>) -> Option<AtVerifier> {
        let chain = ctx.network.verifier.as_ref().and(ctx.network.chain.clone())?;
        SystemEntity::named(self.contract).is_none().then_some(AtVerifier { chain, named: self.contract })
    }

    /// State of the lookup of the verified interface: of the contract's record, while that decides whether the
    /// verifier is asked.
    fn verifier<'a>(&self, ctx: &Context<'a>) -> Verifier<'a> {
        let Some(contract) = self.at_verifier(ctx) else { return Verifier::Settled };
        match contract.outcome(Extent::Interface, ctx) {
            None => Verifier::Asked(contract.progress(Extent::Interface, ctx).and_then(Progress::trouble)),
            Some(Ok(())) => Verifier::Settled,
            Some(Err(failure)) => Verifier::Failed(failure),
        }
    }

    /// Removes the selected source, if it is the user's.
    fn forget(&self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(source) = self.selected(ctx) else { return Vec::new() };
        let origin = String::from_utf8_lossy(source.origin.raw()).into_owned();
        let keep = match source.contract {
            None => Persist::ForgetSignature(origin.clone()),
            Some(contract) => Persist::ForgetInterface(Box::new(CustomAbi {
                network: ctx.network.name.clone(),
                contract,
                origin: origin.clone(),
                text: Arc::from(""),
                at: ctx.now,
            })),
        };
        vec![
            Effect::Persist(keep),
            Effect::Notify(Notice::info(format!("removed {}", source.origin.escaped()))),
        ]
    }

    /// The selected source, if it is the user's.
    fn selected<'a>(&self, ctx: &Context<'a>) -> Option<&'a Source> {
        let (label, value) = self.sheet.selected()?;
        let mut own = self.found(ctx).value()?.iter().filter(|source| source.provenance == Provenance::User);
        own.find(|source| label == facts::OWN && value.copied.whole().as_bytes() == source.origin.raw())
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if let Some(add) = &self.add {
            return verbs.typed(add.hints());
        }
        let not_own =
            self.selected(ctx).is_none().then_some("only what you added can be removed: select its line");
        let add = verbs.add(Action::Adopt, "add an ABI or a signature");
        add.run(|pane| pane.add = Some(Add::new(pane.contract)));
        verbs.add(Action::Forget, "remove it").unless(not_own).give(|| self.forget(ctx));
        verbs.add(Action::Contract, "contract").page();
        verbs.add(Action::Results, "results").page();
        if self.at_verifier(ctx).is_some() {
            let failed = matches!(self.verifier(ctx), Verifier::Failed(_));
            verbs.hidden(Action::Refresh, "refresh").shown_if(failed).give(|| Effect::Refresh);
        }
        on_sheet::copy(verbs, &self.sheet);
        let copies = || on_sheet::copy_menu(&self.sheet, vec![on_sheet::copied_place(&self.place())]);
        verbs.hidden(Action::CopyMenu, "copy …").give(copies);
        verbs.moves(|pane, action| _ = pane.sheet.act(action, ctx.body.height));
    }
}

impl Pane for InterfacesPane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.add.as_ref().is_some_and(|it| it.form.is_typing())
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Some(add) = &mut self.add else {
            let Input::Mouse(click) = input else { return None };
            self.sheet.click(*click, ctx.body);
            return Some(Vec::new());
        };
        match add.handle_input(input, ctx)? {
            Typed::Open(effects) => Some(effects),
            Typed::Done(effects) => {
                self.add = None;
                Some(effects)
            }
        }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(contract) = self.at_verifier(ctx) {
            contract.want(Extent::Interface, ctx, wants);
        }
        wants.add_optional(&InterfaceSources(self.contract));
        wants.resolve(Subject::Contract(self.contract));
        if let Some(add) = &self.add {
            add.want(wants);
        }
    }

    /// Adds the parsed interface.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let added = self.add.as_mut().and_then(|add| add.receive(ctx));
        if added.is_some() {
            self.add = None;
        }
        added.unwrap_or_default()
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Interfaces(self.contract)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} interfaces", self.contract, ctx.theme.glyphs.crumb)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.sheet.view(ctx.theme, area, buf);
        self.add.as_ref().and_then(|add| add.view(ctx, area, buf))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let found = self.found(ctx).value().map(Vec::as_slice);
        let sheet = facts::sheet(self.contract, found, self.verifier(ctx), ctx);
        self.sheet = labels::on_sheet(ctx, sheet).after(&self.sheet, ctx.body.height);
        if let Some(add) = &mut self.add {
            add.rebuild_view(ctx);
        }
    }
}
