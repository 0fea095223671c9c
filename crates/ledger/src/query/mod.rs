//! Questions to the mirror node: every parameter of every operation, checked before anything is sent.
//!
//! Each query has a text form as name and value pairs under the documented names, which the filter forms,
//! the places and the client share. A pair that cannot stand is a [`ParameterFault`] that names it.

mod account;
mod block;
mod contract;
mod contract_call;
mod contracts;
mod exchange_rates;
mod execution;
mod logs;
mod network_fees;
mod pairs;
mod parameter;
mod pending;
mod result;
mod results;
mod schedules;
mod state;
mod token_balances;
mod transaction;
mod transactions;
mod word;

pub use account::AccountQuery;
pub use block::BlockQuery;
pub use contract::ContractQuery;
pub use contract_call::ContractCallQuery;
pub use contracts::ContractsQuery;
pub use exchange_rates::ExchangeRatesQuery;
pub use execution::ExecutionQuery;
pub use logs::LogsQuery;
pub use network_fees::NetworkFeesQuery;
pub use pairs::Parameters;
pub use parameter::{
    BlockHash, BlockNumber, EntityFilter, Limit, Op, Order, ParameterFault, TimestampFilter, range_fault,
};
pub use pending::PendingQuery;
pub use result::ResultQuery;
pub use results::ResultsQuery;
pub use schedules::SchedulesQuery;
pub use state::StateQuery;
pub use token_balances::TokenBalancesQuery;
pub use transaction::TransactionQuery;
pub use transactions::TransactionsQuery;
pub use word::{IndexFilter, SlotFilter, Topic};
