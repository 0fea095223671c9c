//! The parts of a place's text, as a row parses them.

use ledger::{ContractRef, EntityId};
use verification::ChainId;

use super::PlaceFault;

/// A text whose path has the form of a row.
pub(super) struct Parts<'a> {
    /// The parts of the path where the form has capitals, in order.
    pub(super) open: Vec<&'a str>,
    /// The parameters.
    pub(super) pairs: &'a [(&'a str, &'a str)],
    /// The shard and realm that short ids are completed from.
    pub(super) home: EntityId,
}

impl<'a> Parts<'a> {
    /// An open part; empty if the text has fewer.
    pub(super) fn open(&self, at: usize) -> &'a str {
        self.open.get(at).copied().unwrap_or_default()
    }

    pub(super) fn contract(&self, at: usize) -> Result<ContractRef, PlaceFault> {
        self.contract_in(self.open(at))
    }

    pub(super) fn contract_in(&self, text: &str) -> Result<ContractRef, PlaceFault> {
        let fault = PlaceFault::Part("write a contract: an id such as 0.0.5001, or an EVM address");
        ContractRef::parse(text, self.home).ok_or(fault)
    }

    pub(super) fn chain(&self, at: usize) -> Result<ChainId, PlaceFault> {
        let fault = PlaceFault::Part("a chain id is 1 to 20 digits, such as 296");
        ChainId::parse(self.open(at)).ok_or(fault)
    }

    /// The parameters, as queries take them.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.pairs.iter().copied()
    }
}
