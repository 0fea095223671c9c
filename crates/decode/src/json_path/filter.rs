//! Evaluates the filters of a JSON path. Numbers are compared as decimals: exact for amounts of any length.

use std::cmp::Ordering;

use serde_json::Value;

use super::looks::Halt;
use super::path::{Comparison, Operand, Test};
use super::walk::Walk;

/// How many bytes of text count as one look.
const BYTES_PER_LOOK: usize = 64;

impl Walk<'_> {
    /// Whether the value on a line passes a test.
    pub(super) fn passes(&mut self, test: &Test, at: usize) -> Result<bool, Halt> {
        Ok(match test {
            Test::Any(tests) => self.first(tests, at, true)?,
            Test::All(tests) => !self.first(tests, at, false)?,
            Test::Not(test) => !self.passes(test, at)?,
            Test::Exists(query) => !self.query(query, at)?.is_empty(),
            Test::Compare(left, comparison, right) => {
                let (left, right) = (self.operand(left, at)?, self.operand(right, at)?);
                compare(left.as_deref(), *comparison, right.as_deref())
            }
            Test::Matches(of, pattern) => {
                let matched =
                    self.operand(of, at)?.and_then(|json| serde_json::from_str::<String>(&json).ok());
                matched.map_or(Ok(false), |matched| pattern.is_match(&matched, &mut self.looks))?
            }
        })
    }

    /// Whether one of these tests returns `wanted`.
    fn first(&mut self, tests: &[Test], at: usize, wanted: bool) -> Result<bool, Halt> {
        for test in tests {
            if self.passes(test, at)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of an operand as JSON; `None` unless there is exactly one.
    fn operand(&mut self, operand: &Operand, at: usize) -> Result<Option<String>, Halt> {
        Ok(match operand {
            Operand::Literal(json) => Some(json.clone()),
            Operand::Value(query) => match self.query(query, at)?[..] {
                [found] => {
                    let range = self.lines.value(found);
                    self.looks.take(range.len() / BYTES_PER_LOOK)?;
                    self.lines.raw().raw().get(range).map(str::to_owned)
                }
                _ => None,
            },
            Operand::Count(query) => Some(self.query(query, at)?.len().to_string()),
            Operand::Length(of) => {
                let json = self.operand(of, at)?;
                let value = json.and_then(|json| serde_json::from_str(&json).ok());
                value.and_then(|value| length(&value)).map(|length| length.to_string())
            }
        })
    }
}

fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(items) => Some(items.len()),
        Value::Object(fields) => Some(fields.len()),
        _ => None,
    }
}

/// Compares two values. Only numbers and strings are less or greater, and only than one another.
fn compare(left: Option<&str>, comparison: Comparison, right: Option<&str>) -> bool {
    let order = match (left, right) {
        (None, None) => Some(Ordering::Equal),
        (Some(left), Some(right)) => order(left, right),
        _ => None,
    };
    let is_ordered = left.zip(right).is_some_and(|(left, right)| {
        is_number(left) && is_number(right) || left.starts_with('"') && right.starts_with('"')
    });
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::NotEqual => order != Some(Ordering::Equal),
        Comparison::Less => is_ordered && order == Some(Ordering::Less),
        Comparison::Greater => is_ordered && order == Some(Ordering::Greater),
        Comparison::LessOrEqual => {
            order == Some(Ordering::Equal) || is_ordered && order == Some(Ordering::Less)
        }
        Comparison::GreaterOrEqual => {
            order == Some(Ordering::Equal) || is_ordered && order == Some(Ordering::Greater)
        }
    }
}

/// The order of two values; `None` if they are not comparable.
fn order(left: &str, right: &str) -> Option<Ordering> {
    if is_number(left) && is_number(right) {
        return Some(compare_numbers(left, right));
    }
    match (serde_json::from_str(left).ok()?, serde_json::from_str(right).ok()?) {
        (Value::String(left), Value::String(right)) => Some(left.cmp(&right)),
        (left, right) => (left == right).then_some(Ordering::Equal),
    }
}

fn is_number(json: &str) -> bool {
    json.starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

/// Compares two numbers of JSON exactly.
fn compare_numbers(left: &str, right: &str) -> Ordering {
    let ((left_sign, left), (right_sign, right)) = (decimal(left), decimal(right));
    left_sign.cmp(&right_sign).then_with(|| if left_sign < 0 { right.cmp(&left) } else { left.cmp(&right) })
}

/// The sign of a number, and its size: the power of ten of its first digit, and its digits.
fn decimal(number: &str) -> (i8, (i64, String)) {
    let (sign, size) = number.strip_prefix('-').map_or((1, number), |size| (-1, size));
    let (mantissa, exponent) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_start_matches('0');
    let zeros = digits.len() - significant.len();
    let significant = significant.trim_end_matches('0').to_owned();
    if significant.is_empty() {
        return (0, (0, significant));
    }
    // One that does not fit is beyond any other.
    let overflow = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let exponent = exponent.trim_start_matches('+').parse().unwrap_or(overflow);
    let place = i64::try_from(whole.len()).unwrap_or(i64::MAX) - i64::try_from(zeros).unwrap_or(i64::MAX);
    (sign, (place.saturating_add(exponent), significant))
}
