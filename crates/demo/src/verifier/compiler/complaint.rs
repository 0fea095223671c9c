//! The compiler's errors in its own format, and their effect on a job.

use std::ops::Range;

use alloy_primitives::hex::encode_prefixed as hex;
use serde_json::{Value, json};

use crate::artifacts;
use crate::verifier::failure::Failure;
use crate::verifier::onchain::Onchain;

/// The most characters of a line shown.
const WIDTH: usize = 150;
/// The most characters shown before the error.
const LEAD: usize = 35;

/// The reason for missing code of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::verifier) enum Complaint {
    /// The compiler itself is not to be had; the sentence says which.
    Release(String),
    /// The sources do not compile: the compiler's `errors`.
    Errors(Vec<Value>),
    /// The sources compile, but do not define the target.
    NoSuchContract,
    NoCode,
}

impl Complaint {
    pub(in crate::verifier) fn release(compiler: &str, version: &str) -> Self {
        Self::Release(format!("Failed to get {compiler} v{version}: there is no such version."))
    }

    pub(super) fn evm_version() -> Self {
        let message = "Invalid EVM version requested.";
        Self::Errors(vec![json!({
            "component": "general",
            "formattedMessage": message,
            "message": message,
            "severity": "error",
            "type": "JSONError",
        })])
    }

    pub(in crate::verifier) fn into_failure(self, onchain: &Onchain) -> Failure {
        let compiler_error =
            |said: String, data: Value| ("compiler_error", format!("Compiler error. {said}"), Some(data));
        let (code, message, data) = match self {
            Self::Release(message) => {
                let data = json!({ "compilerErrorMessage": message });
                compiler_error(message, data)
            }
            Self::Errors(errors) => {
                let errors = Value::Array(errors);
                compiler_error(errors.to_string(), json!({ "compilerErrors": errors }))
            }
            Self::NoSuchContract => {
                let message = "The compiler's output has no such contract.";
                ("contract_not_found_in_compiler_output", message.into(), None)
            }
            Self::NoCode => {
                let message = "The contract compiles to no code: it is abstract or an interface.";
                ("compiled_bytecode_is_zero", message.into(), None)
            }
        };
        let failure = Failure::new(code, message)
            .with("onchainRuntimeCode", hex(&onchain.runtime))
            .created_by(onchain.created_by);
        match data {
            Some(data) => failure.with("errorData", data),
            None => failure,
        }
    }
}

/// An import of a file that is not among the sources.
pub(super) fn missing_import(path: &str, text: &str, place: Range<usize>, file: &str) -> Value {
    let message = format!("Source \"{file}\" not found: File not found.");
    located(("ParserError", "6275"), &message, path, text, place)
}

/// A text that departs from all that the embedded compiler knows.
pub(super) fn unknown_source(path: &str, text: &str, place: Range<usize>) -> Value {
    let message = "The embedded compiler knows only the sources of the embedded contracts.";
    located(("UnimplementedFeatureError", "1834"), message, path, text, place)
}

/// An error with its place, a range of bytes, shown below the line.
fn located((kind, code): (&str, &str), message: &str, path: &str, text: &str, place: Range<usize>) -> Value {
    let before = text.get(..place.start).unwrap_or(text);
    let number = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    let skipped = column.saturating_sub(LEAD);
    let line = text.lines().nth(number - 1).unwrap_or_default();
    let line: String = line.chars().skip(skipped).take(WIDTH).collect();
    let marks = text.get(place.clone()).and_then(|marked| marked.lines().next()).unwrap_or_default();
    let (margin, indent) = (" ".repeat(number.to_string().len()), " ".repeat(column - skipped));
    let carets = "^".repeat(marks.chars().count().clamp(1, WIDTH));
    let formatted = format!(
        "{kind}: {message}\n{margin}--> {path}:{number}:{}:\n{margin} |\n{number} | {line}\n{margin} | {indent}{carets}\n\n",
        column + 1,
    );
    json!({
        "component": "general",
        "errorCode": code,
        "formattedMessage": formatted,
        "message": message,
        "severity": "error",
        "sourceLocation": { "end": place.end, "file": path, "start": place.start },
        "type": kind,
    })
}

/// The error for a source of the ballot with a slip in its fifth line, where `found` replaces a semicolon.
pub(in crate::verifier) fn slip(found: &str) -> Complaint {
    let file = "Ballot.sol";
    let text = artifacts::source(file).unwrap_or_default().replace("contract Ballot", "contrat Ballot");
    let place = text.find("Ballot {").map_or(0..0, |at| at..at + "Ballot".len());
    let message = format!("Expected ';' but got {found}");
    Complaint::Errors(vec![located(("ParserError", "2314"), &message, file, &text, place)])
}
