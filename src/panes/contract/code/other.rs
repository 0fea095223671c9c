//! The question for the contract to compare with.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::ledger::ContractRef;
use crate::message::{Effect, Input, Place};
use crate::panes::Context;
use crate::widgets::form::{Fault, Form, FormField, Typed};
use crate::widgets::popup;

/// The form.
#[derive(Clone, Debug)]
pub(super) struct Other {
    form: Form,
    fault: Option<Fault>,
}

const NAME: &str = "contract";

impl Default for Other {
    fn default() -> Self {
        let field = FormField::text(NAME, "with", "0.0.5002, 5002 or an EVM address", "");
        Self { form: Form::new(vec![field]), fault: None }
    }
}

impl Other {
    /// Takes an input; whether the form stays open, and what follows. `None` if the input is not for it.
    pub(super) fn handle_input(
        &mut self,
        input: &Input,
        own: ContractRef,
        ctx: &Context<'_>,
    ) -> Option<(bool, Vec<Effect>)> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some((false, Vec::new())),
            Typed::Moved => Some((true, Vec::new())),
            Typed::Edited => {
                self.fault = None;
                Some((true, Vec::new()))
            }
            Typed::Apply => match self.parse(own, ctx) {
                Ok(other) => Some((false, vec![Effect::Go(Place::CodeComparison(own, other))])),
                Err(words) => {
                    self.fault = Some((NAME, words.to_owned()));
                    Some((true, Vec::new()))
                }
            },
        }
    }

    fn parse(&self, own: ContractRef, ctx: &Context<'_>) -> Result<ContractRef, &'static str> {
        let other = ContractRef::parse(self.form.value(NAME), ctx.network.home);
        match other.ok_or("write a contract: an id such as 0.0.5002, or an EVM address")? {
            other if other == own => Err("this is the same contract: write another one"),
            other => Ok(other),
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let inner = popup::open(ctx.theme, area, "Compare with the code of another contract", 3, buf);
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        popup::footer(
            ctx.theme,
            ctx.keymap,
            inner,
            self.fault.as_ref().map(|(_, words)| words.as_str()),
            buf,
        );
        cursor
    }
}
