//! Where the sources come from, as the command line tells it: what a submission's body is made of.

use super::upload;
use crate::config::{self, VerifyTask};
use crate::verification::{
    ApiKey, CompilerVersion, ContractIdentifier, CreationHash, Mode, SubmissionBody, Upload,
};

/// What is sent beside the chain, the address and the creation hash.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Contracts that are verified already.
    Similarity,
    /// The explorer, with a key of the user's own if one is named.
    Import(Option<ApiKey>),
    /// The compiler's input.
    StandardJson { input: Upload, compiler_version: CompilerVersion, contract: ContractIdentifier },
    /// The compiler's metadata and the sources that it names.
    Metadata { metadata: Upload, sources: Upload },
}

impl Source {
    /// Reads the flags that are the mode's own, and the file that they name.
    ///
    /// # Errors
    /// Says which flag cannot stand, and what would do. Never holds the key, or anything of a source.
    pub(super) fn read(mode: Mode, task: &VerifyTask) -> Result<Self, String> {
        let sends = matches!(mode, Mode::StandardJson | Mode::Metadata);
        for (given, flag, fits, reason) in [
            (
                task.creation_tx.is_some(),
                "--creation-tx",
                mode != Mode::Import,
                "an import takes no creation hash",
            ),
            (task.api_key_env.is_some(), "--api-key-env", mode == Mode::Import, "only an import takes a key"),
            (task.file.is_some(), "--file", sends, "only standard-json and metadata send a file"),
            (task.contract.is_some(), "--contract", sends, "only standard-json and metadata send a file"),
            (
                task.compiler.is_some(),
                "--compiler",
                mode == Mode::StandardJson,
                "only standard-json names one",
            ),
        ] {
            if given && !fits {
                return Err(format!("{flag} does not go with {}: {reason}", mode.name()));
            }
        }
        match mode {
            Mode::Similarity => Ok(Self::Similarity),
            Mode::Import => {
                let key = task.api_key_env.as_deref().map(config::api_key).transpose();
                key.map(Self::Import).map_err(|fault| fault.to_string())
            }
            Mode::StandardJson | Mode::Metadata => upload::read(mode, task),
        }
    }

    /// The mode.
    pub(super) fn mode(&self) -> Mode {
        match self {
            Self::Similarity => Mode::Similarity,
            Self::Import(_) => Mode::Import,
            Self::StandardJson { .. } => Mode::StandardJson,
            Self::Metadata { .. } => Mode::Metadata,
        }
    }

    /// What may be told of the texts that are sent, and how many bytes they have.
    pub(super) fn size(&self) -> (String, usize) {
        match self {
            Self::Similarity | Self::Import(_) => (String::new(), 0),
            Self::StandardJson { input, .. } => (input.summary(), input.bytes()),
            Self::Metadata { metadata, sources } => (sources.summary(), metadata.bytes() + sources.bytes()),
        }
    }

    /// The body to send.
    pub(super) fn body(self, creation_hash: Option<CreationHash>) -> SubmissionBody {
        match self {
            Self::Similarity => SubmissionBody::Similarity { creation_hash },
            Self::Import(api_key) => SubmissionBody::Import { api_key },
            Self::StandardJson { input, compiler_version, contract } => {
                SubmissionBody::StandardJson { input, compiler_version, contract, creation_hash }
            }
            Self::Metadata { metadata, sources } => {
                SubmissionBody::Metadata { metadata, sources, creation_hash }
            }
        }
    }
}
