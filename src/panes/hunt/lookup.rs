//! The addresses of what was named: an id has a long-zero address that needs no asking, and may have another.

use std::collections::{HashMap, VecDeque};

use crate::ledger::query::ContractQuery;
use crate::ledger::{ContractRef, EntityId, EvmAddress};
use crate::message::{Answer, Ask, Effect, Failure, Response, Retrying};
use crate::panes::{Context, Remote};

/// The lookup of every contract and account that was named, one after another.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    todo: VecDeque<Ask>,
    found: HashMap<ContractRef, (EntityId, EvmAddress)>,
    asked: Remote<()>,
    of: Option<ContractRef>,
}

impl Lookup {
    /// A lookup of these, each once: as a contract, and as an account if it is none.
    pub(super) fn of(named: impl IntoIterator<Item = ContractRef>) -> Self {
        let mut todo: VecDeque<Ask> = VecDeque::new();
        for name in named {
            let ask = Ask::Contract(ContractQuery::now(name));
            if !todo.contains(&ask) {
                todo.push_back(ask);
            }
        }
        Self { todo, ..Self::default() }
    }

    /// Asks for the next one; `None` once all are looked up.
    pub(super) fn ask(&mut self, ctx: &Context<'_>) -> Option<Effect> {
        let ask = self.todo.pop_front()?;
        self.of = match &ask {
            Ask::Contract(query) => Some(query.contract),
            Ask::Account(name) => Some(*name),
            _ => None,
        };
        Some(self.asked.ask(ctx.request(ask), ctx.now))
    }

    /// Takes an answer. `true` if it was for this. What nobody knows is looked for by its own address alone; what
    /// could not be asked is asked again later: a hunt that knows half of the addresses would miss events.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let mut found = None;
        let heard = self.asked.hear(response, |answer| {
            found = match answer {
                Answer::Contract(it) => it.contract_id.value().zip(it.evm_address.value()),
                Answer::Account(it) => it.account.value().zip(it.evm_address.value()),
                _ => None,
            };
            Some(())
        });
        if !heard {
            return false;
        }
        if self.failure().is_some() {
            self.todo.push_front(response.request.ask.clone());
        } else if let (Some(of), Some(found)) = (self.of, found) {
            self.found.insert(of, found);
        } else if let (Some(of), Ask::Contract(_)) = (self.of, &response.request.ask) {
            self.todo.push_front(Ask::Account(of));
        }
        true
    }

    /// Why the last question is still open. That there is no such thing is an answer.
    pub(super) fn failure(&self) -> Option<&Failure> {
        let told = |failure: &&Failure| {
            matches!(failure, Failure::NotFound { .. } | Failure::NotOffered { .. } | Failure::Invalid { .. })
        };
        self.asked.failure().filter(|failure| !told(failure))
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        self.asked.retrying(retrying);
    }

    /// Stops; what was under way is asked again later.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        if let Some(request) = self.asked.asked() {
            self.todo.push_front(request.ask.clone());
        }
        self.asked.stop()
    }

    /// The request under way, with its state.
    pub(super) fn asked(&self) -> &Remote<()> {
        &self.asked
    }

    /// Every address of what was named: its long-zero address first if it has an id.
    pub(super) fn addresses(&self, of: ContractRef) -> Vec<EvmAddress> {
        let own = match of {
            ContractRef::Id(id) => EvmAddress::long_zero(id),
            ContractRef::Address(address) => address,
        };
        let found = self.found.get(&of).map(|(id, address)| [EvmAddress::long_zero(*id), *address]);
        let mut all = vec![own];
        for address in found.into_iter().flatten() {
            if !all.contains(&address) {
                all.push(address);
            }
        }
        all
    }
}
