//! Where the sources come from, as the command line tells it: what a submission's body is made of.

use crate::config::{self, VerifyTask};
use crate::verification::{ApiKey, CreationHash, Mode, SubmissionBody};

/// What is sent beside the chain, the address and the creation hash.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Contracts that are verified already.
    Similarity,
    /// The explorer, with a key of the user's own if one is named.
    Import(Option<ApiKey>),
}

impl Source {
    /// Reads the flags that are the mode's own.
    ///
    /// # Errors
    /// Says which flag cannot stand, and what would do. Never holds the key.
    pub(super) fn read(mode: Mode, task: &VerifyTask) -> Result<Self, String> {
        if mode == Mode::Import && task.creation_tx.is_some() {
            return Err("--creation-tx has no effect on an import: leave it out".to_owned());
        }
        if mode != Mode::Import && task.api_key_env.is_some() {
            return Err(format!("--api-key-env is for an import only: {} needs no key", mode.words()));
        }
        match mode {
            Mode::Similarity => Ok(Self::Similarity),
            Mode::Import => {
                let key = task.api_key_env.as_deref().map(config::api_key).transpose();
                key.map(Self::Import).map_err(|fault| fault.to_string())
            }
            Mode::StandardJson | Mode::Metadata => {
                Err(format!("{} is for the form: hieroscope verify", mode.words()))
            }
        }
    }

    /// The mode.
    pub(super) fn mode(&self) -> Mode {
        match self {
            Self::Similarity => Mode::Similarity,
            Self::Import(_) => Mode::Import,
        }
    }

    /// The body to send.
    pub(super) fn body(self, creation_hash: Option<CreationHash>) -> SubmissionBody {
        match self {
            Self::Similarity => SubmissionBody::Similarity { creation_hash },
            Self::Import(api_key) => SubmissionBody::Import { api_key },
        }
    }
}
