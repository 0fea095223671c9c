//! Decodes bytes: reverts, response codes, call data, keys and transaction bodies. Decoders accept any bytes and never
//! fail: undecodable bytes are shown raw.

#![warn(missing_docs)]

pub mod abi;
pub mod activity;
pub mod analysis;
mod arguments;
pub mod blame;
pub mod calldata;
pub mod candidates;
pub mod code;
pub mod diamond;
pub mod difference;
pub mod dispatch;
pub mod document;
pub mod envelope;
pub mod event_search;
pub mod family;
pub mod functions;
pub mod gas_usage;
pub mod input;
pub mod interface;
pub mod json_path;
pub mod key;
pub mod known;
pub mod member;
pub mod metadata;
pub mod money;
mod opcode;
pub mod parties;
mod pattern;
pub mod protobuf;
pub mod proxy;
pub mod public_key;
pub mod reading;
pub mod response_code;
pub mod revert;
pub mod rows;
pub mod schedule_body;
pub mod signatures;
pub mod signers;
pub mod source;
pub mod stop;
pub mod storage;
mod token_amount;
mod unfold;
pub mod unnamed;

pub use analysis::{Analysis, AnalysisInput, AnalysisOutput};
pub use calldata::{CallData, Word};
pub use difference::Comparison;
pub use interface::Interface;
pub use key::KeyTree;
pub use known::{Known, Snapshot, Subject};
pub use metadata::Metadata;
pub use opcode::Opcode;
pub use parties::Parties;
pub use reading::{Provenance, Reading};
pub use response_code::ResponseCode;
pub use revert::Revert;
pub use schedule_body::ScheduledBody;
pub use token_amount::TokenAmount;
pub use unfold::is_caller;
