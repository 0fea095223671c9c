//! The verifiable content of a user's file: recognised, counted and checked before anything is sent.

use std::path::PathBuf;
use std::sync::Arc;

use ledger::Text;

use super::{
    CompilerVersion, ContractIdentifier, CreationHash, Input, Mode, Needs, SourceFile, SubmissionBody, Upload,
};

/// The content of a file and of the files that it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compilation {
    /// The tool or format that wrote the file.
    pub kind: FileKind,
    /// `language`, such as `Solidity`.
    pub language: Text,
    /// The compiler named in the file; its build is from the file or the list of releases, `None` if neither names it.
    pub compiler_version: Option<CompilerVersion>,
    /// The contracts that can be picked.
    pub contracts: Contracts,
    /// The paths of the sources, as passed to the compiler.
    pub sources: Vec<Text>,
    /// The sources that can be sent, in the order of their paths.
    pub files: Arc<[SourceFile]>,
    /// The sources that cannot be sent. Nothing is sent while a contract needs any of them.
    pub lacking: Vec<Lacking>,
    /// The sources that each contract needs.
    pub needs: Needs,
    /// The standard JSON input, if the file holds it or leads to it.
    pub input: Option<Input>,
    /// The metadata and the sources that it names, if nothing is lacking.
    pub metadata: Option<(Upload, Upload)>,
    /// The files that were read, with their state then.
    pub stamp: Stamp,
}

/// The kinds of file that can be verified from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The compiler's standard JSON input.
    StandardJson,
    /// A build-info: the input together with the output.
    BuildInfo,
    /// A contract's artifact that leads to its build-info.
    ArtifactOfBuild,
    /// A contract's artifact with metadata in it.
    ArtifactWithMetadata,
    /// The compiler's metadata.
    Metadata,
    /// An explorer's or a verifier's answer.
    Explorer,
}

impl FileKind {
    /// The format in words, for the form.
    pub fn label(self) -> &'static str {
        match self {
            Self::StandardJson => "standard JSON input",
            Self::BuildInfo => "build-info",
            Self::ArtifactOfBuild => "artifact with its build-info",
            Self::ArtifactWithMetadata => "artifact with metadata",
            Self::Metadata => "metadata",
            Self::Explorer => "explorer's answer",
        }
    }

    /// Whether such a file is enough for a mode.
    pub fn serves(self, mode: Mode) -> bool {
        match mode {
            Mode::StandardJson => true,
            Mode::Metadata => matches!(self, Self::ArtifactWithMetadata | Self::Metadata),
            Mode::Similarity | Mode::Import => false,
        }
    }

    /// The best mode for submitting a contract from such a file. Identical metadata makes an exact match, because the
    /// match compares its hash.
    pub fn best_mode(self, is_exact: bool) -> Mode {
        if is_exact && self.serves(Mode::Metadata) { Mode::Metadata } else { Mode::StandardJson }
    }
}

/// The known contracts of a compilation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Contracts {
    /// Contracts that can be deployed.
    pub deployable: Vec<ContractIdentifier>,
    /// Interfaces and abstract contracts, which have no code.
    pub codeless: Vec<ContractIdentifier>,
    /// Whether the compiler named them all. Otherwise the sources may hold more.
    pub complete: bool,
}

/// Whether a named contract is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Exists, and can be deployed.
    Deployable,
    /// An interface or abstract contract, which has no code.
    Codeless,
    /// No source has that path.
    NoSuchSource,
    /// The compiler found no contract of that name in that source.
    NoSuchContract,
    /// The source exists; whether it has the contract is unknown.
    Unknown,
}

/// A source that cannot be sent, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Its path, as passed to the compiler.
    pub path: Text,
    /// Why the source is not sent.
    pub why: Lack,
}

impl Lacking {
    /// Path and reason, as a part of a sentence; safe to print.
    pub fn clause(&self) -> String {
        format!("{} {}", self.path.escaped(), self.why.clause())
    }
}

/// The reason why a source cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Not found.
    Missing,
    /// Changed since it was compiled.
    Altered,
    /// Outside of the project's repository, where nothing is read without the user's consent.
    Outside,
    /// Exists, but cannot be read.
    Unreadable,
    /// Only addresses of it are given.
    AddressOnly,
    /// There is nothing in it, which verifiers refuse.
    Empty,
    /// Its text is missing, and no hash identifies it: any file of that name could be sent.
    Unproved,
    /// Leads to a file or directory with a name that begins with a dot.
    Hidden,
}

impl Lack {
    /// A clause that follows the path.
    pub fn clause(self) -> &'static str {
        match self {
            Self::Missing => "is missing",
            Self::Altered => "is not as it was compiled",
            Self::Outside => "lies outside of the repository and of every source root that is named (--root)",
            Self::Unreadable => "cannot be read",
            Self::AddressOnly => "is given by address only",
            Self::Empty => "is empty, which verifiers refuse",
            Self::Unproved => "has no valid keccak256 hash, so no file is read for it",
            Self::Hidden => "is a hidden file or in a hidden directory, and is not read",
        }
    }
}

/// The files that a compilation was read from. An equal stamp means that none has changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Stamp(pub Arc<[Seen]>);

/// The state of a file when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    /// The path that was read.
    pub path: PathBuf,
    /// The length of the file.
    pub bytes: u64,
    /// The last change in nanoseconds since 1970, if the system reports it.
    pub changed: Option<u128>,
}

impl Compilation {
    /// Whether this contract is in the file.
    pub fn standing(&self, contract: &ContractIdentifier) -> Standing {
        if self.contracts.deployable.contains(contract) {
            Standing::Deployable
        } else if self.contracts.codeless.contains(contract) {
            Standing::Codeless
        } else if !self.sources.iter().any(|path| path.is(contract.path())) {
            Standing::NoSuchSource
        } else if self.contracts.complete {
            Standing::NoSuchContract
        } else {
            Standing::Unknown
        }
    }

    /// The body that submits the sources that a contract needs, as standard JSON; `None` without the input, or if a
    /// source is missing.
    pub fn standard_json(
        &self,
        contract: ContractIdentifier,
        compiler_version: CompilerVersion,
        creation_hash: Option<CreationHash>,
    ) -> Option<SubmissionBody> {
        let input = self.upload(Mode::StandardJson, Some(&contract))?;
        Some(SubmissionBody::StandardJson { input, compiler_version, contract, creation_hash })
    }

    /// The upload of a contract's sources in a mode; `None` without the input, or if a source is missing.
    pub fn upload(&self, mode: Mode, contract: Option<&ContractIdentifier>) -> Option<Upload> {
        match mode {
            Mode::StandardJson => {
                let selection = self.selection(contract);
                let input = self.input.as_ref().filter(|_| selection.lacking.is_empty())?;
                Some(input.with(|path| selection.has(path)))
            }
            Mode::Metadata => self.metadata.as_ref().map(|(_, sources)| sources.clone()),
            Mode::Similarity | Mode::Import => None,
        }
    }

    /// The body that submits this as metadata; `None` if the metadata or its sources are not at hand.
    pub fn metadata(&self, creation_hash: Option<CreationHash>) -> Option<SubmissionBody> {
        let (metadata, sources) = self.metadata.clone()?;
        Some(SubmissionBody::Metadata { metadata, sources, creation_hash })
    }
}
