//! Verification: the form, batches, followed jobs, and a verifier's record of a contract.

pub mod batch;
pub mod code_diff;
pub mod form;
pub mod job;
pub mod jobs;
pub mod on_job;
mod passing;
pub mod report;
pub mod verified;

use crate::widgets::form::FormField;

/// The name of the field for the API key of an explorer.
const KEY: &str = "apiKey";

fn key_field() -> FormField {
    FormField::masked(KEY, "API key", "optional: your key at the explorer; it is never stored")
}
