//! The pages of a contract.

mod calls;
pub mod code;
pub mod code_comparison;
pub mod find_events;
pub mod gas_usage;
pub mod interfaces;
pub mod logs;
pub mod overview;
pub mod results;
pub mod sources;
pub mod storage;
pub mod versions;
