//! The rows of a list, written as its pages come; none is kept.

use std::io::Write;
use std::sync::Arc;

use decode::Known;
use decode::rows::{Filter, LABELS, RowValues, ValueRef, labels_of};
use ledger::amount::{convert, counted};
use ledger::{RawJson, Timestamp, Unit};

use super::opened::Opened;
use super::printer::Printer;
use super::{Ended, detail};
use crate::cli::Outcome;
use crate::cli::console::say;
use crate::config::{Form, GetTask};
use crate::message::contents::{ColumnUnit, Walk};
use crate::message::{Answer, Ask, Table};
use crate::runtime::Walking;

/// How many rows are written unless more are wanted.
const DEFAULT_ROWS: usize = 100;

/// The columns and rows to write.
pub(super) struct Chosen<'a> {
    pub(super) fields: Vec<&'a str>,
    /// The column headings as text, each with its unit.
    heads: Vec<String>,
    columns: Vec<usize>,
    /// The unit in which an amount is written, by column.
    units: &'a [ColumnUnit],
    filter: Filter,
    pub(super) limit: usize,
    /// Whether rows are written as received.
    raw: bool,
    path: Option<&'a str>,
    /// The data for the labels to append to each row; `None` without labels.
    labels: Option<&'a Known>,
}

/// Writes the rows.
///
/// # Errors
/// If the requested columns or rows are not available, a page cannot be loaded, or the output is closed.
pub(super) async fn write(
    walk: Arc<dyn Walk>,
    task: &GetTask,
    (opened, answers): (&Opened, Vec<(Ask, Answer)>),
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    let known = opened.known_of(task).await;
    let chosen =
        Chosen::new((walk.fields(), walk.shown(), walk.units()), task, DEFAULT_ROWS, (&known, opened.now()))?;
    let whole = chosen.limit > MAX_ROWS_IN_TURN;
    let mut walking = Walking::begin(Arc::clone(&walk), opened.asker(), whole).knowing(answers);
    // A list of which nothing can be read is none, and not an empty one.
    let mut step = walking.next().await.transpose()?;
    printer.begin(&chosen.fields)?;
    let mut pages = 0;
    while let Some(page) = step {
        chosen.write(&page.values, &page.rows, printer)?;
        pages += 1;
        if pages % PAGES_PER_LINE == 0 {
            say(&format!("{} in {}", counted(printer.count(), "row"), counted(pages, "page")));
        }
        if printer.count() >= chosen.limit {
            break;
        }
        step = walking.next().await.transpose().map_err(|fault| Ended::amid(&fault))?;
    }
    Ok(printer.end()?)
}

/// How many rows may be wanted without parts of the list being read at once.
const MAX_ROWS_IN_TURN: usize = 1_000;
/// How many pages are read between two lines of progress.
const PAGES_PER_LINE: usize = 100;

