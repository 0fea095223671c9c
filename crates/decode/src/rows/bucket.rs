//! A bucket of a count, and the filter that selects its rows.

use ledger::Timestamp;
use ledger::timestamp::DAY_SECONDS;

use super::filter::short_name;
use super::{By, Value};

/// Rows that share a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The shared value. A name with arguments ends with `(`; a time span is given by its start.
    pub value: Value,
    /// Number of rows.
    pub rows: usize,
    /// Number of rows known to have failed.
    pub failed: usize,
}

impl Bucket {
    /// The start of the time span; `None` for other buckets.
    pub fn time(&self) -> Option<Timestamp> {
        if let Value::Time(at) = self.value { Some(at) } else { None }
    }

    /// The terms of a filter that leaves its rows. They were counted `by` what they have in this column, spans of time
    /// in so many seconds.
    pub fn terms(&self, column: usize, by: By, step: Option<u64>, columns: &[&str]) -> Option<String> {
        let field = short_name(columns.get(column)?, columns);
        Some(match (&self.value, by, step) {
            (Value::Nothing, ..) => format!("{field}!=*"),
            (Value::Time(at), By::Time, Some(step)) => {
                let end = Timestamp::from_secs(at.seconds.saturating_add(step));
                format!("{field}>={} {field}<{}", written(*at), written(end))
            }
            (Value::Time(at), ..) => format!("{field}={}", quoted(&at.utc())),
            (Value::Text(text), By::Name, _) if text.ends_with('(') => {
                format!("{field}={}", quoted(&format!("{text}*")))
            }
            (value, ..) => format!("{field}={}", quoted(&value.to_string())),
        })
    }
}

/// The name that a text begins with and the bracket behind it; all of a text that does not begin so.
pub(super) fn name(text: &str) -> &str {
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$')));
    let with_bracket = |end: usize| text.get(..=end).filter(|name| end > 0 && name.ends_with('('));
    end.and_then(with_bracket).unwrap_or(text)
}

/// A time of whole seconds as filters take it, as short as it can be.
fn written(at: Timestamp) -> String {
    let utc = at.utc();
    let end = match at.seconds {
        day if day.is_multiple_of(DAY_SECONDS) => 10,
        minute if minute.is_multiple_of(60) => 16,
        _ => 19,
    };
    utc.get(..end).unwrap_or(&utc).replace(' ', "T")
}

/// A value as the operand of a field. There is no way to write a quote: any text may be in its place.
fn quoted(text: &str) -> String {
    let text = text.replace('"', "*");
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}
