//! The fields of a filter form, filled with the current filters, and the parsing of their texts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ledger::moment::{self, Clock};

use super::{Filterable, Listed};
use crate::widgets::form::FormField;

/// A field for the values of a parameter, which may be several.
pub fn text(
    query: &impl Filterable,
    name: &'static str,
    label: &'static str,
    hint: &'static str,
) -> FormField {
    let values = query.pairs().into_iter().filter(|(known, _)| *known == name).map(|(_, value)| value);
    FormField::text(name, label, hint, &values.collect::<Vec<_>>().join(", "))
}

/// The choice of the order, and the size of a page.
pub fn paging<Q: Listed>(query: &Q) -> [FormField; 2] {
    [
        FormField::choice("order", "order", Q::ORDERS, query.order().name()),
        text(query, "limit", "page size", "1 to 100; 100 if empty"),
    ]
}

/// The hint of a field for [`times`].
pub const TIMES: &str = "last 2h, 2026-11-20 14:00..15:00, gte:…";
/// The orders of what happens in time, for [`Listed::ORDERS`].
pub const IN_TIME: &[(&str, &str)] = &[("newest first", "desc"), ("oldest first", "asc")];

/// Values to complete a field by: those that are met most often first.
pub fn by_frequency(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counted: Vec<(String, usize)> = counts.into_iter().collect();
    counted.sort_by_key(|(_, count)| Reverse(*count));
    counted.into_iter().map(|(value, _)| value).collect()
}

/// The values of a text that may hold several.
pub fn several(text: &str) -> Vec<String> {
    text.split([',', ' ']).filter(|one| !one.is_empty()).map(ToOwned::to_owned).collect()
}

/// Parses conditions on a time.
///
/// # Errors
/// Says what is invalid, and what is valid.
pub fn times(text: &str, clock: Clock) -> Result<Vec<String>, String> {
    let filters = moment::filters(text, clock).map_err(|fault| fault.message)?;
    Ok(filters.iter().map(ToString::to_string).collect())
}
