//! The user's files in a submission, one by one, for review.

use std::borrow::Cow;

use super::{Compilation, Mode};
use crate::ledger::Text;
use crate::ledger::amount::grouped;

/// A text that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path, as passed to the compiler.
    pub path: Text,
    /// The length of the text in bytes, UTF-8.
    pub bytes: usize,
    /// Whether a hash has proved that it is the text that was compiled.
    pub hash: HashCheck,
    /// The file that it was read from, relative to the project's directory; none if its text is part of the file
    /// that the user named.
    pub read_from: Option<Text>,
}

/// Whether a source was held against its keccak256 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashCheck {
    /// It has the hash that the compiler saw.
    Matches,
    /// There is no hash to hold it against.
    Absent,
}

impl HashCheck {
    /// The name that scripts see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::Absent => "absent",
        }
    }
}

impl SourceFile {
    /// The path of the metadata itself in the list of what is sent.
    const METADATA: &'static str = "(metadata)";

    /// `1,234 bytes`.
    pub fn size(&self) -> String {
        match self.bytes {
            1 => "1 byte".to_owned(),
            bytes => format!("{} bytes", grouped(&bytes)),
        }
    }

    /// The source of the text, and whether its hash was checked.
    pub fn origin(&self) -> String {
        let hash = match self.hash {
            HashCheck::Matches => "hash matches",
            HashCheck::Absent => "no hash",
        };
        match &self.read_from {
            None => format!("{hash}, in the file"),
            Some(read) if *read == self.path => format!("{hash}, from disk"),
            Some(read) => format!("{hash}, from {}", read.escaped()),
        }
    }
}

impl Compilation {
    /// Every text of the file that a mode sends, the metadata itself first; none in a mode that sends no file.
    pub fn sent_files(&self, mode: Mode) -> impl Iterator<Item = Cow<'_, SourceFile>> {
        let metadata = self.metadata_file().filter(|_| mode == Mode::Metadata);
        let sources: &[SourceFile] = match mode {
            Mode::StandardJson | Mode::Metadata => &self.files,
            Mode::Similarity | Mode::Import => &[],
        };
        metadata.map(Cow::Owned).into_iter().chain(sources.iter().map(Cow::Borrowed))
    }

    fn metadata_file(&self) -> Option<SourceFile> {
        let (metadata, _) = self.metadata.as_ref()?;
        Some(SourceFile {
            path: Text::from(SourceFile::METADATA),
            bytes: metadata.bytes(),
            hash: HashCheck::Absent,
            read_from: None,
        })
    }
}
