//! The filter form of the storage: every parameter of the operation.

use crate::ledger::query::{Op, Order, StateQuery};
use crate::ledger::{Timestamp, moment};
use crate::message::Place;
use crate::panes::filter::Reading;
use crate::widgets::form::{Fault, Form, FormField};

/// The form that shows a query.
pub(super) fn of(query: &StateQuery) -> Form {
    let pairs = query.pairs();
    let value = |name| {
        let values: Vec<&str> =
            pairs.iter().filter(|(known, _)| *known == name).map(|(_, value)| value.as_str()).collect();
        values.join(", ")
    };
    let limit = query.limit.map(|limit| limit.rows().to_string()).unwrap_or_default();
    let order = query.order.unwrap_or(Order::Asc).name();
    Form::new(vec![
        FormField::text("slot", "slot", "0x…, several with commas, gt:0x… for a range", &value("slot")),
        FormField::text("timestamp", "as of", "2026-11-20 14:00, 2h ago, 1795216207.5", &value("timestamp")),
        FormField::choice("order", "order", &[("smallest first", "asc"), ("largest first", "desc")], order),
        FormField::text("limit", "page size", "1 to 100; 100 if empty", &limit),
    ])
}

/// The query that the form's content means.
///
/// # Errors
/// Names every field that is at fault, and why.
pub(super) fn read(form: &Form, query: &StateQuery, now: Timestamp) -> Result<StateQuery, Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for field in form.fields() {
        let value = form.value(field.name).trim();
        let values = value.split(',').map(str::trim).filter(|one| !one.is_empty());
        if field.name != "timestamp" {
            pairs.extend(values.map(|one| (field.name, one.to_owned())));
            continue;
        }
        for one in values {
            // A condition as it is sent stays what it is; a time in words means the storage as it was then.
            if Op::split(one).is_some_and(|(op, _)| op != Op::Eq) {
                pairs.push(("timestamp", one.to_owned()));
                continue;
            }
            match moment::point(one, now) {
                Ok(at) => pairs.push(("timestamp", at.to_string())),
                Err(fault) => faults.push(("timestamp", fault.message)),
            }
        }
    }
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    match StateQuery::from_pairs(query.contract, pairs) {
        Ok(query) if faults.is_empty() => Ok(query),
        Ok(_) => Err(faults),
        Err(more) => {
            faults.extend(more.into_iter().map(|fault| (fault.parameter, fault.message)));
            Err(faults)
        }
    }
}

/// The query that the form's content means, as it will be sent.
pub(super) fn preview(form: &Form, query: &StateQuery, now: Timestamp) -> Reading {
    let place = Place::State(read(form, query, now)?).to_string();
    Ok(place.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default())
}
