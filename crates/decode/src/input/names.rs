//! What an address may be written as: itself, an entity's id, or a label of the user's.

use ledger::{ContractRef, EntityId, EvmAddress};

use crate::Known;

pub(super) const ADDRESS_WORDS: &str = "an id such as 0.0.77, an EVM address, or a @label";

/// Whom ids and labels mean.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    pub known: &'a Known,
    /// The network's profile, for the words of faults.
    pub network: &'a str,
    /// What short ids are completed from.
    pub home: EntityId,
}

/// An entity whose address was not learned: the EVM may know it by another than its long-zero one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlearned(pub EntityId);

impl Names<'_> {
    /// The address that the EVM knows this by, as far as it was learned.
    ///
    /// # Errors
    /// Says what would do.
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
