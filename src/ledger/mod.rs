//! Nouns of the ledger: ids, addresses, times, amounts, and the records that the mirror node serves.
//!
//! Nothing here touches a terminal, a socket, a file or the clock. Text that came from the network is held
//! as [`Text`], which shows itself only with control characters made visible.

pub mod account;
pub mod account_ref;
pub mod action;
pub mod address;
pub mod amount;
pub mod checksum;
pub mod contract;
pub mod contract_log;
pub mod contract_ref;
pub mod entity_id;
pub mod execution_ref;
pub mod field;
pub mod hex;
pub mod key;
pub mod labelled;
pub mod moment;
pub mod outcome;
pub mod packed;
pub mod paging;
pub mod paste;
pub mod query;
pub mod raw;
pub mod result;
mod result_details;
pub mod schedule;
pub mod seen;
pub mod shell;
pub mod state_slot;
pub mod system;
pub mod text;
pub mod timestamp;
pub mod token;
pub mod transaction;
pub mod transaction_id;

pub use account::Account;
pub use account_ref::AccountRef;
pub use action::CallAction;
pub use address::EvmAddress;
pub use amount::{Quantity, Unit};
pub use contract::Contract;
pub use contract_log::ContractLog;
pub use contract_ref::ContractRef;
pub use entity_id::{EntityId, LedgerId};
pub use execution_ref::ExecutionRef;
pub use field::Field;
pub use hex::HexBytes;
pub use key::Key;
pub use labelled::Labelled;
pub use outcome::{ExecutionOutcome, Success};
pub use packed::{PackedRows, Row};
pub use paging::{Next, NextLink, Page};
pub use raw::RawJson;
pub use result::ContractResult;
pub use schedule::Schedule;
pub use seen::Seen;
pub use state_slot::StateSlot;
pub use system::{SystemEntity, SystemKind};
pub use text::Text;
pub use timestamp::Timestamp;
pub use token::Token;
pub use transaction::{Transaction, TransactionFamily};
pub use transaction_id::TransactionId;
