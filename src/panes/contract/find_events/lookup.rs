//! The addresses of what was named: an id has a long-zero address that needs no asking, and may have another.

use ledger::query::AccountQuery;
use ledger::query::ContractQuery;
use ledger::{ContractRef, EntityId, EvmAddress};

use crate::message::Failure;
use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// The lookup of every contract and account that was named, one after another.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    named: Vec<ContractRef>,
}

/// An entity, if it exists: that it does not is an answer, too.
type Found<'a> = Result<Option<(EntityId, EvmAddress)>, &'a Failure>;

impl Lookup {
    /// A lookup of these, each once: as a contract, and as an account if it is none.
    pub(super) fn new(named: impl IntoIterator<Item = ContractRef>) -> Self {
        let mut all: Vec<ContractRef> = Vec::new();
        for name in named {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        Self { named: all }
    }

    /// Adds the lookups made so far, and the next one.
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

    /// Whether all of them are looked up, or why one cannot be: a search that knows half of the addresses would miss
    /// events. `None` while they are looked up.
    pub(super) fn outcome<'a>(&self, ctx: &Context<'a>) -> Option<Result<(), &'a Failure>> {
        self.named
            .iter()
            .try_fold(Ok(()), |all: Result<(), _>, name| Some(all.and(entity(*name, ctx)?.map(|_| ()))))
    }

    /// Every address of what was named: its long-zero address first if it has an id. What nobody knows has its own
    /// address alone.
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

/// An entity as a contract or, if it is none, as an account. `None` while loading.
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
