//! The filter form of the results list: every parameter of the operation.

use crate::ledger::query::{Order, ResultsQuery};
use crate::ledger::{EntityId, Timestamp, moment};
use crate::message::Place;
use crate::panes::filter::Reading;
use crate::widgets::form::{Fault, Form, FormField};

/// The form that shows a query.
pub(super) fn of(query: &ResultsQuery) -> Form {
    let pairs = query.pairs();
    let value = |name| {
        let values: Vec<&str> =
            pairs.iter().filter(|(known, _)| *known == name).map(|(_, value)| value.as_str()).collect();
        values.join(", ")
    };
    let limit = query.limit.map(|limit| limit.rows().to_string()).unwrap_or_default();
    let order = query.order.unwrap_or(Order::Desc).name();
    let internal = if query.internal { "true" } else { "false" };
    Form::new(vec![
        FormField::text("from", "sender", "account id or EVM address", &value("from")),
        FormField::text(
            "timestamp",
            "consensus time",
            "last 2h, 2026-11-20 14:00..15:00, gte:…",
            &value("timestamp"),
        ),
        FormField::text("block.number", "block number", "70002150 or 0x42c2a36", &value("block.number")),
        FormField::text("block.hash", "block hash", "64 or 96 hex digits", &value("block.hash")),
        FormField::text(
            "transaction.index",
            "transaction index",
            "position in the block",
            &value("transaction.index"),
        ),
        FormField::choice(
            "internal",
            "child transactions",
            &[("leave out", "false"), ("include", "true")],
            internal,
        ),
        FormField::choice("order", "order", &[("newest first", "desc"), ("oldest first", "asc")], order),
        FormField::text("limit", "page size", "1 to 100; 100 if empty", &limit),
    ])
}

/// The query that the form's content means.
///
/// # Errors
/// Names every field that is at fault, and why.
pub(super) fn read(
    form: &Form,
    query: &ResultsQuery,
    now: Timestamp,
    home: EntityId,
) -> Result<ResultsQuery, Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let times = moment::filters(form.value("timestamp"), now);
    let times: Vec<String> = match times {
        Ok(filters) => filters.iter().map(ToString::to_string).collect(),
        Err(fault) => {
            faults.push(("timestamp", fault.message));
            Vec::new()
        }
    };
    let mut pairs: Vec<(&str, &str)> = times.iter().map(|time| ("timestamp", time.as_str())).collect();
    for field in form.fields() {
        let value = form.value(field.name);
        if field.name != "timestamp" && !value.is_empty() {
            pairs.push((field.name, value));
        }
    }
    match ResultsQuery::from_pairs(query.contract, pairs, home) {
        Ok(query) if faults.is_empty() => Ok(query),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more.into_iter().map(|fault| (fault.parameter, fault.message)));
            Err(faults)
        }
    }
}

/// The query that the form's content means, as it will be sent.
pub(super) fn preview(form: &Form, query: &ResultsQuery, now: Timestamp, home: EntityId) -> Reading {
    let place = Place::Results(read(form, query, now, home)?).to_string();
    Ok(place.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default())
}
