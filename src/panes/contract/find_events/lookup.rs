//! Looks up the addresses of named entities. An id always has its long-zero address, and may have another.

use api::Failure;
use ledger::query::{AccountQuery, ContractQuery};
use ledger::{ContractRef, EntityId, EvmAddress};

use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// Sequential lookup of all named contracts and accounts.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    named: Vec<ContractRef>,
}

/// An entity, or `None` if the server has none: that is an answer too.
type Found<'a> = Result<Option<(EntityId, EvmAddress)>, &'a Failure>;

impl Lookup {
    /// Creates a lookup of each entity once: as a contract, and as an account if there is no such contract.
    pub(super) fn new(named: impl IntoIterator<Item = ContractRef>) -> Self {
        let mut all: Vec<ContractRef> = Vec::new();
        for name in named {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        Self { named: all }
    }

    /// Adds the finished lookups and the next one.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        for name in &self.named {
            wants.add_optional(&ContractQuery::now(*name));
            if matches!(contract(*name, ctx), Some(Ok(None))) {
                wants.add_optional(&AccountQuery::now(*name));
            }
            if !matches!(entity(*name, ctx), Some(Ok(_))) {
                return;
            }
        }
    }

    /// The outcome of all lookups; `None` while any is pending. One failure fails all: with half of the addresses,
    /// a search would miss events.
    pub(super) fn outcome<'a>(&self, ctx: &Context<'a>) -> Option<Result<(), &'a Failure>> {
        self.named
            .iter()
            .try_fold(Ok(()), |all: Result<(), _>, name| Some(all.and(entity(*name, ctx)?.map(|_| ()))))
    }

    /// All addresses of an entity: the long-zero address first if it has an id. An unknown entity has only the
    /// address that was typed.
    pub(super) fn addresses(of: ContractRef, ctx: &Context<'_>) -> Vec<EvmAddress> {
        let own = match of {
            ContractRef::Id(id) => EvmAddress::long_zero(id),
            ContractRef::Address(address) => address,
        };
        let found = entity(of, ctx).and_then(Result::ok).flatten();
        let found = found.map(|(id, address)| [EvmAddress::long_zero(id), address]);
        let mut all = vec![own];
        for address in found.into_iter().flatten() {
            if !all.contains(&address) {
                all.push(address);
            }
        }
        all
    }
}

/// An entity as a contract, or else as an account. `None` while loading.
fn entity<'a>(name: ContractRef, ctx: &Context<'a>) -> Option<Found<'a>> {
    match contract(name, ctx)? {
        Ok(None) => {
            found(ctx.get(&AccountQuery::now(name)), |it| it.account.value().zip(it.evm_address.value()))
        }
        other => Some(other),
    }
}

fn contract<'a>(name: ContractRef, ctx: &Context<'a>) -> Option<Found<'a>> {
    found(ctx.get(&ContractQuery::now(name)), |it| it.contract_id.value().zip(it.evm_address.value()))
}

fn found<T>(
    fetched: Fetched<'_, T>,
    ids: impl Fn(&T) -> Option<(EntityId, EvmAddress)>,
) -> Option<Found<'_>> {
    Some(match fetched.outcome()? {
        Ok(entity) => Ok(ids(entity)),
        Err(Failure::NotFound { .. } | Failure::NotOffered { .. } | Failure::Invalid { .. }) => Ok(None),
        Err(failure) => Err(failure),
    })
}
