//! Parses bodies: whole records, lists of them, errors, and what is no record by its fields.

mod call;
mod error;
mod execution;
mod page;
mod signatures;
mod verification;

pub(super) use self::call::{read_called, read_failed_call};
pub(super) use self::error::{first_lines, is_of_the_mirror, read_error};
pub(super) use self::execution::{read_opcodes, read_prestate};
pub(super) use self::page::{BodyFault, Whole, read_list, read_marked, read_record, words_of};
pub(super) use self::signatures::read_signatures;
pub(super) use self::verification::{read_all_chains, read_chains, read_submitted, read_unverified};
pub use self::verification::{read_job_record, read_verified};
