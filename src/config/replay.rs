//! The command line of `hieroscope replay`.

use std::path::PathBuf;

use clap::Args;

/// What follows the options of `replay`.
pub(super) const REPLAY: &str = "\
The result is executed again on this machine with what the servers tell of it,
and compared with what the ledger recorded, point by point. Nothing is sent to
a ledger. What is not known is assumed, and every assumption is told.

Examples:
  hieroscope replay 0x5a…e1 --network testnet
  hieroscope replay result/0.0.5001/1795216207.123456789 --network demo --json
  hieroscope replay 0.0.1002@1795216202.123456789 --trace --report replay.txt

Exit codes:
  0    agrees, also where it agrees with what was assumed: --json tells which
  1    differs, or the result is not known to the server
  2    usage: the command line cannot be carried out
  4    unreachable: a server gave no answer, or none that can be read
  6    undetermined: it hangs on something that is not known
  7    not replayable: the records lack what an execution needs";

/// `hieroscope replay RESULT`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Replay")]
pub struct ReplayTask {
    /// The result: its hash, its transaction id, its place, or a pasted link
    #[arg(value_name = "RESULT", required = true, num_args = 1.., help_heading = None::<&str>)]
    pub result: Vec<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Print the calls, too, each with its line where the source is verified
    #[arg(long)]
    pub trace: bool,

    /// Have the server execute it again, too, and compare each step: heavy for the server, and most do not offer it
    #[arg(long)]
    pub opcodes: bool,

    /// Write all of it, the calls included, into this file as well: as JSON if its name ends in .json
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Write over a file of the same name
    #[arg(long, requires = "report")]
    pub overwrite: bool,
}
