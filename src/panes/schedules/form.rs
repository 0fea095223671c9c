//! The filter form of the list of schedules: every parameter of the operation.

use crate::ledger::EntityId;
use crate::ledger::query::{Order, SchedulesQuery};
use crate::message::Place;
use crate::panes::filter::Reading;
use crate::widgets::form::{Fault, Form, FormField};

/// The form that shows a query.
pub(super) fn of(query: &SchedulesQuery) -> Form {
    let account = query.account.map(|filter| filter.to_string()).unwrap_or_default();
    let schedule: Vec<String> = query.schedule.iter().map(ToString::to_string).collect();
    let limit = query.limit.map(|limit| limit.rows().to_string()).unwrap_or_default();
    let order = query.order.unwrap_or(Order::Asc).name();
    Form::new(vec![
        FormField::text("account.id", "creator", "account id, such as 0.0.1002", &account),
        FormField::text(
            "schedule.id",
            "schedule id",
            "0.0.7002, or a range: gte:7000, lt:8000",
            &schedule.join(", "),
        ),
        FormField::choice("order", "order", &[("newest first", "desc"), ("oldest first", "asc")], order),
        FormField::text("limit", "page size", "1 to 100; 100 if empty", &limit),
    ])
}

/// The query that the form's content means.
///
/// # Errors
/// Names every field that is at fault, and why.
pub(super) fn read(form: &Form, home: EntityId) -> Result<SchedulesQuery, Vec<Fault>> {
    let pairs = form.fields().iter().flat_map(|field| {
        let values = form.value(field.name).split([',', ' ']).filter(|value| !value.is_empty());
        values.map(|value| (field.name, value))
    });
    SchedulesQuery::from_pairs(pairs, home)
        .map_err(|faults| faults.into_iter().map(|fault| (fault.parameter, fault.message)).collect())
}

/// The query that the form's content means, as it will be sent.
pub(super) fn preview(form: &Form, home: EntityId) -> Reading {
    let place = Place::Schedules(read(form, home)?).to_string();
    Ok(place.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default())
}
