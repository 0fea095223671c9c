//! Amounts and prices of a result: which answer they come from, and how exact they are.

use alloy_primitives::U256;

use crate::ledger::{ContractResult, Field, Quantity, Unit};
use crate::message::Failure;
use crate::panes::Context;
use crate::panes::kit::values;
use crate::widgets::{Role, Value};

/// The record that amounts and prices are read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Money<'a> {
    pub(super) record: &'a ContractResult,
    /// The unit that it has them in: tinybar or weibar.
    pub(super) unit: Unit,
    /// Why it is this one.
    pub(super) source: Source<'a>,
    /// The answer in tinybar: what no wallet priced has its price only there in a unit that is certain.
    pub(super) base: &'a ContractResult,
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
    pub(super) fn amount(&self, ctx: &Context<'_>, amount: &Field<i128>) -> Value {
        let hides_dust = self.may_hide_dust();
        values::field(ctx, amount, |amount| {
            let value = self.marked(ctx, values::amount(ctx, amount, self.unit));
            if hides_dust { value.note("or below 1 tinybar: weibar are exact") } else { value }
        })
    }

    /// The gas price: what a wallet offered, else the network's own.
    pub(super) fn gas_price(&self, ctx: &Context<'_>) -> Value {
        if self.record.is_wrapped() {
            return self.price(ctx, &self.record.gas_price);
        }
        // Servers fill it in, in whole tinybar, whichever unit is asked for.
        values::field(ctx, &self.base.gas_price, |price| values::price(ctx, price, Unit::Base))
    }

    /// A price of one unit of gas that a wallet offered.
    pub(super) fn price(&self, ctx: &Context<'_>, price: &Field<Quantity>) -> Value {
        values::field(ctx, price, |price| {
            let value = values::price(ctx, price, self.unit);
            match (price.0, self.unit) {
                (Some(_), _) => self.marked(ctx, value),
                (None, Unit::Base) => value.note("or below 1 tinybar"),
                (None, _) => value,
            }
        })
    }

    /// What the charged gas costs at the record's gas price: exact, or why it is unknown.
    pub(super) fn cost(&self, ctx: &Context<'_>) -> Value {
        let Some(used) = self.record.gas_used.value() else {
            return Value::none("unknown: the record has no gas used");
        };
        match self.cost_of(used) {
            Some((cost, unit)) => {
                let cost = values::amount(ctx, &cost, unit).note("gas used times gas price");
                if self.record.is_wrapped() { self.marked(ctx, cost) } else { cost }
            }
            None if self.priced().is_some() => Value::none("larger than 256 bits"),
            None => Value::none("unknown: the record has no gas price"),
        }
    }

    /// What so much gas costs at the record's gas price, and the unit of that; `None` if it has no price.
    pub(super) fn cost_of(&self, gas: i64) -> Option<(U256, Unit)> {
        let (price, unit) = self.priced()?;
        Some((U256::try_from(gas).ok()?.checked_mul(price)?, unit))
    }

    /// The record's gas price, and the unit that it is in for certain.
    fn priced(&self) -> Option<(U256, Unit)> {
        let (record, unit) =
            if self.record.is_wrapped() { (self.record, self.unit) } else { (self.base, Unit::Base) };
        Some((record.gas_price.value()?.0?, unit))
    }

    /// Whether the figures are shown finer than the server gave them.
    pub(super) fn is_truncated(&self, ctx: &Context<'_>) -> bool {
        ctx.theme.unit == Unit::Weibar && self.unit == Unit::Base
    }

    /// Whether an amount of nothing may be one below a tinybar: only Ethereum transactions can send that.
    fn may_hide_dust(&self) -> bool {
        self.unit == Unit::Base && self.record.is_wrapped() && self.record.amount.value() == Some(0)
    }

    /// The same value, marked if it is shown finer than the server gave it.
    fn marked(&self, ctx: &Context<'_>, value: Value) -> Value {
        if self.is_truncated(ctx) {
            value.and(Role::Attention, "truncated to tinybar by the server")
        } else {
            value
        }
    }

    /// Which request the figures come from, in words.
    pub(super) fn source(&self, ctx: &Context<'_>) -> Vec<Value> {
        let parameter = format!("{}=false", ctx.network.unit_parameter);
        let stand_in = "Until then: tinybar times 10,000,000,000.";
        match (&self.source, self.unit) {
            (Source::Failed(failure), _) => vec![
                Value::styled(
                    Role::Failure,
                    format!(
                        "{} Exact weibar ({parameter}): {}",
                        ctx.theme.glyphs.failure,
                        failure.sentence()
                    ),
                ),
                Value::none("Shown instead: tinybar times 10,000,000,000; refresh to try again."),
            ],
            (Source::Awaited, _) => {
                vec![Value::none(format!("Loading exact weibar ({parameter}). {stand_in}"))]
            }
            (Source::Asked, Unit::Weibar) => {
                vec![Value::none("Exact weibar, as answered.")]
            }
            (Source::Asked, _) => vec![Value::none(
                "As answered in tinybar: the server leaves out what is smaller. Weibar are exact.",
            )],
        }
    }
}
