//! A signature written by hand: `function foo(uint256 a) returns (bool)`, `error …`, `event …`, or `foo(uint256)`.

use alloy_json_abi::{Error, Event, Function};

use super::{Bound, Entry, Refusal, bounds};

/// Reads one signature. Without a word in front it is a function.
pub(super) fn read(line: &str) -> Result<Entry, Refusal> {
    let line = line.trim().trim_end_matches(';').trim_end();
    if line.len() > bounds::LINE {
        return Err(Refusal::PastBound(Bound::Line));
    }
    bounds::measure(line, 1)?;
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or(("", line));
    let name = rest.split('(').next().unwrap_or_default().trim();
    if name.len() > bounds::NAME {
        return Err(Refusal::PastBound(Bound::Name));
    }
    match word {
        "error" => Entry::error(&Error::parse(rest).map_err(|_| Refusal::Line)?),
        "event" => Entry::event(&Event::parse(rest).map_err(|_| Refusal::Line)?),
        "function" => function(rest),
        _ => function(line),
    }
}

/// A function, whose words about visibility and state say nothing about bytes and are passed over.
fn function(text: &str) -> Result<Entry, Refusal> {
    let (inputs, rest) = split_behind_tuple(text).ok_or(Refusal::Line)?;
    let returns = match rest.split_once("returns") {
        Some((_, returns)) => split_behind_tuple(returns).ok_or(Refusal::Line)?.0.trim(),
        None => "",
    };
    let plain = match returns {
        "" => inputs.to_owned(),
        returns => format!("{inputs} returns {returns}"),
    };
    let plain = plain.replace("address payable", "address");
    let function = Function::parse(&plain).map_err(|_| Refusal::Line)?;
    Entry::function(&function, !returns.is_empty())
}

/// The text up to the end of its first tuple, and the rest.
fn split_behind_tuple(text: &str) -> Option<(&str, &str)> {
    let mut open = 0_usize;
    for (at, c) in text.bytes().enumerate() {
        match c {
            b'(' => open += 1,
            b')' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return text.split_at_checked(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
