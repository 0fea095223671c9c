//! Types of verification: the submission, its job, and the outcome.
//!
//! Like [`ledger`], this crate touches no terminal, socket, file or clock.

pub mod advice;
mod apply;
pub mod assembly;
pub mod batch;
pub mod compilation;
mod document;
mod earlier;
pub mod followed;
pub mod identifier;
pub mod input;
pub mod job;
pub mod job_code;
pub mod job_id;
pub mod job_state;
pub mod mode;
pub mod origin;
pub mod poll_interval;
pub mod preflight;
pub mod project;
pub mod record;
pub mod refusal_code;
pub mod retry;
pub mod source_file;
pub mod statistics;
pub mod submission;
pub mod submission_text;
mod verdict;
pub mod verified;

pub use advice::{Advice, Step};
pub use batch::{Batch, BatchId};
pub use compilation::{Compilation, Contracts, FileKind, Lack, Lacking, Seen, Stamp, Standing};
pub use earlier::Earlier;
pub use followed::{Counts, Followed, LookupState};
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
