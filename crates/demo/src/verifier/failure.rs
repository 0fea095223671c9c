//! A job's bad end.

use serde_json::{Map, Value};

use super::onchain::hex;

/// What a job failed of: the members of its `error`, but for its id.
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

    /// With the hash of the creation, if it is known.
    pub(super) fn created_by(self, hash: Option<[u8; 32]>) -> Self {
        match hash {
            Some(hash) => self.with("creationTransactionHash", hex(hash)),
            None => self,
        }
    }
}
