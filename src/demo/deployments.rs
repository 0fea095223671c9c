//! Where the two halves meet: what the verification server asks of the ledger.

use super::ledger::contracts::{self, Code, Contract, Fate, versions};
use super::ledger::results::Origin;
use super::verifier::deployed::Deployed;
use super::world::World;
use crate::ledger::EvmAddress;

impl Deployed for World {
    fn code_at(&self, address: EvmAddress) -> Option<Vec<u8>> {
        let contract = self.standing(address)?;
        Some(contract.code.deployed(contract.num).runtime)
    }

    fn creation_at(&self, address: EvmAddress) -> Option<Vec<u8>> {
        let contract = self.standing(address)?;
        Some(contract.code.deployed(contract.num).creation)
    }

    fn entity_at(&self, address: EvmAddress) -> Option<u64> {
        contracts::by_address(address).map(|contract| contract.num)
    }

    fn address_of(&self, entity: u64) -> Option<EvmAddress> {
        contracts::by_num(entity).map(Contract::evm_address)
    }

    fn creation_hash(&self, address: EvmAddress) -> Option<[u8; 32]> {
        let contract = contracts::by_address(address).filter(|contract| contract.lists_creation())?;
        Origin::Creation(contract.num).execution().map(|made| made.hash)
    }
}

impl World {
    /// The contract at this address, if it has code and is not deleted.
    fn standing(&self, address: EvmAddress) -> Option<&'static Contract> {
        let contract = contracts::by_address(address)?;
        let ends = matches!(contract.fate, Fate::Deleted(_) | Fate::Removed);
        // A contract that ends does so with its second version.
        let ended = ends && versions::versions(contract, self.clock.now()).len() > 1;
        (!ended && contract.code != Code::None).then_some(contract)
    }
}
