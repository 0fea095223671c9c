//! Completions for the last term of a local filter: a field name, or a value in its column.

use super::filter::{column, split};
use super::{Tallied, field_name};

/// Maximum number of completions that are offered.
const MAX_COMPLETIONS: usize = 40;

/// The incomplete term at the end of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing<'a> {
    /// A text that may become the name of a field.
    Field {
        /// The text before the name, with a `!` if the term has one.
        before: &'a str,
        /// The beginning of the name.
        name: &'a str,
    },
    /// A value after a field's name and relation.
    Value {
        /// The text before the value; it ends with the relation.
        before: &'a str,
        /// The index of the field's column in the list.
        column: usize,
        /// The beginning of the value.
        value: &'a str,
    },
}

impl<'a> Typing<'a> {
    /// The end of the text.
    pub fn at_end(text: &'a str, columns: &[&str]) -> Option<Self> {
        let is_quoted = text.matches('"').count() % 2 == 1;
        let start = text.rfind(char::is_whitespace).filter(|_| !is_quoted).map_or(0, |at| at + 1);
        let start = if is_quoted { text.rfind('"')?.min(start) } else { start };
        let (before, word) = text.split_at_checked(start)?;
        let mark = word.len() - word.trim_start_matches('!').len();
        let (before, word) = (text.get(..before.len() + mark)?, word.get(mark..)?);
        match split(word) {
            Some((name, sign, value)) => {
                let lead = before.len() + name.len() + sign.len();
                Some(Self::Value { before: text.get(..lead)?, column: column(name, columns)?, value })
            }
            None => Some(Self::Field { before, name: word }),
        }
    }

    /// The texts that complete it; `values` are those of its column.
    pub fn completions(self, columns: &[&str], values: Option<&Tallied>) -> Vec<String> {
        match self {
            Self::Field { before, name } => {
                let name = name.to_ascii_lowercase();
                let fields = columns.iter().map(|column| field_name(column));
                let fitting = fields.filter(|field| field.starts_with(&name));
                fitting.map(|field| format!("{before}{field}=")).collect()
            }
            Self::Value { before, value, .. } => {
                let wanted = value.to_lowercase();
                let all = values
                    .into_iter()
                    .flat_map(|tallied| &*tallied.buckets)
                    .map(|bucket| bucket.value.to_string());
                let fitting = all.filter(|text| !text.is_empty() && text.to_lowercase().starts_with(&wanted));
                let quoted = |text: String| {
                    if text.contains(char::is_whitespace) {
                        format!("{before}\"{text}\"")
                    } else {
                        format!("{before}{text}")
                    }
                };
                fitting.take(MAX_COMPLETIONS).map(quoted).collect()
            }
        }
    }
}
