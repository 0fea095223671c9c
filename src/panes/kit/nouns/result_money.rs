//! Amounts and prices of a result: the answer they are from, and their exactness.

use alloy_primitives::U256;
use api::{Failure, FoundResult};
use ledger::amount::WEIBAR_PER_BASE;
use ledger::{ContractResult, Field, Quantity, Unit};

use crate::panes::Context;
use crate::panes::kit::Fetched;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Value};

/// The record that amounts and prices are read from.
#[derive(Clone, Copy, Debug)]
pub struct Money<'a> {
    pub record: &'a ContractResult,
    /// Unit of its amounts: tinybar or weibar.
    pub unit: Unit,
    /// Why this record was chosen.
    pub source: Source<'a>,
    /// The answer in tinybar: only there do prices that no wallet set have a certain unit.
    pub base: &'a ContractResult,
}

/// Why the figures are from this record.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// It is the requested one.
    Asked,
    /// Weibar were requested and are pending.
    Awaited,
    /// Weibar were requested, and the request failed.
    Failed(&'a Failure),
}

impl<'a> Money<'a> {
    /// The figures in the current unit. `exact` is the answer in weibar, if any, and `asked` its request.
    pub fn new(
        base: &'a ContractResult,
        exact: Option<&'a ContractResult>,
        asked: Fetched<'a, FoundResult>,
        ctx: &Context<'_>,
    ) -> Self {
        let of_base = |source| Self { record: base, unit: Unit::Base, source, base };
        let in_weibar = |record| Self { record, unit: Unit::Weibar, source: Source::Asked, base };
        if ctx.theme.unit != Unit::Weibar {
            // What was requested in weibar before is exact in every unit, if it is of the same moment.
            let exact = exact.filter(|exact| is_exactly(base, exact));
            return exact.map_or_else(|| of_base(Source::Asked), in_weibar);
        }
        match (asked.failure(), exact) {
            (Some(failure), _) => of_base(Source::Failed(failure)),
            (None, Some(record)) => in_weibar(record),
            (None, None) => of_base(Source::Awaited),
        }
    }

    pub fn amount(&self, ctx: &Context<'_>, amount: &Field<i128>) -> Value {
        let hides_dust = self.may_hide_dust();
        values::field(ctx, amount, |amount| {
            let value = self.marked(ctx, values::amount(ctx, amount, self.unit));
            if hides_dust { value.note("or below 1 tinybar: weibar are exact") } else { value }
        })
    }

    /// The record's gas price, and the unit that it is in for certain: what a wallet offered, else the network's own.
    pub fn gas_price_field(&self) -> (&'a Field<Quantity>, Unit) {
        if self.record.is_wrapped() {
            (&self.record.gas_price, self.unit)
        } else {
            // Servers fill it in, in whole tinybar, whichever unit is asked for.
            (&self.base.gas_price, Unit::Base)
        }
    }

    /// The gas price.
    pub fn gas_price(&self, ctx: &Context<'_>) -> Value {
        match self.gas_price_field() {
            (price, _) if self.record.is_wrapped() => self.price(ctx, price),
            (price, unit) => values::field(ctx, price, |price| values::price(ctx, price, unit)),
        }
    }

    /// A price of one unit of gas that a wallet offered.
    pub fn price(&self, ctx: &Context<'_>, price: &Field<Quantity>) -> Value {
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
    pub fn cost(&self, ctx: &Context<'_>) -> Value {
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
    pub fn cost_of(&self, gas: i64) -> Option<(U256, Unit)> {
        let (price, unit) = self.priced()?;
        Some((U256::try_from(gas).ok()?.checked_mul(price)?, unit))
    }

    fn priced(&self) -> Option<(U256, Unit)> {
        let (price, unit) = self.gas_price_field();
        Some((price.value()?.0?, unit))
    }

    /// Whether the figures are shown in a finer unit than the server's.
    pub fn is_truncated(&self, ctx: &Context<'_>) -> bool {
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
    pub fn source(&self, ctx: &Context<'_>) -> Vec<Value> {
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

/// Whether an answer in weibar says what the one in tinybar says, but for what is below a tinybar.
fn is_exactly(base: &ContractResult, exact: &ContractResult) -> bool {
    let cut = exact.amount.value().map(|amount| amount / i128::from(WEIBAR_PER_BASE));
    base.amount.value() == cut && base.timestamp == exact.timestamp
}
