//! `GET /api/v1/contracts/{contractIdOrAddress}/results/logs`: the events of a contract, with the rules that real
//! servers have for their filters, and the values of filters on logs and storage.

use std::fmt;

use super::parameter::shown;
use super::{
    LIMITS, Limit, ORDERS, Op, Order, ParameterFault, Parameters, TimestampFilter, Values as _, not_a_time,
    parameters, range_fault,
};
use crate::entity_id::decimal;
use crate::{ContractRef, EntityId, HexBytes, Timestamp};

/// Which events of which contract, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LogsQuery {
    /// The path parameter `contractIdOrAddress`.
    pub contract: ContractRef,
    /// `topic0` to `topic3`: of several values of one, any.
    pub topics: [Vec<Topic>; 4],
    /// `timestamp`: conditions on the consensus time.
    pub timestamp: Vec<TimestampFilter>,
    /// `index`: conditions on the position within the transaction.
    pub index: Vec<IndexFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means newest first.
    pub order: Option<Order>,
}

const TOPICS: &str = "a topic is at most 64 hex digits, with or without 0x";

impl LogsQuery {
    /// The longest span of time in which servers search for topics, seconds: seven days.
    pub const MAX_SPAN_SECONDS: u64 = 7 * 24 * 60 * 60;

    /// All events of a contract.
    pub fn all(contract: ContractRef) -> Self {
        Self {
            contract,
            topics: Default::default(),
            timestamp: Vec::new(),
            index: Vec::new(),
            limit: None,
            order: None,
        }
    }

    /// Why servers reject the timestamp filter: they accept one time, or at most one bound on each side.
    fn time_fault(&self) -> Option<String> {
        let count = |ops: &[Op]| self.timestamp.iter().filter(|filter| ops.contains(&filter.op)).count();
        let (exact, lower, upper) = (count(&[Op::Eq]), count(&[Op::Gt, Op::Gte]), count(&[Op::Lt, Op::Lte]));
        if count(&[Op::Ne]) > 0 {
            return Some("events cannot be asked for by what their time is not".to_owned());
        }
        if exact > 1 || lower > 1 || upper > 1 || (exact == 1 && lower + upper > 0) {
            return Some("give one time, or one bound on each side".to_owned());
        }
        range_fault(&self.timestamp)
    }

    /// Why servers reject the index filter, if they do: an exact index needs an exact timestamp, a bound on the index
    /// needs a timestamp bound in the same direction.
    fn index_fault(&self) -> Option<&'static str> {
        let beside =
            |ops: &[Op]| self.timestamp.iter().any(|filter| filter.op == Op::Eq || ops.contains(&filter.op));
        self.index.iter().find_map(|filter| match filter.op {
            Op::Ne => Some("events cannot be asked for by what their index is not"),
            Op::Eq if !beside(&[]) => Some("an index needs the exact time beside it"),
            Op::Gt | Op::Gte if !beside(&[Op::Gte]) => Some("a lower bound needs a time with gte: beside it"),
            Op::Lt | Op::Lte if !beside(&[Op::Lte]) => {
                Some("an upper bound needs a time with lte: beside it")
            }
            _ => None,
        })
    }

    /// Whether the query filters by topics.
    pub fn has_topics(&self) -> bool {
        self.topics.iter().any(|topics| !topics.is_empty())
    }

    /// Whether the time span is too long for servers to search it for topics.
    pub fn wants_windows(&self) -> bool {
        if !self.has_topics() || self.timestamp.iter().any(|filter| filter.op == Op::Eq) {
            return false;
        }
        let at = |ops: &[Op]| self.timestamp.iter().find(|filter| ops.contains(&filter.op)).map(|f| f.at);
        match (at(&[Op::Gt, Op::Gte]), at(&[Op::Lt, Op::Lte])) {
            (Some(from), Some(to)) => {
                to.since(from) > Timestamp::from_secs(Self::MAX_SPAN_SECONDS).as_nanos()
            }
            _ => true,
        }
    }
}

impl Parameters for LogsQuery {
    parameters! { |value, _home|
        "topic0" topics[0] = Topic::parse(value), TOPICS;
        "topic1" topics[1] = Topic::parse(value), TOPICS;
        "topic2" topics[2] = Topic::parse(value), TOPICS;
        "topic3" topics[3] = Topic::parse(value), TOPICS;
        "timestamp" timestamp = TimestampFilter::parse(value), not_a_time(value);
        "index" index = IndexFilter::parse(value),
            "write a position such as 3, with gt: gte: lt: or lte: before it for a range";
        "order" order = Order::parse(value), ORDERS, unless Order::Desc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self::all(self.contract)
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        let time = self.time_fault().map(|fault| ParameterFault::new("timestamp", fault));
        let index = self.index_fault().map(|fault| ParameterFault::new("index", fault));
        time.into_iter().chain(index).collect()
    }
}

/// A value of `topic0` to `topic3`: at most 32 bytes, compared without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic(HexBytes);

impl Topic {
    /// Parses 1 to 64 hex digits with or without `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        word(text).map(Self)
    }

    /// A topic in full, as in a log.
    pub fn new(word: HexBytes) -> Self {
        Self(word)
    }

    /// All 32 bytes, with leading zeros.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// A value of `slot`: at most 32 bytes with an operator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SlotFilter {
    /// How to compare; servers refuse `ne`.
    pub op: Op,
    /// The slot's number, big-endian.
    pub slot: HexBytes,
}

