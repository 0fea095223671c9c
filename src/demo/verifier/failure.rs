//! A job's bad end.

use serde_json::{Map, Value, json};

use super::verdict::{Onchain, hex};

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
    /// Without details.
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Map::new() }
    }

    /// With one more member.
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.into(), value.into());
        self
    }

    /// With the hash of the creation, if it is known.
    pub(super) fn created_by(self, hash: Option<[u8; 32]>) -> Self {
        match hash {
            Some(hash) => self.with("creationTransactionHash", hex(&hash)),
            None => self,
        }
    }
}

/// The compiler's complaint, as an error with `errorData`.
pub(super) fn compiler_complaint(onchain: &Onchain, found: &str) -> Failure {
    let message = format!("Expected ';' but got {found}");
    let formatted = format!(
        "ParserError: {message}\n --> Ballot.sol:5:9:\n  |\n5 | contrat Ballot {{\n  |         ^^^^^^\n\n"
    );
    let errors = json!([{
        "component": "general",
        "errorCode": "2314",
        "formattedMessage": formatted,
        "message": message,
        "severity": "error",
        "sourceLocation": { "end": 153, "file": "Ballot.sol", "start": 147 },
        "type": "ParserError",
    }]);
    Failure::new("compiler_error", format!("Compiler error. {errors}"))
        .with("onchainRuntimeCode", hex(&onchain.runtime))
        .created_by(onchain.created_by)
        .with("errorData", json!({ "compilerErrors": errors }))
}
