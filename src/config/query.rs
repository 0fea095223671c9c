//! The command line of the commands that ask servers and send nothing: `get`, `call` and `replay`.

use std::path::PathBuf;

use clap::Args;

/// What follows the options of `get`.
pub(super) const GET: &str = "\
It asks what the screen asks and says what the screen says. A list is written
as its pages come: 100 rows, unless --limit or --all says otherwise. Names of
columns and the filter's language are those of the screen (press / and c there).

Examples:
  hieroscope get contract/0.0.5001 --network demo --json
  hieroscope get 'contract/0.0.5001/results?from=0.0.1002' --network demo \\
      --filter 'status=failed' --ndjson
  hieroscope get contract/0.0.5001/logs --network demo --all --csv
  hieroscope get contract/0.0.5001/results --network demo --watch --ndjson
  hieroscope get verified/298/0.0.5002 --network demo --write token

Exit codes are those of hieroscope verify; 1 means that the server knows no
such thing, or that --write left something out.";

/// What `--help` says of `--path`; the brackets of paths are no links.
const HELP_OF_PATH: &str = "Of what the server sent, write the values that this path leads to: .logs[].topics[0], $.logs[?@.index > 1]";

/// `hieroscope get PLACE`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Reading")]
pub struct GetTask {
    /// The place, or anything that names one: an id, an address, a transaction, a pasted link
    #[arg(value_name = "PLACE", required = true, num_args = 1.., help_heading = None::<&str>)]
    pub place: Vec<String>,

    /// Write JSON: an array of rows, or one object
    #[arg(long, group = "form")]
    pub json: bool,

    /// Write a JSON object a line
    #[arg(long, group = "form")]
    pub ndjson: bool,

    /// Write CSV
    #[arg(long, group = "form")]
    pub csv: bool,

    /// Write these columns, or `all`; without it, text and CSV have those of the screen, and JSON has all
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Vec<String>,

    /// Write every row, to the end of the list
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,

    /// Write at most this many rows
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// Write the rows that pass this filter
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub filter: Option<String>,

    /// Write the labels of the ids and addresses, too: rows have a column `labels`, facts one more each
    #[arg(long, conflicts_with = "raw")]
    pub labels: bool,

    /// Write the rows that come from now on, oldest first, until --limit or the end of the command
    #[arg(long, conflicts_with_all = ["all", "json"])]
    pub watch: bool,

    /// Write rows, or a detail, as the server sent them
    #[arg(long, conflicts_with_all = ["columns", "csv"])]
    pub raw: bool,

    /// The path to what is wanted of what the server sent, as in jq or RFC 9535.
    #[arg(long, value_name = "PATH", requires = "raw", allow_hyphen_values = true, help = HELP_OF_PATH)]
    pub path: Option<String>,

    /// Of verified/… and sources/…: write what the verifier has into this directory: ABI, metadata, standard JSON
    /// input, storage layout, and the sources below sources/. What is written, and what is left out, is printed
    #[arg(long, value_name = "DIR", conflicts_with_all = ["raw", "labels"])]
    pub write: Option<PathBuf>,

    /// Write over files of the same names
    #[arg(long, requires = "write")]
    pub overwrite: bool,
}

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people: aligned columns.
    Text,
    Csv,
    Json,
    /// A JSON object a line.
    Ndjson,
}

impl GetTask {
    /// How records are written.
    pub fn form(&self) -> Form {
        match self {
            Self { json: true, .. } => Form::Json,
            Self { ndjson: true, .. } | Self { raw: true, .. } => Form::Ndjson,
            Self { csv: true, .. } => Form::Csv,
            _ => Form::Text,
        }
    }

    /// A flag that is given and only has a meaning for rows.
    pub fn flag_of_rows(&self) -> Option<&'static str> {
        let given = [
            (!self.columns.is_empty(), "--columns"),
            (self.all, "--all"),
            (self.limit.is_some(), "--limit"),
            (self.filter.is_some(), "--filter"),
            (self.watch, "--watch"),
        ];
        given.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag))
    }
}

/// What follows the options of `call`.
pub(super) const CALL: &str = "\
The mirror node executes the function on the state at the end of a block, and
changes nothing: this is a query. Nothing is signed, and nothing is sent to a
ledger. What the function returns is on standard output, one value a line.

A function is written by its signature, or by its name where the contract's
interface is known. A signature may say what is returned, too:
'rate(uint8)(uint256)'. An address is written as such, as an id such as
0.0.1002, or as a @label; arrays as [1, 2], tuples as (0.0.1002, 5).

Examples:
  hieroscope call 0.0.5002 'balanceOf(address)' 0.0.1002 --network demo
  hieroscope call 0.0.5002 name --network demo --json
  hieroscope call 0.0.5022 'withText(string)' 'not today' --network demo
  hieroscope call 0.0.5214 grind 50 --estimate --network demo

Exit codes:
  0    the function returned, or the gas was estimated
  1    it did not: it reverted, or ended in another way
  2    usage: the command line cannot be carried out
  4    unreachable: a server gave no answer, or none that can be read
  6    not found: the mirror node knows nothing by that name
  7    not offered: this mirror node executes no calls";

/// `hieroscope call CONTRACT FUNCTION [ARGUMENTS]`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Call")]
pub struct CallTask {
    /// The contract: its id, its EVM address, or a @label
    #[arg(value_name = "CONTRACT", help_heading = None::<&str>)]
    pub contract: String,

    /// The function: its signature, its name, or its selector
    #[arg(value_name = "FUNCTION", help_heading = None::<&str>)]
    pub function: String,

    /// Its arguments
    #[arg(value_name = "ARGUMENT", allow_negative_numbers = true, help_heading = None::<&str>)]
    pub arguments: Vec<String>,

    /// Who calls; the zero address if this is left out
    #[arg(long, value_name = "ADDRESS")]
    pub from: Option<String>,

    /// How much is sent along, tinybar; it needs a sender
    #[arg(long, value_name = "TINYBAR", requires = "from", default_value_t = 0)]
    pub value: u64,

    /// At the end of which block, by its height or its hash; the latest one if this is left out
    #[arg(long, value_name = "BLOCK")]
    pub block: Option<String>,

    /// Say how much gas the call takes, and not what it returns
    #[arg(long)]
    pub estimate: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

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
