//! Queries for transactions: `GET /api/v1/transactions`, with the parameters of real servers, and the family that one
//! id names.

use super::{
    EntityFilter, FLAGS, LIMITS, Limit, ORDERS, Op, Order, ParameterFault, Parameters, TimestampFilter,
    Values as _, not_a_nonce, not_a_time, parameters, parse_index, time_range_fault,
};
use crate::{EntityId, Timestamp, TransactionId};

/// Which transactions, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TransactionsQuery {
    /// `account.id`: the payer, or an account in the transfers.
    pub account: Option<EntityFilter>,
    /// `result`: `success` or `fail`.
    pub result: Option<&'static str>,
    /// `timestamp`: conditions on the consensus time.
    pub timestamp: Vec<TimestampFilter>,
    /// `transactiontype`: one of these types, by the names that records have.
    pub kinds: Vec<String>,
    /// `type`: `credit` or `debit`, for those that do so to the account.
    pub direction: Option<&'static str>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means newest first.
    pub order: Option<Order>,
}

/// Letters of the longest name of a type; no server knows one that is as long.
const MAX_KIND_LETTERS: usize = 64;

impl TransactionsQuery {
    /// All transactions of an account.
    pub fn of_account(id: EntityId) -> Self {
        Self { account: Some(EntityFilter { op: Op::Eq, id }), ..Self::default() }
    }

    /// The only account that passes the filter.
    pub fn one_account(&self) -> Option<EntityId> {
        self.account.filter(|filter| filter.op == Op::Eq).map(|filter| filter.id)
    }
}

fn parse_kind(value: &str) -> Option<String> {
    let is_name = (1..=MAX_KIND_LETTERS).contains(&value.len())
        && value.bytes().all(|letter| letter.is_ascii_alphanumeric());
    is_name.then(|| value.to_ascii_uppercase())
}

/// The word that this is, in any case.
fn one_of(words: [&'static str; 2], value: &str) -> Option<&'static str> {
    words.into_iter().find(|word| value.eq_ignore_ascii_case(word))
}

impl Parameters for TransactionsQuery {
    parameters! { |value, home|
        "account.id" account = EntityFilter::parse(value, home), "write an account's id, such as 0.0.1002";
        "timestamp" timestamp = TimestampFilter::parse(value), not_a_time(value);
        "transactiontype" kinds = parse_kind(value), "write a type's name, such as CRYPTOTRANSFER";
        "result" result = one_of(["success", "fail"], value), "write success or fail";
        "type" direction = one_of(["credit", "debit"], value), "write credit or debit";
        "order" order = Order::parse(value), ORDERS, unless Order::Desc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self::default()
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        time_range_fault(&self.timestamp).into_iter().collect()
    }
}

/// Which family, and which of its members.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionQuery {
    /// Shared by a transaction, its children, its scheduled execution and later tries.
    pub id: TransactionId,
    /// `nonce`: only the member with this nonce.
    pub nonce: Option<u32>,
    /// `scheduled`: only the scheduled execution, or only the others.
    pub scheduled: Option<bool>,
    /// The consensus time of the member to select. It is not sent.
    pub at: Option<Timestamp>,
}

impl TransactionQuery {
    /// The whole family.
    pub fn family(id: TransactionId) -> Self {
        Self { id, nonce: None, scheduled: None, at: None }
    }
}

impl Parameters for TransactionQuery {
    parameters! { |value, _home|
        "nonce" nonce = parse_index(value), not_a_nonce(value);
        "scheduled" scheduled = value.parse().ok(), FLAGS;
        "timestamp" at = Timestamp::parse(value), "write seconds.nanoseconds";
    }

    fn cleared(&self) -> Self {
        Self::family(self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[(&str, &str)]) -> Result<TransactionsQuery, Vec<ParameterFault>> {
        TransactionsQuery::default().with_pairs(pairs.iter().copied(), EntityId::from_num(0))
    }

    #[test]
    fn every_parameter_goes_in_and_out() {
        let pairs = [
            ("account.id", "0.0.1002"),
            ("timestamp", "gte:1795212000.000000000"),
            ("timestamp", "lt:1795213000.500000000"),
            ("transactiontype", "CRYPTOTRANSFER"),
            ("transactiontype", "TOKENMINT"),
            ("result", "fail"),
            ("type", "credit"),
            ("order", "asc"),
            ("limit", "100"),
        ];
        let out = parse(&pairs).unwrap().pairs();
        assert_eq!(out.iter().map(|(n, v)| (*n, v.as_str())).collect::<Vec<_>>(), pairs);
        assert_eq!(
            parse(&[("order", "desc"), ("transactiontype", "TokenMint")]).unwrap().kinds,
            ["TOKENMINT"]
        );
    }

    #[test]
    fn all_faults_are_named_at_once() {
        let pairs = [("account.id", "x"), ("type", "both"), ("transactiontype", "a b"), ("coin", "true")];
        let faults = parse(&pairs).unwrap_err();
        let names: Vec<_> = faults.iter().map(|fault| fault.parameter).collect();
        assert_eq!(names, ["account.id", "type", "transactiontype", "parameter"]);
    }
}
