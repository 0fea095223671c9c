//! What the form asks about rows: which, in what format, with which columns.

use std::borrow::Cow;

use decode::Snapshot;
use decode::rows::{Field, Format, Records};
use ledger::amount::counted;

use super::{
    ALL, ALL_LABELLED, COLUMNS, Chosen, FORMAT, MARKED, OVER, RECEIVED, ROWS, SHOWN, SHOWN_LABELLED,
    UNFINISHED, file_name,
};
use crate::message::export::{RowChoice, RowOffer, Which};
use crate::message::{RowExport, Unfinished};
use crate::widgets::form::{Form, FormField};

pub(super) fn row_fields(offer: &RowOffer, has_labels: bool) -> Vec<FormField> {
    let counted = |count: Option<usize>, words: &str| match count {
        Some(count) => format!("{} {words}", counted(count, "row")),
        None => words.to_owned(),
    };
    let choice = |choice: &RowChoice| match choice.which {
        Which::Marked => (Cow::from(counted(choice.count, "marked")), MARKED),
        Which::Shown => (Cow::from(counted(choice.count, "shown")), SHOWN),
        Which::All if choice.count.is_some() => (Cow::from(counted(choice.count, "in all")), ALL),
        Which::All => (Cow::from("all to the end of the list"), ALL),
    };
    let rows = offer.choices.iter().map(choice).collect();
    let formats = Format::ALL.map(|format| (Cow::from(format.name()), format.ending()));
    let mut columns = vec![
        (Cow::from(format!("as displayed ({})", offer.shown.len())), SHOWN),
        (Cow::from(format!("all ({})", offer.fields.len())), ALL),
    ];
    let labelled = [("as displayed + labels", SHOWN_LABELLED), ("all + labels", ALL_LABELLED)];
    columns
        .extend(labelled.into_iter().filter(|_| has_labels).map(|(words, value)| (Cow::from(words), value)));
    columns.extend(offer.has_received.then_some((Cow::from("as received"), RECEIVED)));
    vec![
        FormField::choice_among(ROWS, "rows", rows, ""),
        FormField::choice_among(FORMAT, "format", formats.into(), Format::Csv.ending()),
        FormField::choice_among(COLUMNS, "columns", columns, SHOWN),
    ]
}

/// The path that is proposed for these rows: the list's place, in letters, digits and `-`.
pub(super) fn proposed(offer: &RowOffer, format: Format, which: Option<Which>) -> String {
    let name = file_name(&offer.place);
    let part = match which.or(offer.choices.first().map(|choice| choice.which)) {
        Some(Which::Marked) => "-marked",
        Some(Which::All) => "-all",
        Some(Which::Shown) | None => "",
    };
    format!("{name}{part}.{}", format.ending())
}

pub(super) fn read_rows(
    form: &Form,
    offer: &RowOffer,
    network: &str,
    known: Option<&Snapshot>,
) -> Result<RowExport, String> {
    let Chosen { which, format, .. } = Chosen::new(form);
    let choice = offer.choices.iter().find(|choice| Some(choice.which) == which);
    let choice = choice.ok_or("there is nothing to export")?;
    let shown = || offer.shown.iter().filter_map(|at| offer.fields.get(*at).cloned());
    let columns = form.value(COLUMNS);
    let is_shown = matches!(columns, SHOWN | SHOWN_LABELLED);
    let fields: Vec<Field> = if is_shown { shown().collect() } else { offer.fields.clone() };
    let labels = known.filter(|_| matches!(columns, SHOWN_LABELLED | ALL_LABELLED)).cloned();
    let is_received = columns == RECEIVED;
    if is_received && !format.is_json() {
        return Err("rows as received are JSON: choose JSON or NDJSON".to_owned());
    }
    let unfinished = match form.fields().iter().find(|field| field.name == UNFINISHED) {
        None => Unfinished::Ask,
        Some(field) if field.value() == OVER => Unfinished::StartOver,
        Some(_) => Unfinished::Resume,
    };
    Ok(RowExport {
        rows: choice.rows.clone(),
        records: Records { format, fields, filter: choice.filter.clone(), is_received, labels },
        network: network.to_owned(),
        place: offer.place.to_string(),
        unfinished,
    })
}