impl<'a> Chosen<'a> {
    /// The options of the command line for a list; `rows` is the default of their number. Labels replace what they
    /// name.
    ///
    /// # Errors
    /// If a named column does not exist, or the filter is invalid.
    pub(super) fn new(
        (fields, shown, units): (&'a [String], &[usize], &'a [ColumnUnit]),
        task: &'a GetTask,
        rows: usize,
        (known, now): (&'a Known, Timestamp),
    ) -> Result<Self, Ended> {
        let place = |name: &String| {
            let at = fields.iter().position(|field| field == name);
            at.ok_or_else(|| Ended::usage(format!("no column {name}; columns: {}", fields.join(", "))))
        };
        let all = || (0..fields.len()).collect();
        let columns = match &*task.columns {
            [] if matches!(task.form(), Form::Text | Form::Csv) => shown.to_vec(),
            [] => all(),
            [one] if one == "all" => all(),
            names => names.iter().map(place).collect::<Result<_, _>>()?,
        };
        let names: Vec<String> = fields.iter().map(|field| field.replace('_', " ")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let filter = Filter::parse_labelled(task.filter.as_deref().unwrap_or_default(), &names, now, known);
        let limit = if task.all { usize::MAX } else { task.limit.unwrap_or(rows) };
        let labels = task.labels.then_some(known);
        let written = columns.iter().filter_map(|at| fields.get(*at)).map(String::as_str);
        let units = if task.form() == Form::Text { units } else { &[] };
        let fields: Vec<&str> = written.chain(labels.map(|_| LABELS)).collect();
        let head = |(at, field): (usize, &&str)| match columns.get(at).and_then(|at| *units.get(*at)?) {
            Some((unit, _)) => format!("{field} {unit}"),
            None => (*field).to_owned(),
        };
        Ok(Self {
            heads: fields.iter().enumerate().map(head).collect(),
            fields,
            columns,
            units,
            filter: filter.map_err(|fault| Ended::usage(format!("--filter: {fault}")))?,
            limit,
            raw: task.raw,
            path: task.path.as_deref(),
            labels,
        })
    }

    /// The columns that are written of a row, with their names.
    fn named_columns(&self) -> impl Iterator<Item = (&'a str, usize)> + '_ {
        self.fields.iter().copied().zip(self.columns.iter().copied())
    }

    /// Writes those rows that pass, `received` being the same as the server sent them.
    pub(super) fn write(
        &self,
        values: &RowValues,
        received: &[RawJson],
        printer: &mut Printer<impl Write>,
    ) -> Result<(), Ended> {
        let left = self.limit.saturating_sub(printer.count());
        let places = self.filter.passed(values).into_iter().take(left);
        if self.raw {
            for row in places.filter_map(|at| received.get(at)) {
                for value in detail::values(row, self.path)? {
                    printer.json(value.raw())?;
                }
            }
            return Ok(());
        }
        let places: Vec<usize> = places.collect();
        let labels: Vec<String> = match self.labels {
            Some(known) => {
                places.iter().map(|at| labels_of(values, *at, self.named_columns(), known)).collect()
            }
            None => Vec::new(),
        };
        let amounts: Vec<Vec<Option<String>>> = places.iter().map(|at| self.amounts(values, *at)).collect();
        let record = |(number, at): (usize, &usize)| {
            let amounts = amounts.get(number);
            let value = |(place, column): (usize, &usize)| {
                let amount = amounts.and_then(|amounts| amounts.get(place)?.as_deref());
                amount.map_or_else(|| values.get(*at, *column), ValueRef::Text)
            };
            let values = self.columns.iter().enumerate().map(value);
            values.chain(labels.get(number).map(|labels| ValueRef::Text(labels))).collect()
        };
        let records: Vec<_> = places.iter().enumerate().map(record).collect();
        let heads: Vec<&str> = self.heads.iter().map(String::as_str).collect();
        Ok(printer.records(&heads, &records)?)
    }

    /// The amounts of a row, each in its unit, by the places of their columns among those that are written.
    fn amounts(&self, values: &RowValues, at: usize) -> Vec<Option<String>> {
        let amount = |column: &usize| match (*self.units.get(*column)?, values.get(at, *column)) {
            (Some((_, Some(unit))), ValueRef::Number(base)) => {
                Some(convert(&base.to_string(), Unit::Base, unit))
            }
            _ => None,
        };
        self.columns.iter().map(amount).collect()
    }
}

/// Writes rows that are all loaded.
///
/// # Errors
/// If the requested columns or rows are not available, or the output is closed.
pub(super) async fn write_table(
    table: &Table,
    task: &GetTask,
    opened: &Opened,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    if task.raw || task.watch {
        return Err(Ended::usage(
            "--raw and --watch go with lists that one server has, and this one is made here",
        ));
    }
    let known = opened.known_of(task).await;
    let chosen =
        Chosen::new((&table.fields, &table.shown, &table.units), task, usize::MAX, (&known, opened.now()))?;
    printer.begin(&chosen.fields)?;
    chosen.write(&table.values, &[], printer)?;
    printer.end()?;
    match &table.incomplete {
        Some(words) => Err(Ended::Because(Outcome::Unreachable, words.clone())),
        None => Ok(()),
    }
}
