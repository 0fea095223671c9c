//! The file whose sources are sent: read and checked as the form does it, before anything is asked.

use std::borrow::Cow;

use super::console::say;
use super::preview::listed;
use crate::config::VerifyTask;
use crate::files;
use crate::ledger::text::visible;
use crate::runtime;
use crate::verification::assembly::{Part, Wrong, compiler_version};
use crate::verification::{Compilation, Contracts, CreationHash, Mode, SourceFile, SubmissionBody};

/// How many of the files that are sent are said line by line.
const MAX_FILES_SAID: usize = 30;

/// How many names a message lists.
const MAX_NAMES: usize = 20;

/// The body that the flags tell, in a mode that sends a file, and the texts that are in it.
///
/// # Errors
/// Says which flag is at fault, and what would do.
pub(super) fn body(
    mode: Mode,
    task: &VerifyTask,
    creation_hash: Option<CreationHash>,
) -> Result<(SubmissionBody, Vec<SourceFile>), String> {
    let wanted = format!("--file is missing: {} submits a file", mode.label());
    let path = task.file.as_deref().ok_or(wanted)?;
    let found = files::compilation(path, runtime::home().as_deref())
        .map_err(|fault| at_flag(task, Part::File, &format!("{} {}", fault.sentence(), fault.next_step())))?;
    found.lacking.iter().skip(1).take(MAX_NAMES).for_each(|lacking| say(&lacking.clause()));
    let body = assemble(&found, mode, task, creation_hash).map_err(|(part, words)| match part {
        Part::Contract => at_flag(task, part, &format!("{words}{}", choice(&found.contracts))),
        Part::File | Part::Compiler => at_flag(task, part, &words),
    })?;
    print_upload(&visible(&path.display().to_string()), &found, &body);
    let files: Vec<SourceFile> = found.sent_files(mode).map(Cow::into_owned).collect();
    if !task.sending.dry_run {
        for line in listed(files.get(..MAX_FILES_SAID).unwrap_or(&files)) {
            say(&line);
        }
        if let Some(more) = files.len().checked_sub(MAX_FILES_SAID).filter(|more| *more > 0) {
            say(&format!("  and {more} more, which --dry-run lists"));
        }
    }
    Ok((body, files))
}

/// Puts the body together; what is not named comes from the file, where it can be meant in one way only.
fn assemble(
    found: &Compilation,
    mode: Mode,
    task: &VerifyTask,
    creation_hash: Option<CreationHash>,
) -> Result<SubmissionBody, Wrong> {
    found.fitness(mode)?;
    let contract = match task.contract.as_deref() {
        Some(named) => found.contract(named)?.to_string(),
        None => found.contracts.only().map(ToString::to_string).unwrap_or_default(),
    };
    let compiler = compiler(found, task.compiler.as_deref())?;
    let body = found.body(mode, &contract, &compiler, creation_hash)?;
    if mode == Mode::StandardJson {
        found.doubts(&contract, &compiler).iter().for_each(|doubt| say(&format!("attention: {doubt}")));
    }
    Ok(body)
}

/// The compiler: as the file tells, which no flag can overrule, else as it is named.
fn compiler(found: &Compilation, named: Option<&str>) -> Result<String, Wrong> {
    let Some(compiled_with) = &found.compiler_version else {
        return Ok(named.unwrap_or_default().to_owned());
    };
    let compiled_with = compiled_with.to_string();
    let bare = |version: &str| version.trim_start_matches('v').to_owned();
    match named.map(compiler_version).transpose()? {
        Some(named) if bare(&named.to_string()) != bare(&compiled_with) => {
            Err((Part::Compiler, format!("the file was compiled with {compiled_with}")))
        }
        _ => Ok(compiled_with),
    }
}

/// What is wrong, with the flag that is at fault and what it says.
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
