//! Whether the contract is verified: asked of the verifier beside the page, which never waits for it.

use std::sync::Arc;

use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef};
use crate::message::{Answer, Ask, Effect, Extent, Place, Response, Retrying};
use crate::panes::{Context, Remote};
use crate::verification::{Grade, Verified};
use crate::widgets::{Role, Value};

/// What the verifier has of the contract.
#[derive(Debug, Default)]
pub(super) struct Verification {
    lookup: Remote<Arc<Verified>>,
}

impl Verification {
    /// Asks, now that the contract's address is known.
    pub(super) fn ask(
        &mut self,
        contract: &Contract,
        query: &ContractQuery,
        ctx: &Context<'_>,
    ) -> Option<Effect> {
        let chain = ctx.network.chain.clone().filter(|_| applies(query, ctx))?;
        let ask = Ask::Verified(chain, contract.evm_address.value()?, Extent::Match);
        Some(self.lookup.ask(ctx.request(ask), ctx.now))
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        self.lookup.hear(response, |answer| match answer {
            Answer::Verified(found) => Some(Arc::clone(found)),
            _ => None,
        })
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        self.lookup.retrying(retrying);
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.lookup.stop()
    }

    /// What is said of it. `None` if there is nothing to say: for a past version, or where nobody answers.
    pub(super) fn value(&self, query: &ContractQuery, ctx: &Context<'_>) -> Option<Value> {
        if !query.timestamp.is_empty() {
            return None;
        }
        let Some(place) = place(query.contract, ctx) else {
            return Some(Value::none("not asked on this network"));
        };
        if let Some(found) = self.lookup.value() {
            return Some(match found.grade() {
                Grade::Not => Value::plain("no").link(place),
                Grade::Exact | Grade::Raisable => Value::of(Role::Success, found.words()).link(place),
            });
        }
        self.lookup.asked().map(|_| Value::none(ctx.look.glyphs.cut))
    }
}

/// Where it is told in full, if this network has a verifier.
pub(super) fn place(contract: ContractRef, ctx: &Context<'_>) -> Option<Place> {
    let chain = ctx.network.verifier.as_ref().and(ctx.network.chain.clone());
    chain.map(|chain| Place::Verified(chain, contract))
}

fn applies(query: &ContractQuery, ctx: &Context<'_>) -> bool {
    ctx.network.verifier.is_some() && query.timestamp.is_empty()
}
