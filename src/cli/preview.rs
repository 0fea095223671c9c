//! What would be sent: the request with counts in place of sources and without the key, and every file.

use ledger::amount::grouped;
use serde::Serialize;
use serde_json::Value;
use verification::{Selection, SourceFile, Submission};

use super::VerifyArgs;
use super::console::{padded, width};

/// A request that was not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Preview {
    /// `POST`.
    method: &'static str,
    /// The address; a path alone if it is the embedded verifier's.
    url: String,
    /// The body as it may be shown.
    body: Value,
    /// The length of the body in bytes.
    bytes: usize,
    /// Every text of the user's file that is in it.
    files: Vec<File>,
    /// The paths of those that are left out, since the contract does not need them.
    left_out: Vec<String>,
    #[serde(skip)]
    shown: String,
    /// The list of files for people.
    #[serde(skip)]
    listed: Vec<String>,
    /// What is said above those that are left out.
    #[serde(skip)]
    left: Option<String>,
}

/// A text that would be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct File {
    path: String,
    bytes: usize,
    /// The hash of the text.
    keccak256: String,
    /// `matches`, or `absent` without a hash to compare the text with.
    hash: &'static str,
    /// The file that it was read from; null if the text is part of the file that was named.
    read_from: Option<String>,
}

impl Preview {
    /// The preview of a submission. `import_segment` names the path of imports at this verifier.
    pub(super) fn new(args: &VerifyArgs, submission: &Submission, import_segment: &str) -> Self {
        let shown = submission.masked_body();
        Self {
            method: "POST",
            url: format!("{}{}", args.server, submission.path(import_segment)),
            // It is written here, so that it can be read.
            body: serde_json::from_str(&shown).unwrap_or_default(),
            bytes: submission.body.bytes(),
            files: args.files.files.iter().map(File::new).collect(),
            left_out: paths(&args.files),
            listed: listed(&args.files.files),
            left: left_out(&args.files).map(|words| words + ":"),
            shown,
        }
    }

    /// The creation transaction hash in it.
    pub(super) fn creation_hash(&self) -> Option<String> {
        self.body.get("creationTransactionHash").and_then(Value::as_str).map(str::to_owned)
    }

    /// The preview as readable lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let head = format!("{} {} ({} bytes)", self.method, self.url, grouped(&self.bytes));
        let files = match self.files.len() {
            0 => None,
            1 => Some("1 file:".to_owned()),
            count => Some(format!("{} files:", grouped(&count))),
        };
        let mut lines = vec![head, self.shown.clone()];
        lines.extend(files);
        lines.extend(self.listed.iter().cloned());
        lines.extend(self.left.clone());
        lines.extend(self.left_out.iter().map(|path| format!("  {path}")));
        lines
    }
}

impl File {
    fn new(file: &SourceFile) -> Self {
        Self {
            path: file.path.escaped(),
            bytes: file.bytes,
            keccak256: file.keccak256.to_string(),
            hash: file.hash.name(),
            read_from: file.read_from.as_ref().map(ledger::Text::escaped),
        }
    }
}

fn paths(sent: &Selection) -> Vec<String> {
    sent.left_out.iter().map(|file| file.path.escaped()).collect()
}

/// How much of the file is not sent; `None` if all of it is.
pub(super) fn left_out(sent: &Selection) -> Option<String> {
    match sent.left_out.len() {
        0 => None,
        1 => Some("1 source of the file is left out, which the contract does not need".to_owned()),
        count => {
            let count = grouped(&count);
            Some(format!("{count} sources of the file are left out, which the contract does not need"))
        }
    }
}

/// A line for each file, in columns.
pub(super) fn listed(files: &[SourceFile]) -> Vec<String> {
    let rows: Vec<_> = files.iter().map(|file| (file.path.escaped(), file.size(), file.origin())).collect();
    let paths = rows.iter().map(|(path, ..)| width(path)).max().unwrap_or(0);
    let sizes = rows.iter().map(|(_, size, _)| size.len()).max().unwrap_or(0);
    let line = |(path, size, origin): &(String, String, String)| {
        format!("  {}  {size:>sizes$}  {origin}", padded(path, paths))
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use alloy_primitives::B256;

    use super::*;
    use crate::cli::console::MAX_COLUMN_WIDTH;
    use verification::HashCheck;

    #[test]
    fn a_path_without_end_is_listed_and_a_wide_one_is_in_line() {
        let file = |path: String| SourceFile {
            path: path.into(),
            bytes: 7,
            keccak256: B256::ZERO,
            hash: HashCheck::Absent,
            read_from: None,
        };
        let lines = listed(&[file("契約.sol".to_owned()), file("b.sol".to_owned())]);
        assert!(lines[0].starts_with("  契約.sol  7") && lines[1].starts_with("  b.sol     7"), "{lines:?}");
        let lines = listed(&[file("a/".repeat(50_000)), file("b.sol".to_owned())]);
        assert!(lines[0].starts_with("  a/a/") && lines[0].len() > 100_000);
        assert!(lines[1].starts_with(&format!("  {:<MAX_COLUMN_WIDTH$}  ", "b.sol")), "{}", lines[1]);
    }
}
