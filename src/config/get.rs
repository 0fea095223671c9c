//! The command line of `hieroscope get`.

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
