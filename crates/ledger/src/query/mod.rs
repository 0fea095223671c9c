//! Questions to the mirror node: every parameter of every operation, checked before anything is sent.
//!
//! Each query has a text form as name and value pairs under the documented names, which the filter forms, the places
//! and the client share. A pair that cannot stand is a [`ParameterFault`] that names it.

mod account;
mod contract;
mod logs;
mod network;
mod parameter;
mod results;
mod schedules;
mod transactions;

use crate::EntityId;
use crate::entity_id::decimal;

pub use self::network::{BlockQuery, ExchangeRatesQuery, NetworkFeesQuery};
pub use account::{AccountQuery, TokenBalancesQuery};
pub use contract::{ContractCallQuery, ContractQuery, ContractsQuery, StateQuery};
pub use logs::{IndexFilter, LogsQuery, SlotFilter, Topic};
pub use parameter::{
    BlockHash, BlockNumber, EntityFilter, Limit, Op, Order, ParameterFault, TimestampFilter, range_fault,
};
pub use results::{ExecutionQuery, ResultQuery, ResultsQuery};
pub use schedules::{PendingQuery, SchedulesQuery};
pub use transactions::{TransactionQuery, TransactionsQuery};

/// The question of a list, whose parameters are pairs of documented names and values.
pub trait Parameters: Clone {
    /// The query without parameters.
    #[must_use]
    fn cleared(&self) -> Self;

    /// Sets a parameter. A short id is completed from `home`.
    ///
    /// # Errors
    /// The valid forms.
    fn set(&mut self, name: &str, value: &str, home: EntityId) -> Result<(), ParameterFault>;

    /// Errors of parameters that are invalid only in combination.
    fn combination_faults(&self) -> Vec<ParameterFault> {
        Vec::new()
    }

    /// The parameters that differ from the server's defaults, and the limit if one was chosen.
    fn pairs(&self) -> Vec<(&'static str, String)>;

    /// The same question with these parameters only; where a name may not repeat, the last value wins. Short ids are
    /// completed from `home`.
    ///
    /// # Errors
    /// Lists every parameter that is invalid, alone or in combination.
    fn with_pairs<'a>(
        &self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        home: EntityId,
    ) -> Result<Self, Vec<ParameterFault>> {
        let set = |query: &mut Self, name: &str, value: &str| query.set(name, value, home);
        set_pairs(self.cleared(), pairs, set, Self::combination_faults)
    }
}

/// Sets a query by pairs; where a name may not repeat, the last value wins. `combined` says what is invalid only in
/// combination.
///
/// # Errors
/// Lists every parameter that is invalid, alone or in combination.
fn set_pairs<'a, Q, F: IntoIterator<Item = ParameterFault>>(
    mut query: Q,
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    set: impl Fn(&mut Q, &str, &str) -> Result<(), ParameterFault>,
    combined: impl Fn(&Q) -> F,
) -> Result<Q, Vec<ParameterFault>> {
    let set = pairs.into_iter().filter_map(|(name, value)| set(&mut query, name, value).err());
    let mut faults: Vec<ParameterFault> = set.collect();
    faults.extend(combined(&query));
    if faults.is_empty() { Ok(query) } else { Err(faults) }
}

/// The value of a parameter, or the valid forms.
fn valid<T>(value: Option<T>, parameter: &'static str, message: &str) -> Result<T, ParameterFault> {
    value.ok_or_else(|| ParameterFault::new(parameter, message))
}

fn parse_limit(value: &str) -> Result<Limit, ParameterFault> {
    valid(Limit::parse(value), "limit", "a page has 1 to 100 rows")
}

fn parse_order(value: &str) -> Result<Order, ParameterFault> {
    valid(Order::parse(value), "order", "write asc or desc")
}

/// Parses `true` or `false`.
fn parse_flag(value: &str, parameter: &'static str) -> Result<bool, ParameterFault> {
    valid(value.parse().ok(), parameter, "write true or false")
}

fn parse_timestamp(value: &str) -> Result<TimestampFilter, ParameterFault> {
    let valid = "write seconds.nanoseconds, with eq: gt: gte: lt: lte: or ne: before it";
    let fault = || ParameterFault::new("timestamp", format!("{value:?} is not a time: {valid}"));
    TimestampFilter::parse(value).ok_or_else(fault)
}

fn parse_nonce(value: &str) -> Result<u32, ParameterFault> {
    let valid = format!("{value:?} is not a nonce: write a whole number from 0 to {}", i32::MAX);
    parse_index(value).ok_or_else(|| ParameterFault::new("nonce", valid))
}

/// Reads a whole number that servers hold in 32 bits with a sign.
fn parse_index(value: &str) -> Option<u32> {
    decimal(value).and_then(|n| i32::try_from(n).ok()).and_then(|n| u32::try_from(n).ok())
}

/// The fault of a parameter that an operation does not have.
fn unknown(name: &str) -> ParameterFault {
    ParameterFault::new("parameter", format!("{name:?} is not a parameter here"))
}

/// The fault of times that can never hold together.
fn time_range_fault(times: &[TimestampFilter]) -> Option<ParameterFault> {
    range_fault(times).map(|fault| ParameterFault::new("timestamp", fault))
}

/// Values of one parameter, as they are sent.
fn sent<'a, T: ToString + 'a>(
    name: &'static str,
    values: impl IntoIterator<Item = &'a T>,
) -> impl Iterator<Item = (&'static str, String)> {
    values.into_iter().map(move |value| (name, value.to_string()))
}

/// The order and the limit as they are sent: the order unless it is the server's own.
fn sent_paging(
    order: Option<Order>,
    usual: Order,
    limit: Option<Limit>,
) -> impl Iterator<Item = (&'static str, String)> {
    let order = order.filter(|order| *order != usual).map(|order| ("order", order.name().to_owned()));
    order.into_iter().chain(limit.map(|limit| ("limit", limit.rows().to_string())))
}
