//! The arguments before they are read, and what is said of those that cannot be: words that are places, and keys.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use verification::{ApiKey, JobId, Mode};

/// Joins `verify` with a contract, or `jobs` with a job's id, into one argument: these are places, while the commands
/// take a mode or flags.
pub(super) fn with_places(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_contract = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let place = arguments.windows(2).position(|pair| match pair {
        [word, next] if word == "verify" => next.to_str().is_some_and(is_contract),
        [word, next] if word == "jobs" => next.to_str().is_some_and(|next| JobId::parse(next).is_some()),
        _ => false,
    });
    if let Some(at) = place {
        let next = arguments.remove(at + 1);
        if let Some(word) = arguments.get_mut(at) {
            word.push(" ");
            word.push(next);
        }
    }
    arguments
}

/// Whether a word of these may be a key that was given by mistake: only an import takes one.
pub(super) fn may_hold_a_key(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| {
        argument == Mode::Import.name() || argument.to_string_lossy().starts_with("--api-key")
    })
}

/// The error without the words that it is about, except names of flags: one of them may be a key.
pub(super) fn masked(mut fault: clap::Error) -> clap::Error {
    let mask = || ContextValue::String(ApiKey::MASK.to_owned());
    // A value in brackets is what the word was taken for.
    let is_name = |text: &str| text.starts_with(['-', '[', '<']);
    if let Some(ContextValue::String(word)) = fault.get(ContextKind::InvalidArg)
        && !is_name(word)
    {
        fault.insert(ContextKind::InvalidArg, mask());
    }
    for words in [ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        if fault.get(words).is_some() {
            fault.insert(words, mask());
        }
    }
    fault
}
