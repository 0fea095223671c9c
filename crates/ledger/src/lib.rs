//! Nouns of the ledger: ids, addresses, times, amounts, and the records that the mirror node serves.
//!
//! Nothing here touches a terminal, a socket, a file or the clock. Text that came from the network is held
//! as [`Text`], which shows itself only with control characters made visible.

#![warn(missing_docs)]

pub mod account;
pub mod address;
pub mod amount;
mod by_pointer;
pub mod contract;
pub mod document;
pub mod entity_id;
pub mod execution;
mod field;
pub mod hex;
pub mod json;
pub mod moment;
pub mod network;
pub mod packed;
mod page;
pub mod paste;
pub mod query;
pub mod raw;
mod reference;
pub mod result;
pub mod schedule;
mod seen;
pub mod shell;
pub mod system;
pub mod text;
pub mod timestamp;
pub mod token;
pub mod transaction;

pub use self::execution::{CallAction, CallOutcome, ExecutionOutcome, OpcodeTrace, Prestate, Success};
pub use self::network::{Block, ExchangeRate, ExchangeRates, NetworkFees};
pub use self::reference::{AccountRef, ContractRef, ExecutionRef, Labelled};
pub use account::{Account, Key};
pub use address::EvmAddress;
pub use amount::{Quantity, Unit};
pub use contract::{Contract, ContractLog, StateSlot};
pub use document::Document;
pub use entity_id::{EntityId, LedgerId};
pub use field::Field;
pub use hex::HexBytes;
pub use packed::{PackedRows, Row};
pub use page::{Next, NextLink, Page};
pub use raw::RawJson;
pub use result::ContractResult;
pub use schedule::Schedule;
pub use seen::Seen;
pub use system::{SystemEntity, SystemKind};
pub use text::Text;
pub use timestamp::Timestamp;
pub use token::{Token, TokenHolder};
pub use transaction::{Transaction, TransactionFamily, TransactionId};
