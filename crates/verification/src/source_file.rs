//! The user's files in a submission, one by one, for review.

use alloy_primitives::{B256, hex, keccak256};
use ledger::Text;
use ledger::amount::grouped;

use super::{Compilation, ContractIdentifier, Mode, Selection};

/// A text that is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path, as passed to the compiler.
    pub path: Text,
    /// The length of the text in bytes, UTF-8.
    pub bytes: usize,
    /// The text's own hash.
    pub keccak256: B256,
    /// Whether a hash has proved that it is the text that was compiled.
    pub hash: HashCheck,
    /// The file that it was read from, relative to its package or its repository; none if its text is part of the file
    /// that the user named.
    pub read_from: Option<Text>,
}

/// Whether a source was held against its keccak256 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashCheck {
    /// Its hash is the one that the compiler saw.
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
    /// The path of the metadata itself in the list of sent files.
    const METADATA: &'static str = "(metadata)";

    /// `1,234 bytes`.
    pub fn size(&self) -> String {
        match self.bytes {
            1 => "1 byte".to_owned(),
            bytes => format!("{} bytes", grouped(&bytes)),
        }
    }

    /// The beginning of the text's hash, whether it was checked, and where the text is from.
    pub fn origin(&self) -> String {
        let hash = match self.hash {
            HashCheck::Matches => self.short_hash() + " matches",
            HashCheck::Absent => self.short_hash() + " unchecked",
        };
        match &self.read_from {
            None => format!("{hash}, in the file"),
            Some(read) if *read == self.path => format!("{hash}, from disk"),
            Some(read) => format!("{hash}, from {}", read.escaped()),
        }
    }
}

impl SourceFile {
    /// A text, and whether it was held against its hash.
    pub fn new(path: Text, text: &str, hash: HashCheck, read_from: Option<Text>) -> Self {
        Self { path, bytes: text.len(), keccak256: keccak256(text), hash, read_from }
    }

    fn short_hash(&self) -> String {
        format!("0x{}", hex::encode(self.keccak256.get(..4).unwrap_or_default()))
    }
}

impl Compilation {
    /// The files that a mode sends for a contract, the metadata itself first; empty in a mode without files.
    pub fn sent(&self, mode: Mode, contract: Option<&ContractIdentifier>) -> Selection {
        match mode {
            Mode::StandardJson => self.selection(contract),
            Mode::Metadata => {
                let mut selection = self.selection(None);
                let metadata = self.metadata.as_ref().map(|(metadata, _)| {
                    let path = Text::from(SourceFile::METADATA);
                    SourceFile::new(path, &metadata.reveal(), HashCheck::Absent, None)
                });
                selection.files.splice(..0, metadata);
                selection
            }
            Mode::Similarity | Mode::Import => Selection::default(),
        }
    }
}
