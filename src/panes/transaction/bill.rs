//! The gas of the selected member next to its fee; the contract result is requested when the user opens it.

use decode::money::{Bill, Rest};
use ledger::amount::grouped;
use ledger::query::ResultQuery;
use ledger::{Transaction, Unit};

use super::kind;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

/// Adds a transaction's gas and fee to a sheet, or the progress of the contract result's request.
pub(super) fn add(sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(query) = query(transaction) else { return sheet };
    let sheet = sheet.heading("Gas and the fee");
    let place = Place::Result(query.contract, query.timestamp);
    let found = ctx.get(&query);
    let value = match (found.value(), found.failure()) {
        (Some(found), _) => match Bill::new(transaction, &found.result) {
            Some(bill) => return written(sheet, &bill, place, ctx),
            None => Value::none("the result names no gas that was charged").link(place),
        },
        (None, Some(failure)) => {
            let words = format!("{} {}", ctx.theme.glyphs.failure, failure.sentence());
            Value::styled(Role::Failure, words)
        }
        (None, None) => Value::none("loading the contract result of the same time"),
    };
    sheet.fact("contract result", value)
}

/// The contract result to request; `None` if the transaction charged no fee.
pub(super) fn query(transaction: &Transaction) -> Option<ResultQuery> {
    transaction.charged_tx_fee.value().filter(|fee| *fee > 0)?;
    let Place::Result(contract, timestamp) = kind::result_place(transaction)? else { return None };
    Some(ResultQuery { contract, timestamp, weibar: false })
}

fn written(sheet: Sheet, bill: &Bill, place: Place, ctx: &Context<'_>) -> Sheet {
    let coin = |amount: &dyn ToString| values::amount(ctx, &amount.to_string(), Unit::Base);
    let gas = Value::plain(grouped(&bill.gas)).copied(bill.gas.to_string()).note("gas charged").link(place);
    let sheet = sheet.fact("contract result", gas).fact("charged fee", coin(&bill.charged));
    let sheet = match bill.rest {
        Rest::NoPrice => sheet.fact(
            "gas cost",
            Value::none("unknown: the result has no gas price, so the fee cannot be divided"),
        ),
        Rest::Left { cost, rest } => sheet
            .fact("gas cost", coin(&cost).note("gas charged times gas price"))
            .fact("the rest", coin(&rest).note("for the node and the network, besides the gas")),
        Rest::Above { cost, over } => {
            sheet.fact("gas cost", coin(&cost).note("gas charged times gas price")).fact(
                "above the fee",
                coin(&over).and(
                    Role::Attention,
                    format!("{} the price paid was lower than the result says", ctx.theme.glyphs.attention),
                ),
            )
        }
    };
    let whole = bill.payers.len() == 1;
    bill.payers.iter().fold(sheet, |sheet, payer| {
        let value = Value::plain(payer.account.to_string());
        let value = if whole {
            value.note("all of it")
        } else {
            value.and(Role::Plain, ctx.theme.amount(&payer.amount, Unit::Base)).note(ctx.theme.unit_name())
        };
        sheet.fact("paid by", value)
    })
}
