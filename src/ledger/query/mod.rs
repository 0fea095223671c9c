//! Questions to the mirror node: every parameter of every operation, checked before anything is sent.
//!
//! Each query has a text form as name and value pairs under the documented names, which the filter forms,
//! the places and the client share. A pair that cannot stand is a [`ParameterFault`] that names it.

mod contract;
mod parameter;
mod result;
mod results;
mod schedules;
mod transaction;

pub use contract::ContractQuery;
pub use parameter::{
    BlockHash, BlockNumber, EntityFilter, Limit, Op, Order, ParameterFault, TimestampFilter, range_fault,
};
pub use result::ResultQuery;
pub use results::ResultsQuery;
pub use schedules::SchedulesQuery;
pub use transaction::TransactionQuery;
