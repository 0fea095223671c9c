//! Questions about the user's files, and the faults of files, with the file to choose instead.

use api::{Cause, Failure};
use ledger::Text;
use ledger::amount::grouped;
use verification::Stamp;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileText(pub String);

impl FileText {
    /// The most bytes that are read.
    pub const MAX_BYTES: u64 = 1 << 20;
}

/// Contracts deployed together, listed by a file or directory: lines for a batch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeploymentFile(pub String);

/// The directories and JSON files of a directory; the empty path is the working directory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Directory(pub String);

/// What can be verified from a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompilationFile {
    /// The path; `~/` is the user's home, and a relative path begins in the working directory.
    pub path: String,
    /// The directories in which sources may lie, too, written like the path.
    pub roots: Vec<String>,
    /// The stamp of the last read: while it holds, the answer has no content.
    pub unless: Option<Stamp>,
}

/// The directories and JSON files of a directory, directories first, by name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Listing {
    pub entries: Vec<Entry>,
    /// Whether there are more than are listed.
    pub more: bool,
}

/// A directory or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the directory.
    pub name: String,
    pub directory: bool,
}

/// What is wrong with a file. No variant quotes the file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// The file does not exist.
    Missing,
    Directory,
    /// It contains too many files.
    TooManyFiles {
        /// The most files that are read.
        most: usize,
    },
    /// This is no directory to search for sources in.
    NoRoot(Text),
    /// It is a device, a pipe or a socket.
    Irregular,
    /// The system does not let it be read; its words.
    Unreadable(String),
    /// It exceeds the size limit.
    TooLarge {
        /// The most bytes that are read.
        most: u64,
    },
    /// It is no text.
    NotText,
    /// It is no JSON.
    NotJson {
        /// Where, counted from 1.
        line: usize,
        /// Where in the line, counted from 1.
        column: usize,
        /// Whether the file ends in the middle of valid JSON.
        cut_short: bool,
    },
    /// It is JSON of no known kind.
    UnknownKind,
    /// It is a file of a project from which nothing can be verified.
    Other(OtherFile),
    /// It is what the compiler put out, without the sources.
    OutputOnly,
    /// It is an artifact that has no metadata and leads to no build-info.
    BareArtifact,
    /// A part is not shaped as compilers write it: its name.
    Malformed(&'static str),
}

impl From<FileFault> for Failure {
    fn from(fault: FileFault) -> Self {
        let cause = match fault {
            FileFault::Directory
            | FileFault::Other(OtherFile::FoundryProject | OtherFile::HardhatProject) => Cause::Directory,
            FileFault::NoRoot(_) => Cause::SourceRoot,
            _ => Cause::File,
        };
        Self::Here { cause, sentence: fault.sentence().into(), next_step: fault.next_step() }
    }
}

impl FileFault {
    pub fn sentence(&self) -> String {
        match self {
            Self::Missing => "There is no such file.".to_owned(),
            Self::Directory => "This is a directory.".to_owned(),
            Self::TooManyFiles { most } => format!("It has more than {} files.", grouped(most)),
            Self::NoRoot(root) => format!("{} is no directory to search for sources in.", root.escaped()),
            Self::Irregular => "This is not a regular file.".to_owned(),
            Self::Unreadable(_) => "The file cannot be read.".to_owned(),
            Self::TooLarge { most } => format!("It has more than the {} bytes that are read.", grouped(most)),
            Self::NotText => "This is not UTF-8 text.".to_owned(),
            Self::NotJson { line, column, cut_short: true } => {
                format!("The JSON ends too early, at line {line}, column {column}.")
            }
            Self::NotJson { line, column, cut_short: false } => {
                format!("This is not JSON, from line {line}, column {column}.")
            }
            Self::UnknownKind => "This JSON is not a file that can be verified.".to_owned(),
            Self::Other(other) => other.sentence().to_owned(),
            Self::OutputOnly => "This is the compiler's output, which lacks the sources.".to_owned(),
            Self::BareArtifact => "This artifact has no metadata and leads to no build-info.".to_owned(),
            Self::Malformed(part) => format!("Its {part} is not shaped as compilers write it."),
        }
    }

