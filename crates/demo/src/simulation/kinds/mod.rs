//! Calls for each kind of contract, with matching events and storage.

use ledger::{EvmAddress, Timestamp};

use crate::simulation::abi::Word;
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::contracts::{ContractKind, address_of};
use crate::simulation::machine::Plan;

mod interface;
mod proposals;
pub(crate) mod router;
mod services;
mod small_contracts;
mod strongbox;
mod token;
mod upgrades;

/// The caller, the contract and the time of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallContext {
    pub(crate) contract: u64,
    pub(crate) sender: u64,
    /// The consensus time.
    pub(crate) at: Timestamp,
    /// The index of the result of this contract.
    pub(crate) index: u64,
}

impl CallContext {
    /// The caller's address as the contract sees it.
    fn caller(&self) -> EvmAddress {
        address_of(self.sender)
    }

    /// The contract's own address.
    fn itself(&self) -> EvmAddress {
        address_of(self.contract)
    }
}

/// Another account's address.
fn somebody(chance: &mut Chance) -> EvmAddress {
    accounts::address(accounts::any(chance))
}

impl ContractKind {
    /// The other contracts whose events its results can hold.
    pub(crate) fn reaches(self) -> &'static [u64] {
        match self {
            Self::Router => &[5002, 5004, 5009, 2001, 2002, 2003],
            Self::Timelock => &[5001],
            _ => &[],
        }
    }

    /// The signatures of all events that its calls emit, if they are declared. Lets a search for other events skip
    /// generating many results.
    pub(crate) fn emits(self) -> Option<&'static [&'static str]> {
        (self == Self::Router).then_some(&router::EVENTS)
    }

    /// The words from which the topics of an execution's events are taken, besides the events' own hashes, if they are
    /// declared.
    pub(crate) fn topics(self, ctx: &CallContext, plan: &Plan) -> Option<Vec<Word>> {
        (self == Self::Router).then(|| router::topics(ctx, plan))
    }

    /// The most gas that its calls use.
    fn most_gas(self) -> u64 {
        match self {
            Self::Router | Self::Multisig | Self::Strongbox | Self::Interface | Self::Diamond => 400_000,
            _ => 150_000,
        }
    }

    /// The plan of one call.
    pub(crate) fn act(self, ctx: &CallContext, chance: &mut Chance) -> Plan {
        let plan = match self {
            Self::Router => router::act(ctx, chance),
            Self::Token => token::fungible(ctx, chance),
            Self::Collectible => token::collectible(ctx, chance),
            Self::Multisig => proposals::multisig(ctx, chance),
            Self::Timelock => proposals::timelock(ctx, chance),
            Self::Factory => return small_contracts::factory(ctx, chance),
            Self::Oracle => small_contracts::oracle(ctx, chance),
            Self::Counter | Self::Gallery => small_contracts::counter(ctx, chance),
            Self::Interface => interface::act(ctx, chance),
            Self::Greeter => small_contracts::greeter(ctx, chance),
            Self::Notebook => upgrades::notebook(ctx, chance),
            Self::Services => services::act(ctx, chance),
            Self::Lighthouse => small_contracts::lighthouse(ctx, chance),
            Self::Mill => return small_contracts::mill(ctx, chance),
            Self::Reversed => token::reversed(ctx, chance),
            Self::Strongbox => strongbox::act(ctx, chance),
            Self::Diamond => upgrades::diamond(ctx),
        };
        Plan { is_short: chance.below(400) < 4, most_gas: self.most_gas(), ..plan }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::abi;
    use crate::simulation::results::Origin;

    #[test]
    fn the_events_that_are_told_are_all_there_are() {
        let reported = ContractKind::Router.emits().unwrap();
        let topics: Vec<Word> = reported.iter().map(|signature| abi::topic(signature)).collect();
        let mut met = std::collections::BTreeSet::new();
        for index in 14_000_000..14_000_300 {
            let it = Origin::Drawn { contract: 5001, index }.execution().unwrap();
            met.extend(it.call.logs.iter().filter_map(|event| event.topics.first().copied()));
        }
        assert_eq!(met, topics.into_iter().collect());
    }
}