impl SlotFilter {
    /// Parses `op:` and 1 to 64 hex digits with or without `0x`.
    pub fn parse(text: &str) -> Option<Self> {
        let (op, slot) = Op::split(text)?;
        (op != Op::Ne).then_some(Self { op, slot: word(slot)? })
    }
}

/// A value of `index`: a position with an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexFilter {
    /// How to compare; servers refuse `ne`.
    pub op: Op,
    /// The position within the transaction, from 0.
    pub index: u32,
}

impl IndexFilter {
    /// Parses `op:` and a whole number up to 2³¹-1.
    pub fn parse(text: &str) -> Option<Self> {
        let (op, index) = Op::split(text)?;
        let index = i32::try_from(decimal(index)?).ok()?;
        Some(Self { op, index: u32::try_from(index).ok()? })
    }
}

shown! {
    Topic: |it| it.0.to_hex();
    SlotFilter: |it| format_args!("{}{}", it.op.prefix(), it.slot.to_hex());
    IndexFilter: |it| format_args!("{}{}", it.op.prefix(), it.index);
}

/// One to 64 hex digits with or without `0x`.
fn word(text: &str) -> Option<HexBytes> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    (1..=64).contains(&digits.len()).then(|| HexBytes::parse(digits))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[(&str, &str)]) -> Result<LogsQuery, Vec<ParameterFault>> {
        let all = LogsQuery::all(ContractRef::Id(EntityId::from_num(5001)));
        all.with_pairs(pairs.iter().copied(), EntityId::from_num(0))
    }

    fn fault(pairs: &[(&str, &str)]) -> &'static str {
        parse(pairs).unwrap_err()[0].parameter
    }

    #[test]
    fn every_parameter_goes_in_and_out() {
        let topic = format!("0x{}", "ab".repeat(32));
        let pairs = [
            ("topic0", topic.as_str()),
            ("topic0", "0x01"),
            ("topic3", "0x02"),
            ("timestamp", "gte:1795212000.000000000"),
            ("timestamp", "lte:1795213000.500000000"),
            ("index", "lt:7"),
            ("order", "asc"),
            ("limit", "100"),
        ];
        let out = parse(&pairs).unwrap().pairs();
        assert_eq!(out.iter().map(|(n, v)| (*n, v.as_str())).collect::<Vec<_>>(), pairs);
        assert_eq!(parse(&[("order", "desc")]).unwrap().pairs(), []);
    }

    #[test]
    fn what_servers_refuse_is_refused_here() {
        assert_eq!(fault(&[("timestamp", "ne:5")]), "timestamp");
        assert_eq!(fault(&[("timestamp", "5"), ("timestamp", "gt:4")]), "timestamp");
        assert_eq!(fault(&[("timestamp", "gt:5"), ("timestamp", "gte:6")]), "timestamp");
        assert_eq!(fault(&[("timestamp", "gt:6"), ("timestamp", "lt:5")]), "timestamp");
        assert_eq!(fault(&[("index", "1")]), "index");
        assert_eq!(fault(&[("index", "gt:1"), ("timestamp", "gt:5")]), "index");
        assert_eq!(fault(&[("topic0", "0xzz")]), "topic0");
        assert_eq!(fault(&[("topic4", "0x1")]), "parameter");
        assert!(parse(&[("index", "1"), ("timestamp", "5")]).is_ok());
    }

    #[test]
    fn topics_are_searched_in_spans_of_seven_days() {
        let wants = |pairs: &[(&str, &str)]| parse(pairs).unwrap().wants_windows();
        assert!(!wants(&[]));
        assert!(wants(&[("topic0", "0x1")]));
        assert!(wants(&[("topic0", "0x1"), ("timestamp", "gte:1795212000")]));
        assert!(!wants(&[("topic0", "0x1"), ("timestamp", "1795212000")]));
        let week = ("timestamp", "gte:1795212000");
        assert!(!wants(&[("topic1", "0x1"), week, ("timestamp", "lte:1795816800")]));
        assert!(wants(&[("topic1", "0x1"), week, ("timestamp", "lte:1795816800.000000001")]));
    }

    #[test]
    fn words_are_of_one_to_64_digits() {
        assert_eq!(Topic::parse("0x1").unwrap().to_string(), "0x01");
        assert_eq!(Topic::parse(&"f".repeat(64)).unwrap().bytes().len(), 32);
        for text in ["", "0x", "0xzz", "0xabé", &"f".repeat(65)] {
            assert_eq!(Topic::parse(text), None, "{text}");
        }
        assert_eq!(SlotFilter::parse("gte:0x10").unwrap().to_string(), "gte:0x10");
        assert_eq!(SlotFilter::parse("ne:0x10"), None);
    }

    #[test]
    fn positions_fit_31_bits() {
        assert_eq!(IndexFilter::parse("lt:7").unwrap().to_string(), "lt:7");
        for text in ["", "-1", "2147483648", "x:1"] {
            assert_eq!(IndexFilter::parse(text), None, "{text}");
        }
    }
}
