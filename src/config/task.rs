//! The command line of the commands that need no terminal.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use clap_complete::Shell;
use verification::Mode;

use super::project::{ProjectCommand, Sending};
use super::query::{CALL, CallTask, GET, GetTask, REPLAY, ReplayTask};
use super::store::{CACHE, CacheTask, JOBS, JobsTask, LABELS, LabelsCommand, LabelsTask, WATCH, WatchTask};

/// What the exit codes mean; `--help` shows it.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    verified, or verified before; without --watch: accepted by the verifier;
       with --dry-run: it could be sent
  1    failed: the verifier finished without a match; get: no such thing;
       check and project: nothing that was compiled there would verify;
       or the result could not be written, as to a full disk or a closed pipe
  2    usage: the command line cannot be carried out, and nothing was sent
  3    refused: the verifier refused the submission at once
  4    unreachable: mirror node or verifier gave no answer, or none that tells
       what became of the submission
  5    timed out: --timeout passed; the job, or the lock of another one, goes on
  6    not found: the mirror node does not know the contract (yet), or watch
       finds no job of it; nothing was sent
  7    not sent: nothing is wrong with the command line, but the job cannot be
       recorded here, or the system lacks what sending needs
  101  a defect of this program ended it; its report is named, and a job that
       was sent goes on
  130  interrupted (143: terminated); the job goes on at the verifier";

/// What follows the options of `verify`.
const VERIFY: &str = "\
Progress goes to standard error, one line for each change. The last line of
standard output is the result: words, or with --json one JSON object.

Examples:
  hieroscope verify similarity --network testnet \\
      --address 0.0.5001 --watch --timeout 120 --json
  EXPLORER_KEY=... hieroscope verify import --network demo \\
      --address 0.0.5018 --api-key-env EXPLORER_KEY --watch
  hieroscope verify standard-json --network demo \\
      --address 0.0.5012 --file assets/demo/uploads/counter.standard.json \\
      --compiler 0.8.37+commit.f401782d --watch

Without anything behind it, `hieroscope verify` opens the form in a terminal;
so does `hieroscope verify/CHAIN/ADDRESS`.";

/// What follows the options of `completions`.
const COMPLETIONS: &str = "\
Examples:
  hieroscope completions bash > ~/.local/share/bash-completion/completions/hieroscope
  hieroscope completions zsh > ~/.zfunc/_hieroscope
  hieroscope completions fish > ~/.config/fish/completions/hieroscope.fish
  hieroscope man > ~/.local/share/man/man1/hieroscope.1";

/// A command that runs without a terminal.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Task {
    /// Print what a place shows, for scripts
    #[command(after_help = GET)]
    Get(GetTask),
    /// Ask a contract: what one of its functions returns, without a transaction
    #[command(after_help = CALL)]
    Call(CallTask),
    /// Execute a result again on this machine, and compare it with what the ledger recorded
    #[command(after_help = REPLAY)]
    Replay(ReplayTask),
    /// Print what the bytes of a call, an event or an error say
    Decode(DecodeTask),
    /// Print what a signature hashes to, or the signatures with a hash
    Sig(SigTask),
    /// Submit a contract for verification, from a script
    #[command(after_help = format!("{EXIT_CODES}\n\n{VERIFY}"))]
    #[command(override_usage = "hieroscope verify MODE --address ADDRESS [OPTIONS]")]
    Verify(VerifyTask),
    /// Follow a job, or the newest one for a contract, until it ends
    #[command(after_help = format!("{EXIT_CODES}\n\n{WATCH}"))]
    Watch(WatchTask),
    /// List the verifications that were submitted from here
    #[command(after_help = JOBS)]
    Jobs(JobsTask),
    /// Take labels and bookmarks from a file, or write them to one
    #[command(after_help = LABELS)]
    Labels(LabelsTask),
    /// Say how much is kept of answers that cannot change, or remove it
    #[command(after_help = CACHE)]
    Cache(CacheTask),
    /// Print a script by which a shell completes commands, flags, networks and places
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsTask),
    /// Print the manual page
    Man,
}

/// `hieroscope verify MODE …`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
#[command(next_help_heading = "Verification", args_conflicts_with_subcommands = true)]
pub struct VerifyTask {
    /// How the sources are found
    #[arg(value_parser = mode(), requires = "address", help_heading = None::<&str>)]
    pub mode: Option<Mode>,

