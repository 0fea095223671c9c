//! The file whose sources are sent: read and checked like in the form, before any request.

use std::io;
use std::path::Path;

use ledger::text::visible;
use verification::assembly::{Part, Wrong};
use verification::{Compilation, Contracts, CreationHash, Mode, Selection, SubmissionBody};

use super::console::say;
use super::preview::{left_out, listed};
use crate::config::VerifyTask;
use crate::message::FileFault;
use crate::{files, runtime};

/// How many of the files that are sent are said line by line.
const MAX_FILES_SAID: usize = 30;

/// How many names a message lists.
const MAX_NAMES: usize = 20;

/// The body from the flags, in a mode that sends a file, and the parts of the file that it contains.
///
/// # Errors
/// Says which flag is at fault, and which values are valid.
pub(super) fn body(
    mode: Mode,
    task: &VerifyTask,
    creation_hash: Option<CreationHash>,
) -> Result<(SubmissionBody, Selection), String> {
    let wanted = format!("--file is missing: {} submits a file", mode.label());
    let path = task.file.as_deref().ok_or(wanted)?;
    let mut found = read(path, task)
        .map_err(|fault| at_flag(task, Part::File, &format!("{} {}", fault.sentence(), fault.next_step())))?;
    found.needs.everything = task.all_sources;
    let wrong = |(part, words): Wrong| match part {
        Part::Contract => at_flag(task, part, &format!("{words}{}", choice(&found.contracts))),
        Part::File | Part::Compiler => at_flag(task, part, &words),
    };
    let contract = contract(&found, task).map_err(wrong)?;
    let named = (mode == Mode::StandardJson).then(|| found.contract(&contract).ok()).flatten();
    let sent = found.sent(mode, named.as_ref());
    sent.lacking.iter().skip(1).take(MAX_NAMES).for_each(|lacking| say(&lacking.clause()));
    let compiler = task.compiler.as_deref().unwrap_or_default();
    let body = found.body(mode, &contract, compiler, creation_hash).map_err(wrong)?;
    if mode == Mode::StandardJson {
        found.doubts(&contract, compiler).iter().for_each(|doubt| say(&format!("attention: {doubt}")));
    }
    print_upload(&visible(&path.display().to_string()), &found, &body);
    if !task.sending.dry_run {
        say_files(&sent);
    }
    Ok((body, sent))
}

/// Reads the file, or standard input for `-`.
fn read(path: &Path, task: &VerifyTask) -> Result<Compilation, FileFault> {
    let home = runtime::home();
    if path == Path::new("-") {
        files::compilation_from(io::stdin().lock(), home.as_deref(), &task.root)
    } else {
        files::compilation(path, home.as_deref(), &task.root)
    }
}

/// Prints which parts of the file are sent, and which are not.
fn say_files(sent: &Selection) {
    for line in listed(sent.files.get(..MAX_FILES_SAID).unwrap_or(&sent.files)) {
        say(&line);
    }
    if let Some(more) = sent.files.len().checked_sub(MAX_FILES_SAID).filter(|more| *more > 0) {
        say(&format!("  and {more} more, which --dry-run lists"));
    }
    if let Some(line) = left_out(sent) {
        say(&format!("{line} (--dry-run lists them)"));
    }
}

/// The contract that is named; else that of the file, where only one can be meant.
fn contract(found: &Compilation, task: &VerifyTask) -> Result<String, Wrong> {
    match task.contract.as_deref() {
        Some(named) => found.contract(named).map(|contract| contract.to_string()),
        None => Ok(found.contracts.only().map(ToString::to_string).unwrap_or_default()),
    }
}

/// The error message, with the invalid flag and its value.
fn at_flag(task: &VerifyTask, part: Part, words: &str) -> String {
    let (flag, value) = match part {
        Part::File => ("--file", task.file.as_ref().map(|path| path.display().to_string())),
        Part::Contract => ("--contract", task.contract.clone()),
        Part::Compiler => ("--compiler", task.compiler.clone()),
    };
    let value = value.map_or_else(|| "is missing".to_owned(), |value| visible(&value));
    format!("{flag} {value}: {words}")
}

/// `; the file has a, b and 3 more`. Nothing if none is known, although there may be some.
fn choice(contracts: &Contracts) -> String {
    let names = contracts.deployable.iter().take(MAX_NAMES).map(|contract| visible(&contract.to_string()));
    let names = names.collect::<Vec<_>>().join(", ");
    match (names.as_str(), contracts.deployable.len().saturating_sub(MAX_NAMES)) {
        ("", _) if contracts.complete => "; the file has no contract that can be deployed".to_owned(),
        ("", _) => String::new(),
        (names, 0) => format!("; the file has {names}"),
        (names, more) => format!("; the file has {names} and {more} more"),
    }
}

/// Prints a summary of what is sent.
fn print_upload(name: &str, found: &Compilation, body: &SubmissionBody) {
    let (upload, contract, version) = match body {
        SubmissionBody::StandardJson { input, contract, compiler_version, .. } => {
            (input, Some(contract), Some(compiler_version))
        }
        SubmissionBody::Metadata { sources, .. } => {
            (sources, found.contracts.only(), found.compiler_version.as_ref())
        }
        SubmissionBody::Similarity { .. } | SubmissionBody::Import { .. } => return,
    };
    let mut line = format!("{name}: {}, {}", found.kind.label(), upload.summary());
    line += &contract.map(|contract| format!("; {}", visible(&contract.to_string()))).unwrap_or_default();
    line += &version.map(|version| format!("; compiler {version}")).unwrap_or_default();
    say(&line);
}
