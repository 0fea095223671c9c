//! Types of verification: the submission, its job, and the outcome.
//!
//! Like [`ledger`], this crate touches no terminal, socket, file or clock.

#![warn(missing_docs)]

pub mod advice;
mod apply;
pub mod assembly;
pub mod batch;
mod compilation;
mod document;
mod earlier;
mod followed;
mod identifier;
mod input;
mod job;
mod job_code;
mod job_id;
mod job_state;
mod mode;
mod origin;
mod poll_interval;
pub mod preflight;
mod project;
mod record;
mod refusal_code;
mod retry;
mod source_file;
mod statistics;
mod submission;
pub mod submission_text;
mod verdict;
pub mod verified;

pub use advice::{Advice, Step};
pub use batch::{Batch, BatchId};
pub use compilation::{Compilation, Contracts, FileKind, Lack, Lacking, Seen, Stamp, Standing};
pub use earlier::Earlier;
pub use followed::{Followed, LookupState};
pub use identifier::{CompilerVersion, ContractIdentifier, Release};
pub use input::{Input, Needs, Selection};
pub use job::{Job, Knowledge, Moment};
pub use job_id::{JobId, JobKey};
pub use job_state::{JobEvent, JobState, Refusal};
pub use mode::Mode;
pub use origin::{MetadataTarget, Origin};
pub use poll_interval::PollInterval;
pub use project::{Compiled, DeployedContract, Deployment, DeploymentKind, Project};
pub use record::{CompilerError, ExternalVerification, JobContract, JobError, JobRecord, Match};
pub use retry::Retry;
pub use source_file::{HashCheck, SourceFile, SourcesDigest, Upload};
pub use statistics::{Statistics, Tally};
pub use submission::{ApiKey, ChainId, CreationHash, Submission, SubmissionBody};
pub use verified::{AllChains, Chain, Chains, Grade, Verified};