    /// The contract: its EVM address, or its id such as 0.0.5001, which is looked up at the mirror node
    #[arg(long, value_name = "ADDRESS", requires = "mode")]
    pub address: Option<String>,

    /// Hash of the transaction that created the contract; without it, it is searched for at the mirror node
    #[arg(long, value_name = "HASH", requires = "mode")]
    pub creation_tx: Option<String>,

    /// For an import: the environment variable that holds your key at the explorer
    #[arg(long, value_name = "NAME", requires = "mode")]
    pub api_key_env: Option<String>,

    /// For standard-json and metadata: the file, which may be the compiler's input, a build-info, an artifact or
    /// a metadata.json; - is standard input
    #[arg(long, value_name = "FILE", requires = "mode")]
    pub file: Option<PathBuf>,

    /// A directory in which sources may lie, too, such as one that packages are linked from; can be repeated. The
    /// repository around the file needs no naming
    #[arg(long, value_name = "DIR", requires = "file")]
    pub root: Vec<PathBuf>,

    /// For standard-json: send every source in the file, also those that the contract does not need
    #[arg(long, requires = "file")]
    pub all_sources: bool,

    /// The contract in the file; needed if there are several
    #[arg(long, value_name = "PATH:NAME", requires = "file")]
    pub contract: Option<String>,

    /// The compiler, if the file does not name it, such as 0.8.26 or 0.8.26+commit.8a97fa7a
    #[arg(long, value_name = "VERSION", requires = "file")]
    pub compiler: Option<String>,

    #[command(flatten)]
    pub sending: Sending,

    #[command(subcommand)]
    pub project: Option<ProjectCommand>,
}

/// `hieroscope decode DATA`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
pub struct DecodeTask {
    /// The bytes as hex: call data, the data of an event, an error, arguments alone, or what was returned; blanks and
    /// line ends do not count
    #[arg(required = true, num_args = 1..)]
    pub data: Vec<String>,

    /// A signature to read them by, such as `run(address,(address,uint96))` or `error Denied(address)`; what a function
    /// returns stands behind: `get(uint256)(bool)`. Can be repeated
    #[arg(long, value_name = "SIGNATURE")]
    pub signature: Vec<String>,

    /// A file with an ABI or signatures to read them by
    #[arg(long, value_name = "FILE")]
    pub abi: Option<String>,

    /// The contract whose interface they are read by, as the verifier has it
    #[arg(long, value_name = "CONTRACT")]
    pub contract: Option<String>,

    /// The topics of an event, its own first
    #[arg(long, value_name = "TOPICS", value_delimiter = ',', conflicts_with = "error")]
    pub topics: Vec<String>,

    /// The bytes are why a call failed
    #[arg(long)]
    pub error: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `hieroscope sig TEXT`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Args)]
pub struct SigTask {
    /// A signature, such as `transfer(address,uint256)`, or the hash of one
    #[arg(value_name = "TEXT", required = true, num_args = 1..)]
    pub text: Vec<String>,
}

/// `hieroscope completions SHELL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct CompletionsTask {
    /// The shell
    pub shell: Shell,
}

impl VerifyTask {
    /// Whether a mode or a project is named.
    pub(super) fn names_something(&self) -> bool {
        self.mode.is_some() || self.project.is_some()
    }

    /// Whether the result is one JSON object.
    pub fn json(&self) -> bool {
        self.project.as_ref().map_or(self.sending.json, ProjectCommand::json)
    }
}

/// The default of `--timeout`, seconds. Jobs that run longer hang.
pub const DEFAULT_TIMEOUT_SECONDS: u64 = 900;

impl Task {
    /// Whether the result is one JSON object.
    pub fn json(&self) -> bool {
        match self {
            Self::Get(task) => task.json,
            Self::Call(task) => task.json,
            Self::Replay(task) => task.json,
            Self::Verify(task) => task.json(),
            Self::Watch(task) => task.json,
            Self::Jobs(task) => task.json,
            Self::Cache(task) => task.json,
            Self::Decode(task) => task.json,
            Self::Labels(task) => task.command.as_ref().is_some_and(LabelsCommand::json),
            Self::Sig(_) | Self::Completions(_) | Self::Man => false,
        }
    }
}

fn mode() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(Mode::name)).map(|name| Mode::parse(&name).unwrap_or_default())
}
