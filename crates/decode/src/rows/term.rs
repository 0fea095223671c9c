//! One term of a local filter: a text, a pattern, or a condition on a field, with its errors and completions.

use ledger::text::visible;
use ledger::{Labelled, Timestamp};
use regex::Regex;

use super::RowValues;
use super::sought::{Sought, literal};
use super::values::{FAILURE, SUCCESS, ValueRef};
use crate::{Known, pattern};

/// A condition on a row.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) negated: bool,
    pub(super) test: Test,
}

#[derive(Clone, Debug)]
pub(super) enum Test {
    /// A text in any cell, or in the label of an entity in it.
    Text(Sought, Option<Regex>),
    /// A pattern that any cell matches.
    Pattern(Regex),
    /// A condition on the cell of this column.
    Field { column: usize, relation: Relation },
}

/// A condition on a field.
#[derive(Clone, Debug)]
pub(super) enum Relation {
    /// Equals this text, in which `*` matches any text.
    Is { text: Regex, number: Option<i128> },
    /// Contains a match of one of these.
    Has(Regex, Option<Regex>),
    /// Compares with a number or a time.
    Compares { order: Order, number: Option<i128>, time: Option<Timestamp> },
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Order {
    fn holds<T: PartialOrd>(self, one: &T, other: &T) -> bool {
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::More => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

/// The regular expression for a text with `*` wildcards, ignoring case; `other` is an alternative pattern for the
/// complete text. A column with outcomes accepts several words per outcome.
pub(super) fn glob(text: &str, of_success: bool, other: Option<String>) -> Option<Regex> {
    let lower = text.to_ascii_lowercase();
    let text = match lower.as_str() {
        "failed" | "fail" | "failure" | "error" | "reverted" if of_success => FAILURE,
        "ok" | "succeeded" | "success" if of_success => SUCCESS,
        _ => text,
    };
    let parts: Vec<String> = text.split('*').map(literal).collect();
    let whole = [parts.join(".*")].into_iter().chain(other).collect::<Vec<_>>().join("|");
    pattern::compile_caseless(&format!("^(?:{whole})$"))
}

/// Tests rows one by one and reuses buffers between tests.
#[derive(Debug)]
pub(super) struct Tester<'a> {
    terms: &'a [Term],
    /// The columns in which texts are not looked for.
    quiet: &'a [usize],
    /// Whether times are written in the machine's zone.
    is_local: bool,
    text: String,
}

impl<'a> Tester<'a> {
    pub(super) fn new(terms: &'a [Term], quiet: &'a [usize], is_local: bool) -> Self {
        Self { terms, quiet, is_local, text: String::new() }
    }

    /// Whether a row passes every term.
    pub(super) fn passes(&mut self, values: &RowValues, row: usize) -> bool {
        self.terms.iter().all(|term| {
            let passes = match &term.test {
                Test::Field { column, relation } => self.relates(values.get(row, *column), relation),
                test => {
                    let mut cells = values.row(row).enumerate().filter(|(at, _)| !self.quiet.contains(at));
                    cells.any(|(_, value)| self.fits(value, test))
                }
            };
            passes != term.negated
        })
    }

    fn time(&self, at: Timestamp) -> String {
        if self.is_local { at.local() } else { at.utc() }
    }

    /// The text of a value, as a user would write it.
    fn written<'t>(&'t mut self, value: ValueRef<'t>) -> &'t str {
        match value {
            ValueRef::Text(text) => text,
            ValueRef::Nothing => "",
            ValueRef::Number(number) => {
                self.text = number.to_string();
                &self.text
            }
            ValueRef::Time(at) => {
                self.text = self.time(at);
                &self.text
            }
        }
    }

    fn fits(&mut self, value: ValueRef<'_>, test: &Test) -> bool {
        if value == ValueRef::Nothing {
            return false;
        }
        let written = self.written(value);
        match test {
            Test::Text(sought, labelled) => {
                sought.is_in(written) || labelled.as_ref().is_some_and(|it| it.is_match(written))
            }
            Test::Pattern(pattern) => pattern.is_match(written),
            Test::Field { .. } => false,
        }
    }

    fn relates(&mut self, value: ValueRef<'_>, relation: &Relation) -> bool {
        match (relation, value) {
            (_, ValueRef::Nothing) => false,
            (Relation::Is { number: Some(wanted), .. }, ValueRef::Number(number)) => number == *wanted,
            // A time is given by as much of it as one wants: its day, its minute.
            (Relation::Is { text: pattern, .. }, ValueRef::Time(at)) => {
                let written = self.time(at);
                let ends = written.char_indices().map(|(at, _)| at).chain([written.len()]);
                ends.filter_map(|end| written.get(..end)).any(|beginning| pattern.is_match(beginning))
            }
            (Relation::Is { text: pattern, .. }, value) => pattern.is_match(self.written(value)),
            (Relation::Has(pattern, other), value) => {
                let written = self.written(value);
                pattern.is_match(written) || other.as_ref().is_some_and(|it| it.is_match(written))
            }
            (Relation::Compares { order, number: Some(wanted), .. }, ValueRef::Number(number)) => {
                order.holds(&number, wanted)
            }
            (Relation::Compares { order, time: Some(wanted), .. }, ValueRef::Time(at)) => {
                order.holds(&at, wanted)
            }
            (Relation::Compares { .. }, _) => false,
        }
    }
}

/// The fewest letters of a text that is looked for in labels.
const MIN_LETTERS: usize = 2;

/// The labels that a term can name.
pub(super) struct Named<'a> {
    pub(super) known: &'a Known,
    /// The spellings of the entities named so far.
    pub(super) spellings: &'a mut Vec<String>,
}

impl Named<'_> {
    /// A pattern for a complete cell that names an entity with this label.
    pub(super) fn whole(&mut self, label: &str) -> Result<Regex, Fault> {
        let any = self.labelled(label)?;
        pattern::compile_caseless(&format!("^(?:{any})$"))
            .ok_or_else(|| Fault::UnknownLabel(label.to_owned()))
    }

