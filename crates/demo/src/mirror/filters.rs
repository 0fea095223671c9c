//! Query parameters as the server parses them, and filters with operators: consensus times, and numbers of entities.
//!
//! Keys are read in any case, lists are capped, and unknown names are refused.

use ledger::Timestamp;
use ledger::hex::HexBytes;

use super::Refusal;
use crate::simulation::abi::Word;

/// The last moment that a timestamp can say.
pub(super) const END_OF_TIME: Timestamp = Timestamp { seconds: 9_999_999_999, nanos: 999_999_999 };

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `eq:` or nothing.
    Eq,
    /// `ne:`.
    Ne,
    /// `lt:`.
    Lt,
    /// `lte:`.
    Lte,
    /// `gt:`.
    Gt,
    /// `gte:`.
    Gte,
}

/// The operators of lower bounds.
pub(super) const LOWER: [Operator; 2] = [Operator::Gt, Operator::Gte];
/// The operators of upper bounds.
pub(super) const UPPER: [Operator; 2] = [Operator::Lt, Operator::Lte];

/// Splits a value into its operator, in lower case only, and the rest.
pub(super) fn operator(value: &str) -> Option<(Operator, &str)> {
    let Some((name, rest)) = value.split_once(':') else { return Some((Operator::Eq, value)) };
    let operator = match name {
        "eq" => Operator::Eq,
        "ne" => Operator::Ne,
        "lt" => Operator::Lt,
        "lte" => Operator::Lte,
        "gt" => Operator::Gt,
        "gte" => Operator::Gte,
        _ => return None,
    };
    Some((operator, rest))
}

/// Several conditions on one value, all of which must hold, except that one of several `eq` is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Filter<T> {
    bounds: Vec<(Operator, T)>,
    /// The allowed values; any if empty.
    pub(super) equal: Vec<T>,
    /// The excluded values.
    unequal: Vec<T>,
}

impl<T: Ord + Copy> Filter<T> {
    /// Reads values with operators; what does not parse must have been refused before.
    pub(super) fn parse<'a>(
        values: impl Iterator<Item = &'a str>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Self {
        let mut filter = Self { bounds: Vec::new(), equal: Vec::new(), unequal: Vec::new() };
        for (operator, value) in values.filter_map(operator) {
            let Some(value) = parse(value) else { continue };
            match operator {
                Operator::Eq => filter.equal.push(value),
                Operator::Ne => filter.unequal.push(value),
                bound => filter.bounds.push((bound, value)),
            }
        }
        filter
    }

    /// The only condition with one of these operators; the strict lists allow at most one.
    pub(super) fn bound(&self, of: [Operator; 2]) -> Option<(Operator, T)> {
        self.bounds.iter().find(|(operator, _)| of.contains(operator)).copied()
    }

    /// The number of conditions with one of these operators.
    pub(super) fn count(&self, of: [Operator; 2]) -> usize {
        self.bounds.iter().filter(|(operator, _)| of.contains(operator)).count()
    }

    pub(super) fn is_open(&self) -> bool {
        self.bounds.is_empty() && self.equal.is_empty() && self.unequal.is_empty()
    }

    pub(super) fn admits(&self, value: T) -> bool {
        let within = self.bounds.iter().all(|(operator, bound)| match operator {
            Operator::Lt => value < *bound,
            Operator::Lte => value <= *bound,
            Operator::Gt => value > *bound,
            Operator::Gte => value >= *bound,
            Operator::Eq | Operator::Ne => true,
        });
        within && (self.equal.is_empty() || self.equal.contains(&value)) && !self.unequal.contains(&value)
    }

    /// Bounds around all admitted values, given the smallest and the largest existing one.
    pub(super) fn span(&self, smallest: T, largest: T) -> (T, T) {
        let (mut first, mut last) = (smallest, largest);
        for (operator, bound) in &self.bounds {
            match operator {
                Operator::Gt | Operator::Gte => first = first.max(*bound),
                Operator::Lt | Operator::Lte => last = last.min(*bound),
                Operator::Eq | Operator::Ne => {}
            }
        }
        if let (Some(least), Some(most)) = (self.equal.iter().min(), self.equal.iter().max()) {
            (first, last) = (first.max(*least), last.min(*most));
        }
        (first, last)
    }

    /// Whether a half-open span of time holds anything between the bounds, and every value of an equality condition.
    /// Selects versions of an entity.
    pub(super) fn touches(&self, from: T, to: Option<T>) -> bool {
        let bounds = self.bounds.iter().all(|(operator, bound)| match operator {
            Operator::Lt => from < *bound,
            Operator::Lte => from <= *bound,
            Operator::Gt | Operator::Gte => to.is_none_or(|to| to > *bound),
            Operator::Eq | Operator::Ne => true,
        });
        bounds && self.equal.iter().all(|at| from <= *at && to.is_none_or(|to| to > *at))
    }
}

