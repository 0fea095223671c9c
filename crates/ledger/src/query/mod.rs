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

use std::slice;

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

/// A question with parameters, which are pairs of documented names and values.
pub trait Parameters: Clone {
    /// The names of the parameters, in the order of the form.
    const NAMES: &'static [&'static str];

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
        let mut query = self.cleared();
        let set = pairs.into_iter().filter_map(|(name, value)| query.set(name, value, home).err());
        let mut faults: Vec<ParameterFault> = set.collect();
        faults.extend(query.combination_faults());
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }
}

/// The table of a question's parameters: the name of each, its field, how its value is parsed, and the valid forms. A value that
/// is the server's default, written after `unless`, is not sent.
macro_rules! parameters {
    (|$value:ident, $home:ident| $(
        $name:literal $field:ident$([$at:literal])? = $parsed:expr, $valid:expr $(, unless $usual:expr)?;
    )+) => {
        const NAMES: &'static [&'static str] = &[$($name),+];

        fn set(&mut self, name: &str, $value: &str, $home: EntityId) -> Result<(), ParameterFault> {
            match name {
                $($name => {
                    let parsed = $parsed.ok_or_else(|| ParameterFault::new($name, $valid))?;
                    self.$field$([$at])?.put(parsed);
                })+
                _ => {
                    let message = format!("{name:?} is not a parameter here");
                    return Err(ParameterFault::new("parameter", message));
                }
            }
            Ok(())
        }

        fn pairs(&self) -> Vec<(&'static str, String)> {
            let mut pairs = Vec::new();
            $(
                let values = self.$field$([$at])?.values().iter()$(.filter(|value| **value != $usual))?;
                pairs.extend(values.map(|value| ($name, value.to_string())));
            )+
            pairs
        }
    };
}
use parameters;

/// A field that holds the values of a parameter.
trait Values<T> {
    /// Adds a value, or replaces the only one.
    fn put(&mut self, value: T);

    fn values(&self) -> &[T];
}

impl<T> Values<T> for Option<T> {
    fn put(&mut self, value: T) {
        *self = Some(value);
    }

    fn values(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T> Values<T> for Vec<T> {
    fn put(&mut self, value: T) {
        self.push(value);
    }

    fn values(&self) -> &[T] {
        self
    }
}

impl Values<Self> for bool {
    fn put(&mut self, value: Self) {
        *self = value;
    }

    fn values(&self) -> &[Self] {
        slice::from_ref(self)
    }
}

const LIMITS: &str = "a page has 1 to 100 rows";
const ORDERS: &str = "write asc or desc";
const FLAGS: &str = "write true or false";

fn not_a_time(value: &str) -> String {
    format!("{value:?} is not a time: write seconds.nanoseconds, with eq: gt: gte: lt: lte: or ne: before it")
}

fn not_a_nonce(value: &str) -> String {
    format!("{value:?} is not a nonce: write a whole number from 0 to {}", i32::MAX)
}

/// Reads a whole number that servers hold in 32 bits with a sign.
fn parse_index(value: &str) -> Option<u32> {
    decimal(value).and_then(|n| i32::try_from(n).ok()).and_then(|n| u32::try_from(n).ok())
}

/// The fault of times that can never hold together.
fn time_range_fault(times: &[TimestampFilter]) -> Option<ParameterFault> {
    range_fault(times).map(|fault| ParameterFault::new("timestamp", fault))
}
