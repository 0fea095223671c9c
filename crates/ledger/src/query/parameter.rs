//! The values that query parameters take, each with its full documented pattern.

use std::fmt;

use crate::entity_id::decimal;
use crate::{EntityId, HexBytes, Timestamp};

/// An invalid parameter, and the reason for its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {message}")]
pub struct ParameterFault {
    /// The documented name of the parameter.
    pub parameter: &'static str,
    /// The error, and the valid forms.
    pub message: String,
}

impl ParameterFault {
    /// `parameter` is the name as documented, `message` a sentence about the value.
    pub fn new(parameter: &'static str, message: impl Into<String>) -> Self {
        Self { parameter, message: message.into() }
    }
}

/// A comparison before a value, `gte:1795212000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Equal; the default for a value without an operator.
    Eq,
    /// `gt`: greater than the value.
    Gt,
    /// `gte`: greater than or equal to the value.
    Gte,
    /// `lt`: less than the value.
    Lt,
    /// `lte`: less than or equal to the value.
    Lte,
    /// `ne`: any other value; few servers accept it.
    Ne,
}

impl Op {
    /// Every operator, as they are spelled.
    pub const ALL: [(&'static str, Self); 6] = [
        ("eq", Self::Eq),
        ("gt", Self::Gt),
        ("gte", Self::Gte),
        ("lt", Self::Lt),
        ("lte", Self::Lte),
        ("ne", Self::Ne),
    ];

    /// Splits `op:value`; without an operator it is [`Op::Eq`]. `None` if the operator is unknown.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        match text.split_once(':') {
            None => Some((Self::Eq, text)),
            Some((name, value)) => {
                Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, op)| (*op, value))
            }
        }
    }

    /// The prefix of a value, such as `gte:`; empty for equality.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Eq => "",
            Self::Gt => "gt:",
            Self::Gte => "gte:",
            Self::Lt => "lt:",
            Self::Lte => "lte:",
            Self::Ne => "ne:",
        }
    }
}

/// A value of the parameter `timestamp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimestampFilter {
    /// How the time of a row compares with [`Self::at`].
    pub op: Op,
    /// The bound, in seconds and nanoseconds.
    pub at: Timestamp,
}

impl TimestampFilter {
    /// These conditions, for what is later than a time: a lower bound is replaced. `None` if the time must end before.
    pub fn beyond(conditions: &[Self], at: Timestamp) -> Option<Vec<Self>> {
        let is_lower = |it: &Self| matches!(it.op, Op::Gt | Op::Gte);
        let ends = |it: &Self| match it.op {
            Op::Eq => true,
            Op::Lt | Op::Lte => it.at <= at,
            Op::Gt | Op::Gte | Op::Ne => false,
        };
        let others: Vec<Self> = conditions.iter().filter(|it| !is_lower(it)).copied().collect();
        (!others.iter().any(ends)).then(|| [vec![Self { op: Op::Gt, at }], others].concat())
    }

    /// Parses `((eq|gt|gte|lt|lte|ne):)?seconds(.fraction)?` in full.
    pub fn parse(text: &str) -> Option<Self> {
        let (op, at) = Op::split(text)?;
        Some(Self { op, at: Timestamp::parse(at)? })
    }
}

/// Why these conditions together can never hold, if they cannot: an end before its start.
///
/// Some servers answer an impossible range with everything, so it is refused here.
pub fn range_fault(filters: &[TimestampFilter]) -> Option<String> {
    let lower = filters.iter().filter(|f| matches!(f.op, Op::Gt | Op::Gte)).max_by_key(|f| f.at)?;
    let upper = filters.iter().filter(|f| matches!(f.op, Op::Lt | Op::Lte)).min_by_key(|f| f.at)?;
    let open = lower.op == Op::Gt || upper.op == Op::Lt;
    (lower.at > upper.at || (open && lower.at == upper.at))
        .then(|| format!("the range is empty: it ends at {} and starts at {}", upper.at, lower.at))
}

/// A value of `schedule.id` or `account.id`: an entity id with an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntityFilter {
    /// How the id of a row compares with [`Self::id`].
    pub op: Op,
    /// The bound; shard and realm count before the number.
    pub id: EntityId,
}

impl EntityFilter {
    /// Parses `op:shard.realm.num`, completing a short id from `home`.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        let (op, id) = Op::split(text)?;
        Some(Self { op, id: EntityId::parse_short(id, home)? })
    }
}

/// A value of `block.number`: a height. Nineteen digits are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockNumber(pub u64);

