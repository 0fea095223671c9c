//! Writes to standard output what other programs read, a part at a time.

use std::io::{self, Write};

use crate::config::Form;
use crate::decode::rows::{ValueRef, csv_line, json_object};

/// Writes rows or facts in one of the formats. Each part that it writes ends with a whole line, so that a reader who
/// goes away early has whole lines.
pub(super) struct Printer<W> {
    form: Form,
    out: W,
    /// How many records were written.
    count: usize,
}

impl<W: Write> Printer<W> {
    pub(super) fn new(form: Form, out: W) -> Self {
        Self { form, out, count: 0 }
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// How many records were written.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Writes what stands above records with these fields.
    pub(super) fn begin(&mut self, fields: &[&str]) -> io::Result<()> {
        match self.form {
            Form::Csv => self.line(&csv_line(fields.iter().map(|name| ValueRef::Text(name)))),
            Form::Json => self.write("["),
            Form::Text | Form::Ndjson => Ok(()),
        }
    }

    /// Writes a record as JSON that stands on one line.
    pub(super) fn json(&mut self, record: &str) -> io::Result<()> {
        let first = self.count == 0;
        self.count += 1;
        match self.form {
            Form::Json => self.write(&format!("{}{record}", if first { "\n" } else { ",\n" })),
            _ => self.line(record),
        }
    }

    /// Writes records with these fields.
    pub(super) fn records(&mut self, fields: &[&str], records: &[Vec<ValueRef<'_>>]) -> io::Result<()> {
        match self.form {
            Form::Json | Form::Ndjson => {
                for record in records {
                    self.json(&json_object(fields.iter().copied().zip(record.iter().copied())))?;
                }
                return self.out.flush();
            }
            Form::Csv => {
                let lines = records.iter().map(|record| csv_line(record.iter().copied()) + "\n");
                self.write(&lines.collect::<String>())?;
            }
            Form::Text => self.write(&table(fields, records, self.count == 0))?,
        }
        self.count += records.len();
        self.out.flush()
    }

    /// Writes what stands below all records.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.form == Form::Json {
            self.line(if self.count == 0 { "]" } else { "\n]" })?;
        }
        self.out.flush()
    }

    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }
}

/// Records in columns, each as wide as it must be for these, with their names above if wanted.
fn table(fields: &[&str], records: &[Vec<ValueRef<'_>>], headed: bool) -> String {
    let head = headed.then(|| fields.iter().map(|name| name.to_uppercase()).collect());
    let text = |value: &ValueRef<'_>| match value {
        ValueRef::Time(at) => at.utc(),
        // A stranger's line break would begin another row.
        value => value.to_value().to_string().replace(['\n', '\r', '\t'], " "),
    };
    let rows: Vec<Vec<String>> =
        head.into_iter().chain(records.iter().map(|record| record.iter().map(text).collect())).collect();
    crate::cli::table::aligned(&rows)
}
