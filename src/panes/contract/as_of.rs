//! The question for a past time: the parameter `timestamp` of the contract operation.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::ledger::query::{ContractQuery, TimestampFilter};
use crate::message::{Effect, Input, Place};
use crate::panes::Context;
use crate::widgets::form::{Fault, Form, FormField, Typed};
use crate::widgets::popup;

/// The form.
#[derive(Clone, Debug)]
pub(super) struct AsOf {
    form: Form,
    faults: Vec<Fault>,
}

const NAME: &str = "timestamp";

impl AsOf {
    pub(super) fn new(query: &ContractQuery) -> Self {
        let field =
            FormField::text(NAME, "as of", "1791000000, or gte:… lt:… ; empty for now", &words(query));
        Self { form: Form::new(vec![field]), faults: Vec::new() }
    }

    /// Takes an input; whether the form stays open, and what follows. `None` if the input is not for it.
    pub(super) fn type_in(
        &mut self,
        input: &Input,
        query: &ContractQuery,
        _ctx: &Context<'_>,
    ) -> Option<(bool, Vec<Effect>)> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some((false, Vec::new())),
            Typed::Moved => Some((true, Vec::new())),
            Typed::Edited => {
                self.faults = self.read(query).err().into_iter().collect();
                Some((true, Vec::new()))
            }
            Typed::Apply => match self.read(query) {
                Ok(query) => Some((false, vec![Effect::Go(Place::Contract(query))])),
                Err(fault) => {
                    self.faults = vec![fault];
                    Some((true, Vec::new()))
                }
            },
        }
    }

    fn read(&self, query: &ContractQuery) -> Result<ContractQuery, Fault> {
        let pairs = self.form.value(NAME).split([',', ' ']).filter(|part| !part.is_empty());
        ContractQuery::from_pairs(query.contract, pairs.map(|part| (NAME, part))).map_err(|faults| {
            (NAME, faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))
        })
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let inner = popup::open(ctx.look, area, "The contract as of a time", 3, buf);
        let cursor = self.form.view(ctx.look, inner, &[], buf);
        popup::foot(ctx.look, inner, self.faults.first().map(|(_, words)| words.as_str()), buf);
        cursor
    }
}

/// The time that a query asks for, as it is typed.
pub(super) fn words(query: &ContractQuery) -> String {
    query.timestamp.iter().map(TimestampFilter::to_string).collect::<Vec<_>>().join(", ")
}
