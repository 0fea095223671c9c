//! Writes to standard output what other programs read, a part at a time.

use std::io::{self, Write};

use decode::rows::{Format, ValueRef};
use ledger::text::{inert_json, inert_lines};

use crate::config::Form;

/// Writes rows or facts in one of the formats, safe for terminals: values are numbers in JSON, which are unambiguous,
/// and readable text in the others. Each written part ends with a whole line, because a reader that closes early must
/// get whole lines.
pub(super) struct Printer<W> {
    form: Form,
    out: W,
    /// How many records were written.
    count: usize,
    /// Whether anything was written, and whether something has to stand below it yet.
    has_written: bool,
    is_open: bool,
}

impl<W: Write> Printer<W> {
    pub(super) fn new(form: Form, out: W) -> Self {
        Self { form, out, count: 0, has_written: false, is_open: false }
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// Whether anything was written: with JSON, a second value must not follow.
    pub(super) fn has_written(&self) -> bool {
        self.has_written
    }

    /// How many records were written.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The format of what other programs read; `None` for people.
    fn format(&self) -> Option<Format> {
        match self.form {
            Form::Text => None,
            Form::Csv => Some(Format::Csv),
            Form::Json => Some(Format::Json),
            Form::Ndjson => Some(Format::Ndjson),
        }
    }

    /// Writes the header of records with these fields.
    pub(super) fn begin(&mut self, fields: &[&str]) -> io::Result<()> {
        self.is_open = true;
        let head = self.format().map(|format| format.head(fields.iter().map(|name| (*name, false))));
        self.write(&head.unwrap_or_default())
    }

    /// Writes a record that is JSON already.
    pub(super) fn json(&mut self, record: &str) -> io::Result<()> {
        let format = self.format().unwrap_or(Format::Ndjson);
        let text = format.object(&inert_json(record), self.count == 0);
        self.count += 1;
        self.write_inert(&text)
    }

    /// Writes records with these fields.
    pub(super) fn records(&mut self, fields: &[&str], records: &[Vec<ValueRef<'_>>]) -> io::Result<()> {
        let text = match self.format() {
            None => table(fields, records, !self.has_written),
            Some(format) => {
                let before = self.count;
                let record = |(at, record): (usize, &Vec<_>)| format.record(fields, record, before + at == 0);
                records.iter().enumerate().map(record).collect()
            }
        };
        self.write(&text)?;
        self.count += records.len();
        self.out.flush()
    }

    /// Writes the footer below all records, unless it is already written.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.is_open) {
            return Ok(());
        }
        let tail = self.format().map(|format| format.tail(self.count == 0));
        self.write(tail.unwrap_or_default())?;
        self.out.flush()
    }

    /// Writes a raw response.
    pub(super) fn received(&mut self, json: &str) -> io::Result<()> {
        self.write_inert(&(inert_json(json) + "\n"))
    }

    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let is_json = matches!(self.form, Form::Json | Form::Ndjson);
        self.write_inert(&if is_json { inert_json(text) } else { inert_lines(text) })
    }

    /// Writes what no terminal acts on.
    fn write_inert(&mut self, text: &str) -> io::Result<()> {
        self.has_written |= !text.is_empty();
        self.out.write_all(text.as_bytes())
    }
}

/// Records in columns, each as wide as it must be for these, with their names above if wanted.
fn table(fields: &[&str], records: &[Vec<ValueRef<'_>>], headed: bool) -> String {
    let head = headed.then(|| fields.iter().map(|name| name.to_uppercase()).collect());
    let text = |value: &ValueRef<'_>| match value {
        ValueRef::Time(at) => at.utc(),
        // A compiler's message: its first line says what is wrong.
        ValueRef::Text(text) => match text.split_once('\n') {
            Some((first, more)) if !more.trim().is_empty() => format!("{first} …"),
            _ => (*text).to_owned(),
        },
        value => value.to_value().to_string(),
    };
    let rows: Vec<Vec<String>> =
        head.into_iter().chain(records.iter().map(|record| record.iter().map(text).collect())).collect();
    crate::cli::console::aligned(&rows)
}
