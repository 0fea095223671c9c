//! Why a job fails: the code and the words of the real verifier.

use alloy_primitives::hex::encode_prefixed as hex;
use serde_json::{Map, Value};

/// The failure of a job: the members of its `error`, except for the id.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The `customCode`.
    pub(super) code: &'static str,
    /// The `message`.
    pub(super) message: String,
    /// The members that only some errors have.
    pub(super) details: Map<String, Value>,
}

impl Failure {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Map::new() }
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.into(), value.into());
        self
    }

    /// Sets the hash of the creation, if known.
    pub(super) fn created_by(self, hash: Option<[u8; 32]>) -> Self {
        match hash {
            Some(hash) => self.with("creationTransactionHash", hex(hash)),
            None => self,
        }
    }
}
