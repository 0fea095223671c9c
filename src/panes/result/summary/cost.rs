//! Gas and what was paid: used, charged beyond that, and the fee.

use super::super::gas;
use super::super::shown::Shown;
use crate::ledger::Field;
use crate::ledger::amount::grouped;
use crate::panes::kit::values;
use crate::widgets::{Role, Sheet, Value};

/// Gas used of the limit, and what was paid for gas that was not used.
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
                    let paid = paid.map_or_else(|| "charged".to_owned(), |paid| format!("paid {paid}"));
                    value.and(Role::Attention, format!("{} unused, {paid}", grouped(&over)))
                }
                None => value,
            }
        }
        (Some(consumed), None) => Value::plain(format!("{}{limit} used", grouped(&consumed))),
        (None, Some(charged)) => Value::plain(format!("{}{limit} charged", grouped(&charged))),
        (None, None) => match &result.gas_used {
            field @ Field::Odd(_) => values::field(ctx, field, |_| Value::default()),
            _ => Value::none("unknown: not in the record"),
        },
    };
    sheet.fact("gas", value)
}

/// What was paid.
pub(super) fn fee(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    sheet.fact("fee", shown.money.cost(shown.ctx))
}
