//! Rows as text for elsewhere, by their columns: CSV with exact values, Markdown as on screen.

use super::{Column, Columns, Value};
use crate::panes::Context;

/// The rows as CSV: all columns, headed by their names.
pub fn csv<'a, C: Columns>(rows: impl IntoIterator<Item = C::Row<'a>>) -> String {
    let head = C::ALL.iter().map(|column| column.name.replace(' ', "_"));
    let mut out = head.collect::<Vec<_>>().join(",") + "\n";
    for row in rows {
        let cells = C::ALL.iter().map(|column| match (column.value)(&row) {
            Value::Text(text) => quoted(text),
            value => value.to_string(),
        });
        out += &(cells.collect::<Vec<_>>().join(",") + "\n");
    }
    out
}

/// A text as a cell of CSV, in quotes if it needs them. What a spreadsheet would take for a formula stays text.
pub fn quoted(text: String) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    let text = if formula { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The rows as a Markdown table of the columns that are shown, in the units of the moment.
pub fn markdown<'a, C: Columns>(
    columns: &C,
    rows: impl IntoIterator<Item = C::Row<'a>>,
    ctx: &Context<'_>,
) -> String {
    // A name is a stranger's text: it may hold what parts the cells.
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
    let shown: Vec<&Column<C>> = C::ALL.iter().filter(|column| columns.shows(column)).collect();
    let heads: Vec<_> = shown.iter().map(|column| (column.head)(columns, ctx)).collect();
    let rules = heads.iter().map(|head| if head.right { "---:" } else { "---" });
    let titles = line(heads.iter().map(|head| head.title.clone()).collect());
    let rules = format!("|{}|\n", rules.collect::<Vec<_>>().join("|"));
    let row = |row: C::Row<'a>| {
        let cell = |column: &&Column<C>| (column.cell)(&row, ctx).0.replace('|', "\\|");
        line(shown.iter().map(cell).collect())
    };
    [titles, rules].into_iter().chain(rows.into_iter().map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_values() {
        for (value, wanted) in [
            ("exact match", "exact match"),
            ("a, b", "\"a, b\""),
            ("say \"no\"", "\"say \"\"no\"\"\""),
            ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ] {
            assert_eq!(quoted(value.to_owned()), wanted);
        }
    }
}
