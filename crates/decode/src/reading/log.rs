//! A log to decode.

use ledger::{ContractRef, HexBytes};

use super::{Reader, Reading};

/// A log: of a contract result, or of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct LogQuestion {
    /// Who emitted it: `address` or `contract_id`.
    pub contract: Option<ContractRef>,
    /// `topics`: the event, then its indexed arguments.
    pub topics: Vec<HexBytes>,
    /// `data`: the other arguments.
    pub data: HexBytes,
}

impl Reader<'_> {
    pub fn read_log(&self, question: &LogQuestion) -> Reading {
        self.log(question.contract, &question.topics, question.data.bytes())
    }
}
