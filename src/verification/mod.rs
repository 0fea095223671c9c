//! Nouns of verification: what is submitted, the job that follows, and what became of it.
//!
//! Like [`crate::ledger`], this room touches no terminal, socket, file or clock.

pub mod job;
pub mod job_id;
pub mod record;
pub mod submission;

pub use job::{Job, JobState, Moment};
pub use job_id::{JobId, JobKey};
pub use record::{ExternalVerification, JobContract, JobError, JobRecord, Match};
pub use submission::{ApiKey, ChainId, CreationHash, Mode, Submission, SubmissionBody};