/// Whether a value is a time, with or without an operator.
pub(super) fn is_time(value: &str) -> bool {
    operator(value).is_some_and(|(_, time)| Timestamp::parse(time).is_some())
}

/// A value that can be compared in any way but by `ne`.
pub(super) fn compared(value: &str) -> Option<&str> {
    operator(value).filter(|(how, _)| *how != Operator::Ne).map(|(_, value)| value)
}

/// A value that can only be compared for equality.
pub(super) fn equal(value: &str) -> Option<&str> {
    operator(value).filter(|(how, _)| *how == Operator::Eq).map(|(_, value)| value)
}

/// Whether a value is `true` or `false`.
pub(super) fn is_flag(value: &str) -> bool {
    equal(value).is_some_and(|flag| flag == "true" || flag == "false")
}

/// A hash, of 48 bytes on the server and 32 in the EVM; it supports only equality.
pub(super) fn hash(value: &str) -> Option<HexBytes> {
    HexBytes::parse(equal(value)?).filter(|hash| hash.len() == 32 || hash.len() == 48)
}

/// A topic or a slot, whose leading zeros may be left out.
pub(super) fn word(value: &str) -> Option<Word> {
    let digits = value.strip_prefix("0x").unwrap_or(value);
    let padded = (1..=64).contains(&digits.len()).then(|| format!("{digits:0>64}"))?;
    HexBytes::parse(&padded)?.bytes().try_into().ok()
}

/// The most values of one parameter.
const MAX_VALUES: usize = 100;
/// Rows on a page, unless asked otherwise, and at most.
const DEFAULT_PAGE_ROWS: usize = 25;
const MAX_PAGE_ROWS: usize = 100;

/// A request's parameters in their order, keys in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Query(Vec<(String, String)>);

