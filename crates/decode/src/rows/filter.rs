//! The local filter on loaded rows, as typed by the user.
//!
//! Terms are separated by blanks, and a row passes if it passes all of them:
//!
//! ```text
//! transfer                any cell holds the text, but for long bytes; capitals count if there are any
//! swpex                   and names by the beginnings of their parts, from three letters on: swapExactTokens
//! 'swap                   holds exactly this, and no such names
//! ^0x07  tokens$  ^mint$  begins with it, ends with it, is it
//! "two words"             blanks included
//! re:^0x[0-9a-f]+$        any cell fits the regular expression
//! method=swap*            the field is this, where * is any text
//! error~insufficient      the field holds the text
//! gas_used>=1.5e6         the field compares so: < <= > >=, with numbers and times
//! amount>10h              an amount in whole coins
//! from=0.0.1002           an id, an EVM address or a label finds what it names however a cell writes it
//! from=@deployer          the field is what has this label; @deployer alone: any cell names it
//! time>-2h  expires<+1h   a time before or after now, or as filters of time are written
//! !transfer  method!=mint the opposite; of a text without such names
//! ```

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ledger::moment::{self, Clock};
use ledger::{ContractRef, Labelled, Timestamp};

use super::sought::{Sought, literal};
use super::term::{self, Fault, Named, Order, Relation, Term, Test, Tester};
use super::{RowValues, field_name};
use crate::{Known, pattern};

/// A filter that was understood. Two are the same if they are written the same and mean the same times.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    text: Arc<str>,
    /// The times that are meant by those that are relative.
    times: Vec<Timestamp>,
    /// The spellings of the named entities in lists.
    spellings: Vec<String>,
    /// The moment to which relative times are, and the zone of times.
    clock: Clock,
    terms: Arc<[Term]>,
    /// The columns in which texts are not looked for.
    quiet: Arc<[usize]>,
}

/// Other names of fields, by which users know them.
const ALIASES: [(&str, &str); 8] = [
    ("from", "sender"),
    ("status", "success"),
    ("error", "outcome"),
    ("result", "outcome"),
    ("time", "consensus_time"),
    ("hash", "transaction_hash"),
    ("function", "method"),
    ("gas", "gas_consumed"),
];

/// Columns in which a text is not looked for, but only in their field: it would be found in any bytes.
const QUIET: [&str; 15] = [
    "call data",
    "call result",
    "failed initcode",
    "block hash",
    "signature r",
    "signature s",
    "details",
    "topic 0",
    "topic 1",
    "topic 2",
    "topic 3",
    "data",
    "bloom",
    "admin key",
    "transaction body",
];

/// Columns of times, which compare with times alone: `5h` is an amount.
const TIMES: [&str; 14] = [
    "consensus time",
    "time",
    "time of the last write",
    "expiration",
    "expires",
    "created",
    "executed",
    "deleted",
    "valid start",
    "valid from",
    "valid to",
    "consensus timestamp",
    "next check",
    "age",
];

/// The relations of fields as they are written, the longer first.
const RELATIONS: [&str; 7] = ["!=", ">=", "<=", "=", ">", "<", "~"];

impl Filter {
    /// Parses a filter for a list with these columns.
    ///
    /// # Errors
    /// The invalid part, with the accepted forms.
    pub fn parse(text: &str, columns: &[&str], now: Timestamp) -> Result<Self, Fault> {
        Self::parse_labelled(text, columns, now, &Known::default())
    }

    /// Parses a filter in which a label matches all spellings of its entities.
    ///
    /// # Errors
    /// The invalid part.
    pub fn parse_labelled(
        text: &str,
        columns: &[&str],
        clock: impl Into<Clock>,
        known: &Known,
    ) -> Result<Self, Fault> {
        let clock = clock.into();
        let mut times = Vec::new();
        let mut spellings = Vec::new();
        let terms = words(text).into_iter().map(|word| {
            let named = Named { known, spellings: &mut spellings };
            read_term(&word, columns, &clock, &mut times, named)
        });
        let terms = terms.collect::<Result<_, _>>()?;
        let is_quiet = |(at, name): (usize, &&str)| QUIET.contains(name).then_some(at);
        let quiet = columns.iter().enumerate().filter_map(is_quiet).collect();
        Ok(Self { text: text.trim().into(), times, spellings, clock, terms, quiet })
    }

