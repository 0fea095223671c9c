//! The form of a call: a field for each argument, checked by its type as it is typed, and the call options.

use std::sync::Arc;

use api::Failure;
use decode::Known;
use decode::functions::Callable;
use decode::input::{self, Names, Unlearned};
use ledger::query::{AccountQuery, BlockQuery, ContractCallQuery};
use ledger::{EntityId, EvmAddress};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Input};
use crate::panes::kit::Wants;
use crate::panes::kit::form::argument_fields;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::form::{Fault, Form, FormField, Typed};
use crate::widgets::popup;

const BLOCK: &str = "block";
pub(super) const SENDER: &str = "from";
const VALUE: &str = "value";
const ANSWER: &str = "answer";
const ANSWERS: &[(&str, &str)] = &[("what it returns", "result"), ("the gas it takes", "gas")];
/// Number of fields other than arguments.
const OTHERS: u16 = 4;

#[derive(Debug)]
pub(super) struct CallForm {
    pub(super) function: Callable,
    pub(super) form: Form,
    faults: Vec<Fault>,
    /// Entities whose addresses are being looked up after the form was applied; `None` while it is edited.
    sought: Option<Vec<EntityId>>,
}

/// The outcome of an input.
pub(super) enum Filled {
    /// It stays open: also after applying, until the named entities are resolved.
    Open,
    Left,
}

