//! The kinds of places, and how one is made of what is known.

use super::table::{PLACES, Row};
use super::{Place, VerifyPlace};
use crate::ledger::ContractRef;
use crate::ledger::query::{LogsQuery, PendingQuery, ResultsQuery, SchedulesQuery, StateQuery};
use crate::message::{Action, EventSearchPlace};
use crate::verification::ChainId;

/// The kinds of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaceKind {
    Home,
    Contract,
    Results,
    Code,
    Logs,
    State,
    Versions,
    Interfaces,
    EventSearch,
    GasUsage,
    Sources,
    Verified,
    CodeComparison,
    Result,
    Transaction,
    Schedules,
    Pending,
    Schedule,
    Verify,
    Batch,
    Jobs,
    Job,
    Difference,
}

impl PlaceKind {
    /// The kind of place that a verb opens.
    pub fn opened_by(action: Action) -> Option<Self> {
        PLACES.iter().find(|row| row.action == Some(action)).map(|row| row.kind)
    }

    /// The kinds that are pages of a contract, in their order.
    pub fn pages() -> impl Iterator<Item = &'static Row> {
        PLACES.iter().filter(|row| row.kind.is_page())
    }

    /// Whether this is a page of one contract.
    pub fn is_page(self) -> bool {
        !matches!(
            self,
            Self::Home
                | Self::CodeComparison
                | Self::Result
                | Self::Transaction
                | Self::Schedules
                | Self::Pending
                | Self::Schedule
                | Self::Verify
                | Self::Batch
                | Self::Jobs
                | Self::Job
                | Self::Difference
        )
    }

    /// This page of a contract; `None` if it is no page, or if its verifier needs a chain and there is none.
    pub fn of(self, contract: ContractRef, chain: Option<&ChainId>) -> Option<Place> {
        Some(match self {
            Self::Contract => Place::contract(contract),
            Self::Results => Place::Results(ResultsQuery::all(contract)),
            Self::Code => Place::Code(contract),
            Self::Logs => Place::Logs(Box::new(LogsQuery::all(contract))),
            Self::State => Place::State(StateQuery::all(contract)),
            Self::Versions => Place::Versions(contract),
            Self::Interfaces => Place::Interfaces(contract),
            Self::EventSearch => Place::EventSearch(EventSearchPlace::of(contract)),
            Self::GasUsage => Place::GasUsage(ResultsQuery::all(contract)),
            Self::Sources => Place::Sources(chain?.clone(), contract),
            Self::Verified => Place::Verified(chain?.clone(), contract),
            _ => return None,
        })
    }

    /// This place where nothing needs to be named.
    pub fn alone(self) -> Option<Place> {
        Some(match self {
            Self::Home => Place::Home,
            Self::Schedules => Place::Schedules(SchedulesQuery::newest_first()),
            Self::Pending => Place::Pending(PendingQuery::default()),
            Self::Verify => Place::Verify(VerifyPlace::default()),
            Self::Batch => Place::Batch,
            Self::Jobs => Place::Jobs,
            _ => return None,
        })
    }
}

impl Place {
    /// What kind of place this is.
    pub fn kind(&self) -> PlaceKind {
        match self {
            Self::Home => PlaceKind::Home,
            Self::Contract(_) => PlaceKind::Contract,
            Self::Results(_) => PlaceKind::Results,
            Self::Code(_) => PlaceKind::Code,
            Self::Logs(_) => PlaceKind::Logs,
            Self::State(_) => PlaceKind::State,
            Self::Versions(_) => PlaceKind::Versions,
            Self::Interfaces(_) | Self::AddInterface(..) => PlaceKind::Interfaces,
            Self::EventSearch(_) => PlaceKind::EventSearch,
            Self::GasUsage(_) => PlaceKind::GasUsage,
            Self::Sources(..) => PlaceKind::Sources,
            Self::Verified(..) => PlaceKind::Verified,
            Self::CodeComparison(..) => PlaceKind::CodeComparison,
            Self::Result(..) | Self::Execution(_) => PlaceKind::Result,
            Self::Transaction(_) | Self::TransactionAt(_) | Self::TransactionOf(_) => PlaceKind::Transaction,
            Self::Schedules(_) => PlaceKind::Schedules,
            Self::Pending(_) => PlaceKind::Pending,
            Self::Schedule(_) => PlaceKind::Schedule,
            Self::Verify(_) => PlaceKind::Verify,
            Self::Batch => PlaceKind::Batch,
            Self::Jobs => PlaceKind::Jobs,
            Self::Job(_) => PlaceKind::Job,
            Self::Difference(_) => PlaceKind::Difference,
        }
    }

    /// The contract that this place is about.
    pub fn contract_named(&self) -> Option<ContractRef> {
        match self {
            Self::Contract(query) => Some(query.contract),
            Self::Results(query) | Self::GasUsage(query) => Some(query.contract),
            Self::Logs(query) => Some(query.contract),
            Self::State(query) => Some(query.contract),
            Self::EventSearch(search) => Some(search.contract),
            Self::Result(contract, _)
            | Self::Verified(_, contract)
            | Self::Interfaces(contract)
            | Self::AddInterface(contract, _)
            | Self::Versions(contract)
            | Self::Sources(_, contract)
            | Self::Code(contract)
            | Self::CodeComparison(contract, _) => Some(*contract),
            Self::Verify(place) => place.contract,
            _ => None,
        }
    }
}
