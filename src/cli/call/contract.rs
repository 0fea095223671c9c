//! Loads the called contract's address and its interfaces from servers.

use api::{Extent, Failure, Unanswered, VerifiedQuery};
use decode::proxy::Trail;
use decode::{Known, Snapshot};
use ledger::query::{AccountQuery, ContractQuery};
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes};

use crate::app::{trails, verified_code};
use crate::cli::bytes::Fault;
use crate::cli::console::say;
use crate::cli::world::World;
use crate::cli::{Outcome, next_step};
use crate::message::Answer;

/// The called contract, and the data loaded about it.
pub(super) struct Asked<'a> {
    pub(super) world: &'a World,
    pub(super) contract: ContractRef,
    pub(super) known: Known,
    /// Its code, once it was learned.
    pub(super) code: HexBytes,
}

impl Asked<'_> {
    /// Learns the contract's address, and its verified interface with those of the contracts behind it.
    ///
    /// # Errors
    /// When the mirror node does not answer.
    pub(super) async fn learn(&mut self) -> Result<EvmAddress, Fault> {
        let to = self.address().await?;
        let mut looked_up = Vec::new();
        let mut next = Some(to);
        while let Some(address) = next {
            self.learn_code(address).await;
            self.learn_targets(address).await;
            looked_up.push(address);
            let behind = self.known.behind(self.contract).addresses.into_iter();
            let mut all = behind.chain(self.known.libraries(self.contract));
            next = all.find(|address| !looked_up.contains(address));
        }
        Ok(to)
    }

    /// The address to call. Tokens and accounts have no record of a contract, and answer by their long-zero addresses.
    async fn address(&mut self) -> Result<EvmAddress, Fault> {
        let record = match self.world.ask(&ContractQuery::now(self.contract)).await {
            Ok(record) => Some(record),
            Err(Unanswered { failure: Failure::NotFound { .. }, .. }) => None,
            Err(Unanswered { failure, url }) => {
                return Err((Outcome::Unreachable, next_step::told(&failure, &url)));
            }
        };
        if let Some(code) = record.as_ref().and_then(|record| record.runtime_bytecode.known()) {
            self.code = code.clone();
        }
        let found = record.and_then(|record| record.contract_id.value().zip(record.evm_address.value()));
        if let Some((id, address)) = found {
            self.known.add_address(id, address);
        }
        Ok(match (self.contract, found) {
            (ContractRef::Address(address), _) | (ContractRef::Id(_), Some((_, address))) => address,
            (ContractRef::Id(id), None) => EvmAddress::long_zero(id),
        })
    }

    /// Loads the interface from the verifier; without one, built-in and user interfaces apply.
    async fn learn_code(&mut self, address: EvmAddress) {
        let address = self.known.address_of(ContractRef::Address(address)).unwrap_or(address);
        let (Some(chain), Some(_)) = (&self.world.network.chain, &self.world.network.verifier) else {
            return;
        };
        let query = VerifiedQuery { chain: chain.clone(), address, extent: Extent::Interface };
        match self.world.ask(&query).await {
            Ok(verified) => self.known.add_code(address, verified_code(&verified)),
            Err(Unanswered { failure: Failure::NotFound { .. }, .. }) => {}
            Err(Unanswered { failure, .. }) => {
                let reason = next_step::reason(&failure);
                say(&format!("no verified interface of {}: {reason}", address.checksummed()));
            }
        }
    }

    /// Looks up the contracts that a proxy forwards to, unless the verifier named them.
    async fn learn_targets(&mut self, address: EvmAddress) {
        let address = self.known.address_of(ContractRef::Address(address)).unwrap_or(address);
        if self.known.codes(ContractRef::Address(address)).any(|code| !code.implementations.is_empty()) {
            return;
        }
        let mut trail = Trail::new(address, None);
        loop {
            let (found, wanted) = trail.step();
            if wanted.is_empty() {
                self.known.add_targets(address, found.targets.into_iter().map(|target| target.address));
                return;
            }
            for wanted in wanted {
                let outcome = self.world.respond(trails::ask(&wanted, &Snapshot::default())).await.outcome;
                if let Ok(Answer::Server(api::Answer::Contract(record))) = &outcome
                    && let (Some(id), Some(at)) = (record.contract_id.value(), record.evm_address.value())
                {
                    self.known.add_address(id, at);
                }
                trail.answer(wanted, trails::answered(&outcome));
            }
        }
    }

    /// Learns by which address the EVM knows an entity.
    ///
    /// # Errors
    /// When the mirror node does not answer.
    pub(super) async fn look_up(&mut self, id: EntityId) -> Result<(), Fault> {
        let account = ContractRef::Id(id);
        match self.world.ask(&AccountQuery::now(account)).await {
            Ok(account) => self.known.add_account(account),
            // A token, or nothing as yet: it has its long-zero address.
            Err(Unanswered { failure: Failure::NotFound { .. } | Failure::NotOffered { .. }, .. }) => {}
            Err(Unanswered { failure, url }) => {
                return Err((Outcome::Unreachable, next_step::told(&failure, &url)));
            }
        }
        Ok(())
    }
}
