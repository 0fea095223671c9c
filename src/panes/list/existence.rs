//! Whether there is a contract of which a list is empty: servers answer with an empty list for ids that they do not
//! know, so the contract itself is asked for.

use std::sync::Arc;

use super::{List, Listed, Pages};
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, Timestamp};
use crate::message::{Answer, Ask, Effect, Failure, Response, Retrying};
use crate::panes::{Context, Remote};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// The contract of a list, once it was asked for.
#[derive(Debug, Default)]
pub struct Existence {
    contract: Remote<Arc<Contract>>,
}

impl Existence {
    /// Asks for the contract.
    pub fn ask(&mut self, contract: ContractRef, ctx: &Context<'_>) -> Vec<Effect> {
        self.contract.again(ctx.request(Ask::Contract(ContractQuery::now(contract))), ctx.now)
    }

    /// Asks for the contract if its list has come to its end without a row, unless it is known.
    pub fn doubt<Q: Listed, P: Pages<Q>>(
        &mut self,
        list: &List<Q, P>,
        contract: ContractRef,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let ended = list.feed().is_some_and(|feed| feed.rows().is_empty() && feed.more().is_none());
        if ended && self.contract.value().is_none() { self.ask(contract, ctx) } else { Vec::new() }
    }

    /// Takes an answer. `true` if it was for this.
    pub fn hear(&mut self, response: &Response) -> bool {
        self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        })
    }

    /// Hears that a request will be repeated.
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.contract.retrying(retrying);
    }

    /// The request for the contract, with its state.
    pub fn contract(&self) -> &Remote<Arc<Contract>> {
        &self.contract
    }

    /// When something about this moves by itself.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        self.contract.wake_at(now)
    }

    /// Stops asking.
    pub fn stop(&mut self) -> Option<Effect> {
        self.contract.stop()
    }

    /// Whether the contract is known to exist.
    pub fn is_certain(&self) -> bool {
        self.contract.value().is_some()
    }

    /// What stands in place of the rows of a contract that there is not.
    pub fn denial(&self, contract: ContractRef, ctx: &Context<'_>) -> Option<[Cell; 2]> {
        let Some(Failure::NotFound { .. }) = self.contract.failure() else { return None };
        let head = format!("There is no contract {contract} on {}.", ctx.network.name);
        let why = "The server answers with an empty list for ids that it does not know.";
        Some([(head, Role::Heading), (why.to_owned(), Role::Plain)])
    }
}
