//! The command line of `verify check`, `verify project` and `verify deployment`, which are about a project's directory,
//! and the flags of every command that sends a submission.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// What follows the options of `verify check`.
const CHECK: &str = "\
The directory is that of a project which was built: of Foundry (out/), of
Hardhat 2 or 3 (artifacts/), or one with the standard JSON input and output of
solc or vyper. Only files that these tools wrote are read; nothing is run.

The runtime code at the address, of which the mirror node is asked, is compared
with all that was compiled. The exit code is 0 if one would verify, else 1, or 2
if contracts have the same code and --contract names none of them.

Examples:
  forge build && hieroscope verify check . --network testnet --address 0.0.5001
  hieroscope verify check out --network testnet --address 0.0.5001 \\
      --match exact --json | jq -r '.candidates[0].contract'";

/// What follows the options of `verify project`.
const PROJECT: &str = "\
The contract is found as `verify check` does it, and submitted with its sources
alone. If none of the directory would verify, nothing is sent, and the exit
code is 1.

Example:
  hieroscope verify project . --network testnet --address 0.0.5001 --watch --json";

/// What follows the options of `verify deployment`.
const DEPLOYMENT: &str = "\
FILE is the run-latest.json of a Foundry broadcast, the directory of a Hardhat
Ignition or hardhat-deploy deployment, or a list: on each line an address or id,
and if you like the artifact that it was deployed from. The project is the one
that FILE lies in.

For each contract its runtime code is compared with the project as `verify check`
does it. What is verified is skipped, and so is a minimal proxy of a verified
contract; what would not verify is not sent, and the rest is submitted one after another. Run the same command again to go on where it
ended. The exit code is 0 if all are verified (with --dry-run: if all are or
would be), 1 if one is not, else that of what ended it.

Examples:
  hieroscope verify deployment broadcast/Deploy.s.sol/296/run-latest.json \\
      --network testnet --watch
  hieroscope verify deployment ignition/deployments/chain-296 \\
      --network testnet --match exact --watch --json
  echo '0.0.5001 Counter' | hieroscope verify deployment - --project . --dry-run";

/// `hieroscope verify check …` and `hieroscope verify project …`.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum ProjectCommand {
    /// Tell which contract of a project is deployed at an address, and send nothing
    #[command(after_help = CHECK)]
    Check(CheckTask),
    /// Find the contract of a project that is deployed at an address, and verify it
    #[command(after_help = PROJECT)]
    Project(ProjectTask),
    /// Verify all contracts of a deployment
    #[command(after_help = DEPLOYMENT)]
    Deployment(DeploymentTask),
}

/// A contract, and the directory of the project that it may come from.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Deployed {
    /// The project's directory, the directory of what was compiled, or one file of it
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// The contract: its EVM address, or its id such as 0.0.5001
    #[arg(long, value_name = "ADDRESS")]
    pub address: String,

    /// The contract that is meant: its name, or its source's path, a colon and its name; needed where several have the
    /// same code
    #[arg(long, value_name = "CONTRACT")]
    pub contract: Option<String>,

    /// What is good enough: exact, or match, which may differ in its metadata
    #[arg(long = "match", value_name = "GRADE", default_value = "match")]
    pub grade: WantedGrade,
}

/// What is good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WantedGrade {
    Exact,
    Match,
}

/// `hieroscope verify check DIR …`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct CheckTask {
    #[command(flatten)]
    pub deployed: Deployed,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// `hieroscope verify project DIR …`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ProjectTask {
    #[command(flatten)]
    pub deployed: Deployed,

    /// A directory in which sources may lie, too, such as one that packages are linked from; can be repeated
    #[arg(long, value_name = "DIR")]
    pub root: Vec<PathBuf>,

    #[command(flatten)]
    pub sending: Sending,
}

/// `hieroscope verify deployment FILE …`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct DeploymentTask {
    /// A broadcast's run-latest.json, the directory of an Ignition or hardhat-deploy deployment, or a list; - is a list on standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The project's directory, or that of what was compiled; without it, the one that the file lies in
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,

    /// What is good enough: exact, or match, which may differ in its metadata
    #[arg(long = "match", value_name = "GRADE", default_value = "match")]
    pub grade: WantedGrade,

    /// A directory in which sources may lie, too, such as one that packages are linked from; can be repeated
    #[arg(long, value_name = "DIR")]
    pub root: Vec<PathBuf>,

    #[command(flatten)]
    pub sending: Sending,
}

impl ProjectCommand {
    /// Whether the result is one JSON object.
    pub fn json(&self) -> bool {
        match self {
            Self::Check(task) => task.json,
            Self::Project(task) => task.sending.json,
            Self::Deployment(task) => task.sending.json,
        }
    }
}

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