impl BlockNumber {
    /// Parses `(eq:)?` and 1 to 19 decimal digits, or `0x` and hex digits that fit 64 bits.
    ///
    /// The documented hex class also admits letters up to Z, by a slip; those are refused here.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("eq:").unwrap_or(text);
        match text.strip_prefix("0x") {
            Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
                u64::from_str_radix(digits, 16).ok().map(Self)
            }
            Some(_) => None,
            None => (text.len() <= 19).then(|| decimal(text).map(Self))?,
        }
    }
}

/// A value of `block.hash`: 32 or 48 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlockHash(HexBytes);

impl BlockHash {
    /// Parses `(eq:)?(0x)?` and 64 or 96 hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("eq:").unwrap_or(text);
        let hash = HexBytes::parse(text)?;
        let digits = text.strip_prefix("0x").unwrap_or(text).len();
        matches!(digits, 64 | 96).then_some(Self(hash))
    }
}

/// A value of `limit`: 1 to 100 rows a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit(u8);

impl Limit {
    /// The largest page.
    pub const MAX: Self = Self(100);

    /// Parses 1 to 100.
    pub fn parse(text: &str) -> Option<Self> {
        let number = decimal(text)?;
        u8::try_from(number).ok().filter(|n| (1..=100).contains(n)).map(Self)
    }

    /// From 1 to 100, the most that servers send.
    pub fn rows(self) -> u8 {
        self.0
    }
}

/// A value of `order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Oldest, or smallest, first.
    Asc,
    /// Newest, or largest, first.
    Desc,
}

impl Order {
    /// Parses `asc` or `desc`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "asc" => Some(Self::Asc),
            "desc" => Some(Self::Desc),
            _ => None,
        }
    }

    /// The value in a request.
    pub fn name(self) -> &'static str {
        match self {
            Self::Asc => "asc",
            Self::Desc => "desc",
        }
    }
}

/// How values of parameters are sent.
macro_rules! shown {
    ($($type:ty: |$it:ident| $shown:expr;)+) => {
        $(impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $it = self;
                $shown.fmt(f)
            }
        })+
    };
}
pub(super) use shown;

shown! {
    TimestampFilter: |it| format_args!("{}{}", it.op.prefix(), it.at);
    EntityFilter: |it| format_args!("{}{}", it.op.prefix(), it.id);
    BlockNumber: |it| it.0;
    BlockHash: |it| it.0.to_hex();
    Limit: |it| it.0;
    Order: |it| it.name();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_numbers_in_both_bases() {
        assert_eq!(BlockNumber::parse("0x10"), Some(BlockNumber(16)));
        assert_eq!(BlockNumber::parse("eq:70002150"), Some(BlockNumber(70_002_150)));
        assert_eq!(BlockNumber::parse("9999999999999999999"), Some(BlockNumber(9_999_999_999_999_999_999)));
        for text in ["", "0x", "0xZ", "gt:5", "-1", "12345678901234567890", "0xfffffffffffffffff"] {
            assert_eq!(BlockNumber::parse(text), None, "{text}");
        }
    }

    #[test]
    fn block_hashes_have_two_lengths() {
        assert!(BlockHash::parse(&"a".repeat(64)).is_some());
        assert!(BlockHash::parse(&format!("eq:0x{}", "a".repeat(96))).is_some());
        for length in [0, 63, 65, 95, 97] {
            assert!(BlockHash::parse(&"a".repeat(length)).is_none(), "{length}");
        }
    }

    #[test]
    fn limits_are_1_to_100() {
        assert_eq!(Limit::parse("100"), Some(Limit::MAX));
        for text in ["", "0", "101", "-1", "1.5", "300"] {
            assert_eq!(Limit::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_empty_range_is_refused_in_words() {
        let filters =
            |list: &[&str]| list.iter().map(|t| TimestampFilter::parse(t).unwrap()).collect::<Vec<_>>();
        assert!(range_fault(&filters(&["gte:5", "lt:5"])).is_some());
        assert!(range_fault(&filters(&["gt:6", "lte:5"])).is_some());
        assert!(range_fault(&filters(&["gte:5", "lte:5"])).is_none());
        assert!(range_fault(&filters(&["gte:5", "ne:7"])).is_none());
    }

    #[test]
    fn operators_are_lower_case_only() {
        assert!(TimestampFilter::parse("GT:5").is_none());
        assert_eq!(TimestampFilter::parse("lt:5").map(|f| f.to_string()).as_deref(), Some("lt:5.000000000"));
    }
}
