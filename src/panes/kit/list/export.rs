//! Rows as text for elsewhere, by their columns: CSV with exact values, Markdown as on screen.

use decode::rows::{Field, Format, ValueRef, field_name, markdown_head, markdown_row};

use super::{ColumnOf, Columns, Value};
use crate::panes::Context;

/// The rows as CSV: all columns, headed by their names.
pub fn csv<'a, C: Columns>(rows: impl IntoIterator<Item = C::Row<'a>>) -> String {
    let values: Vec<Vec<Value>> = rows.into_iter().map(|row| C::values(&row)).collect();
    exact_csv::<C>(&values.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The values of rows as CSV: all columns, headed by their names.
pub fn exact_csv<C: Columns>(rows: &[&[Value]]) -> String {
    written(Format::Csv, &all_fields::<C>(), rows)
}

/// The values of rows as JSON, an object a line.
pub fn json_lines<C: Columns>(rows: &[Vec<Value>]) -> String {
    let rows: Vec<&[Value]> = rows.iter().map(Vec::as_slice).collect();
    written(Format::Ndjson, &all_fields::<C>(), &rows).trim_end().to_owned()
}

/// The rows as a Markdown table of the columns that are shown, in the units of the moment.
pub fn markdown<'a, C: Columns>(
    columns: &C,
    rows: impl IntoIterator<Item = C::Row<'a>>,
    ctx: &Context<'_>,
) -> String {
    let shown: Vec<&ColumnOf<C>> = columns.shown(ctx).into_iter().filter_map(|at| C::ALL.get(at)).collect();
    let heads = shown.iter().map(|column| column.head(columns, ctx)).map(|head| (head.title, head.right));
    let row = |row: C::Row<'a>| shown.iter().map(|column| column.cell(&row, ctx).0).collect();
    table(&heads.collect::<Vec<_>>(), rows.into_iter().map(row))
}

/// The values of rows as a Markdown table of the columns that are shown, headed by their names; times are those of
/// UTC.
pub fn exact_markdown<C: Columns>(columns: &C, rows: &[&[Value]], ctx: &Context<'_>) -> String {
    let names = C::names();
    let with_name = |field: Field| Field {
        name: names.get(field.column).map_or(field.name, |name| (*name).to_owned()),
        ..field
    };
    let fields: Vec<Field> = shown_fields(columns, ctx).into_iter().map(with_name).collect();
    written(Format::Markdown, &fields, rows)
}

/// All columns, as they are written.
fn all_fields<C: Columns>() -> Vec<Field> {
    let field = |(column, name): (usize, &str)| Field { name: field_name(name), column, is_right: false };
    C::names().into_iter().enumerate().map(field).collect()
}

/// The columns that are shown, in the order of the screen, as they are written.
pub fn shown_fields<C: Columns>(columns: &C, ctx: &Context<'_>) -> Vec<Field> {
    let all = fields(columns, ctx);
    columns.shown(ctx).into_iter().filter_map(|at| all.get(at).cloned()).collect()
}

/// All columns, as they are written, and on which side they stand on the screen.
pub fn fields<C: Columns>(columns: &C, ctx: &Context<'_>) -> Vec<Field> {
    let right = |at: usize| C::ALL.get(at).is_some_and(|column| column.head(columns, ctx).right);
    all_fields::<C>().into_iter().map(|field| Field { is_right: right(field.column), ..field }).collect()
}

fn written(format: Format, fields: &[Field], rows: &[&[Value]]) -> String {
    let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
    let mut text = format.head(fields.iter().map(|field| (&*field.name, field.is_right)));
    for (at, row) in rows.iter().enumerate() {
        let value = |field: &Field| row.get(field.column).map_or(ValueRef::Nothing, Value::as_ref);
        let values: Vec<ValueRef<'_>> = fields.iter().map(value).collect();
        text += &format.record(&names, &values, at == 0);
    }
    text + format.tail(rows.is_empty())
}

/// A Markdown table with these titles, which say whether their columns are aligned to the right.
fn table(heads: &[(String, bool)], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = markdown_head(heads.iter().map(|(title, right)| (&**title, *right)));
    [head].into_iter().chain(rows.map(markdown_row)).collect()
}
