//! The parts of a submission's body that the command line gives: the flags of each mode.

use verification::{CreationHash, Mode, Selection, SubmissionBody, submission_text};

use super::upload;
use crate::config::{self, VerifyTask};

/// Reads the flags that are the mode's own, and the file that they name; returns also what is sent of it.
///
/// # Errors
/// Says which flag cannot stand, and what would do. Never holds the key, or anything of a source.
pub(super) fn body(mode: Mode, task: &VerifyTask) -> Result<(SubmissionBody, Selection), String> {
    fit(mode, task)?;
    let creation_hash = creation_hash(task).map_err(|fault| format!("--creation-tx: {fault}"))?;
    match mode {
        Mode::Similarity => Ok((SubmissionBody::Similarity { creation_hash }, Selection::default())),
        Mode::Import => {
            let key = task.api_key_env.as_deref().map(config::api_key).transpose();
            let key = key.map_err(|fault| fault.to_string())?;
            Ok((SubmissionBody::Import { api_key: key }, Selection::default()))
        }
        Mode::StandardJson | Mode::Metadata => upload::body(mode, task, creation_hash),
    }
}

/// Whether every flag that is given goes with the mode.
fn fit(mode: Mode, task: &VerifyTask) -> Result<(), String> {
    let sends = matches!(mode, Mode::StandardJson | Mode::Metadata);
    for (given, flag, fits, reason) in [
        (
            task.creation_tx.is_some(),
            "--creation-tx",
            mode != Mode::Import,
            "an import takes no creation hash",
        ),
        (task.api_key_env.is_some(), "--api-key-env", mode == Mode::Import, "only an import takes a key"),
        (task.file.is_some(), "--file", sends, "only standard-json and metadata send a file"),
        (!task.root.is_empty(), "--root", sends, "only standard-json and metadata send a file"),
        (task.all_sources, "--all-sources", mode == Mode::StandardJson, "only standard-json leaves any out"),
        (task.contract.is_some(), "--contract", sends, "only standard-json and metadata send a file"),
        (task.compiler.is_some(), "--compiler", mode == Mode::StandardJson, "only standard-json names one"),
    ] {
        if given && !fits {
            return Err(format!("{flag} does not go with {}: {reason}", mode.name()));
        }
    }
    Ok(())
}

fn creation_hash(task: &VerifyTask) -> Result<Option<CreationHash>, String> {
    match task.creation_tx.as_deref().map(str::trim) {
        None => Ok(None),
        Some("") => Err("a hash has 64 hex digits".to_owned()),
        Some(text) => submission_text::creation_hash(text),
    }
}
