//! Names of a result: by contract and time, or by transaction until those are known.

use api::FoundResult;
use ledger::query::{ExecutionQuery, ResultQuery};
use ledger::{ContractRef, ContractResult, ExecutionRef, Timestamp, TransactionId};

use super::{Answer, Ask, Place, Question, Topic};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultName {
    /// By its contract and its consensus time.
    At(ContractRef, Timestamp),
    /// By its transaction or its hash.
    Of(ExecutionQuery),
}

/// The question for a result by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedResult<'a> {
    name: &'a ResultName,
    weibar: bool,
}

impl Question for NamedResult<'_> {
    type Answer = FoundResult;

    fn topic(&self) -> Topic {
        Topic::Ask(self.name.ask(self.weibar))
    }

    fn pick(answer: &Answer) -> Option<&FoundResult> {
        match answer {
            Answer::Server(api::Answer::Result(found) | api::Answer::Execution(found)) => Some(found),
            _ => None,
        }
    }
}

impl ResultName {
    /// The result that this place shows; `None` if it is no result's.
    pub fn of(place: &Place) -> Option<Self> {
        match place {
            Place::Result(contract, at) => Some(Self::At(*contract, *at)),
            Place::Execution(query) => Some(Self::Of(query.clone())),
            _ => None,
        }
    }

    /// The request for the result, in weibar or in tinybar.
    pub fn ask(&self, weibar: bool) -> Ask {
        match self {
            Self::At(contract, timestamp) => {
                Ask::from(&ResultQuery { contract: *contract, timestamp: *timestamp, weibar })
            }
            Self::Of(query) => Ask::from(&ExecutionQuery { weibar, ..query.clone() }),
        }
    }

    /// The question for the result, in weibar or in tinybar.
    pub fn question(&self, weibar: bool) -> NamedResult<'_> {
        NamedResult { name: self, weibar }
    }

    /// The place of the result by this name.
    pub fn place(&self) -> Place {
        match self {
            Self::At(contract, at) => Place::Result(*contract, *at),
            Self::Of(query) => Place::Execution(query.clone()),
        }
    }

    /// The place, by contract and time if known, which gives a result a single place for all its names.
    pub fn place_of(&self, result: Option<&ContractResult>) -> Place {
        match (self.contract(result), self.consensus_time(result)) {
            (Some(contract), Some(at)) => Place::Result(contract, at),
            _ => self.place(),
        }
    }

    /// The contract by the request, or by the result. A failed constructor made none: then it is the sender,
    /// under whom servers find the result as well.
    pub fn contract(&self, result: Option<&ContractResult>) -> Option<ContractRef> {
        match self {
            Self::At(contract, _) => Some(*contract),
            Self::Of(_) => result.and_then(|result| {
                let id = result.contract_id.value().map(ContractRef::Id);
                id.or_else(|| result.to.value().or(result.from.value()).map(ContractRef::Address))
            }),
        }
    }

    /// The id of the transaction, if it is named by that.
    pub fn transaction_id(&self) -> Option<TransactionId> {
        match self {
            Self::Of(ExecutionQuery { of: ExecutionRef::Id(id), .. }) => Some(*id),
            _ => None,
        }
    }

    /// The consensus time by the request, or by the result.
    pub fn consensus_time(&self, result: Option<&ContractResult>) -> Option<Timestamp> {
        match self {
            Self::At(_, at) => Some(*at),
            Self::Of(_) => result.and_then(|result| result.timestamp.value()),
        }
    }

    /// The result's name, for people.
    pub fn label(&self) -> String {
        match self {
            Self::At(contract, at) => format!("result of {contract} at {at}"),
            Self::Of(query) => match query.nonce {
                Some(nonce) => format!("result of {}, nonce {nonce}", query.of),
                None => format!("result of {}", query.of),
            },
        }
    }
}
