//! Bytes in, meaning out: what reverts, response codes, call data, keys and bodies say. Every reader takes any
//! bytes and never fails: what cannot be read is shown as it is.

pub mod abi;
mod arguments;
pub mod base58;
pub mod blame;
pub mod bloom;
pub mod calldata;
pub mod cbor;
pub mod code;
pub mod difference;
pub mod disassembly;
pub mod dispatch;
pub mod economics;
pub mod family;
pub mod hunt;
pub mod interface;
pub mod key;
pub mod known;
pub mod metadata;
pub mod money;
pub mod opcode;
pub mod protobuf;
pub mod proxy;
pub mod reading;
pub mod response_code;
pub mod revert;
pub mod schedule_body;
pub mod signatures;
pub mod signers;
pub mod storage;
pub mod study;
mod unfold;
pub mod wire_lines;

pub use bloom::Bloom;
pub use calldata::{CallData, Word};
pub use difference::Comparison;
pub use interface::Interface;
pub use key::KeyTree;
pub use known::{Known, Snapshot, Subject};
pub use metadata::Metadata;
pub use opcode::Opcode;
pub use reading::{Provenance, Reading};
pub use response_code::ResponseCode;
pub use revert::Revert;
pub use schedule_body::ScheduledBody;
pub use study::{Finding, Question, Study};