    /// What to do next, in one sentence.
    pub fn next_step(&self) -> &'static str {
        match self {
            Self::Missing => "Check the path; a relative one begins where the program was started.",
            Self::Directory => "Choose a file in it.",
            Self::NoRoot(_) => "Check the path of that root.",
            Self::Irregular | Self::NotText => "Choose a file of text, such as JSON.",
            Self::Unreadable(_) => "Check the file's permissions.",
            Self::TooLarge { .. } => "Choose a smaller one, such as a file with one compilation in it.",
            Self::NotJson { .. } => "Choose the file as the compiler wrote it.",
            Self::UnknownKind | Self::OutputOnly => {
                "Choose a standard JSON input (language, sources), a build-info (input), \
                 an artifact with metadata, or a metadata.json (compiler, sources)."
            }
            Self::Other(other) => other.next_step(),
            Self::BareArtifact => {
                "Choose the build-info, or let the build tool write the metadata into its artifacts."
            }
            Self::TooManyFiles { .. } => "Name the directory that the build tool writes to.",
            Self::Malformed(_) => "Build again, and choose the file as the build wrote it.",
        }
    }
}

/// A file without sources and compiler settings that leads to no file with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFile {
    /// A build-info that numbers the sources, without their text.
    ShortBuildInfo,
    /// A `.dbg.json` whose build-info is missing.
    LostBuildInfo,
    /// The transactions that a script sent.
    Broadcast,
    /// The addresses of a deployment.
    Addresses,
    /// An ABI alone.
    Abi,
    /// A build tool's compilation cache.
    Cache,
    /// A source, without the compiler's settings.
    Source,
    /// An explorer's answer about a contract that is not verified there.
    NoSourceCode,
    /// Not a deployment file, where one is expected.
    NoDeployment,
    /// The directory of a Foundry project.
    FoundryProject,
    /// The directory of a Hardhat project.
    HardhatProject,
}

impl OtherFile {
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::ShortBuildInfo => {
                "This is a short build-info: it numbers the sources, and lacks their text."
            }
            Self::LostBuildInfo => "This names a build-info that is not there.",
            Self::Broadcast => "This is a broadcast: transactions that were sent, without sources.",
            Self::Addresses => "This is a list of deployed addresses, without sources.",
            Self::Abi => "This is an ABI, without sources.",
            Self::Cache => "This is a build tool's cache, without sources.",
            Self::Source => "This is a source, without the compiler's settings.",
            Self::NoSourceCode => "This is an explorer's answer without source code.",
            Self::NoDeployment => "This tells no deployment.",
            Self::FoundryProject => "This is the directory of a Foundry project.",
            Self::HardhatProject => "This is the directory of a Hardhat project.",
        }
    }

    pub(super) fn next_step(self) -> &'static str {
        match self {
            Self::ShortBuildInfo => {
                "Choose the contract's artifact, such as out/Counter.sol/Counter.json, or build with \
                 forge build --build-info and choose the file again."
            }
            Self::Broadcast => {
                "Load it into a batch or name it behind `hieroscope verify deployment`, which verify all that it \
                 created; for one contract, choose its artifact, such as out/Counter.sol/Counter.json."
            }
            Self::NoDeployment => {
                "Choose the run-latest.json of a broadcast, the directory of an Ignition or hardhat-deploy deployment, \
                 or a list with an address and an artifact on each line."
            }
            Self::NoSourceCode => "Ask the explorer about a contract that is verified there.",
            Self::LostBuildInfo => "Build again, and choose the build-info.",
            Self::Addresses => {
                "Load it into a batch or name it behind `hieroscope verify deployment`, which verify all of them; for \
                 one contract, choose its artifact."
            }
            Self::Abi | Self::Cache | Self::Source => {
                "Choose the contract's artifact, or the build-info that the build tool wrote for it."
            }
            Self::FoundryProject => {
                "Choose a contract's artifact in it, such as out/Counter.sol/Counter.json; `hieroscope verify project` \
                 finds the right one."
            }
            Self::HardhatProject => {
                "Choose a contract's artifact in it, such as artifacts/contracts/Counter.sol/Counter.json; \
                 `hieroscope verify project` finds the right one."
            }
        }
    }
}
