//! The export of list rows: CSV and JSON with exact values, and tables of Markdown.

use ledger::{Labelled, RawJson};

use super::{Filter, RowValues, Value, ValueRef};
use crate::{Known, Snapshot};

/// The export of a list's rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    /// Decides how values are escaped.
    pub format: Format,
    /// The columns that are written, in their order.
    pub fields: Vec<Field>,
    /// Which rows are written.
    pub filter: Filter,
    /// Whether rows are written as received, ignoring `fields`. For JSON only.
    pub is_received: bool,
    /// The knowledge with labels to append to each row; `None` to omit labels.
    pub labels: Option<Snapshot>,
}

/// A column of a list that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in filters.
    pub name: String,
    /// The column's place among all of the list.
    pub column: usize,
    /// Whether it is aligned to the right where it is drawn.
    pub is_right: bool,
}

impl Records {
    /// The text before the rows.
    pub fn head(&self) -> String {
        let labels = self.labels.iter().map(|_| (LABELS, false));
        self.format.head(self.fields.iter().map(|field| (&*field.name, field.is_right)).chain(labels))
    }

    /// Rows by their places in a page, the first of which may be the first of all.
    pub fn rows(
        &self,
        values: &RowValues,
        received: &[RawJson],
        places: impl IntoIterator<Item = usize>,
        mut is_first: bool,
    ) -> String {
        let labels = self.labels.iter().map(|_| LABELS);
        let names: Vec<&str> = self.fields.iter().map(|field| &*field.name).chain(labels).collect();
        let mut text = String::new();
        for at in places {
            if self.is_received {
                let Some(row) = received.get(at) else { continue };
                text += &self.format.object(row.raw(), is_first);
            } else {
                let columns = self.fields.iter().map(|field| (&*field.name, field.column));
                let labels = self.labels.as_ref().map(|known| labels_of(values, at, columns, known));
                let labels = labels.iter().map(|labels| ValueRef::Text(labels));
                let row = self.fields.iter().map(|field| values.get(at, field.column));
                let row: Vec<_> = row.chain(labels).collect();
                text += &self.format.record(&names, &row, is_first);
            }
            is_first = false;
        }
        text
    }

    /// The text after the rows.
    pub fn tail(&self, is_empty: bool) -> &'static str {
        self.format.tail(is_empty)
    }
}

/// The output format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A line each, under the names of the fields. What a spreadsheet would take for a formula stays text.
    Csv,
    /// An array of objects.
    Json,
    /// One object per line.
    Ndjson,
    /// A table; times are those of UTC.
    Markdown,
}

impl Format {
    /// In the order in which a user chooses among them.
    pub const ALL: [Self; 4] = [Self::Csv, Self::Json, Self::Ndjson, Self::Markdown];

    /// The name for users, such as `NDJSON`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Ndjson => "NDJSON",
            Self::Markdown => "Markdown",
        }
    }

    /// How files of it end, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Markdown => "md",
        }
    }

    /// The format of files with this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.ending().eq_ignore_ascii_case(ending))
    }

    /// Whether rows can be written in it as they were received.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Ndjson)
    }

    /// The text before records with these fields, each of which may be right-aligned.
    pub fn head<'a>(self, fields: impl IntoIterator<Item = (&'a str, bool)>) -> String {
        match self {
            Self::Csv => csv_line(fields.into_iter().map(|(name, _)| ValueRef::Text(name))) + "\n",
            Self::Json => "[".to_owned(),
            Self::Ndjson => String::new(),
            Self::Markdown => markdown_head(fields),
        }
    }

    /// A record, which may be the first.
    pub fn record(self, fields: &[&str], values: &[ValueRef<'_>], is_first: bool) -> String {
        match self {
            Self::Csv => csv_line(values.iter().copied()) + "\n",
            Self::Json | Self::Ndjson => {
                let object = json_object(fields.iter().copied().zip(values.iter().copied()));
                self.object(&object, is_first)
            }
            Self::Markdown => markdown_row(values.iter().map(|value| match value {
                ValueRef::Time(at) => at.utc(),
                value => value.to_value().to_string(),
            })),
        }
    }

    /// A record that is JSON already, which may be the first. It stands on one line.
    pub fn object(self, json: &str, is_first: bool) -> String {
        // Line breaks within JSON are blanks: those of texts are escaped.
        let line = json.replace(['\n', '\r'], " ");
        match self {
            Self::Json if is_first => format!("\n{line}"),
            Self::Json => format!(",\n{line}"),
            _ => line + "\n",
        }
    }

    /// The text after all records.
    pub fn tail(self, is_empty: bool) -> &'static str {
        match self {
            Self::Json if is_empty => "]\n",
            Self::Json => "\n]\n",
            Self::Csv | Self::Ndjson | Self::Markdown => "",
        }
    }
}

