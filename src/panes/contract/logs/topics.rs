//! Parses topics: an event by its name or signature, an entity, a number, or a topic itself.

use alloy_primitives::hex;
use decode::event_search::{EventFault, EventShape, Topic, value};
use decode::interface::{Entry, Kind};
use decode::signatures::Signature;
use ledger::{ContractRef, EvmAddress};

use crate::panes::Context;

/// Splits a text at commas outside brackets, as brackets enclose the types of a signature.
pub(super) fn split_list(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The first topic of an event of this contract.
///
/// # Errors
/// The valid ways to write an event.
pub(super) fn event(text: &str, contract: ContractRef, ctx: &Context<'_>) -> Result<String, String> {
    if text.starts_with("0x") {
        return Ok(text.to_owned());
    }
    match EventShape::parse(text, &[]) {
        Ok(shape) => Ok(hex::encode_prefixed(shape.topic)),
        Err(EventFault::Neither) => named(text, contract, ctx),
        Err(fault) => Err(fault.to_string()),
    }
}

/// The event of this name if it is unique: among the contract's events, else among the built-in ones.
fn named(name: &str, contract: ContractRef, ctx: &Context<'_>) -> Result<String, String> {
    let interfaces = ctx.known.interfaces_for(Kind::Event, Some(contract));
    let own = interfaces.flat_map(|(_, interface)| interface.entries());
    let mut found = hashes(own, name);
    if found.is_empty() {
        found = hashes(Signature::events().filter_map(Signature::entry), name);
    }
    match found.as_slice() {
        [] => Err(EventFault::Neither.to_string()),
        [one] => Ok(hex::encode_prefixed(one)),
        several => {
            let count = several.len();
            Err(format!(
                "{count} events are called {name}: write its types, as in Transfer(address,address,uint256)"
            ))
        }
    }
}

fn hashes<'a>(entries: impl Iterator<Item = &'a Entry>, name: &str) -> Vec<Topic> {
    let called =
        |entry: &&Entry| entry.kind == Kind::Event && !entry.anonymous && entry.name.escaped() == name;
    let mut hashes: Vec<Topic> = entries.filter(called).map(|entry| entry.hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// The possible topics of a value: an entity has one for each of its known addresses.
///
/// # Errors
/// The valid ways to write a value.
pub(super) fn values(text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
    let topics = value::topics(text, "", ctx.network.home, |entity| addresses(entity, ctx))?;
    Ok(topics.iter().map(hex::encode_prefixed).collect())
}

fn addresses(entity: ContractRef, ctx: &Context<'_>) -> Vec<EvmAddress> {
    let mut all = Vec::new();
    for name in ctx.known.names_of(entity) {
        let address = match name {
            ContractRef::Id(id) => EvmAddress::long_zero(id),
            ContractRef::Address(address) => address,
        };
        if !all.contains(&address) {
            all.push(address);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_within_brackets_part_nothing() {
        assert_eq!(
            split_list("Transfer(address, address,uint256), 0x1"),
            ["Transfer(address, address,uint256)", "0x1"]
        );
        assert_eq!(split_list("E((uint8,uint8)[],bool),F()"), ["E((uint8,uint8)[],bool)", "F()"]);
        assert_eq!(split_list(" 1,2 , ,3"), ["1", "2", "3"]);
        assert_eq!(split_list("),a,b"), [")", "a", "b"]);
    }

    #[test]
    fn an_event_is_found_by_its_name_if_one_only_has_it() {
        let entries = || Signature::events().filter_map(Signature::entry);
        assert_eq!(hashes(entries(), "OwnershipTransferred").len(), 1);
        assert!(hashes(entries(), "Ownership").is_empty());
    }
}
