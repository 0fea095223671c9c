//! The question for a past time: the parameter `timestamp` of the contract operation.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::ledger::query::{ContractQuery, Op, TimestampFilter};
use crate::ledger::{Timestamp, moment};
use crate::message::{Effect, Input, Place};
use crate::panes::Context;
use crate::panes::kit::values;
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
        let field = FormField::text(
            NAME,
            "as of",
            "2026-11-20 14:00, 2h ago, 1791000000, lt:…; empty for now",
            &typed_time(query),
        );
        Self { form: Form::new(vec![field]), faults: Vec::new() }
    }

    /// Takes an input; whether the form stays open, and what follows. `None` if the input is not for it.
    pub(super) fn handle_input(
        &mut self,
        input: &Input,
        query: &ContractQuery,
        ctx: &Context<'_>,
    ) -> Option<(bool, Vec<Effect>)> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some((false, Vec::new())),
            Typed::Moved => Some((true, Vec::new())),
            Typed::Edited => {
                self.faults = self.parse(query, ctx).err().into_iter().collect();
                Some((true, Vec::new()))
            }
            Typed::Apply => match self.parse(query, ctx) {
                Ok(query) => Some((false, vec![Effect::Go(Place::Contract(query))])),
                Err(fault) => {
                    self.faults = vec![fault];
                    Some((true, Vec::new()))
                }
            },
        }
    }

    /// The documented conditions as they stand, or one point in time in human words.
    fn parse(&self, query: &ContractQuery, ctx: &Context<'_>) -> Result<ContractQuery, Fault> {
        let text = self.form.value(NAME);
        let parts = || text.split([',', ' ']).filter(|part| !part.is_empty());
        if !parts().all(|part| TimestampFilter::parse(part).is_some()) {
            let at = moment::point(text, ctx.now).map_err(|fault| (NAME, fault.message))?;
            let filter = TimestampFilter { op: Op::Eq, at };
            return Ok(ContractQuery { contract: query.contract, timestamp: vec![filter] });
        }
        ContractQuery::from_pairs(query.contract, parts().map(|part| (NAME, part))).map_err(|faults| {
            (NAME, faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))
        })
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let inner = popup::open(ctx.theme, area, "The contract as of a time", 3, buf);
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        popup::footer(
            ctx.theme,
            ctx.keymap,
            inner,
            self.faults.first().map(|(_, words)| words.as_str()),
            buf,
        );
        cursor
    }
}

/// The last time that a query asks about; `now` if it does not end before.
pub(super) fn time(query: &ContractQuery, now: Timestamp) -> Timestamp {
    let ends = query.timestamp.iter().filter(|filter| matches!(filter.op, Op::Eq | Op::Lt | Op::Lte));
    ends.map(|filter| filter.at).fold(now, Timestamp::min)
}

/// The time that a query asks for, as it is typed.
pub(super) fn typed_time(query: &ContractQuery) -> String {
    query.timestamp.iter().map(TimestampFilter::to_string).collect::<Vec<_>>().join(", ")
}

/// The time that a query asks for, in the style of the moment.
pub(super) fn time_label(query: &ContractQuery, ctx: &Context<'_>) -> String {
    let conditions = query.timestamp.iter().map(|filter| values::condition(ctx, filter));
    conditions.collect::<Vec<_>>().join(", ")
}
