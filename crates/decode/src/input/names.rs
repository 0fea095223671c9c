//! The accepted forms of an address: an EVM address, an entity id, or a user's label.

use ledger::{ContractRef, EntityId, EvmAddress};

use crate::Known;

pub(super) const ADDRESS_WORDS: &str = "an id such as 0.0.77, an EVM address, or a @label";

/// Resolves ids and labels.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    pub known: &'a Known,
    /// The name of the network's profile, for error messages.
    pub network: &'a str,
    /// The shard and realm for short ids.
    pub home: EntityId,
}

/// An entity without a known EVM address: the EVM may use an alias instead of the long-zero address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlearned(pub EntityId);

impl Names<'_> {
    /// The EVM address for an id, an address or a label. For an id without a known address: its long-zero address, and
    /// the id.
    ///
    /// # Errors
    /// The accepted forms.
    pub fn address(&self, text: &str) -> Result<(EvmAddress, Option<Unlearned>), String> {
        let text = self.known.resolve(text, self.network)?;
        match ContractRef::parse(&text, self.home) {
            Some(ContractRef::Address(address)) => Ok((address, None)),
            Some(ContractRef::Id(id)) => Ok(match self.learned(id) {
                Some(address) => (address, None),
                None => (EvmAddress::long_zero(id), Some(Unlearned(id))),
            }),
            None => Err(format!("write {ADDRESS_WORDS}")),
        }
    }

    fn learned(&self, id: EntityId) -> Option<EvmAddress> {
        let contract = self.known.address_of(ContractRef::Id(id));
        contract.or_else(|| {
            let account = self.known.account(id)?;
            Some(account.evm_address.value().unwrap_or_else(|| EvmAddress::long_zero(id)))
        })
    }
}
