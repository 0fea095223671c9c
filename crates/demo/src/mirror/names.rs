//! Names of contracts and accounts in paths and parameters.

use ledger::entity_id::decimal;
use ledger::{ContractRef, EntityId, EvmAddress};

use super::answer::Refusal;
use crate::simulation::accounts;
use crate::simulation::contracts;

/// The largest number of an entity, 38 bits.
const MAX_NUM: u64 = (1 << 38) - 1;

/// An entity id: `shard.realm.num`, `realm.num` or `num`.
pub(super) fn entity(text: &str) -> Option<EntityId> {
    let mut parts: Vec<u64> = text.split('.').map(decimal).collect::<Option<_>>()?;
    let num = parts.pop().filter(|num| *num <= MAX_NUM)?;
    let realm = parts.pop().unwrap_or(0);
    let shard = parts.pop().unwrap_or(0);
    (parts.is_empty() && shard < 1 << 10 && realm < 1 << 16).then_some(EntityId { shard, realm, num })
}

/// A contract in a path: an id, or an address with or without `0x` or behind `shard.realm.`.
pub(super) fn contract(text: &str) -> Result<ContractRef, Refusal> {
    if let Some(id) = entity(text) {
        return Ok(ContractRef::Id(id));
    }
    let digits = text.rsplit_once('.').map_or(text, |(_, digits)| digits);
    let prefix = text.strip_suffix(digits).unwrap_or_default();
    let prefixed = prefix.is_empty() || entity(prefix.trim_end_matches('.')).is_some();
    let refused = || Refusal::parameter("contractid");
    if !prefixed || (!prefix.is_empty() && digits.starts_with("0x")) {
        return Err(refused());
    }
    EvmAddress::parse_any_case(digits).map(ContractRef::Address).map_err(|_| refused())
}

/// The number of the entity in a path, contract or not; `None` for an unassigned alias.
pub(super) fn number(name: ContractRef) -> Option<u64> {
    match name {
        ContractRef::Id(id) => ((id.shard, id.realm) == (0, 0)).then_some(id.num),
        ContractRef::Address(address) => address
            .entity_num()
            .or_else(|| contracts::by_address(address).map(|contract| contract.num))
            .or_else(|| accounts::by_alias(address)),
    }
}

/// Whether a value of `from` is an id or an address, which may not follow `shard.realm.`.
pub(super) fn is_sender(value: &str) -> bool {
    super::filters::operator(value)
        .is_some_and(|(_, name)| entity(name).is_some() || EvmAddress::parse_any_case(name).is_ok())
}

/// The number of a sender.
/// Errors: 404 for an unassigned address, although the list itself exists.
pub(super) fn sender(name: &str) -> Result<u64, Refusal> {
    match entity(name) {
        Some(id) => Ok(id.num),
        None => EvmAddress::parse_any_case(name)
            .ok()
            .and_then(|address| number(ContractRef::Address(address)))
            .ok_or(Refusal::NotFound),
    }
}
