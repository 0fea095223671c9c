//! Names the result: by contract and time, or by its transaction until those are known.

use crate::ledger::query::{ExecutionQuery, ResultQuery};
use crate::ledger::{ContractRef, ContractResult, ExecutionRef, Timestamp, TransactionId};
use crate::message::{Answer, Ask, FoundResult, Place, Question, Topic};

/// The name that the pane was opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// By its contract and its consensus time.
    At(ContractRef, Timestamp),
    /// By its transaction.
    Of(ExecutionQuery),
}

/// The question for a result by its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedQuery<'a> {
    named: &'a Named,
    weibar: bool,
}

impl Question for NamedQuery<'_> {
    type Answer = FoundResult;

    fn topic(&self) -> Topic {
        let weibar = self.weibar;
        Topic::Ask(match self.named {
            Named::At(contract, timestamp) => {
                Ask::Result(ResultQuery { contract: *contract, timestamp: *timestamp, weibar })
            }
            Named::Of(query) => Ask::Execution(ExecutionQuery { weibar, ..query.clone() }),
        })
    }

    fn pick(answer: &Answer) -> Option<&FoundResult> {
        ResultQuery::pick(answer)
    }
}

impl Named {
    /// The question for the result, in weibar or in tinybar.
    pub(super) fn question(&self, weibar: bool) -> NamedQuery<'_> {
        NamedQuery { named: self, weibar }
    }

    /// The place: by contract and time as soon as those are known, so that every name leads to the same one.
    pub(super) fn place(&self, result: Option<&ContractResult>) -> Place {
        match (self, self.contract(result), self.consensus_time(result)) {
            (_, Some(contract), Some(at)) => Place::Result(contract, at),
            (Self::Of(query), ..) => Place::Execution(query.clone()),
            (Self::At(contract, at), ..) => Place::Result(*contract, *at),
        }
    }

    /// The contract by the request, or by the result. A failed constructor made none: then it is the sender,
    /// under whom servers find the result as well.
    pub(super) fn contract(&self, result: Option<&ContractResult>) -> Option<ContractRef> {
        match self {
            Self::At(contract, _) => Some(*contract),
            Self::Of(_) => result.and_then(|result| {
                let id = result.contract_id.value().map(ContractRef::Id);
                id.or_else(|| result.to.value().or(result.from.value()).map(ContractRef::Address))
            }),
        }
    }

    /// The id of the transaction, if it is named by that.
    pub(super) fn transaction_id(&self) -> Option<TransactionId> {
        match self {
            Self::Of(ExecutionQuery { of: ExecutionRef::Id(id), .. }) => Some(*id),
            _ => None,
        }
    }

    pub(super) fn consensus_time(&self, result: Option<&ContractResult>) -> Option<Timestamp> {
        match self {
            Self::At(_, at) => Some(*at),
            Self::Of(_) => result.and_then(|result| result.timestamp.value()),
        }
    }

    /// The result's name, for people.
    pub(super) fn label(&self) -> String {
        match self {
            Self::At(contract, at) => format!("result of {contract} at {at}"),
            Self::Of(query) => match query.nonce {
                Some(nonce) => format!("result of {}, nonce {nonce}", query.of),
                None => format!("result of {}", query.of),
            },
        }
    }
}