    /// A pattern for a cell that contains the name of an entity with this label.
    pub(super) fn within(&mut self, label: &str) -> Result<Regex, Fault> {
        let any = self.labelled(label)?;
        as_word(&any).ok_or_else(|| Fault::UnknownLabel(label.to_owned()))
    }

    /// A pattern for the entities with this id or address, or with a label that contains this text; `None` without any.
    pub(super) fn with(&mut self, text: &str) -> Option<Regex> {
        let own = Labelled::parse_whole(text);
        let is_sought = text.chars().count() >= MIN_LETTERS && self.known.has_labels();
        let labelled = is_sought.then(|| self.known.labels_with(text)).into_iter().flatten();
        let any = self.any(own.iter().chain(labelled));
        (!any.is_empty()).then(|| as_word(&any)).flatten()
    }

    /// The spellings of the entities with this id, address or complete label, as one pattern; `None` without any.
    pub(super) fn spelled(&mut self, text: &str) -> Option<String> {
        let own = Labelled::parse_whole(text);
        let any = self.any(own.iter().chain(self.known.labelled(text)));
        (!any.is_empty()).then_some(any)
    }

    fn labelled(&mut self, label: &str) -> Result<String, Fault> {
        let any = self.any(self.known.labelled(label));
        if any.is_empty() { Err(Fault::UnknownLabel(label.to_owned())) } else { Ok(any) }
    }

    /// A pattern of all spellings of these.
    fn any<'l>(&mut self, of: impl Iterator<Item = &'l Labelled>) -> String {
        let mut spellings: Vec<String> = of.flat_map(|of| self.known.spellings(of)).collect();
        spellings.sort_unstable();
        let any = spellings.iter().map(|spelling| regex::escape(spelling)).collect::<Vec<_>>().join("|");
        self.spellings.extend(spellings);
        any
    }
}

/// Ids are no part of longer ones.
fn as_word(any: &str) -> Option<Regex> {
    pattern::compile_caseless(&format!("(?:^|[^0-9a-z.])(?:{any})(?:$|[^0-9a-z.]|\\.$)"))
}

/// An invalid filter, with the accepted forms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A relation with a name that is not a column of the list.
    #[error("no field {}; fields: {fields}", visible(name))]
    UnknownField {
        /// The name as typed.
        name: String,
        /// The names of all columns, for the message.
        fields: String,
    },
    /// A relation without a value after it, such as `gas_used>`.
    #[error("type a value after {}", visible(.0))]
    NoValue(String),
    /// An invalid regular expression after `re:`, or a value that is too long for a pattern.
    #[error("{} is not a regular expression, or too large", visible(.0))]
    Pattern(String),
    /// No entity has this label, written without its `@`.
    #[error("no label @{}", visible(.0))]
    UnknownLabel(String),
    /// `<`, `<=`, `>` or `>=` with a value that is neither a number nor a time.
    #[error("{} needs a number (1.5e6, 10h) or a time (-2h, +1h, 2026-11-20)", visible(.0))]
    NotComparable(String),
    /// A value that is not a time, for a column of times.
    #[error("{} needs a time (-2h, +1h, 2026-11-20)", visible(.0))]
    NoTime(String),
}
