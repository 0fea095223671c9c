//! Verification: the form, batches, followed jobs, and a verifier's record of a contract.

pub mod batch;
pub mod code_diff;
pub mod form;
pub mod job;
pub mod jobs;
pub mod on_job;
pub mod report;
pub mod verified;
