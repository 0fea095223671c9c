//! The filter form of the radar.

use crate::ledger::EntityId;
use crate::ledger::query::RadarQuery;
use crate::message::Place;
use crate::panes::filter::Reading;
use crate::widgets::form::{Fault, Form, FormField};

/// The form that shows a query.
pub(super) fn of(query: &RadarQuery) -> Form {
    let creator = query.creator.map(|id| id.to_string()).unwrap_or_default();
    let contract = query.contract.map(|contract| contract.to_string()).unwrap_or_default();
    Form::new(vec![
        FormField::text("contract", "calls", "a contract's id or EVM address; empty for all", &contract),
        FormField::text("account.id", "creator", "account id, such as 0.0.1002", &creator),
    ])
}

/// The query that the form's content means.
///
/// # Errors
/// Names every field that is at fault, and why.
pub(super) fn read(form: &Form, home: EntityId) -> Result<RadarQuery, Vec<Fault>> {
    let pairs = form.fields().iter().map(|field| (field.name, form.value(field.name).trim()));
    RadarQuery::from_pairs(pairs.filter(|(_, value)| !value.is_empty()), home)
        .map_err(|faults| faults.into_iter().map(|fault| (fault.parameter, fault.message)).collect())
}

/// The place that the form's content means.
pub(super) fn preview(form: &Form, home: EntityId) -> Reading {
    let place = Place::Radar(read(form, home)?).to_string();
    Ok(place.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default())
}