/// A call and the texts of its fields.
pub(super) type Asked = (ContractCallQuery, Vec<(&'static str, String)>);

/// The name of an argument's field.
pub(super) fn argument(at: usize) -> Option<&'static str> {
    argument_fields::NAMES.get(at).copied()
}

/// Why a function has no form.
pub(super) fn too_many(function: &Callable) -> Option<String> {
    let most = argument_fields::NAMES.len();
    (function.entry.inputs.len() > most)
        .then(|| format!("it takes more than {most} arguments: use `hieroscope call`"))
}

impl CallForm {
    /// Creates the form with the previous texts.
    pub(super) fn new(function: Callable, typed: &[(&'static str, String)], ctx: &Context<'_>) -> Self {
        let before =
            |name: &str| typed.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text.as_str());
        let mut fields = argument_fields::fields(&function.entry.inputs, before, ctx);
        let sender =
            FormField::text(SENDER, "sender", "nobody; an id, an address or a @label", before(SENDER));
        let value = if function.entry.is_payable() {
            "none; tinybar, from a sender"
        } else {
            "none: the function refuses any"
        };
        fields.extend([
            FormField::text(BLOCK, "at block", "the latest; its height or its hash", before(BLOCK)),
            argument_fields::completed(sender, true, ctx),
            FormField::text(VALUE, "value", value, before(VALUE)),
            FormField::choice(ANSWER, "answer", ANSWERS, before(ANSWER)),
        ]);
        Self { function, form: Form::new(fields), faults: Vec::new(), sought: None }
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Filled> {
        let is_waiting = self.sought.is_some();
        let typed = if is_waiting { self.form.clone().input(input) } else { self.form.input(input) };
        Some(match typed {
            Typed::Ignored => return None,
            Typed::Leave => Filled::Left,
            _ if is_waiting => Filled::Open,
            Typed::Moved => Filled::Open,
            Typed::Edited => {
                let read = self.read(ctx.known, EvmAddress::new([0; 20]), ctx);
                self.faults = read.err().unwrap_or_default();
                // Empty fields show no fault yet.
                self.faults.retain(|(name, _)| !self.form.value(name).is_empty());
                Filled::Open
            }
            Typed::Apply => match self.read(ctx.known, EvmAddress::new([0; 20]), ctx) {
                Ok((_, unlearned)) => {
                    self.faults.clear();
                    self.sought = Some(unlearned);
                    Filled::Open
                }
                Err(faults) => {
                    if let Some((name, _)) = faults.first() {
                        self.form.focus(name);
                    }
                    self.faults = faults;
                    Filled::Open
                }
            },
        })
    }

    /// The call, once the form was applied and all named entities are resolved.
    pub(super) fn receive(&mut self, to: EvmAddress, ctx: &Context<'_>) -> Option<Asked> {
        let mut known = Known::clone(ctx.known);
        for id in self.sought.as_ref()? {
            match ctx.get(&AccountQuery::now(*id)).outcome()? {
                Ok(account) => known.add_account(Arc::clone(account)),
                // A token or an unused id: it has its long-zero address.
                Err(Failure::NotFound { .. } | Failure::NotOffered { .. }) => {}
                Err(failure) => {
                    let words = format!("{id} could not be looked up. {}", failure.sentence());
                    self.faults = vec![(self.form.focused(), words)];
                    self.sought = None;
                    return None;
                }
            }
        }
        match self.read(&known, to, ctx) {
            Ok((query, _)) => {
                let typed = self.form.fields().iter();
                Some((query, typed.map(|field| (field.name, field.value().to_owned())).collect()))
            }
            Err(faults) => {
                (self.faults, self.sought) = (faults, None);
                None
            }
        }
    }

    /// Adds the lookups of the named entities.
    pub(super) fn want(&self, wants: &mut Wants) {
        for id in self.sought.iter().flatten() {
            wants.add_optional(&AccountQuery::now(*id));
        }
    }

    /// The call, and the entities whose addresses are unknown.
    fn read(
        &self,
        known: &Known,
        to: EvmAddress,
        ctx: &Context<'_>,
    ) -> Result<(ContractCallQuery, Vec<EntityId>), Vec<Fault>> {
        let names = Names { known, network: &ctx.network.name, home: ctx.network.home };
        let inputs = &self.function.entry.inputs;
        let (arguments, mut faults) = argument_fields::read(&self.form, inputs, &names);
        let block = match self.form.value(BLOCK) {
            "" | "latest" => None,
            text => {
                let block = BlockQuery::parse(text);
                if block.is_none() {
                    faults.push((BLOCK, "write its height, its hash, or latest".to_owned()));
                }
                block
            }
        };
        let mut unlearned = input::unlearned(&arguments);
        let from = match self.form.value(SENDER) {
            "" => None,
            text => match names.address(text) {
                Ok((address, sender)) => {
                    unlearned.extend(sender.map(|Unlearned(id)| id));
                    Some(address)
                }
                Err(words) => {
                    faults.push((SENDER, words));
                    None
                }
            },
        };
        let value = match self.form.value(VALUE) {
            "" => 0,
            text => text.parse().unwrap_or_else(|_| {
                faults.push((VALUE, "write whole tinybar".to_owned()));
                0
            }),
        };
        if value > 0 && self.form.value(SENDER).is_empty() {
            faults.push((SENDER, "value needs a sender".to_owned()));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let data = input::encode_call(&self.function.entry, &arguments)
            .map_err(|fault| vec![(self.form.focused(), fault.to_string())])?;
        let estimate = self.form.value(ANSWER) == "gas";
        Ok((
            ContractCallQuery { block, from, value, estimate, ..ContractCallQuery::new(to, data) },
            unlearned,
        ))
    }

    pub(super) fn hints() -> Vec<ActionHint> {
        action_hint::form("ask")
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let fields = u16::try_from(self.form.fields().len()).unwrap_or(OTHERS);
        let title = format!("Ask {}", self.function.entry.signature.escaped());
        let inner = popup::open(ctx.theme, area, &title, fields + 2, buf);
        if inner.is_empty() {
            return None;
        }
        let cursor = self.form.view(ctx.theme, rows_of(inner, fields), &self.faults, buf);
        let focused = self.faults.iter().find(|(name, _)| *name == self.form.focused());
        let fault = focused.or(self.faults.first()).map(|(_, words)| words.as_str());
        let waits = self.sought.as_ref().map(|_| "looking up the addresses of whom it names".to_owned());
        let keys = [(Action::Open, "ask"), (Action::NextPart, "next field"), (Action::Close, "cancel")];
        let keys = waits.unwrap_or_else(|| ctx.keymap.hints_while_typing(&keys));
        popup::footer_with_keys(ctx.theme, inner, fault, &keys, buf);
        cursor
    }
}

/// The rows of the fields; the last row of the box has the key hints.
fn rows_of(inner: Rect, fields: u16) -> Rect {
    Rect { height: fields.min(inner.height.saturating_sub(1)), ..inner }
}
