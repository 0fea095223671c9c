//! The user's files in a submission: their text, a review of each, and a digest that recognises them without storing
//! them.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use alloy_primitives::{B256, hex, keccak256};
use ledger::amount::grouped;
use ledger::{EvmAddress, Text};
use serde_json::value::RawValue;

use super::{ChainId, Compilation, ContractIdentifier, Job, JobState, Mode, Selection, Submission};

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

/// One JSON value of a request's body, byte for byte from the user's file. It goes nowhere else: only counts
/// of it are printed, and nothing stored can hold it.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its text, in order. Submissions of the same file share its parts.
    parts: Arc<[Arc<str>]>,
    sources: usize,
}

impl Upload {
    /// The most bytes of a body that servers take; a larger one is answered as a fault of theirs.
    pub const MAX_BYTES: usize = 30 * 1024 * 1024;

    /// A JSON value that holds `sources` sources.
    pub fn new(json: Box<RawValue>, sources: usize) -> Self {
        Self { parts: [Box::<str>::from(json).into()].into(), sources }
    }

    /// The same of parts that make a JSON value.
    pub(super) fn of_parts(parts: Vec<Arc<str>>, sources: usize) -> Self {
        Self { parts: parts.into(), sources }
    }

    /// The text itself: for the request's body, and for the names in it.
    pub fn reveal(&self) -> Cow<'_, str> {
        match &*self.parts {
            [whole] => Cow::Borrowed(whole),
            parts => Cow::Owned(parts.iter().map(|part| &**part).collect()),
        }
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// The number of sources; 0 if it only names them.
    pub fn sources(&self) -> usize {
        self.sources
    }

    /// A summary for display: `3 sources, 12,340 bytes`.
    pub fn summary(&self) -> String {
        let bytes = grouped(&self.bytes());
        match self.sources {
            0 => format!("{bytes} bytes"),
            1 => format!("1 source, {bytes} bytes"),
            sources => format!("{sources} sources, {bytes} bytes"),
        }
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Upload({})", self.summary())
    }
}

impl Hash for Upload {
    /// Hashes the counts alone: the text may have millions of bytes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.bytes(), self.sources).hash(state);
    }
}

/// The Keccak-256 hash of a body that sends sources, without its creation transaction hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcesDigest([u8; 32]);

impl SourcesDigest {
    /// A digest that was stored: keccak-256 of a submission's body.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest of a submission; `None` in a mode that sends no sources. Reads the whole body, which may have 30 MiB.
    pub fn of(submission: &Submission) -> Option<Self> {
        let body = match submission.mode() {
            Mode::Similarity | Mode::Import => return None,
            Mode::StandardJson | Mode::Metadata => submission.body.clone().created_by(None),
        };
        Some(Self(keccak256(Submission { body, ..submission.clone() }.body().as_bytes()).0))
    }

    /// For storage.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Job {
    /// Sets the digest of its sources.
    #[must_use]
    pub fn with_digest(self, digest: Option<SourcesDigest>) -> Self {
        Self { digest, ..self }
    }

    /// Whether it is for the same contract at the same verifier, and sends the same.
    pub(crate) fn sends_the_same(&self, other: &Self) -> bool {
        self.is_like(other) && self.digest == other.digest
    }

    /// Whether it may send the same: submissions from a screen have no digest.
    pub(crate) fn may_send_the_same(&self, other: &Self) -> bool {
        self.is_like(other) && self.digest.zip(other.digest).is_none_or(|(own, other)| own == other)
    }

    fn is_like(&self, other: &Self) -> bool {
        fn of(job: &Job) -> (&str, Option<&ChainId>, Option<EvmAddress>, Option<Mode>) {
            (&job.server, job.chain.as_ref(), job.address, job.mode)
        }
        self.mode.is_some() && of(self) == of(other)
    }

    /// Whether it is unknown if the submission started anything.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.id.is_none() && matches!(self.state, JobState::Submitting | JobState::UnknownOutcome)
    }
}

#[cfg(test)]
mod tests {
    use ledger::Timestamp;

    use super::*;
    use crate::{CreationHash, JobKey, SubmissionBody, Upload};

    fn submission(body: SubmissionBody) -> Submission {
        Submission { chain: ChainId::parse("298").unwrap(), address: EvmAddress::new([1; 20]), body }
    }

    fn sources(text: &str, creation_hash: Option<CreationHash>) -> Submission {
        let upload = |text: &str| Upload::new(serde_json::from_str(text).unwrap(), 1);
        submission(SubmissionBody::Metadata { metadata: upload("{}"), sources: upload(text), creation_hash })
    }

    fn job(submission: &Submission, digest: Option<SourcesDigest>) -> Job {
        let key = JobKey { made: Timestamp::from_secs(1), process: 1 };
        Job::new(key, "local", "http://127.0.0.1:1", submission, key.made).with_digest(digest)
    }

    #[test]
    fn the_same_sources_are_the_same_whatever_creation_hash_is_named() {
        let one = sources(r#"{"A.sol":"contract A {}"}"#, None);
        let hashed = sources(r#"{"A.sol":"contract A {}"}"#, Some(CreationHash::new([7; 32])));
        let other = sources(r#"{"A.sol":"contract B {}"}"#, None);
        let digest = SourcesDigest::of(&one);
        assert!(
            digest.is_some() && digest == SourcesDigest::of(&hashed) && digest != SourcesDigest::of(&other)
        );
        let jobs = [&one, &hashed, &other].map(|it| job(it, SourcesDigest::of(it)));
        assert!(jobs[0].sends_the_same(&jobs[1]) && !jobs[0].may_send_the_same(&jobs[2]));
        let unknown = job(&other, None);
        assert!(jobs[0].may_send_the_same(&unknown) && !jobs[0].sends_the_same(&unknown));
    }

    #[test]
    fn a_mode_without_sources_sends_the_same_for_the_same_contract() {
        let search = submission(SubmissionBody::Similarity { creation_hash: None });
        let import = submission(SubmissionBody::Import { api_key: None });
        assert_eq!(SourcesDigest::of(&search), None);
        assert!(job(&search, None).sends_the_same(&job(&search, None)));
        assert!(!job(&search, None).may_send_the_same(&job(&import, None)));
    }
}
