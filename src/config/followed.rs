//! The command line of the commands about jobs that were submitted before: `watch` and `jobs`.

use clap::Args;

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
