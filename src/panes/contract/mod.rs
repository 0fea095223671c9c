//! The pages of a contract.

mod calls;
pub mod code;
pub mod code_comparison;
mod entry_counts;
pub mod find_events;
pub mod gas_usage;
pub mod interfaces;
pub mod list;
pub mod logs;
pub mod overview;
mod proxy_kinds;
pub mod read;
pub mod results;
pub mod sources;
pub mod storage;
pub mod versions;
