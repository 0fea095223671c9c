//! Rows as text for elsewhere, by their columns: CSV with exact values, Markdown as on screen.

use super::{Column, Columns, Value};
use crate::decode::rows::{csv_line, field_name, json_object};
use crate::panes::Context;

/// The rows as CSV: all columns, headed by their names.
pub fn csv<'a, C: Columns>(rows: impl IntoIterator<Item = C::Row<'a>>) -> String {
    let values: Vec<Vec<Value>> = rows.into_iter().map(|row| C::values(&row)).collect();
    exact_csv::<C>(&values.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The values of rows as CSV: all columns, headed by their names.
pub fn exact_csv<C: Columns>(rows: &[&[Value]]) -> String {
    let head = C::ALL.iter().map(|column| field_name(column.name));
    let mut out = head.collect::<Vec<_>>().join(",") + "\n";
    for values in rows {
        out += &(csv_line(values.iter().map(Value::as_ref)) + "\n");
    }
    out
}

/// The values of rows as JSON, an object a line.
pub fn json_lines<C: Columns>(rows: &[Vec<Value>]) -> String {
    let names: Vec<String> = C::ALL.iter().map(|column| field_name(column.name)).collect();
    let line = |values: &Vec<Value>| {
        json_object(names.iter().map(String::as_str).zip(values.iter().map(Value::as_ref)))
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The rows as a Markdown table of the columns that are shown, in the units of the moment.
pub fn markdown<'a, C: Columns>(
    columns: &C,
    rows: impl IntoIterator<Item = C::Row<'a>>,
    ctx: &Context<'_>,
) -> String {
    let shown: Vec<&Column<C>> = columns.shown(ctx).into_iter().filter_map(|at| C::ALL.get(at)).collect();
    let heads = shown.iter().map(|column| (column.head)(columns, ctx)).map(|head| (head.title, head.right));
    let row = |row: C::Row<'a>| shown.iter().map(|column| (column.cell)(&row, ctx).0).collect();
    table(&heads.collect::<Vec<_>>(), rows.into_iter().map(row))
}

/// The values of rows as a Markdown table of the columns that are shown, headed by their names; times are those of
/// UTC.
pub fn exact_markdown<C: Columns>(columns: &C, rows: &[&[Value]], ctx: &Context<'_>) -> String {
    let shown = columns.shown(ctx);
    let head = |at: &usize| C::ALL.get(*at).map(|it| (it.name.to_owned(), (it.head)(columns, ctx).right));
    let text = |value: &Value| if let Value::Time(at) = value { at.utc() } else { value.to_string() };
    let row = |values: &&[Value]| shown.iter().filter_map(|at| values.get(*at)).map(text).collect();
    table(&shown.iter().filter_map(head).collect::<Vec<_>>(), rows.iter().map(row))
}

/// A Markdown table with these titles, which say whether their columns are aligned to the right.
fn table(heads: &[(String, bool)], rows: impl Iterator<Item = Vec<String>>) -> String {
    // A name is a stranger's text: it may hold what parts the cells.
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
    let rules = heads.iter().map(|(_, right)| if *right { "---:" } else { "---" });
    let titles = line(heads.iter().map(|(title, _)| title.clone()).collect());
    let rules = format!("|{}|\n", rules.collect::<Vec<_>>().join("|"));
    let row = |cells: Vec<String>| line(cells.into_iter().map(|cell| cell.replace('|', "\\|")).collect());
    [titles, rules].into_iter().chain(rows.map(row)).collect()
}
