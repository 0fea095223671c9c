//! The contract and sources to verify, parsed from the command line and checked before any request.

use ledger::ContractRef;
use verification::{ChainId, Selection, SubmissionBody, submission_text};

use super::source;
use crate::config::VerifyTask;
use crate::message::Network;

/// A submission, with the values that the command line gives.
#[derive(Debug)]
pub(super) struct VerifyArgs {
    /// The body to send; its creation hash is the one from the command line.
    pub(super) body: SubmissionBody,
    /// What of the user's file is in it.
    pub(super) files: Selection,
    pub(super) chain: ChainId,
    pub(super) contract: ContractRef,
    /// Whether the contract is on the network's own chain, where its mirror node can look it up.
    pub(super) here: bool,
    /// Base URL of the verifier; empty for the embedded one.
    pub(super) server: String,
}

impl VerifyArgs {
    /// Parses the command line; `chain` is its `--chain`, without which the network's own is meant.
    ///
    /// # Errors
    /// Says which flag is invalid and what is valid. Never contains the key.
    pub(super) fn parse(
        task: &VerifyTask,
        chain: Option<&ChainId>,
        network: &Network,
    ) -> Result<Self, String> {
        let mode = task.mode.ok_or("name the mode")?;
        let chain = chain.or(network.chain.as_ref()).ok_or_else(|| {
            format!("--chain is missing, and the network {} has none: write the chain's number", network.name)
        })?;
        let server = network.verifier.clone().ok_or_else(|| {
            format!("the network {} has no verifier in its profile: name one with --verifier", network.name)
        })?;
        let address = task.address.as_deref().unwrap_or_default().trim();
        let contract = submission_text::contract(address, network.naming())
            .map_err(|fault| format!("--address: {fault}"))?;
        let here = network.chain.as_ref().is_none_or(|own| own == chain);
        if let (ContractRef::Id(id), false, Some(own)) = (contract, here, &network.chain) {
            return Err(format!(
                "chain {chain} is not that of {}, which is {own}, so {id} cannot be looked up there: write the \
                 contract's EVM address, or name the chain's network with --network",
                network.name
            ));
        }
        let (body, files) = source::body(mode, task)?;
        if let Some(fault) = network.withholds_key().filter(|_| body.api_key().is_some()) {
            return Err(format!("--api-key-env: {fault}"));
        }
        Ok(Self { body, files, chain: chain.clone(), contract, here, server })
    }
}
