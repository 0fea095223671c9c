//! Nouns of the ledger: ids, addresses, times, amounts, and the four records that the mirror node serves.
//!
//! Nothing here touches a terminal, a socket, a file or the clock. Text that came from the network is held
//! as [`Text`], which shows itself only with control characters made visible.

pub mod address;
pub mod amount;
pub mod checksum;
pub mod contract;
pub mod contract_ref;
pub mod entity_id;
pub mod field;
pub mod hex;
pub mod key;
pub mod moment;
pub mod paging;
pub mod paste;
pub mod query;
pub mod raw;
pub mod result;
pub mod schedule;
pub mod system;
pub mod text;
pub mod timestamp;
pub mod transaction;
pub mod transaction_id;

pub use address::EvmAddress;
pub use amount::{Quantity, Unit};
pub use contract::Contract;
pub use contract_ref::ContractRef;
pub use entity_id::{EntityId, LedgerId};
pub use field::Field;
pub use hex::HexBytes;
pub use key::Key;
pub use paging::{Next, NextLink, Page};
pub use raw::RawJson;
pub use result::ContractResult;
pub use schedule::Schedule;
pub use system::{SystemEntity, SystemKind};
pub use text::Text;
pub use timestamp::Timestamp;
pub use transaction::{Transaction, TransactionFamily};
pub use transaction_id::TransactionId;
