//! The contract that is typed: looked up on the network, for its EVM address and for what speaks against it.

use std::sync::Arc;

use crate::ledger::query::{ContractQuery, ResultQuery};
use crate::ledger::system::{SystemEntity, SystemKind};
use crate::ledger::{Contract, ContractRef, ContractResult, EvmAddress, Field};
use crate::message::{Answer, Ask, Effect, Failure, Response, Retrying};
use crate::panes::{Context, Remote};
use crate::verification::CreationHash;
use crate::verification::preflight::{self, Sent};

/// What is known of the contract in the form.
#[derive(Debug, Default)]
pub(super) struct Subject {
    /// Which contract was asked for.
    of: Option<ContractRef>,
    contract: Remote<Arc<Contract>>,
    /// The result that created it, of which the hash is wanted.
    creation: Remote<Arc<ContractResult>>,
}

impl Subject {
    /// Looks a contract up, unless that is under way or done; a look-up that failed is made again.
    pub(super) fn look_up(&mut self, contract: ContractRef, ctx: &Context<'_>) -> Vec<Effect> {
        if self.of == Some(contract) && self.contract.failure().is_none() {
            return Vec::new();
        }
        let mut effects = self.stop();
        *self = Self { of: Some(contract), ..Self::default() };
        effects.push(self.contract.ask(ctx.request(Ask::Contract(ContractQuery::now(contract))), ctx.now));
        effects
    }

    /// Looks for the transaction that created the contract: the result at its creation time.
    pub(super) fn look_for_creation(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(record) = self.contract.value() else { return Vec::new() };
        let (Some(id), Some(at)) = (record.contract_id.value(), record.created_timestamp.value()) else {
            return Vec::new();
        };
        let query = ResultQuery { contract: ContractRef::Id(id), timestamp: at, weibar: false };
        vec![self.creation.ask(ctx.request(Ask::Result(query)), ctx.now)]
    }

    /// Takes an answer about the contract. `true` if it was about it.
    pub(super) fn hear_contract(&mut self, response: &Response) -> bool {
        self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        })
    }

    /// Takes an answer about the creation. `true` if it was about it.
    pub(super) fn hear_creation(&mut self, response: &Response) -> bool {
        self.creation.hear(response, |answer| match answer {
            Answer::Result { result, .. } => Some(Arc::clone(result)),
            _ => None,
        })
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.contract.retrying(retrying) || self.creation.retrying(retrying);
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.contract.stop().into_iter().chain(self.creation.stop()).collect()
    }

    /// The look-up of this contract, for its state.
    pub(super) fn remote(&self) -> &Remote<Arc<Contract>> {
        &self.contract
    }

    /// The record of this contract, if it is known.
    pub(super) fn record(&self, contract: ContractRef) -> Option<&Contract> {
        self.contract.value().filter(|_| self.of == Some(contract)).map(AsRef::as_ref)
    }

    /// The hash of the creating transaction, once it is known: of 48 bytes the first 32.
    pub(super) fn creation_hash(&self) -> Option<CreationHash> {
        preflight::creation_hash(self.creation.value()?)
    }

    /// Whether the creation was asked for and could not be found.
    pub(super) fn creation_is_unknown(&self) -> bool {
        self.creation.failure().is_some()
            || (self.creation.value().is_some() && self.creation_hash().is_none())
    }

    /// The address to send for this contract. `here`: whether the chain typed is this network's, which alone
    /// the network can tell about.
    ///
    /// # Errors
    /// Says why there is none yet.
    pub(super) fn address(
        &self,
        contract: ContractRef,
        here: bool,
        ctx: &Context<'_>,
    ) -> Result<Sent, String> {
        let record = self.record(contract).filter(|_| here);
        if let Some(sent) = preflight::sent(contract, record) {
            return Ok(sent);
        }
        if !here {
            return Err(format!("an id means something on {} only: write the EVM address", ctx.network.name));
        }
        Err(match self.contract.failure().filter(|_| self.of == Some(contract)) {
            Some(Failure::NotFound { .. }) => {
                format!("there is no contract {contract} on {}", ctx.network.name)
            }
            Some(failure) => format!("{contract} could not be looked up: {}", failure.sentence()),
            None => format!("{contract} is being looked up for its EVM address"),
        })
    }
}

/// What a system contract is called, if this is one: there is no code of it to verify.
pub(super) fn system_name(address: EvmAddress) -> Option<&'static str> {
    let entity = SystemEntity::at(address)?;
    matches!(entity.kind, SystemKind::Contract | SystemKind::Precompile).then_some(entity.name)
}

/// How many bytes of runtime code a record tells of; `None` if it does not tell.
pub(super) fn code_size(record: &Contract) -> Option<usize> {
    match &record.runtime_bytecode {
        Field::Known(code) => Some(code.len()),
        Field::Null => Some(0),
        Field::Absent | Field::Odd(_) => None,
    }
}