/// A parameter that a route knows, and whether a value of it is good.
pub(super) type Known = (&'static str, fn(&str) -> bool);

/// `limit` and `order`, which every list knows.
pub(super) const LIMIT: Known = ("limit", |value| bare(value).parse::<u64>().is_ok_and(|limit| limit > 0));
pub(super) const ORDER: Known =
    ("order", |value| ["asc", "desc"].iter().any(|order| bare(value).eq_ignore_ascii_case(order)));

impl Query {
    /// Reads the part of a URL after `?`.
    /// Errors: `name[member]` makes the real server stumble; more than a hundred values of one name are refused.
    pub(super) fn parse(text: Option<&str>) -> Result<Self, Refusal> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (key, value) in form_urlencoded::parse(text.unwrap_or_default().as_bytes()) {
            let key = key.to_lowercase();
            let key = key.strip_suffix("[]").unwrap_or(&key);
            if key.contains('[') {
                return Err(Refusal::Internal);
            }
            pairs.push((key.to_owned(), value.into_owned()));
        }
        let query = Self(pairs);
        let count = |name: &str| query.0.iter().filter(|(key, _)| key == name).count();
        if query.0.iter().any(|(key, _)| count(key) > MAX_VALUES) {
            let message = "Array limit exceeded. Only 100 elements allowed in an array.";
            return Err(Refusal::Invalid(vec![message.to_owned()]));
        }
        Ok(query)
    }

    /// Checks every value and every name.
    /// Errors: A message for each bad value, then one for each unknown name.
    pub(super) fn check(&self, known: &[Known]) -> Result<(), Refusal> {
        let mut invalid = Vec::new();
        let mut unknown = Vec::new();
        for (key, value) in &self.0 {
            let message = match known.iter().find(|(name, _)| name == key) {
                None => format!("Unknown query parameter: {key}"),
                Some((_, good)) if !good(value) => format!("Invalid parameter: {key}"),
                Some(_) => continue,
            };
            let messages = if message.starts_with('U') { &mut unknown } else { &mut invalid };
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
        invalid.append(&mut unknown);
        if invalid.is_empty() { Ok(()) } else { Err(Refusal::Invalid(invalid)) }
    }

    /// All values of a name, in order.
    pub(super) fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The last value of a name, which wins, without `eq:`.
    pub(super) fn last(&self, name: &'static str) -> Option<&str> {
        self.all(name).last().map(bare)
    }

    pub(super) fn has(&self, name: &'static str) -> bool {
        self.all(name).next().is_some()
    }

    pub(super) fn limit(&self) -> usize {
        let limit = self.last("limit").and_then(|limit| limit.parse().ok());
        limit.unwrap_or(DEFAULT_PAGE_ROWS).min(MAX_PAGE_ROWS)
    }

    pub(super) fn descending(&self, usual: bool) -> bool {
        self.last("order").map_or(usual, |order| order.eq_ignore_ascii_case("desc"))
    }

    /// The query of the following page: the same, with the bound of `key` in the order's direction replaced and moved
    /// to the end. A key with `eq` or `ne` stays unchanged, so the page repeats.
    pub(super) fn next(&self, key: &'static str, descending: bool, bound: &str) -> String {
        let fixed =
            |value: &str| !value.contains(':') || value.starts_with("eq:") || value.starts_with("ne:");
        if self.all(key).any(fixed) {
            return self.to_text();
        }
        let mut pairs = self.0.clone();
        pairs.retain(|pair| !is_bound(pair, key, descending));
        let operator = if descending { "lt" } else { "gt" };
        pairs.push((key.to_owned(), format!("{operator}:{bound}")));
        Self(pairs).to_text()
    }

    /// The same with a bound of this name in the order's direction in place of those it has: behind the other values
    /// of the name, or at the end.
    pub(super) fn rebound(&self, key: &'static str, descending: bool, operator: &str, bound: &str) -> Self {
        let last = self.0.iter().rposition(|(name, _)| name == key).unwrap_or(self.0.len());
        let (before, after) = self.0.split_at_checked(last + 1).unwrap_or((&self.0, &[]));
        let kept = before.iter().filter(|pair| !is_bound(pair, key, descending)).cloned();
        let value = (key.to_owned(), format!("{operator}:{bound}"));
        Self(kept.chain([value]).chain(after.iter().cloned()).collect())
    }

    /// The text after `?`, decoded, as the server writes it into links.
    pub(super) fn to_text(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        pairs.join("&")
    }
}

/// A value without its operator. Like the real server, accepts any operator where only equality makes sense.
fn bare(value: &str) -> &str {
    value.split_once(':').map_or(value, |(_, bare)| bare)
}

/// Whether a parameter is a bound of this name in the order's direction.
fn is_bound((name, value): &(String, String), key: &str, descending: bool) -> bool {
    let starts = if descending { ["lt:", "lte:"] } else { ["gt:", "gte:"] };
    name == key && starts.iter().any(|start| value.starts_with(start))
}
