//! Calls view functions without a transaction. Each function shows its last result; pinned results are refreshed
//! together.
//!
//! ```text
//!   Queries only: nothing is signed, and nothing is sent to a ledger.
//!   Pinned, refreshed together
//!   ▌ balanceOf     (account 0.0.1002)
//!       returned    1,000,000  uint256
//!   Functions
//!     name          () returns (string)  verified
//!       returned    "Demo token 5002"
//! ```

mod facts;
mod form;
mod functions;

use decode::functions::Callable;
use decode::input;
use decode::reading::Reading;
use ledger::query::ContractCallQuery;
use ledger::{ContractRef, HexBytes};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::facts::{Facts, Owner};
use self::form::{CallForm, Filled};
use self::functions::{Call, Calls, Listing};
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::labels;
use crate::panes::kit::page::on_sheet;
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::Sheet;

#[derive(Debug)]
pub struct ReadPane {
    contract: ContractRef,
    listing: Listing,
    calls: Calls,
    form: Option<CallForm>,
    sheet: Sheet,
    owners: Vec<(usize, Owner)>,
    /// Whether the user did anything here: until then the first row stays selected as the list changes.
    is_used: bool,
}

impl ReadPane {
    pub fn open(contract: ContractRef) -> Self {
        Self {
            contract,
            listing: Listing::new(contract),
            calls: Calls::default(),
            form: None,
            sheet: Sheet::default(),
            owners: Vec::new(),
            is_used: false,
        }
    }

    fn owner(&self) -> Option<Owner> {
        let at = self.sheet.cursor();
        self.owners.iter().find(|(end, _)| at < *end).map(|(_, owner)| *owner)
    }

    /// The function of the selected row.
    fn function(&self) -> Option<&Callable> {
        match self.owner()? {
            Owner::Function(at) => self.listing.all().get(at),
            Owner::Call(at) => self.calls.get(at).map(|call| &call.function),
        }
    }

    /// The call of the selected row; on a function, its last call.
    fn call(&self) -> Option<(usize, &Call)> {
        match self.owner()? {
            Owner::Function(at) => self.calls.last(self.listing.all().get(at)?),
            Owner::Call(at) => self.calls.get(at).map(|call| (at, call)),
        }
    }

