//! The user's command to which JSON is piped.

use std::sync::Arc;

use ledger::raw::Lines;
use ledger::shell::shell_word;
use ledger::text::visible;
use ledger::{Text, Timestamp};

/// A run of the command.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PipeQuery {
    /// The program and its arguments.
    pub command: Arc<[String]>,
    /// The command's input: all values, one per line.
    pub input: Lines,
    /// The time of the request, which makes a later run a new query.
    pub at: Timestamp,
}

impl PipeQuery {
    /// The command as it is shown.
    pub fn shown(&self) -> String {
        command_shown(&self.command)
    }
}

/// A command as it is shown.
pub fn command_shown(command: &[String]) -> String {
    visible(&command.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" "))
}

/// What a command wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piped {
    /// The lines of its output, and those of its complaints.
    pub output: Vec<Text>,
    pub errors: Vec<Text>,
    /// How it ended, in words.
    pub ending: String,
    pub is_success: bool,
}
