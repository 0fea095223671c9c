//! The ledger's nouns on screen.

pub mod code_diff;
pub mod contract_facts;
pub mod decoded;
pub mod entities;
pub mod execution;
pub mod inner_calls;
pub mod job_text;
pub mod keys;
pub mod labels;
pub mod lifecycle;
pub mod money_flows;
pub mod project_match;
pub mod replay_document;
mod request_status;
pub mod result_money;
pub mod slot_change;
pub mod slot_name;
pub mod slots;
pub mod source_file;
pub mod tokens;
pub mod unknown_fields;
pub mod values;
pub mod watch;
