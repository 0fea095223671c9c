//! Gas and cost: gas used, gas charged but not used, and the fee.

use alloy_primitives::U256;
use decode::money::Rest;
use ledger::amount::grouped;
use ledger::{ContractRef, Field, Unit};

use super::super::gas;
use super::super::shown::Shown;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

/// The gas used of the limit, and the cost of unused gas.
pub(super) fn gas(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let (consumed, charged) = (result.gas_consumed.value(), result.gas_used.value());
    let limit = result.gas_limit.value().map(|limit| format!(" of {}", grouped(&limit))).unwrap_or_default();
    let value = match (consumed, charged) {
        (Some(consumed), Some(_)) => {
            let value = Value::plain(format!("{}{limit} used", grouped(&consumed)));
            match gas::overcharge(shown) {
                Some(over) => {
                    let cost = shown.money.cost_of(over).map(|(cost, unit)| values::amount(ctx, &cost, unit));
                    let paid = cost.map(|cost| cost.line().replace("  ", " "));
                    let paid = paid.map_or_else(|| "yet charged".to_owned(), |paid| format!("paid {paid}"));
                    value.and(Role::Attention, format!("{} unused, {paid}", grouped(&over)))
                }
                None => value,
            }
        }
        (Some(consumed), None) => Value::plain(format!("{}{limit} used", grouped(&consumed))),
        (None, Some(charged)) => Value::plain(format!("{} charged{limit}", grouped(&charged))),
        (None, None) => match &result.gas_used {
            field @ Field::Odd(_) => values::field(ctx, field, |_| Value::default()),
            _ => Value::none("unknown: not in the record"),
        },
    };
    sheet.fact("gas", value)
}

/// The transaction's fee, its share for gas, and the payer if it is not the sender; only the gas until the
/// transaction is loaded.
pub(super) fn fee(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let ctx = shown.ctx;
    let coin = |amount: &dyn ToString| {
        values::amount(ctx, &amount.to_string(), Unit::Base).line().replace("  ", " ")
    };
    let Some(record) = shown.transaction.record() else {
        let cost = shown.result.gas_used.value().and_then(|used| shown.money.cost_of(used));
        let cost = cost.map(|(cost, unit)| values::amount(ctx, &cost, unit).note("for gas"));
        let why = match shown.transaction.failure(ctx) {
            Some(_) => "the rest is not available here",
            None => "loading the whole fee",
        };
        return sheet.fact("fee", cost.map_or_else(|| Value::none(why), |cost| cost.note(why)));
    };
    let charged = &record.own.charged_tx_fee;
    let dollars = |fee: i64| shown.rate()?.dollars(U256::try_from(fee).ok()?, Unit::Base);
    let value = values::field(ctx, charged, |fee| {
        let value = Value::plain(coin(fee)).copied(fee.to_string());
        dollars(*fee).map_or(value.clone(), |dollars| value.note(dollars))
    });
    if charged.value() == Some(0) && record.own.nonce.value().is_some_and(|nonce| nonce > 0) {
        return sheet.fact("fee", value.note("paid with the transaction that caused this one"));
    }
    let Some(bill) = record.bill(shown.money.base) else { return sheet.fact("fee", value) };
    let value = match bill.rest {
        Rest::Left { cost, .. } => value.note(format!("{} of it for gas", coin(&cost))),
        Rest::NoPrice | Rest::Above { .. } => value,
    };
    let sender = shown.result.from.value().map(|from| values::sender(from, ctx));
    let payers: Vec<String> = bill
        .payers
        .iter()
        .filter(|payer| Some(ContractRef::Id(payer.account)) != sender)
        .map(|payer| payer.account.to_string())
        .collect();
    sheet.fact(
        "fee",
        if payers.is_empty() { value } else { value.note(format!("paid by {}", payers.join(", "))) },
    )
}
