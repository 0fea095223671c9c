//! Gas and fees: limit, gas used, gas charged, and the cost.

use alloy_primitives::U256;
use api::Failure;
use ledger::amount::{WEIBAR_PER_BASE, grouped, percent};
use ledger::query::{ExchangeRatesQuery, NetworkFeesQuery};
use ledger::{Field, Quantity, Unit};

use super::answers::has_effective_price;
use super::shown::Shown;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

const GAUGE_CELLS: usize = 10;

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let (result, ctx, money) = (shown.result, shown.ctx, &shown.money);
    let limit = result.gas_limit.value();
    let amounts = [&result.gas_limit, &result.gas_consumed, &result.gas_used, &result.block_gas_used];
    let column = amounts.iter().filter_map(|gas| gas.value()).map(|gas| grouped(&gas).len()).max();
    let row = |field: &Field<i64>, of, words: &str| {
        values::field(ctx, field, |gas| {
            let number = Value::plain(format!("{:>1$}", grouped(gas), column.unwrap_or_default()));
            number.copied(gas.to_string()).and(Role::Plain, gauge(ctx, *gas, of)).note(words)
        })
    };
    let mut sheet = Sheet::default()
        .heading("Gas")
        .fact("gas limit", row(&result.gas_limit, None, "the most that the sender allowed"))
        .fact("gas consumed", row(&result.gas_consumed, limit, "used by the execution"))
        .fact("gas used", row(&result.gas_used, limit, charged_words(shown)));
    if let Some(over) = overcharge(shown) {
        let value = Value::plain(format!("{:>1$}", grouped(&over), column.unwrap_or_default()));
        let value = value.copied(over.to_string()).and(Role::Plain, gauge(ctx, over, None));
        sheet = sheet.fact("difference", value.note("charged, but not consumed"));
    }
    sheet = sheet
        .fact("block gas used", row(&result.block_gas_used, None, "charged to all results of the block"));
    let record = money.record;
    sheet = sheet.heading("Prices of one unit of gas").fact("gas price", money.gas_price(ctx));
    if let Some(price) = effective_price(shown) {
        sheet = sheet.fact("effective price", price);
    }
    sheet = sheet
        .fact("maximum fee", money.price(ctx, &record.max_fee_per_gas))
        .fact("maximum priority fee", money.price(ctx, &record.max_priority_fee_per_gas))
        .heading("Amounts")
        .fact("gas cost", money.cost(ctx))
        .fact("amount sent", money.amount(ctx, &record.amount));
    sheet = dollars(sheet, shown);
    sheet = sheet.heading("Source of these figures");
    money.source(ctx).into_iter().fold(sheet, Sheet::note)
}

/// The effective gas price if the sender offered maximum fees, which no record contains.
fn effective_price(shown: &Shown<'_>) -> Option<Value> {
    if !has_effective_price(shown.result) {
        return None;
    }
    let paid = charged_price(shown).map(|price| (price, "charged fee divided by gas used"));
    let (weibar, source) =
        paid.or_else(|| Some((network_price(shown)?, "the network's price at that time, by its fees")))?;
    let price = values::price(shown.ctx, &Quantity(Some(weibar)), Unit::Weibar);
    Some(price.note(source))
}

/// The charge per unit of gas, weibar, rounded.
fn charged_price(shown: &Shown<'_>) -> Option<U256> {
    let fee = U256::try_from(shown.transaction.record()?.own.charged_tx_fee.value()?).ok()?;
    let used = U256::try_from(shown.result.gas_used.value()?).ok()?;
    let half = used >> 1_usize;
    fee.checked_mul(U256::from(WEIBAR_PER_BASE))?.checked_add(half)?.checked_div(used)
}

/// The network's gas price, weibar, used if the transaction's fee is not available.
fn network_price(shown: &Shown<'_>) -> Option<U256> {
    let fees = shown.ctx.get(&NetworkFeesQuery { at: shown.at }).value()?;
    let price = U256::try_from(fees.gas_price("EthereumTransaction")?).ok()?;
    price.checked_mul(U256::from(WEIBAR_PER_BASE))
}

/// The cost in US dollars at the network's exchange rate of that time; nothing if the server has no rates.
fn dollars(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let (ctx, coin) = (shown.ctx, shown.ctx.theme.glyphs.coin);
    let Some(rate) = shown.rate() else {
        return match ctx.get(&ExchangeRatesQuery::at(shown.at)).failure() {
            None | Some(Failure::NotOffered { .. } | Failure::NotFound { .. } | Failure::Invalid { .. }) => {
                sheet
            }
            Some(failure) => {
                sheet.heading("In US dollars").fact("exchange rate", Value::none(failure.sentence()))
            }
        };
    };
    let worth = |amount: Option<(U256, Unit)>, words: &str| {
        let dollars = amount.and_then(|(amount, unit)| rate.dollars(amount, unit))?;
        Some(Value::plain(dollars.clone()).copied(dollars).note(words))
    };
    let fee = shown.transaction.record().and_then(|record| record.own.charged_tx_fee.value());
    let fee = fee.and_then(|fee| Some((U256::try_from(fee).ok()?, Unit::Base)));
    let gas = shown.result.gas_used.value().and_then(|gas| shown.money.cost_of(gas));
    let mut sheet = sheet.heading("In US dollars");
    for (name, value) in
        [("charged fee", worth(fee, "of the whole transaction")), ("gas cost", worth(gas, "gas used"))]
    {
        sheet = match value {
            Some(value) => sheet.fact(name, value),
            None => sheet,
        };
    }
    let pair = format!("{} cents = {} {coin}", grouped(&rate.cents), grouped(&rate.coins));
    let per_coin = format!("{} US cents for 1 {coin}", rate.cents_of_coin());
    sheet
        .fact(
            "exchange rate",
            Value::plain(per_coin).copied(format!("{}/{}", rate.cents, rate.coins)).note(pair),
        )
        .fact("rate set at", values::time(ctx, &rate.set_at))
        .fact("rate valid until", values::time(ctx, &rate.until))
}

/// The share of `of` that an amount takes, as a gauge and a whole percentage.
fn gauge(ctx: &Context<'_>, amount: i64, of: Option<i64>) -> String {
    let Some(of) = of.filter(|of| *of > 0) else { return " ".repeat(GAUGE_CELLS + 6) };
    let percent = percent(amount, of).unwrap_or_default();
    let cells = usize::try_from(percent.min(100)).unwrap_or_default() * GAUGE_CELLS;
    let cells = cells.div_ceil(100);
    let percent = if percent == 0 && amount > 0 { "<1".to_owned() } else { percent.to_string() };
    format!("{} {percent:>3} %", ctx.theme.glyphs.gauge(cells, GAUGE_CELLS))
}

/// Gas that was charged but not consumed.
pub(super) fn overcharge(shown: &Shown<'_>) -> Option<i64> {
    let (used, consumed) = (shown.result.gas_used.value()?, shown.result.gas_consumed.value()?);
    used.checked_sub(consumed).filter(|over| *over > 0)
}

/// The note on charged gas, by comparison with the gas consumed.
fn charged_words(shown: &Shown<'_>) -> &'static str {
    match (shown.result.gas_used.value(), shown.result.gas_consumed.value()) {
        (Some(used), Some(consumed)) if used > consumed => {
            "what you pay for: only part of an unused limit is refunded"
        }
        (Some(used), Some(consumed)) if used == consumed => "what you pay for: exactly the gas consumed",
        _ => "what you pay for",
    }
}