    /// The filter with its names resolved by the current knowledge; `None` if it has no names or no longer parses.
    pub fn renewed(&self, columns: &[&str], known: &Known) -> Option<Self> {
        let names_any = !self.spellings.is_empty();
        names_any.then(|| Self::parse_labelled(&self.text, columns, self.clock.clone(), known).ok()).flatten()
    }

    /// The filter as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether every row passes.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The columns that it names.
    pub fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        self.terms.iter().filter_map(|term| match &term.test {
            Test::Field { column, .. } => Some(*column),
            Test::Text(..) | Test::Pattern(_) => None,
        })
    }

    /// The rows of a page that pass, by their places in it.
    pub fn passed(&self, values: &RowValues) -> Vec<usize> {
        let mut test = self.tester();
        (0..values.len()).filter(|row| test.passes(values, *row)).collect()
    }

    /// All that it means: with the times and labels that are meant by what is written.
    pub fn meaning(&self) -> String {
        let times = self.times.iter().map(|at| format!(" @{at}"));
        format!("{}{}{:?}", self.text, times.collect::<String>(), self.spellings)
    }

    pub(super) fn tester(&self) -> Tester<'_> {
        Tester::new(&self.terms, &self.quiet, self.clock.is_local())
    }
}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, &self.times, &self.spellings) == (&other.text, &other.times, &other.spellings)
    }
}

impl Eq for Filter {}

impl Hash for Filter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.text, &self.times, &self.spellings).hash(state);
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The terms of a text: blanks within quotes do not part them.
pub(super) fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            blank if blank.is_whitespace() && !quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// The entities and addresses that a filter names: their other names find rows, too.
pub fn entities(text: &str) -> Vec<ContractRef> {
    let entity = |word: String| {
        let term = word.strip_prefix('!').unwrap_or(&word);
        match Labelled::parse_whole(split(term).map_or(term, |(_, _, operand)| operand))? {
            Labelled::Id(id) => Some(ContractRef::Id(id)),
            Labelled::Address(address) => Some(ContractRef::Address(address)),
            Labelled::Transaction(_) | Labelled::Hash(_) => None,
        }
    };
    words(text).into_iter().filter_map(entity).collect()
}

fn read_term(
    word: &str,
    columns: &[&str],
    clock: &Clock,
    times: &mut Vec<Timestamp>,
    mut named: Named<'_>,
) -> Result<Term, Fault> {
    let (negated, rest) = match word.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    if rest.is_empty() {
        return Err(Fault::NoValue("!".to_owned()));
    }
    if let Some(pattern) = rest.strip_prefix("re:") {
        if pattern.is_empty() {
            return Err(Fault::NoValue("re:".to_owned()));
        }
        let pattern = pattern::compile(pattern).ok_or_else(|| Fault::Pattern(pattern.to_owned()))?;
        return Ok(Term { negated, test: Test::Pattern(pattern) });
    }
    if let Some(label) = rest.strip_prefix('@') {
        return Ok(Term { negated, test: Test::Pattern(named.within(label)?) });
    }
    let Some((name, sign, operand)) = split(rest) else {
        let sought = Sought::parse(rest, negated).ok_or_else(|| Fault::NoValue(word.to_owned()))?;
        return Ok(Term { negated, test: Test::Text(sought, named.with(rest)) });
    };
    let column = column(name, columns).ok_or_else(|| Fault::UnknownField {
        name: name.to_owned(),
        fields: columns.iter().map(|column| field_name(column)).collect::<Vec<_>>().join(", "),
    })?;
    let lead = format!("{name}{sign}");
    if operand.is_empty() {
        return Err(Fault::NoValue(lead));
    }
    if let Some(label) = operand.strip_prefix('@').filter(|_| matches!(sign, "=" | "!=" | "~")) {
        let pattern = if sign == "~" { named.within(label)? } else { named.whole(label)? };
        let test = Test::Field { column, relation: Relation::Has(pattern, None) };
        return Ok(Term { negated: negated != (sign == "!="), test });
    }
    let of_success = columns.get(column).is_some_and(|column| *column == "success");
    let no_pattern = || Fault::Pattern(operand.to_owned());
    let order = match sign {
        "<" => Order::Less,
        "<=" => Order::AtMost,
        ">" => Order::More,
        ">=" => Order::AtLeast,
        "~" => {
            let text = pattern::compile_caseless(&literal(operand)).ok_or_else(no_pattern)?;
            let relation = Relation::Has(text, named.with(operand));
            return Ok(Term { negated, test: Test::Field { column, relation } });
        }
        equal => {
            let pattern = term::glob(operand, of_success, named.spelled(operand)).ok_or_else(no_pattern)?;
            let relation = Relation::Is { text: pattern, number: number(operand) };
            let negated = negated != (equal == "!=");
            return Ok(Term { negated, test: Test::Field { column, relation } });
        }
    };
    let (number, time) = (number(operand), moment::point(operand, clock.clone()).ok());
    times.extend(time);
    if time.is_none() && columns.get(column).is_some_and(|column| TIMES.contains(column)) {
        return Err(Fault::NoTime(lead));
    }
    if number.is_none() && time.is_none() {
        return Err(Fault::NotComparable(lead));
    }
    Ok(Term { negated, test: Test::Field { column, relation: Relation::Compares { order, number, time } } })
}

