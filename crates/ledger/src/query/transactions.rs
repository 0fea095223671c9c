//! Queries for transactions: `GET /api/v1/transactions`, with the parameters of real servers, and the family that one
//! id names.

use super::{
    EntityFilter, Limit, Op, Order, ParameterFault, Parameters, TimestampFilter, parse_flag, parse_limit,
    parse_nonce, parse_order, parse_timestamp, sent, sent_paging, set_pairs, time_range_fault, unknown,
    valid,
};
use crate::{EntityId, Timestamp, TransactionId};

/// Which transactions, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct TransactionsQuery {
    /// `account.id`: the payer, or an account in the transfers.
    pub account: Option<EntityFilter>,
    /// `result`: those that succeeded, or those that failed.
    pub succeeded: Option<bool>,
    /// `timestamp`: conditions on the consensus time.
    pub timestamp: Vec<TimestampFilter>,
    /// `transactiontype`: one of these types, by the names that records have.
    pub kinds: Vec<String>,
    /// `type`: those that credit the account, or those that debit it.
    pub credits: Option<bool>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means newest first.
    pub order: Option<Order>,
}

/// Letters of the longest name of a type; no server knows one that is as long.
const MAX_KIND_LETTERS: usize = 64;

impl TransactionsQuery {
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 7] =
        ["account.id", "timestamp", "transactiontype", "result", "type", "order", "limit"];

    /// All transactions of an account.
    pub fn of_account(id: EntityId) -> Self {
        Self { account: Some(EntityFilter { op: Op::Eq, id }), ..Self::default() }
    }

    /// The only account that passes the filter.
    pub fn one_account(&self) -> Option<EntityId> {
        self.account.filter(|filter| filter.op == Op::Eq).map(|filter| filter.id)
    }
}

impl Parameters for TransactionsQuery {
    fn cleared(&self) -> Self {
        Self::default()
    }

    fn set(&mut self, name: &str, value: &str, home: EntityId) -> Result<(), ParameterFault> {
        let either = |name, yes: &str, no: &str| match value {
            _ if value.eq_ignore_ascii_case(yes) => Ok(Some(true)),
            _ if value.eq_ignore_ascii_case(no) => Ok(Some(false)),
            _ => Err(ParameterFault::new(name, format!("write {yes} or {no}"))),
        };
        match name {
            "account.id" => {
                let message = "write an account's id, such as 0.0.1002";
                self.account = Some(valid(EntityFilter::parse(value, home), "account.id", message)?);
            }
            "result" => self.succeeded = either("result", "success", "fail")?,
            "type" => self.credits = either("type", "credit", "debit")?,
            "timestamp" => self.timestamp.push(parse_timestamp(value)?),
            "transactiontype" => {
                let is_name = (1..=MAX_KIND_LETTERS).contains(&value.len())
                    && value.bytes().all(|letter| letter.is_ascii_alphanumeric());
                let kind = is_name.then(|| value.to_ascii_uppercase());
                self.kinds.push(valid(
                    kind,
                    "transactiontype",
                    "write a type's name, such as CRYPTOTRANSFER",
                )?);
            }
            "limit" => self.limit = Some(parse_limit(value)?),
            "order" => self.order = Some(parse_order(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        time_range_fault(&self.timestamp).into_iter().collect()
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        let either = |name, set: Option<bool>, yes: &str, no: &str| {
            set.map(|set| (name, if set { yes } else { no }.to_owned()))
        };
        sent("account.id", &self.account)
            .chain(sent("timestamp", &self.timestamp))
            .chain(sent("transactiontype", &self.kinds))
            .chain(either("result", self.succeeded, "success", "fail"))
            .chain(either("type", self.credits, "credit", "debit"))
            .chain(sent_paging(self.order, Order::Desc, self.limit))
            .collect()
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

    /// Parses pairs of documented names and values; the last value of a name wins.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn from_pairs<'a>(
        id: TransactionId,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ParameterFault>> {
        set_pairs(Self::family(id), pairs, Self::set, |_| None)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterFault> {
        match name {
            "nonce" => self.nonce = Some(parse_nonce(value)?),
            "scheduled" => self.scheduled = Some(parse_flag(value, "scheduled")?),
            "timestamp" => {
                self.at = Some(valid(Timestamp::parse(value), "timestamp", "write seconds.nanoseconds")?);
            }
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The parameters that are set; without `at` they are those to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("nonce", &self.nonce)
            .chain(sent("scheduled", &self.scheduled))
            .chain(sent("timestamp", &self.at))
            .collect()
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
