//! The custom fees of a token.

use ledger::amount::grouped;
use ledger::token::{CustomFee, FeeAmount, Fraction};
use ledger::{EntityId, Field, Token, Unit};

use crate::panes::Context;
use crate::panes::kit::nouns::{tokens as known, values};
use crate::widgets::{Sheet, Value};

/// The tokens in which fees are paid.
pub(super) fn tokens(token: &Token) -> Vec<EntityId> {
    let fees = token.custom_fees.known().into_iter().flat_map(|fees| {
        [&fees.fixed, &fees.fractional, &fees.royalty].into_iter().filter_map(Field::known).flatten()
    });
    fees.flat_map(|fee| [fee.denominating_token_id.value(), fallback(fee).and_then(|it| it.1)])
        .flatten()
        .collect()
}

/// Adds a line for each fee, followed by its terms.
pub(super) fn add(sheet: Sheet, token: &Token, ctx: &Context<'_>) -> Sheet {
    let sheet = sheet.heading("Custom fees");
    let Field::Known(fees) = &token.custom_fees else {
        return sheet.fact("custom fees", values::field(ctx, &token.custom_fees, |_| Value::default()));
    };
    let all = [("fixed fee", &fees.fixed), ("fraction", &fees.fractional), ("royalty", &fees.royalty)];
    let mut count = 0;
    let sheet = all.into_iter().fold(sheet, |sheet, (label, list)| {
        list.known().into_iter().flatten().fold(sheet, |sheet, fee| {
            count += 1;
            one(sheet, label, fee, ctx)
        })
    });
    let sheet = if count == 0 { sheet.fact("fees", Value::none("none")) } else { sheet };
    sheet.fact("since", values::field(ctx, &fees.created_timestamp, |at| values::time(ctx, at)))
}

fn one(sheet: Sheet, label: &str, fee: &CustomFee, ctx: &Context<'_>) -> Sheet {
    let value = values::field(ctx, &fee.amount, |amount| match amount {
        FeeAmount::Fixed(amount) => amount_in(*amount, fee.denominating_token_id.value(), ctx),
        FeeAmount::Part(fraction) => ratio(fraction),
    });
    let collector = values::field(ctx, &fee.collector_account_id, values::account);
    let mut sheet = sheet.fact(label, value).inner(1, "collector", collector);
    let bound = |amount: &Field<i64>| amount.value().filter(|amount| *amount > 0);
    for (label, amount) in [("at least", bound(&fee.minimum)), ("at most", bound(&fee.maximum))] {
        if let Some(amount) = amount {
            sheet = sheet.inner(1, label, amount_in(amount, fee.denominating_token_id.value(), ctx));
        }
    }
    if let Some((amount, token)) = fallback(fee) {
        sheet = sheet.inner(1, "or, if nothing is paid", amount_in(amount, token, ctx));
    }
    if let Some(net) = fee.net_of_transfers.value() {
        let words = if net { "the sender, beside the amount" } else { "the receiver, out of the amount" };
        sheet = sheet.inner(1, "paid by", Value::plain(words));
    }
    match fee.all_collectors_are_exempt.value() {
        Some(exempt) => sheet.inner(1, "collectors exempt", values::flag(&exempt)),
        None => sheet,
    }
}

/// The fallback fee of a royalty, charged if no value is exchanged.
fn fallback(fee: &CustomFee) -> Option<(i64, Option<EntityId>)> {
    let fallback = fee.fallback_fee.known()?;
    Some((fallback.amount.value()?, fallback.denominating_token_id.value()))
}

/// An amount of the coin, or of a token.
fn amount_in(amount: i64, token: Option<EntityId>, ctx: &Context<'_>) -> Value {
    let Some(token) = token else { return values::amount(ctx, &amount, Unit::Base) };
    let smallest = i128::from(amount);
    Value::plain(known::digits(ctx, token, smallest)).note(known::unit(ctx, token)).copied(amount.to_string())
}

/// A fraction, exactly, and in percent if that has few digits.
fn ratio(fraction: &Fraction) -> Value {
    let (Some(part), Some(whole)) = (fraction.numerator.value(), fraction.denominator.value()) else {
        return Value::none("not of the expected form");
    };
    let value = Value::plain(format!("{} / {}", grouped(&part), grouped(&whole)));
    let hundredths = i128::from(part).checked_mul(10_000).filter(|_| whole > 0 && part >= 0);
    match hundredths.filter(|all| all.rem_euclid(i128::from(whole)) == 0) {
        Some(all) => {
            let percent = all.div_euclid(i128::from(whole));
            let fraction = format!("{:02}", percent.rem_euclid(100));
            let fraction = fraction.trim_end_matches('0');
            let point = if fraction.is_empty() { "" } else { "." };
            value.note(format!("= {}{point}{fraction} %", grouped(&percent.div_euclid(100))))
        }
        None => value,
    }
}
