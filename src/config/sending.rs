//! The flags of every command that sends a submission.

use clap::Args;

/// How it is sent, and what is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
pub struct Sending {
    /// Follow the job until it ends; if another job locks the contract, wait until it does not
    #[arg(long)]
    pub watch: bool,

    /// Follow it for at most this many seconds after the submission (default 900; 0: no limit)
    #[arg(long, value_name = "SECONDS", requires = "watch")]
    pub timeout: Option<u64>,

    /// Print the request and every file that would be sent, and send nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Send although the same was sent within the last hour, and what became of that is not known
    #[arg(long)]
    pub again: bool,

    /// Send although the job cannot be recorded, and record nothing: no list shows it afterwards
    #[arg(long)]
    pub no_record: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
