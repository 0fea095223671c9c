//! `hieroscope labels`: labels and bookmarks from a file and to a file, by the rules of the screen.

use std::io::{self, Write as _};
use std::path::Path;

use ledger::amount::counted;
use ledger::text::visible;
use serde_json::json;

use super::bytes::{Fault, usage};
use super::console::{result, unwritten};
use super::kept;
use crate::config::{Config, LabelsCommand, LabelsExport, LabelsImport};
use crate::files::{self, Beginning, NewFile};
use crate::message::label_file::{Differences, LabelFile};
use crate::message::{FileText, Persist};
use crate::runtime::{READERS, now};
use crate::store::Store;

/// Carries out a command.
///
/// # Errors
/// Why it cannot be.
pub(super) fn run(config: &Config, command: &LabelsCommand) -> Result<(), Fault> {
    match command {
        LabelsCommand::Import(task) => import(config, task),
        LabelsCommand::Export(task) => export(config, task),
    }
}

/// A fault of the store or of a file.
fn fault(fault: impl std::error::Error) -> Fault {
    usage(fault.to_string())
}

fn import(config: &Config, task: &LabelsImport) -> Result<(), Fault> {
    let network = &config.network.name;
    let path = task.file.to_string_lossy();
    let path = visible(&path);
    let said = |words: String| usage(format!("{path}: {words}"));
    let mut file = LabelFile::parse(&text(&task.file).map_err(said)?, now()).map_err(said)?;
    let all = file.len();
    file.keep_network(network);
    let elsewhere = all - file.len();
    let Differences { new: mut taken, different, same } = file.compared(&known(config)?);
    let found = (taken.len(), same, different.len());
    if task.replace {
        taken.labels.extend(different.labels);
        taken.bookmarks.extend(different.bookmarks);
    }
    let count = if task.dry_run { 0 } else { taken.len() };
    if count > 0 {
        let mut store = Store::open(&config.data_dir, READERS).map_err(fault)?;
        for change in [Persist::Labels(taken.labels), Persist::Bookmarks(taken.bookmarks)] {
            store.persist(&change).map_err(fault)?;
        }
    }
    let (new, same, different) = found;
    result(&if task.json {
        let counts = json!({
            "network": network, "new": new, "same": same, "different": different,
            "other_networks": elsewhere, "taken": count, "exit_code": 0,
        });
        counts.to_string()
    } else {
        let left_out = match elsewhere {
            0 => String::new(),
            count => format!(", {count} of other networks left out"),
        };
        format!("{new} new, {same} the same, {different} different{left_out}; taken: {count}")
    })
}

fn export(config: &Config, task: &LabelsExport) -> Result<(), Fault> {
    let all = known(config)?;
    let text = all.write();
    let Some(path) = &task.file else {
        let mut out = io::stdout().lock();
        return out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|fault| unwritten(&fault));
    };
    let mut file = NewFile::begin(path, false, Beginning::Anew).map_err(fault)?;
    file.write(&text).map_err(fault)?;
    let path = file.finish().map_err(fault)?;
    let path = visible(&path.to_string_lossy());
    let (labels, bookmarks) = (all.labels.len(), all.bookmarks.len());
    result(&if task.json {
        json!({ "path": path, "labels": labels, "bookmarks": bookmarks, "exit_code": 0 }).to_string()
    } else {
        format!("{} and {} written to {path}", counted(labels, "label"), counted(bookmarks, "bookmark"))
    })
}

/// The text of the file at a path.
fn text(path: &Path) -> Result<String, String> {
    let file = FileText(path.to_str().ok_or("the path is no text")?.to_owned());
    let text = files::text(&file, None);
    text.map(|text| text.to_string()).map_err(|fault| format!("{} {}", fault.sentence(), fault.next_step()))
}

/// The labels and bookmarks of the network, as they are stored. Nothing is written for that.
fn known(config: &Config) -> Result<LabelFile, Fault> {
    let saved = kept::saved(config).map_err(fault)?;
    let mut known = LabelFile { labels: saved.labels, bookmarks: saved.bookmarks };
    known.keep_network(&config.network.name);
    Ok(known)
}
