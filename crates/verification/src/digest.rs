//! A digest of the submitted sources, which recognises them without storing them.

use alloy_primitives::keccak256;
use ledger::EvmAddress;

use super::{ChainId, Job, JobState, Mode, Submission};

/// The Keccak-256 hash of a body that sends sources, without its creation transaction hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcesDigest([u8; 32]);

impl SourcesDigest {
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
    pub fn sends_the_same(&self, other: &Self) -> bool {
        self.is_like(other) && self.digest == other.digest
    }

    /// Whether it may send the same: submissions from a screen have no digest.
    pub fn may_send_the_same(&self, other: &Self) -> bool {
        self.is_like(other) && self.digest.zip(other.digest).is_none_or(|(own, other)| own == other)
    }

    fn is_like(&self, other: &Self) -> bool {
        fn of(job: &Job) -> (&str, Option<&ChainId>, Option<EvmAddress>, Option<Mode>) {
            (&job.server, job.chain.as_ref(), job.address, job.mode)
        }
        self.mode.is_some() && of(self) == of(other)
    }

    /// Whether it is unknown if the submission started anything.
    pub fn is_unanswered(&self) -> bool {
        self.id.is_none() && matches!(self.state, JobState::Submitting | JobState::UnknownOutcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CreationHash, JobKey, SubmissionBody, Upload};
    use ledger::Timestamp;

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
