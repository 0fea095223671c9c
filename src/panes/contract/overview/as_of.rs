//! The prompt for a past time: the parameter `timestamp` of the contract operation.

use ledger::query::{ContractQuery, Op, Parameters as _, TimestampFilter};
use ledger::{Timestamp, moment};

use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::panes::kit::nouns::values;
use crate::widgets::form::{Form, FormField};

const NAME: &str = "timestamp";

/// Creates the form with the current time condition.
pub(super) fn form(query: &ContractQuery, ctx: &Context<'_>) -> PopupForm {
    let hint = "2026-11-20 14:00, 2h ago, 1791000000, lt:…; empty for now";
    PopupForm::new(
        format!("The contract as of a time, in {}", ctx.clock().zone()),
        vec![FormField::text(NAME, "as of", hint, &typed_time(query))],
    )
    .live()
}

/// Opens the contract as of the entered time: a condition as documented, or one point in time.
pub(super) fn parse(form: &Form, query: &ContractQuery, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
    let (text, contract) = (form.value(NAME), query.contract);
    let parts = || text.split([',', ' ']).filter(|part| !part.is_empty());
    let query = if parts().all(|part| TimestampFilter::parse(part).is_some()) {
        query
            .with_pairs(parts().map(|part| (NAME, part)), ctx.network.home)
            .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))?
    } else {
        let at = moment::point(text, ctx.clock()).map_err(|fault| fault.message)?;
        ContractQuery { contract, timestamp: vec![TimestampFilter { op: Op::Eq, at }] }
    };
    Ok(vec![Effect::Go(Place::Contract(query))])
}

/// The query's end as a condition on earlier events; `None` for a query up to now.
pub(super) fn until(query: &ContractQuery) -> Option<TimestampFilter> {
    let ends = query.timestamp.iter().filter(|filter| matches!(filter.op, Op::Eq | Op::Lt | Op::Lte));
    let last = ends.min_by_key(|filter| filter.at)?;
    let op = if last.op == Op::Lt { Op::Lt } else { Op::Lte };
    Some(TimestampFilter { op, at: last.at })
}

/// The query's end; `now` if it has none or a later one.
pub(super) fn time(query: &ContractQuery, now: Timestamp) -> Timestamp {
    until(query).map_or(now, |last| last.at.min(now))
}

/// The query's time, as typed.
fn typed_time(query: &ContractQuery) -> String {
    query.timestamp.iter().map(TimestampFilter::to_string).collect::<Vec<_>>().join(", ")
}

/// The query's time, in the current time style.
pub(super) fn time_label(query: &ContractQuery, ctx: &Context<'_>) -> String {
    let conditions = query.timestamp.iter().map(|filter| values::condition(ctx, filter));
    conditions.collect::<Vec<_>>().join(", ")
}
