//! The command line of the commands about data stored on this machine: `watch` and `jobs`, `labels`, and `cache`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// What follows the options of `watch`.
pub(super) const WATCH: &str = "\
A job that was submitted elsewhere is recorded here and followed from now on.
Of a contract, the newest job that runs is followed, else the newest is told;
without a job, it is asked whether the verifier has the contract verified.

Examples:
  hieroscope watch 2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f --network testnet
  hieroscope watch 0.0.5001 --network testnet --timeout 60 --json";

/// What follows the options of `jobs`.
pub(super) const JOBS: &str = "\
Without --refresh it only reads, and states are those last seen. With it, the
verifiers are asked, and what they say is recorded; the exit code is 4 if one
of them gave no answer.

The list on screen is opened with `hieroscope :jobs`.";

/// `hieroscope watch WHAT …`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
pub struct WatchTask {
    /// The job: its UUID at the verifier, an address that ends with one, or the key of `jobs --json`; or the
    /// contract: its EVM address, or its id such as 0.0.5001
    #[arg(value_name = "JOB|ADDRESS")]
    pub what: String,

    /// Follow it for at most this many seconds (default 900; 0: no limit)
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `hieroscope jobs …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Args)]
pub struct JobsTask {
    /// Ask the verifiers for the jobs that have not ended, and whether contracts of unknown outcome are verified
    #[arg(long)]
    pub refresh: bool,

    /// Print the list as one JSON object on one line
    #[arg(long)]
    pub json: bool,
}

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

/// What follows the options of `cache`.
pub(super) const CACHE: &str = "\
The cache has answers that cannot change any more: results, executed schedules,
blocks and exact matches, and what belongs to them. They are there at once, and
without a network. Its size is the setting cache-mebibytes.

Examples:
  hieroscope cache
  hieroscope cache clear";

/// `hieroscope cache`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Cache")]
pub struct CacheTask {
    /// What is done with it; nothing: its size is printed
    #[arg(value_enum, value_name = "ACTION", help_heading = None::<&str>)]
    pub action: Option<CacheAction>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is done with the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CacheAction {
    /// Remove all answers, of all networks
    Clear,
}
