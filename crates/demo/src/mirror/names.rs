//! Names of contracts, accounts and results in paths and parameters.

use std::sync::Arc;

use ledger::entity_id::decimal;
use ledger::hex::HexBytes;
use ledger::{ContractRef, EntityId, EvmAddress, TransactionId};

use super::filters::Known;
use super::{Asked, Refusal};
use crate::simulation::execution::Execution;
use crate::simulation::results::{child, lookup};
use crate::simulation::{accounts, contracts};

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
        ContractRef::Id(id) => id.is_near(EntityId::from_num(0)).then_some(id.num),
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

/// Selects one of the results of an id; ignored with a hash.
pub(super) const NONCE: Known = ("nonce", |value| {
    value.strip_prefix("eq:").unwrap_or(value).parse::<i32>().is_ok_and(|nonce| nonce >= 0)
});

/// The name of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultName {
    Id(TransactionId),
    Hash([u8; 32]),
}

impl ResultName {
    /// Reads the last part of a path.
    /// Errors: 400 for anything else, among it a hash of 48 bytes and an id with `@`.
    pub(super) fn parse(name: &str) -> Result<Self, Refusal> {
        let digits = name.strip_prefix("0x").unwrap_or(name);
        let hash = (digits.len() == 64).then(|| HexBytes::parse(digits)).flatten();
        if let Some(hash) = hash.and_then(|hash| hash.bytes().try_into().ok()) {
            return Ok(Self::Hash(hash));
        }
        let id = TransactionId::parse(name).filter(|_| !name.contains('@'));
        id.map(Self::Id).ok_or_else(|| Refusal::Invalid(vec![NO_ID.to_owned()]))
    }

    /// The result, if its time has come. Among several of one id, a success is preferred.
    pub(super) fn find(self, asked: &Asked<'_>) -> Option<Arc<Execution>> {
        match self {
            Self::Hash(hash) => lookup::find(&hash, asked.now),
            Self::Id(id) => {
                let nonce =
                    asked.query.last("nonce").and_then(|nonce| nonce.parse::<u32>().ok()).unwrap_or(0);
                let mut all = lookup::by_transaction(id, asked.now);
                all.sort_by_key(|it| (it.call.failure.is_some(), std::cmp::Reverse(it.at)));
                let parent = all.into_iter().next()?;
                if nonce == 0 { Some(parent) } else { child::child_of(&parent, nonce).map(Arc::new) }
            }
        }
    }
}

/// The server's error for a name that is neither an id nor a hash.
pub(super) const NO_ID: &str = "Invalid Transaction id. Please use \"shard.realm.num-sss-nnn\" format where sss are seconds and nnn are nanoseconds";
