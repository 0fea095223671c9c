//! How the verification server handles each contract: its records at the start, and the outcomes of its jobs.
//!
//! These are columns of the ledger's own table of contracts; the parts fit the code that the ledger holds.

use std::sync::LazyLock;

use axum::http::StatusCode;
use serde::Deserialize;

use super::Refusal;
use crate::data;
use crate::simulation::contracts::SCENARIO;

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Scenario {
    #[serde(rename = "num")]
    pub(super) entity: u64,
    /// The server's initial record of it.
    #[serde(default)]
    pub(super) stored: Stored,
    /// The explorer's sources, for the import mode.
    #[serde(default)]
    pub(super) listing: Listing,
    #[serde(default)]
    pub(super) behaviour: Behaviour,
    /// The kind of proxy, as in lookups.
    pub(super) proxy: Option<&'static str>,
}

/// The initial match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Stored {
    #[default]
    Nothing,
    /// Runtime and creation exact, on the embedded network's chain.
    Exact,
    /// The same, and on the two public chains too.
    Everywhere,
    /// Runtime and creation of this build, which match but for their metadata.
    Partial(&'static str),
    /// Runtime exact, creation unknown.
    NoCreation,
}

/// The built-in explorer's answer to a request for sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Listing {
    #[default]
    Nothing,
    Source(&'static str),
    /// The same, but only for the right key.
    Locked(&'static str),
    /// Sources without the name of the file that holds the contract.
    NoFileName,
    /// A Vyper contract, of a compiler that is not known here.
    Vyper,
    Broken,
    /// Sources that do not compile, whose complaint holds control characters.
    Hostile,
    Page,
    Refuses(Refused),
}

/// How the verification server handles submissions for a contract and their jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Behaviour {
    /// A job of two to four seconds.
    #[default]
    Usual,
    /// A job that is complete at the first poll.
    Instant,
    /// A job of forty seconds.
    Slow,
    /// A success that is forwarded to three explorers, which answer two to four seconds later.
    Forwarded,
    /// A job that never completes and so refuses all further submissions.
    Stuck,
    /// A job that is gone at the second poll.
    Vanishing,
    /// A job whose record has an unusual shape.
    Strange,
    /// A job whose first two looks meet a gateway that is out of order.
    Flaky,
    /// A job that ends with a fault of the server.
    Faulty,
    /// A submission that is accepted without telling the id.
    Nameless,
    /// A submission that is accepted, but answered two minutes later.
    Silent,
    /// A contract whose code cannot be fetched from the ledger.
    NoLedger,
    /// Someone else's job of 35 seconds, which begins with the first submission and refuses it; whether it verifies
    /// the contract. If not, the contract is free then.
    Contested {
        won: bool,
    },
    Foreign,
    Ends {
        code: &'static str,
        message: &'static str,
    },
    Refuses(Refused),
}

/// A refusal with a code, or with a page as of what stands before a server. The message may hold no escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Refused {
    pub(super) status: u16,
    code: Option<&'static str>,
    message: &'static str,
}

impl From<Refused> for Refusal {
    fn from(Refused { status, code, message }: Refused) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or_default();
        match code {
            Some(code) => Self::new(status, code, message),
            None => Self::page(status, message),
        }
    }
}

/// The builds that are verified on another ledger from the start, for similarity search.
pub(super) const ELSEWHERE: &[&str] =
    &["Router", "Items", "Vault", "Counter", "Greeter", "Escrow", "Factory", "Sorting", "Oracle", "Bazaar"];

/// All parts, in the order of the contracts' numbers.
pub(crate) fn all() -> &'static [Scenario] {
    static ALL: LazyLock<Vec<Scenario>> = LazyLock::new(|| data::list(SCENARIO));
    &ALL
}

pub(super) fn scenario_for(entity: u64) -> Option<Scenario> {
    all().iter().find(|scenario| scenario.entity == entity).copied()
}

#[cfg(test)]
impl Scenario {
    pub(crate) fn build(&self) -> Option<&'static str> {
        match (self.stored, self.listing) {
            (Stored::Partial(build), _) | (_, Listing::Source(build) | Listing::Locked(build)) => Some(build),
            _ => None,
        }
    }
}
