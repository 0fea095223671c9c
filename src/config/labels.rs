//! The command line of `hieroscope labels`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What follows the options of `labels`.
pub(super) const LABELS: &str = "\
Labels and bookmarks are those of one network, as on screen: that of --network.
Import replaces nothing unasked, and export overwrites nothing.

Examples:
  hieroscope labels export team.toml --network mainnet
  hieroscope labels import team.toml --network mainnet --dry-run
  hieroscope labels export --network demo | less

Without anything behind it, `hieroscope labels` opens the list in a terminal;
`hieroscope get labels` prints it.";

/// `hieroscope labels`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(disable_help_subcommand = true)]
pub struct LabelsTask {
    #[command(subcommand)]
    pub command: Option<LabelsCommand>,
}

/// What is done with labels and bookmarks.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum LabelsCommand {
    /// Take labels and bookmarks from a TOML file
    Import(LabelsImport),
    /// Write labels and bookmarks as TOML, to standard output or to a new file
    Export(LabelsExport),
}

/// `hieroscope labels import FILE`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Labels")]
pub struct LabelsImport {
    /// The file
    #[arg(value_name = "FILE", help_heading = None::<&str>)]
    pub file: PathBuf,

    /// Take from the file also what has another name or note here
    #[arg(long)]
    pub replace: bool,

    /// Say what is new and what differs, and take nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `hieroscope labels export [FILE]`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Labels")]
pub struct LabelsExport {
    /// The new file; without it, they go to standard output
    #[arg(value_name = "FILE", help_heading = None::<&str>)]
    pub file: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long, requires = "file")]
    pub json: bool,
}

impl LabelsCommand {
    /// Whether the result is one JSON object.
    pub fn json(&self) -> bool {
        match self {
            Self::Import(task) => task.json,
            Self::Export(task) => task.json,
        }
    }
}
