//! The input of findings: answers, and requests without an answer yet.

use ledger::{Contract, ContractRef, EntityId, EvmAddress, Timestamp};

use crate::{ChainId, Chains, CreationHash, Followed, Mode, Verified};

/// An answer, or why it is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked<T> {
    /// Not requested yet, or impossible.
    Not,
    /// In progress.
    Asking,
    Known(T),
    /// The server knows no such thing.
    Missing,
    /// No usable answer; the text ends a sentence.
    Failed(String),
}

/// The text that was typed, and the answers about it.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    pub now: Timestamp,
    pub network: &'a str,
    /// The network's own shard and realm.
    pub home: EntityId,
    /// Base URL of the verifier.
    pub server: &'a str,
    /// The source of the sources.
    pub mode: Mode,
    /// The chain that was named.
    pub chain: Option<&'a ChainId>,
    /// Whether that is the network's own chain. Only then are its records about the intended contract.
    pub here: bool,
    /// The contract that was named.
    pub contract: Option<ContractRef>,
    pub record: Asked<&'a Contract>,
    /// Whether its code has no metadata.
    pub bare: bool,
    /// The implementation, if it is a minimal proxy.
    pub target: Option<EvmAddress>,
    /// The creation hash by its results.
    pub creation: Asked<CreationHash>,
    /// The hash that was typed or filled in.
    pub hash: Option<CreationHash>,
    /// The chain by its results; the inner `None` if they have none.
    pub own_chain: Asked<Option<ChainId>>,
    /// Whether the user confirmed the chain in spite of the contract's results.
    pub confirmed: bool,
    /// The verifier's chains.
    pub chains: Asked<&'a Chains>,
    /// The verifier's record.
    pub verified: Asked<&'a Verified>,
    /// The jobs that are followed.
    pub jobs: &'a Followed,
}

impl Known<'_> {
    /// The record, once loaded and about the intended contract.
    pub(super) fn own_record(&self) -> Option<&Contract> {
        match self.record {
            Asked::Known(record) if self.here => Some(record),
            _ => None,
        }
    }

    /// Whether the record is on its way, from which everything else about the contract follows.
    pub(super) fn is_coming(&self) -> bool {
        matches!(self.record, Asked::Asking)
    }

    /// The address that is sent.
    pub(super) fn sent(&self) -> Option<super::Sent> {
        super::sent(self.contract?, self.own_record())
    }
}
