//! A signature written by hand: `function foo(uint256 a) returns (bool)`, `error …`, `event …`, or `foo(uint256)`.
//! The members of tuples may have names, too: `foo((address to, bytes data)[] calls)`, also with `tuple` in front.

use alloy_json_abi::parser::{TypeSpecifier, TypeStem, is_valid_identifier};
use alloy_json_abi::{Error, Event, Function, Param, StateMutability};

use super::{Bound, Entry, Refusal, bounds, event_param};

/// Words between a type and a name that say nothing about bytes.
const PLACES: [&str; 4] = ["memory", "calldata", "storage", "payable"];

/// Parses one signature. Without a keyword, it is a function.
pub(super) fn parse_entry(line: &str) -> Result<Entry, Refusal> {
    let line = line.trim().trim_end_matches(';').trim_end();
    if line.len() > bounds::MAX_LINE_LEN {
        return Err(Refusal::PastBound(Bound::Line));
    }
    bounds::measure(line, 1)?;
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or(("", line));
    match word {
        "error" => error(rest),
        "event" => event(rest),
        "function" => function(rest),
        _ => function(line),
    }
}

/// The mutability that a keyword means.
const STATES: [(&str, StateMutability); 3] =
    [("view", StateMutability::View), ("pure", StateMutability::Pure), ("payable", StateMutability::Payable)];

/// A function. Words about its visibility say nothing about bytes and are passed over.
fn function(text: &str) -> Result<Entry, Refusal> {
    let (name, inputs, behind) = named(text)?;
    let outputs = match behind.split_once("returns") {
        Some((_, returns)) => Some(plain(brackets(returns).ok_or(Refusal::Line)?.1)?),
        // As `cast` writes it: what is returned stands behind, without a word.
        None if behind.starts_with('(') => Some(plain(brackets(behind).ok_or(Refusal::Line)?.1)?),
        None => None,
    };
    let words = behind.split("returns").next().unwrap_or_default();
    let state = |word| STATES.iter().find(|(name, _)| *name == word).map(|(_, state)| *state);
    let mutability = words.split_whitespace().find_map(state);
    let returns_known = outputs.is_some();
    let function = Function {
        name: name.to_owned(),
        inputs: plain(inputs)?,
        outputs: outputs.unwrap_or_default(),
        state_mutability: StateMutability::NonPayable,
    };
    Entry::function(&function, returns_known, mutability)
}

fn error(text: &str) -> Result<Entry, Refusal> {
    match named(text)? {
        (name, inputs, "") => Entry::error(&Error { name: name.to_owned(), inputs: plain(inputs)? }),
        _ => Err(Refusal::Line),
    }
}

fn event(text: &str) -> Result<Entry, Refusal> {
    let (name, inputs, behind) = named(text)?;
    if !matches!(behind, "" | "anonymous") {
        return Err(Refusal::Line);
    }
    let one = |(param, indexed): (Param, bool)| event_param(param.name, param.ty, param.components, indexed);
    let inputs = list(inputs)?.into_iter().map(one).collect();
    Entry::event(&Event { name: name.to_owned(), inputs, anonymous: behind == "anonymous" })
}

/// A name, what is between the brackets behind it, and what follows those.
fn named(text: &str) -> Result<(&str, &str, &str), Refusal> {
    let (name, inputs, behind) = brackets(text).ok_or(Refusal::Line)?;
    let name = name.trim();
    match name {
        _ if name.len() > bounds::MAX_NAME_LEN => Err(Refusal::PastBound(Bound::Name)),
        _ if is_valid_identifier(name) => Ok((name, inputs, behind.trim())),
        _ => Err(Refusal::Line),
    }
}

/// Parameters of which none is in a topic.
fn plain(text: &str) -> Result<Vec<Param>, Refusal> {
    let plain = |(param, indexed)| if indexed { Err(Refusal::Line) } else { Ok(param) };
    list(text)?.into_iter().map(plain).collect()
}

/// Parameters, each with whether it is in a topic.
fn list(text: &str) -> Result<Vec<(Param, bool)>, Refusal> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut open = 0_usize;
    let between = |c| {
        match c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        c == ',' && open == 0
    };
    text.split(between).map(parameter).collect()
}

/// A type, words about it, and a name.
fn parameter(text: &str) -> Result<(Param, bool), Refusal> {
    let text = text.trim();
    let (stem, members, rest) = match brackets(text) {
        Some(("" | "tuple", members, rest)) if is_behind_tuple(rest) => ("tuple", plain(members)?, rest),
        Some(_) => return Err(Refusal::Line),
        None => ("", Vec::new(), text),
    };
    let (kind, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let kind = canonical(&format!("{stem}{kind}"))?;
    let mut words = words.split_whitespace().filter(|word| !PLACES.contains(word)).peekable();
    let indexed = words.next_if_eq(&"indexed").is_some();
    let name = words.next().unwrap_or_default();
    if words.next().is_some() {
        return Err(Refusal::Line);
    }
    let param = Param::new(name, &kind, members, None).map_err(|_| Refusal::Line)?;
    Ok((param, indexed))
}

/// Whether this can follow a tuple: array suffixes, or words.
fn is_behind_tuple(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(|c: char| c == '[' || c.is_whitespace())
}

/// A type as it is hashed: `uint` is `uint256`.
fn canonical(kind: &str) -> Result<String, Refusal> {
    if kind.contains('.') {
        return Err(Refusal::Dotted);
    }
    let read = TypeSpecifier::parse(kind).map_err(|_| Refusal::Line)?;
    match read.stem {
        TypeStem::Root(root) => {
            let suffixes = kind.find('[').and_then(|at| kind.get(at..)).unwrap_or_default();
            Ok(format!("{}{suffixes}", root.span()))
        }
        TypeStem::Tuple(_) => Err(Refusal::Line),
    }
}

/// The text before the first bracket, inside it, and after the one that closes it.
fn brackets(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('(')?;
    let mut open = 1_usize;
    let end = rest.bytes().position(|c| {
        match c {
            b'(' => open += 1,
            b')' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    Some((before, rest.get(..end)?, rest.get(end + 1..)?))
}
