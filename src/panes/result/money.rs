//! Amounts and prices of a result: which answer they come from, and how exact they are.

use alloy_primitives::U256;

use crate::ledger::{ContractResult, Field, Quantity, Unit};
use crate::message::Failure;
use crate::panes::{Context, values};
use crate::widgets::{Role, Value};

/// The record that amounts and prices are read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Money<'a> {
    /// The record.
    pub(super) record: &'a ContractResult,
    /// The unit that it has them in: base units or weibar.
    pub(super) unit: Unit,
    /// Why it is this one.
    pub(super) source: Source<'a>,
}

/// Why the figures come from the record that they come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    /// It is what was asked for.
    Asked,
    /// Weibar were asked for and have not come.
    Awaited,
    /// Weibar were asked for and could not be read.
    Failed(&'a Failure),
}

impl Money<'_> {
    /// An amount.
    pub(super) fn amount(&self, ctx: &Context<'_>, amount: &Field<i128>) -> Value {
        values::field(ctx, amount, |amount| self.marked(ctx, values::amount(ctx, amount, self.unit)))
    }

    /// A price of one unit of gas.
    pub(super) fn price(&self, ctx: &Context<'_>, price: &Field<Quantity>) -> Value {
        values::field(ctx, price, |price| {
            let value = values::price(ctx, price, self.unit);
            match (price.0, self.unit) {
                (Some(_), _) => self.marked(ctx, value),
                (None, Unit::Base) => value.note("or below one base unit"),
                (None, _) => value,
            }
        })
    }

    /// What the charged gas costs at the record's gas price: exact, or why it cannot be told.
    pub(super) fn cost(&self, ctx: &Context<'_>) -> Value {
        let used = self.record.gas_used.value().and_then(|used| U256::try_from(used).ok());
        let price = self.record.gas_price.value().and_then(|price| price.0);
        match (used, price) {
            (Some(used), Some(price)) => match used.checked_mul(price) {
                Some(cost) => {
                    let cost = values::amount(ctx, &cost, self.unit).note("gas used times gas price");
                    self.marked(ctx, cost)
                }
                None => Value::none("larger than 256 bits"),
            },
            (None, _) => Value::none("not known: the record has no gas used"),
            (_, None) => Value::none("not known: the record has no gas price"),
        }
    }

    /// Whether the figures are shown finer than the server gave them.
    pub(super) fn is_truncated(&self, ctx: &Context<'_>) -> bool {
        ctx.look.unit == Unit::Weibar && self.unit == Unit::Base
    }

    /// The same value, marked if it is shown finer than the server gave it.
    fn marked(&self, ctx: &Context<'_>, value: Value) -> Value {
        if self.is_truncated(ctx) {
            value.and(Role::Attention, "truncated to base units by the server")
        } else {
            value
        }
    }

    /// Which request the figures come from, in words.
    pub(super) fn source(&self, ctx: &Context<'_>) -> Vec<Value> {
        let parameter = format!("{}=false", ctx.network.unit_parameter);
        let stand_in = "Until then: base units times 10 000 000 000.";
        match (&self.source, self.unit) {
            (Source::Failed(failure), _) => vec![
                Value::of(
                    Role::Failure,
                    format!("{} Exact weibar ({parameter}): {}", ctx.look.glyphs.failure, failure.sentence()),
                ),
                Value::none("Shown instead: base units times 10 000 000 000; refresh asks again."),
            ],
            (Source::Awaited, _) => {
                vec![Value::none(format!("Asking for exact weibar ({parameter}). {stand_in}"))]
            }
            (Source::Asked, Unit::Weibar) => {
                vec![Value::none("Exact weibar, as answered.")]
            }
            (Source::Asked, _) => vec![Value::none(
                "As answered in base units: the server leaves out what is smaller. Weibar are exact.",
            )],
        }
    }
}
