//! Reads a text into the lines of a batch: `chain,address[,hash][,artifact]`, or without the chain.
//!
//! Values stand between commas, semicolons, tabs or blanks, with or without quotes. Empty lines, what follows a
//! `#`, and lines that name the columns are passed over.

use std::collections::HashMap;

use ledger::system::{SystemEntity, SystemKind};
use ledger::{ContractRef, EntityId};

use super::{MAX_LINES, Target};
use crate::ChainId;
use crate::project::is_artifact;
use crate::submission_text::{Naming, chain, contract, creation_hash};

/// The network whose chain is the default for lines without one.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// How the network names its entities.
    pub naming: Naming<'a>,
    /// The network's own chain.
    pub chain: Option<&'a ChainId>,
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLine {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The line as written, trimmed.
    pub text: String,
    /// The target, or the error.
    pub read: Result<Target, String>,
    /// The number of an earlier line with the same content.
    pub double_of: Option<usize>,
}

impl ReadLine {
    /// Whether it can be sent.
    pub fn is_ready(&self) -> bool {
        self.read.is_ok() && self.double_of.is_none()
    }
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// The lines with content, in order.
    pub lines: Vec<ReadLine>,
}

impl Reading {
    /// Reads one contract per line; empty lines, comments and titles of columns are skipped.
    pub fn parse<'a>(text: impl IntoIterator<Item = &'a str>, scope: Scope<'_>) -> Self {
        Self::default().renewed(text, scope)
    }

    /// Parses an edited text for the same network. Parses only new lines, to keep typing fast with many lines.
    #[must_use]
    pub fn renewed<'a>(&self, text: impl IntoIterator<Item = &'a str>, scope: Scope<'_>) -> Self {
        let known: HashMap<&str, &ReadLine> =
            self.lines.iter().map(|line| (line.text.as_str(), line)).collect();
        let mut lines: Vec<ReadLine> = Vec::new();
        let mut seen = HashMap::new();
        for (line, number) in text.into_iter().zip(1..) {
            let text_of_line =
                line.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default().trim();
            let read = if let Some(line) = known.get(text_of_line) {
                line.read.clone()
            } else {
                let values = values(text_of_line);
                if values.iter().all(|value| value.is_empty()) || is_header(&values) {
                    continue;
                }
                parse_target(&values, scope)
            };
            let double_of = read.as_ref().ok().and_then(|target| {
                let first = *seen.entry(identity(target, scope.naming.home)).or_insert(number);
                (first != number).then_some(first)
            });
            lines.push(ReadLine { number, text: text_of_line.to_owned(), read, double_of });
        }
        Self { lines }
    }

    /// The line of this number in the text; none if that is a comment or a blank.
    pub fn line(&self, number: usize) -> Option<&ReadLine> {
        let at = self.lines.binary_search_by_key(&number, |line| line.number).ok()?;
        self.lines.get(at)
    }

    /// The lines that can be sent.
    pub fn ready(&self) -> impl Iterator<Item = &ReadLine> {
        self.lines.iter().filter(|line| line.is_ready())
    }

    /// The invalid lines, each with its error.
    pub fn faulty(&self) -> impl Iterator<Item = (&ReadLine, &str)> {
        self.lines.iter().filter_map(|line| Some((line, line.read.as_ref().err()?.as_str())))
    }

    /// The lines that duplicate an earlier one.
    pub fn doubles(&self) -> impl Iterator<Item = &ReadLine> {
        self.lines.iter().filter(|line| line.double_of.is_some())
    }

    /// Whether there are more lines than a batch allows.
    pub fn is_too_long(&self) -> bool {
        self.lines.len() > MAX_LINES
    }
}

/// The values of a line. Blanks and tabs next to another separator separate nothing.
fn values(line: &str) -> Vec<&str> {
    let parts = line.split([',', ';']).flat_map(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        if words.is_empty() { vec![""] } else { words }
    });
    let mut values: Vec<&str> = parts.map(|value| value.trim_matches(['"', '\'', '`'])).collect();
    while values.last().is_some_and(|value| value.is_empty()) {
        values.pop();
    }
    values
}

/// Whether these are the names of columns rather than values.
fn is_header(values: &[&str]) -> bool {
    const NAMES: [&str; 10] = [
        "chain",
        "chainid",
        "network",
        "address",
        "contract",
        "contractid",
        "artifact",
        "hash",
        "creationhash",
        "creationtransactionhash",
    ];
    let plain = |value: &&str| {
        let letters: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
        NAMES.contains(&letters.to_ascii_lowercase().as_str())
    };
    !values.is_empty() && values.iter().all(plain)
}

/// Parses the values of one line.
fn parse_target(values: &[&str], scope: Scope<'_>) -> Result<Target, String> {
    let (artifact, values) = match values {
        [first, rest @ .., last] if is_artifact(last) => {
            let rest = rest.strip_suffix(&[""]).unwrap_or(rest);
            (Some((*last).to_owned()), [&[*first], rest].concat())
        }
        _ => (None, values.to_vec()),
    };
    let (number, named, hash) = match *values {
        [number] if artifact.is_some() && scope.chain.is_some_and(|own| own.to_string() == number) => {
            return Err(format!("{number} is the chain: write the contract behind it"));
        }
        [named] | ["", named] => (None, named, ""),
        ["", named, hash] => (None, named, hash),
        [named, hash] if leaves_chain_out(named, hash) => (None, named, hash),
        [number, named] => (Some(number), named, ""),
        [number, named, hash] => (Some(number), named, hash),
        _ => return Err(format!("{} values: a line has chain, address, hash and artifact", values.len())),
    };
    let chain = match (number, scope.chain) {
        (Some(number), _) => chain(number)?,
        (None, Some(own)) => own.clone(),
        (None, None) => {
            return Err(format!(
                "write the chain in front: {} has none in its profile",
                scope.naming.network
            ));
        }
    };
    let contract = contract(named, scope.naming)?;
    let here = scope.chain.is_none_or(|own| *own == chain);
    if let (ContractRef::Id(_), false) = (contract, here) {
        return Err(format!("an id means something on {} only: write the EVM address", scope.naming.network));
    }
    if let Some(name) = system_name(contract) {
        return Err(format!("{name} is part of the ledger: there is no code to verify"));
    }
    Ok(Target { chain, contract, creation_hash: creation_hash(hash)?, artifact, here })
}

/// Whether two values are a contract and a hash rather than a chain and a contract.
fn leaves_chain_out(first: &str, second: &str) -> bool {
    let hash = second.trim_start_matches("0x").len() >= 60;
    hash || !first.bytes().all(|b| b.is_ascii_digit()) && (first.contains(['.', '-']) || first.len() >= 40)
}

/// The name of a system contract.
fn system_name(contract: ContractRef) -> Option<&'static str> {
    let entity = SystemEntity::named(contract)?;
    matches!(entity.kind, SystemKind::Contract | SystemKind::Precompile).then_some(entity.name)
}

/// The identity of a target, however spelled: a long-zero address on the own chain equals its id.
fn identity(target: &Target, home: EntityId) -> (ChainId, ContractRef) {
    let id = target.contract.entity_id(home).filter(|_| target.here);
    (target.chain.clone(), id.map_or(target.contract, ContractRef::Id))
}

#[cfg(test)]
mod tests;
