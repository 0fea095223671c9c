//! The input of findings: answers, and requests without an answer yet.

use ledger::{Contract, ContractRef, EntityId, EvmAddress, Timestamp};

use crate::{ChainId, Chains, CreationHash, Followed, Mode, Verified};

/// An answer, or what there is in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked<T> {
    /// It is not asked yet, or cannot be.
    Not,
    /// It is in progress.
    Asking,
    /// The answer.
    Known(T),
    /// The server knows no such thing.
    Missing,
    /// No usable answer; the text ends a sentence.
    Failed(String),
}

/// What was typed, and what is known about it.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// The time.
    pub now: Timestamp,
    /// The network's name.
    pub network: &'a str,
    /// The network's own shard and realm.
    pub home: EntityId,
    /// Base URL of the verifier.
    pub server: &'a str,
    /// How the sources are found.
    pub mode: Mode,
    /// The chain that was named.
    pub chain: Option<&'a ChainId>,
    /// Whether that is the network's own chain, so that its records are about the contract that is meant.
    pub here: bool,
    /// The contract that was named.
    pub contract: Option<ContractRef>,
    pub record: Asked<&'a Contract>,
    /// Whether its code is known to have no metadata.
    pub bare: bool,
    /// The contract that its code passes all calls on to, if it is a minimal proxy.
    pub target: Option<EvmAddress>,
    /// The creation hash by its results.
    pub creation: Asked<CreationHash>,
    /// The hash that was typed or filled in.
    pub hash: Option<CreationHash>,
    /// The chain by its results; the inner `None` if they have none.
    pub own_chain: Asked<Option<ChainId>>,
    /// Whether the user said that the chain is meant, in spite of its results.
    pub confirmed: bool,
    /// The verifier's chains.
    pub chains: Asked<&'a Chains>,
    /// The verifier's record.
    pub verified: Asked<&'a Verified>,
    /// The jobs that are followed.
    pub jobs: &'a Followed,
}

impl Known<'_> {
    /// The record, once it is known and about the contract that is meant.
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
