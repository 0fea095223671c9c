//! The interfaces and signatures that were not verified: the user's own, and what a signature server said.

use std::collections::HashMap;
use std::sync::Arc;

use super::Interface;
use crate::ledger::ContractRef;

/// What the user and signature servers said.
#[derive(Clone, Debug, Default)]
pub struct Book {
    own: HashMap<ContractRef, Arc<Interface>>,
    everywhere: Arc<Interface>,
    online: Arc<Interface>,
}

impl Book {
    /// Takes the interface that the user has for a contract, in place of an earlier one.
    pub fn set_own(&mut self, contract: ContractRef, interface: Interface) {
        self.own.insert(contract, Arc::new(interface));
    }

    /// Forgets the interface that the user had for a contract.
    pub fn forget_own(&mut self, contract: ContractRef) {
        self.own.remove(&contract);
    }

    /// Takes the signatures that the user has for all contracts, in place of the earlier ones.
    pub fn set_everywhere(&mut self, signatures: Interface) {
        self.everywhere = Arc::new(signatures);
    }

    /// Takes what a signature server answered so far, in place of what it had answered before.
    pub fn set_online(&mut self, signatures: Interface) {
        self.online = Arc::new(signatures);
    }

    /// The interface that the user has for a contract by this very name.
    pub fn own(&self, contract: ContractRef) -> Option<&Interface> {
        self.own.get(&contract).map(Arc::as_ref)
    }

    /// The signatures that the user has for all contracts.
    pub fn everywhere(&self) -> &Interface {
        &self.everywhere
    }

    /// The signatures that a signature server answered.
    pub fn online(&self) -> &Interface {
        &self.online
    }
}
