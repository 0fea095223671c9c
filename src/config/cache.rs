//! The command line of `hieroscope cache`.

use clap::{Args, ValueEnum};

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
