//! Decodes what contracts take, return, emit and store: call data, errors, logs, storage slots, bytecode, keys and
//! transaction bodies. Decoders accept any bytes and never fail: undecodable bytes stay raw, with the reason.
//!
//! [`Known`] holds interfaces, labels and proxy targets; signatures of common standards and of Hiero's system
//! contracts are built in. A [`Reader`](reading::Reader) decodes calls and logs with them. Each [`Reading`] has one
//! candidate per matching signature, with its [`Provenance`]: a selector alone does not prove a signature.
//!
//! ```
//! use hieroscope_decode::Known;
//! use hieroscope_decode::reading::{CallQuestion, Reader};
//! use ledger::HexBytes;
//!
//! # fn example() -> Option<()> {
//! let recipient = "00000000000000000000000000000000000000000000000000000000000003ed";
//! let amount = "0000000000000000000000000000000000000000000000000000000000000064";
//! let input = HexBytes::parse(&format!("0xa9059cbb{recipient}{amount}"))?;
//! let known = Known::default();
//! let call = Reader::new(&known).read_call(&CallQuestion { input, ..CallQuestion::default() });
//! let function = call.input.best()?;
//! assert!(function.signature.is("transfer(address,uint256)"));
//! assert_eq!(function.arguments.len(), 2);
//! # Some(())
//! # }
//! # fn main() {
//! #     assert_eq!(example(), Some(()));
//! # }
//! ```
//!
//! Further modules: [`storage`] finds the variable behind a slot, [`code`] and [`dispatch`] read bytecode, [`difference`]
//! compares deployed with recompiled code, [`proxy`] finds implementations, [`money`] explains transfers, [`rows`]
//! filters and counts lists. [`analysis`] runs any of them off the caller's thread. `examples/call.rs` decodes call data
//! with an ABI file.
//!
//! Nothing here touches a terminal, a socket, a file or the clock. Time and memory are bounded for hostile input, and
//! a [`Stop`](stop::Stop) cancels long work.

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
