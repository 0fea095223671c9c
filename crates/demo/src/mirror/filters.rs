//! Filters with operators: consensus times, and numbers of entities.

use ledger::Timestamp;
use ledger::hex::HexBytes;

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
