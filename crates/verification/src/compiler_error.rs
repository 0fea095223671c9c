//! Compiler errors: the part of `errorData` that a `compiler_error` carries.

use ledger::Text;
use serde::Deserialize;

use super::{Job, JobError};

/// One complaint of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerError {
    /// `severity`, such as `error`.
    pub severity: Text,
    /// `sourceLocation.file`, if it is about a place.
    pub file: Option<Text>,
    /// `formattedMessage`, line by line: the message with the place in the source drawn. Else `message`.
    pub lines: Vec<Text>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    #[serde(default)]
    compiler_errors: Vec<Complaint>,
    compiler_error_message: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complaint {
    #[serde(default)]
    severity: String,
    #[serde(default)]
    message: String,
    formatted_message: Option<String>,
    source_location: Option<Location>,
}

#[derive(Deserialize)]
struct Location {
    file: Option<String>,
}

impl JobError {
    /// The compiler's errors in its order; empty if `errorData` has another shape.
    pub fn compiler_errors(&self) -> Vec<CompilerError> {
        let data = self.data.known().and_then(|data| serde_json::from_str::<Data>(data.raw()).ok());
        let Some(data) = data else { return Vec::new() };
        let whole = data.compiler_error_message.map(|message| CompilerError {
            severity: "error".into(),
            file: None,
            lines: lines(&message),
        });
        data.compiler_errors.into_iter().map(CompilerError::from).chain(whole).collect()
    }
}

impl JobError {
    /// The compiler's errors in the compiler's format, line by line, each with its source excerpt.
    pub fn formatted(&self) -> Vec<String> {
        let errors = self.compiler_errors();
        errors.iter().flat_map(|error| error.lines.iter().map(Text::escaped)).collect()
    }
}

impl Job {
    /// The verifier's message about a failure: the compiler's errors in the compiler's format, else its own words.
    pub fn message(&self) -> Option<String> {
        let error = self.record.as_ref().and_then(|record| record.error.known());
        let formatted = error.map(JobError::formatted).filter(|lines| !lines.is_empty());
        let words = error.and_then(|error| error.message.known()).or(self.words.as_ref()).map(Text::escaped);
        formatted.map(|lines| lines.join("\n")).or(words)
    }
}

impl From<Complaint> for CompilerError {
    fn from(complaint: Complaint) -> Self {
        Self {
            severity: complaint.severity.into(),
            file: complaint.source_location.and_then(|location| location.file).map(Text::from),
            lines: lines(complaint.formatted_message.as_deref().unwrap_or(&complaint.message)),
        }
    }
}

fn lines(text: &str) -> Vec<Text> {
    text.trim_end().lines().map(Text::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, RawJson};

    fn errors(data: &str) -> Vec<CompilerError> {
        let data = Field::Known(RawJson::new(data));
        JobError { data, ..JobError::default() }.compiler_errors()
    }

    #[test]
    fn complaints_are_read_line_by_line() {
        let read = errors(
            r#"{"compilerErrors":[{"component":"general","severity":"error","message":"Expected ';'",
                "formattedMessage":"ParserError: Expected ';'\n --> A.sol:4:17:\n","sourceLocation":{"file":"A.sol","start":1,"end":2}}]}"#,
        );
        assert_eq!(read.len(), 1);
        assert!(read[0].file.as_ref().is_some_and(|file| file.is("A.sol")));
        assert_eq!(read[0].lines, [Text::from("ParserError: Expected ';'"), Text::from(" --> A.sol:4:17:")]);
    }

    #[test]
    fn other_shapes_are_no_complaints() {
        assert_eq!(errors(r#"{"compilerErrorMessage":"no such version"}"#).len(), 1);
        for data in ["{}", "[]", "7", "{\"compilerErrors\":7}", "not JSON"] {
            assert!(errors(data).is_empty(), "{data}");
        }
    }
}