/// A field's name, a relation and what follows, if a term begins like that.
pub(super) fn split(term: &str) -> Option<(&str, &'static str, &str)> {
    let end = term.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'))?;
    let (name, rest) = term.split_at_checked(end)?;
    let relation = RELATIONS.into_iter().find(|relation| rest.starts_with(relation))?;
    (!name.is_empty()).then_some((name, relation, rest.strip_prefix(relation)?))
}

/// The column that a field names: by its own name, by another one, or by the beginning of its name if no other column
/// begins so.
pub(super) fn column(name: &str, columns: &[&str]) -> Option<usize> {
    let name = name.to_ascii_lowercase();
    let is = |wanted: &str| columns.iter().position(|column| field_name(column) == wanted);
    let alias = || ALIASES.iter().find(|(alias, _)| *alias == name).and_then(|(_, name)| is(name));
    is(&name).or_else(alias).or_else(|| {
        let mut begins = (0..).zip(columns).filter(|(_, column)| field_name(column).starts_with(&name));
        let (at, _) = begins.next()?;
        begins.next().is_none().then_some(at)
    })
}

/// The shortest name by which a filter of a list with these columns knows a column.
pub(super) fn short_name(name: &str, columns: &[&str]) -> String {
    let field = field_name(name);
    let at = columns.iter().position(|column| *column == name);
    let aliases = ALIASES.iter().filter(|(alias, of)| *of == field && column(alias, columns) == at);
    let shortest = aliases.map(|(alias, _)| *alias).min_by_key(|alias| alias.len());
    shortest.filter(|alias| alias.len() < field.len()).map_or(field, ToOwned::to_owned)
}

/// An exact whole number: `1,000`, `1.5e6`, `10k`, `2M`, or whole coins in base units: `10h`.
fn number(text: &str) -> Option<i128> {
    let plain: String = text.chars().filter(|letter| !matches!(letter, ',' | '_')).collect();
    let (digits, power) = match plain.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.parse::<usize>().ok()?),
        None => [("h", 8), ("ℏ", 8), ("k", 3), ("M", 6)]
            .into_iter()
            .find_map(|(unit, power)| Some((plain.strip_suffix(unit)?, power)))
            .unwrap_or((&plain, 0)),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = power.checked_sub(decimals.len())?;
    format!("{whole}{decimals}{}", "0".repeat(zeros.min(MAX_DIGITS))).parse().ok()
}

/// Maximum number of zeros appended to a number; longer numbers do not parse.
const MAX_DIGITS: usize = 40;
