//! The form to change inputs before the result is executed again.

use std::borrow::Cow;

use decode::input::{self, Names};
use decode::interface::{Entry, Interface};
use decode::reading::{CallReading, Candidate};
use ledger::HexBytes;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use replay::Changes;

use crate::message::Input;
use crate::message::place::{change_pairs, set_change};
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::panes::kit::form::{argument_fields, popup_form::Filled};
use crate::widgets::form::{Form, FormField};

/// The changes: name in places, label, and hint.
const FIELDS: [(&str, &str, &str); 7] = [
    ("from", "sender", "an address, id or label; empty as recorded"),
    ("value", "value", "whole base units (tinybar)"),
    (DATA, "call data", "hex"),
    ("time", "block time", "whole seconds since 1970"),
    ("prevrandao", "prevrandao", "32 bytes in hex"),
    ("slot", "slots", "CONTRACT:SLOT:VALUE, several with blanks between"),
    ("balance", "balances", "ACCOUNT:TINYBARS, several with blanks between"),
];
/// The call data; replaced by one field per argument if the function is known.
const DATA: &str = "data";

#[derive(Debug)]
pub(super) struct WhatIf {
    pub(super) form: PopupForm,
    called: Option<Called>,
}

/// The called function, if known.
#[derive(Debug)]
struct Called {
    entry: Entry,
    /// Its arguments in the current replay.
    arguments: Vec<String>,
    /// The call data, if it is already changed.
    data: Option<HexBytes>,
}

impl WhatIf {
    /// The form, filled in with the current changes, and with the arguments of the call if they are known.
    pub(super) fn new(changes: &Changes, called: Option<&CallReading>, ctx: &Context<'_>) -> Self {
        let pairs = change_pairs(changes);
        let typed = |name: &str| {
            let texts = pairs.iter().filter(|(other, _)| *other == name).map(|(_, text)| text.as_str());
            texts.collect::<Vec<_>>().join(" ")
        };
        let known = called.and_then(|called| called.input.exact()).and_then(function);
        let called = known.map(|(entry, arguments)| Called { entry, arguments, data: changes.data.clone() });
        let is_known = called.is_some();
        let shown = FIELDS.into_iter().filter(|(name, ..)| *name != DATA || !is_known);
        let others = shown.map(|(name, label, hint)| FormField::text(name, label, hint, &typed(name)));
        let before = |name: &str| {
            let at = argument_fields::NAMES.iter().position(|known| *known == name);
            let argument = at.and_then(|at| called.as_ref()?.arguments.get(at));
            argument.map_or("", String::as_str)
        };
        let inputs = called.as_ref().map(|called| called.entry.inputs.as_slice()).unwrap_or_default();
        let fields = argument_fields::fields(inputs, before, ctx).into_iter().chain(others);
        let title = match &called {
            Some(called) => format!("What if: {} with other values", called.entry.name.escaped()),
            None => "What if: change, and execute again".to_owned(),
        };
        let form = PopupForm::new(title, fields.collect())
            .live()
            .note("What comes of it is not what happened, and is marked so. Nothing is sent to a ledger.")
            .verb("execute");
        Self { form, called }
    }

    /// Handles an input. `None` if it is not for the form.
    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Filled<Changes>> {
        let called = self.called.as_ref();
        self.form.handle_input(input, |form| parse(form, called, ctx))
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}

/// The function of a decoding and its arguments as text; `None` if the form cannot edit them.
fn function(candidate: &Candidate) -> Option<(Entry, Vec<String>)> {
    let mut entry = Interface::parse_line(&candidate.signature.escaped()).ok()?;
    let is_whole = entry.inputs.len() == candidate.arguments.len();
    if !is_whole || entry.inputs.len() > argument_fields::NAMES.len() {
        return None;
    }
    for (input, argument) in entry.inputs.iter_mut().zip(&candidate.arguments) {
        input.name = argument.name.clone();
    }
    let typed = candidate.arguments.iter().map(|argument| argument.value.typed());
    Some((entry, typed.collect::<Option<_>>()?))
}

/// The text of a change, with a leading id or label replaced by its address in hex.
fn with_address<'a>(name: &str, text: &'a str, names: &Names<'_>) -> Result<Cow<'a, str>, String> {
    if !["from", "slot", "balance"].contains(&name) {
        return Ok(Cow::Borrowed(text));
    }
    let (of, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
    let (address, _) = names.address(of)?;
    Ok(Cow::Owned(format!("{address}{rest}")))
}

/// Parses the changes in the form.
fn parse(form: &Form, called: Option<&Called>, ctx: &Context<'_>) -> Result<Changes, String> {
    let mut changes = Changes::default();
    let names = Names { known: ctx.known, network: &ctx.network.name, home: ctx.network.home };
    for (name, label, _) in FIELDS {
        for text in form.value(name).split_whitespace() {
            let text = with_address(name, text, &names).map_err(|words| format!("{label}: {words}"))?;
            set_change(&mut changes, name, &text).map_err(|fault| format!("{label}: {}", fault.message))?;
        }
    }
    let Some(Called { entry, arguments: before, data }) = called else { return Ok(changes) };
    let typed = argument_fields::NAMES.iter().zip(before);
    if typed.into_iter().all(|(name, before)| form.value(name) == before) {
        return Ok(Changes { data: data.clone(), ..changes });
    }
    let (arguments, faults) = argument_fields::read(form, &entry.inputs, &names);
    if let Some((name, words)) = faults.first() {
        let input = name.parse::<usize>().ok().and_then(|at| entry.inputs.get(at));
        let name = input.map(|input| input.name.escaped()).unwrap_or_default();
        return Err(format!("{name}: {words}"));
    }
    let data = input::encode_call(entry, &arguments).map_err(|fault| fault.to_string())?;
    changes.data = Some(data);
    Ok(changes)
}
