//! Writes a verifier's record of a contract into a directory: the result lists the written files.

use std::future::pending;
use std::io::Write;
use std::path::Path;

use decode::rows::ValueRef;
use ledger::Text;
use ledger::amount::grouped;
use ledger::text::visible;
use serde_json::json;

use super::printer::Printer;
use super::{Ended, Opened};
use crate::cli::console::say;
use crate::cli::{Outcome, console};
use crate::config::{Form, GetTask};
use crate::files::ExportFault;
use crate::message::{Place, WrittenFiles};
use crate::runtime::{FilesFault, write_files};

/// The columns for written and skipped files.
const FIELDS: [&str; 3] = ["path", "bytes", "left_out"];

/// Writes the files, and what became of them.
///
/// # Errors
/// When nothing can be written, or not all of it could be.
pub(super) async fn write(
    opened: &mut Opened,
    directory: &Path,
    task: &GetTask,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    if let Some(flag) = task.flag_of_rows() {
        return Err(Ended::usage(format!("{flag} goes with lists only, and --write with none")));
    }
    let now = opened.now();
    let of = match (opened.app.files(now), opened.app.place()) {
        (Some(of), _) => of,
        (None, Place::Verified(..) | Place::Sources(..)) => return Err(ended(FilesFault::NotVerified)),
        (None, _) => return Err(Ended::usage("--write goes with verified/… and sources/…")),
    };
    let place = (directory.to_owned(), task.overwrite);
    let written = write_files(&opened.asker(), &of, place, |_, _| {}, pending()).await;
    let written = written.map_err(ended)?;
    for name in &written.altered {
        say(&format!(
            "attention: {} is not as compiled: the metadata has another hash of it",
            name.escaped()
        ));
    }
    print(&written, printer)?;
    if written.left_out.is_empty() { Ok(()) } else { Err(Ended::Told(Outcome::Failed)) }
}

fn ended(fault: FilesFault) -> Ended {
    match fault {
        FilesFault::Failed(failure) => Ended::by(&failure, ""),
        FilesFault::NotVerified => Ended::Because(Outcome::Failed, fault.to_string()),
        FilesFault::Refused(ExportFault::Taken { path }) => {
            let path = visible(&path.to_string_lossy());
            Ended::usage(format!(
                "{path} exists already, so nothing is written: choose another directory, or give --overwrite"
            ))
        }
        FilesFault::Refused(refused) => Ended::usage(visible(&refused.to_string())),
        FilesFault::Cancelled => Ended::Because(Outcome::Interrupted, fault.to_string()),
    }
}

fn print(written: &WrittenFiles, printer: &mut Printer<impl Write>) -> Result<(), Ended> {
    match printer.form() {
        Form::Json => {
            let files = written.files.iter().map(|file| json!({ "path": file.path, "bytes": file.bytes }));
            let left_out = written.left_out.iter();
            let left_out = left_out.map(|one| json!({ "name": one.name.escaped(), "why": one.why }));
            let object = json!({
                "directory": visible(&written.directory),
                "bytes": written.bytes(),
                "files": files.collect::<Vec<_>>(),
                "left_out": left_out.collect::<Vec<_>>(),
                "altered": written.altered.iter().map(Text::escaped).collect::<Vec<_>>(),
            });
            printer.line(&object.to_string())?;
        }
        Form::Text => {
            let lines = written.files.iter().map(|file| [grouped(&file.bytes), file.path.clone()]);
            let lines: Vec<[String; 2]> = lines.collect();
            printer.line(console::aligned(&lines).trim_end())?;
            for one in &written.left_out {
                say(&format!("left out {}", one.sentence()));
            }
            say(&written.summary());
        }
        Form::Csv | Form::Ndjson => {
            let names: Vec<String> = written.left_out.iter().map(|one| one.name.escaped()).collect();
            let files = written.files.iter().map(|file| {
                vec![ValueRef::Text(&file.path), ValueRef::Number(file.bytes.into()), ValueRef::Nothing]
            });
            let left_out = written.left_out.iter().zip(&names);
            let left_out = left_out
                .map(|(one, name)| vec![ValueRef::Text(name), ValueRef::Nothing, ValueRef::Text(&one.why)]);
            let records: Vec<Vec<ValueRef<'_>>> = files.chain(left_out).collect();
            printer.begin(&FIELDS)?;
            printer.records(&FIELDS, &records)?;
            printer.end()?;
        }
    }
    Ok(())
}
