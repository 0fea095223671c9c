//! Raw responses, or the part of one at a path.

use std::io::Write;

use decode::json_path;
use decode::stop::Stop;
use ledger::RawJson;
use ledger::raw::Lines;

use super::printer::Printer;
use super::{Ended, refuse_flags_of_rows};
use crate::config::GetTask;

/// Writes a detail as received, or the values of the path in it.
///
/// # Errors
/// When the server sent nothing of that place, or the command line asks for what only rows have.
pub(super) fn write(
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
