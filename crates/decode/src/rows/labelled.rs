//! The labels of entities in the rows of a list, for export.

use ledger::Labelled;

use super::RowValues;
use crate::Known;

/// The name of the column with labels.
pub const LABELS: &str = "labels";

/// The label of the entity that a complete text names.
pub fn label_of(text: &str, known: &Known) -> Option<String> {
    known.label(&Labelled::parse_whole(text)?).map(|label| label.name.escaped())
}

/// The labels of the entities in these columns of a row, each with its column: `sender=deployer, contract=vault`.
pub fn labels_of<'a>(
    values: &RowValues,
    at: usize,
    columns: impl IntoIterator<Item = (&'a str, usize)>,
    known: &Known,
) -> String {
    let label = |(name, column): (&str, usize)| {
        let label = label_of(&values.get(at, column).to_value().to_string(), known)?;
        Some(format!("{name}={label}"))
    };
    columns.into_iter().filter_map(label).collect::<Vec<_>>().join(", ")
}