    /// Calls a function without parameters; opens the form of any other.
    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(function) = self.function().cloned() else { return Vec::new() };
        if !function.entry.inputs.is_empty() {
            self.fill_in(ctx);
            return Vec::new();
        }
        self.ask_plainly(function, ctx)
    }

    /// Calls a function without parameters at the latest block.
    fn ask_plainly(&mut self, function: Callable, ctx: &Context<'_>) -> Vec<Effect> {
        let Ok(data) = input::encode_call(&function.entry, &[]) else { return Vec::new() };
        let query = ContractCallQuery::new(self.listing.address(ctx), data);
        self.take(Call { function, query, is_pinned: false, typed: Vec::new() }, ctx)
    }

    /// Calls all functions without parameters.
    fn ask_all(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let plain = self.listing.all().iter().filter(|function| function.entry.inputs.is_empty());
        let mut effects = Vec::new();
        for function in plain.cloned().collect::<Vec<_>>() {
            effects.extend(self.ask_plainly(function, ctx));
        }
        effects.dedup();
        effects
    }

    fn take(&mut self, call: Call, ctx: &Context<'_>) -> Vec<Effect> {
        let is_new = self.calls.add(call);
        self.rebuild_view(ctx);
        if is_new { Vec::new() } else { vec![Effect::Refresh] }
    }

    fn fill_in(&mut self, ctx: &Context<'_>) {
        let typed = self.call().map(|(_, call)| call.typed.clone()).unwrap_or_default();
        let function = self.function().filter(|function| form::too_many(function).is_none()).cloned();
        self.form = function.map(|function| CallForm::new(function, &typed, ctx));
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let named = |what: &str, text: String| Copied::new(what, text);
        let mut copies = Vec::new();
        if let Some((_, call)) = self.call() {
            let reading = call.reading(self.contract, ctx).map(|reading| &reading.input);
            let exact = reading.and_then(Reading::exact);
            let command =
                exact.and_then(|it| it.cast_query(&call.query, call.function.entry.outputs.as_deref()));
            copies.extend(command.map(|command| named("cast command", command)));
            copies.push(named("call data", call.query.data.to_hex()));
            copies.extend(answer(call, ctx).map(|data| named("answer, as bytes", data.to_hex())));
        }
        copies.push(on_sheet::copied_place(&self.place()));
        copies
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        verbs.before(|pane| pane.is_used = true);
        if self.form.is_some() {
            return verbs.typed(CallForm::hints());
        }
        let function = self.function();
        let call = self.call();
        let none = function.is_none().then(|| "select a function".to_owned());
        let none = none.or_else(|| function.and_then(form::too_many));
        let no_call = call.is_none().then_some("it was not asked yet");
        if self.sheet.place().is_none() {
            verbs.add(Action::Open, "ask").unless(none.clone()).run(|pane| pane.ask(ctx));
        } else {
            verbs.add(Action::Open, "follow").give(|| Effect::go(self.sheet.place()));
        }
        let plain = self.listing.all().iter().any(|function| function.entry.inputs.is_empty());
        let no_plain = (!plain).then_some("no function takes nothing");
        let failed = self.listing.failure(ctx).is_some();
        let no_calls = (self.calls.all().is_empty() && !failed).then_some("nothing was asked yet");
        verbs.add(Action::Edit, "block, sender, value").unless(none).run(|pane| pane.fill_in(ctx));
        let pin = if call.is_some_and(|(_, call)| call.is_pinned) { "unpin" } else { "pin" };
        let at = call.map(|(at, _)| at);
        verbs.add(Action::Mark, pin).unless(no_call).run(move |pane| {
            if let Some(at) = at {
                pane.calls.turn(at);
            }
            pane.rebuild_view(ctx);
        });
        let refresh = verbs.add(Action::Refresh, if failed { "try again" } else { "refresh all" });
        refresh.unless(no_calls).give(|| Effect::Refresh);
        let all = verbs.add(Action::LoadAll, "ask all that take nothing").unless(no_plain);
        all.run(|pane| pane.ask_all(ctx));
        verbs.hidden(Action::Forget, "forget the answer").unless(no_call).run(move |pane| {
            if let Some(at) = at {
                pane.calls.forget(at);
            }
            pane.rebuild_view(ctx);
        });
        verbs.add(Action::Interfaces, "interfaces").page();
        let sheet = (&self.sheet, ctx.body.height);
        on_sheet::verbs(verbs, sheet, |pane| &mut pane.sheet, || self.copies(ctx));
    }
}

/// The returned bytes of a call.
fn answer<'a>(call: &Call, ctx: &Context<'a>) -> Option<&'a HexBytes> {
    use ledger::CallOutcome::{Returned, Reverted};
    match &**call.outcome(ctx).value()? {
        Returned(data) | Reverted { data, .. } => Some(data),
        _ => None,
    }
}

impl Pane for ReadPane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.form.as_ref().is_some_and(|it| it.form.is_typing())
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.form {
            if matches!(form.handle_input(input, ctx)?, Filled::Left) {
                self.form = None;
            }
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        self.is_used = true;
        let again = self.sheet.click(*click, ctx.body);
        Some(if again { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.listing.want(ctx, wants);
        self.calls.want(self.contract, ctx, wants);
        if let Some(form) = &self.form {
            form.want(wants);
        }
    }

    /// Sends the filled-in call once the named entities are resolved.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let to = self.listing.address(ctx);
        let Some((query, typed)) = self.form.as_mut().and_then(|form| form.receive(to, ctx)) else {
            return Vec::new();
        };
        let Some(CallForm { function, .. }) = self.form.take() else { return Vec::new() };
        self.take(Call { function, query, is_pinned: false, typed }, ctx)
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Read(self.contract)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} read", self.contract, ctx.theme.glyphs.crumb)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.sheet.view(ctx.theme, area, buf);
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.listing.update(ctx);
        let notes = self.listing.notes(ctx);
        let facts =
            Facts { contract: self.contract, functions: self.listing.all(), calls: &self.calls, notes };
        let (sheet, owners) = facts::sheet(&facts, ctx);
        self.owners = owners;
        let before = if self.is_used { std::mem::take(&mut self.sheet) } else { Sheet::default() };
        self.sheet = labels::on_sheet(ctx, sheet).after(&before, ctx.body.height);
    }
}