/// The titles of a Markdown table, which say whether their columns are aligned to the right, and the rule below them.
pub fn markdown_head<'a>(titles: impl IntoIterator<Item = (&'a str, bool)>) -> String {
    let (titles, rights): (Vec<&str>, Vec<bool>) = titles.into_iter().unzip();
    let rules: Vec<&str> = rights.iter().map(|right| if *right { "---:" } else { "---" }).collect();
    format!("{}|{}|\n", markdown_row(titles.into_iter().map(ToOwned::to_owned)), rules.join("|"))
}

/// A row of a Markdown table.
pub fn markdown_row(cells: impl IntoIterator<Item = String>) -> String {
    // A name is a stranger's text: it may hold what parts the cells and the rows.
    let cells = cells.into_iter().map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "));
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// The values as a line of CSV, without its end.
fn csv_line<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> String {
    let cells = values.into_iter().map(|value| match value {
        ValueRef::Text(text) => quoted(text.to_owned()),
        value => value.to_value().to_string(),
    });
    cells.collect::<Vec<_>>().join(",")
}

/// A text as a cell of CSV, in quotes if it needs them. What a spreadsheet would take for a formula stays text.
pub fn quoted(text: String) -> String {
    // Spreadsheets take full-width signs for the same ones, and skip a line feed.
    let formula = text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']);
    let text = if formula { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The values as a JSON object on one line. Numbers are exact, however long; a time is a text of seconds and
/// nanoseconds; what is not known is null.
fn json_object<'a>(fields: impl IntoIterator<Item = (&'a str, ValueRef<'a>)>) -> String {
    let fields = fields.into_iter().map(|(name, value)| format!("{}:{}", text(name), json(value)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

fn json(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Nothing => "null".to_owned(),
        ValueRef::Number(number) => number.to_string(),
        ValueRef::Time(at) => text(&Value::Time(at).to_string()),
        ValueRef::Text(words) => text(words),
    }
}

/// A text as a JSON string.
fn text(words: &str) -> String {
    serde_json::Value::from(words).to_string()
}

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

#[cfg(test)]
mod tests {
    use ledger::Timestamp;

    use super::*;

    #[test]
    fn values_stay_values_in_csv() {
        for (value, wanted) in [
            ("exact match", "exact match"),
            ("a, b", "\"a, b\""),
            ("say \"no\"", "\"say \"\"no\"\"\""),
            ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
            ("\t=1", "'\t=1"),
            ("＝1", "'＝1"),
            ("\n=1", "\"'\n=1\""),
        ] {
            assert_eq!(quoted(value.to_owned()), wanted);
        }
        let values = [ValueRef::Number(-5), ValueRef::Text("-5"), ValueRef::Nothing];
        assert_eq!(csv_line(values), "-5,'-5,");
    }

    #[test]
    fn records_of_every_format_are_whole_whatever_the_values_hold() {
        let fields = ["method", "gas"];
        let rows = [[ValueRef::Text("a|b\n\"=1\""), ValueRef::Number(7)], [ValueRef::Nothing; 2]];
        let written = |format: Format| {
            let mut text = format.head([("method", false), ("gas", true)]);
            for (at, row) in rows.iter().enumerate() {
                text += &format.record(&fields, row, at == 0);
            }
            text + format.tail(false)
        };
        assert_eq!(written(Format::Csv), "method,gas\n\"a|b\n\"\"=1\"\"\",7\n,\n");
        assert_eq!(
            written(Format::Markdown),
            "| method | gas |\n|---|---:|\n| a\\|b \"=1\" | 7 |\n|  |  |\n"
        );
        let wanted = serde_json::json!([
            { "method": "a|b\n\"=1\"", "gas": 7 },
            { "method": null, "gas": null }
        ]);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written(Format::Json)).unwrap(), wanted);
        let lines = written(Format::Ndjson);
        let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        assert_eq!(serde_json::Value::Array(lines.collect()), wanted);
        assert_eq!(Format::Json.head([]) + Format::Json.tail(true), "[]\n");
        assert_eq!(Format::Ndjson.object("{\"a\":\n1}", true), "{\"a\": 1}\n");
    }

    #[test]
    fn json_keeps_every_digit_and_no_quote_ends_a_text() {
        let at = Timestamp { seconds: 1, nanos: 5 };
        let fields = [
            ("amount", ValueRef::Number(i128::MAX)),
            ("method", ValueRef::Text("a\"b\n")),
            ("time", ValueRef::Time(at)),
            ("fee", ValueRef::Nothing),
        ];
        let wanted =
            format!(r#"{{"amount":{},"method":"a\"b\n","time":"1.000000005","fee":null}}"#, i128::MAX);
        assert_eq!(json_object(fields), wanted);
    }
}
