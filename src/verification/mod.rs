//! Nouns of verification: what is submitted, the job that follows, and what became of it.
//!
//! Like [`crate::ledger`], this room touches no terminal, socket, file or clock.

pub mod advice;
mod apply;
pub mod assembly;
pub mod batch;
pub mod chains;
pub mod compilation;
pub mod compiler_error;
pub mod followed;
pub mod identifier;
pub mod job;
pub mod job_code;
pub mod job_event;
pub mod job_id;
pub mod job_state;
pub mod knowledge;
pub mod mode;
pub mod origin;
pub mod poll_interval;
pub mod preflight;
pub mod reading;
pub mod record;
pub mod refusal_code;
pub mod retry;
pub mod source_file;
pub mod statistics;
pub mod step;
pub mod submission;
pub mod upload;
mod verdict;
pub mod verified;

pub use advice::Advice;
pub use batch::{Batch, BatchId};
pub use chains::{Chain, Chains};
pub use compilation::{Compilation, Contracts, FileKind, Lack, Lacking, Seen, Stamp, Standing};
pub use compiler_error::CompilerError;
pub use followed::{Counts, Followed, LookupState};
pub use identifier::{CompilerVersion, ContractIdentifier};
pub use job::{Job, Moment};
pub use job_event::{JobEvent, Refusal};
pub use job_id::{JobId, JobKey};
pub use job_state::JobState;
pub use knowledge::Knowledge;
pub use mode::Mode;
pub use origin::Origin;
pub use poll_interval::PollInterval;
pub use record::{ExternalVerification, JobContract, JobError, JobRecord, Match};
pub use retry::Retry;
pub use source_file::{HashCheck, SourceFile};
pub use statistics::{Statistics, Tally};
pub use step::Step;
pub use submission::{ApiKey, ChainId, CreationHash, Submission, SubmissionBody};
pub use upload::Upload;
pub use verified::{AllChains, Grade, Verified};
