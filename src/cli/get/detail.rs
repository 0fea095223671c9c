//! Writes a detail: its facts section by section, in the screen's words as text and in their exact form as data; or its
//! raw response, or the part of that at a path.

use std::io::Write;

use decode::rows::{ValueRef, label_of};
use decode::stop::Stop;
use decode::{Known, json_path};
use ledger::RawJson;
use ledger::raw::Lines;
use serde_json::{Map, Value};

use super::printer::Printer;
use super::{Ended, refuse_flags_of_rows};
use crate::cli::console;
use crate::config::{Form, GetTask};
use crate::message::{Fact, Section};

/// The columns of facts where they are rows.
const FIELDS: [&str; 3] = ["section", "field", "value"];

/// Writes the facts: as one JSON object, or as one row each.
///
/// # Errors
/// If a flag works with lists only, or the output is closed.
pub(super) fn write(
    mut sections: Vec<Section>,
    task: &GetTask,
    known: &Known,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    refuse_flags_of_rows(task)?;
    if task.labels {
        for section in &mut sections {
            add_labels(section, known);
        }
    }
    let sections = &*sections;
    match printer.form() {
        Form::Json => printer.line(&Value::Object(object(sections)).to_string())?,
        Form::Text => printer.line(text(sections).trim_end())?,
        Form::Csv | Form::Ndjson => {
            let row =
                |section: &Section, fact: &Fact| [section.title.clone(), key(&fact.name), fact.exact.clone()];
            let facts = sections.iter().flat_map(|it| it.facts.iter().map(move |fact| row(it, fact)));
            let facts: Vec<[String; 3]> = facts.collect();
            let records: Vec<Vec<ValueRef<'_>>> =
                facts.iter().map(|fact| fact.iter().map(|text| ValueRef::Text(text)).collect()).collect();
            printer.begin(&FIELDS)?;
            printer.records(&FIELDS, &records)?;
            printer.end()?;
        }
    }
    Ok(())
}

/// Writes a detail as a document on one line, with the labels of its entities at the end if they are wanted.
///
/// # Errors
/// If a flag works with lists only, or the output is closed.
pub(super) fn write_document(
    mut document: Value,
    task: &GetTask,
    known: &Known,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    refuse_flags_of_rows(task)?;
    if task.labels {
        let mut labels = Map::new();
        collect_labels(&document, known, &mut labels);
        if let Value::Object(members) = &mut document {
            members.insert("labels".to_owned(), labels.into());
        }
    }
    Ok(printer.line(&document.to_string())?)
}

/// Collects the labels of all ids and addresses within a document.
fn collect_labels(value: &Value, known: &Known, labels: &mut Map<String, Value>) {
    match value {
        Value::String(text) => {
            if let Some(label) = label_of(text, known) {
                labels.insert(text.clone(), label.into());
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_labels(value, known, labels)),
        Value::Object(members) => members.values().for_each(|value| collect_labels(value, known, labels)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Adds the label of each fact that has one behind it.
fn add_labels(section: &mut Section, known: &Known) {
    let with_label = |fact: Fact| {
        let label = label_of(&fact.exact, known);
        let label = label.map(|text| Fact::new(format!("{} label", fact.name), text));
        [Some(fact), label].into_iter().flatten()
    };
    section.facts = std::mem::take(&mut section.facts).into_iter().flat_map(with_label).collect();
}

/// A name as a key of an object.
fn key(name: &str) -> String {
    name.replace(' ', "_")
}

/// The facts by their names, those of a titled section in a nested object. A repeated name becomes an array.
fn object(sections: &[Section]) -> Map<String, Value> {
    let mut all = Map::new();
    for section in sections {
        if section.title.is_empty() {
            section.facts.iter().for_each(|fact| add(&mut all, fact));
        } else if let Value::Object(own) =
            all.entry(key(&section.title.to_lowercase())).or_insert_with(|| Map::new().into())
        {
            section.facts.iter().for_each(|fact| add(own, fact));
        }
    }
    all
}

fn add(facts: &mut Map<String, Value>, fact: &Fact) {
    let (name, value) = (key(&fact.name), Value::from(fact.exact.as_str()));
    match facts.get_mut(&name) {
        None => _ = facts.insert(name, value),
        Some(Value::Array(values)) => values.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
    }
}

fn text(sections: &[Section]) -> String {
    let section = |section: &Section| {
        let line = |fact: &Fact| [fact.name.clone(), fact.words.clone()];
        let lines: Vec<[String; 2]> = section.facts.iter().map(line).collect();
        let title = if section.title.is_empty() { String::new() } else { format!("{}\n", section.title) };
        title + &console::aligned(&lines)
    };
    sections.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// Writes a detail as received, or the values of the path in it.
///
/// # Errors
/// When the server sent nothing of that place, or the command line asks for what only rows have.
pub(super) fn write_received(
    received: Option<RawJson>,
    task: &GetTask,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    refuse_flags_of_rows(task)?;
    let received = received.ok_or_else(|| Ended::usage("nothing of this place is as a server sent it"))?;
    if task.path.is_none() {
        return Ok(printer.received(received.raw())?);
    }
    printer.begin(&[])?;
    for value in values(&received, task.path.as_deref())? {
        printer.json(value.raw())?;
    }
    Ok(printer.end()?)
}

/// The values that the path leads to; without one, all of it.
///
/// # Errors
/// When it is no path, or leads to too much.
pub(super) fn values(received: &RawJson, path: Option<&str>) -> Result<Vec<RawJson>, Ended> {
    let Some(path) = path else { return Ok(vec![received.clone()]) };
    let found = json_path::narrow(&Lines::new(received), path, &Stop::default());
    match found {
        Some(Ok(lines)) => Ok(lines.values().collect()),
        Some(Err(words)) => Err(Ended::usage(format!("--path: {words}"))),
        None => Ok(Vec::new()),
    }
}
