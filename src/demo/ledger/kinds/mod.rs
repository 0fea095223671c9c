//! What is done with each kind of contract: calls that fit its code, with the events and storage they leave.

use crate::demo::ledger::abi::{self, Value, Word};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::{ContractKind, address_of};
use crate::demo::ledger::execution::{Call, Event, Failure, Slot};
use crate::demo::ledger::machine::Plan;
use crate::ledger::{EvmAddress, Timestamp};

mod collectible;
mod counter;
pub(crate) mod diamond;
mod factory;
mod greeter;
mod interface;
mod lighthouse;
mod mill;
mod multisig;
mod notebook;
mod oracle;
mod prepared;
mod reversed;
pub(crate) mod router;
mod services;
mod strongbox;
mod timelock;
mod token;

/// Who calls what, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallContext {
    /// The contract called.
    pub(crate) contract: u64,
    /// The caller.
    pub(crate) sender: u64,
    /// The consensus time.
    pub(crate) at: Timestamp,
    /// Which of the contract's results this is.
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

    /// An event of the contract itself.
    fn event(&self, signature: &str, indexed: &[Word], rest: &[Value]) -> Event {
        event(self.contract, signature, indexed, rest)
    }

    /// A slot of the contract's own storage.
    fn slot(&self, slot: Word, read: u128, written: impl Into<Option<u128>>) -> Slot {
        Slot {
            contract: self.contract,
            key: slot,
            read: abi::number(read),
            written: written.into().map(abi::number),
        }
    }
}

/// An event of any contract.
fn event(contract: u64, signature: &str, indexed: &[Word], rest: &[Value]) -> Event {
    let mut topics = vec![abi::topic(signature)];
    topics.extend(indexed);
    Event { contract, topics, data: abi::encode(rest) }
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

    /// The signatures of all events that its calls emit, if that is told: where there are many results, a search for
    /// other events need not make them.
    pub(crate) fn emits(self) -> Option<&'static [&'static str]> {
        (self == Self::Router).then_some(&router::EVENTS)
    }

    /// The words that the topics of an execution's events are among, besides the events themselves, if that is told.
    pub(crate) fn topics(self, ctx: &CallContext, plan: &Plan) -> Option<Vec<Word>> {
        (self == Self::Router).then(|| router::topics(ctx, plan))
    }

    /// What its calls take at most, gas.
    fn most_gas(self) -> u64 {
        match self {
            Self::Router | Self::Multisig | Self::Strongbox | Self::Interface | Self::Diamond => 400_000,
            _ => 150_000,
        }
    }

    /// What one call asks for.
    pub(crate) fn act(self, ctx: &CallContext, chance: &mut Chance) -> Act {
        let plan = match self {
            Self::Router => router::act(ctx, chance),
            Self::Token => token::act(ctx, chance),
            Self::Collectible => collectible::act(ctx, chance),
            Self::Multisig => multisig::act(ctx, chance),
            Self::Timelock => timelock::act(ctx, chance),
            Self::Factory => {
                return match factory::act(ctx, chance) {
                    Act::Told(call) => Act::Told(mishap(call, chance)),
                    executed @ Act::Executed(_) => executed,
                };
            }
            Self::Oracle => oracle::act(ctx, chance),
            Self::Counter | Self::Gallery => counter::act(ctx, chance),
            Self::Interface => interface::act(ctx, chance),
            Self::Greeter => greeter::act(ctx, chance),
            Self::Notebook => notebook::act(ctx, chance),
            Self::Services => services::act(ctx, chance),
            Self::Lighthouse => lighthouse::act(ctx, chance),
            Self::Mill => return Act::Executed(mill::act(ctx, chance)),
            Self::Reversed => return Act::Told(mishap(reversed::act(ctx, chance), chance)),
            Self::Strongbox => strongbox::act(ctx, chance),
            Self::Diamond => diamond::act(ctx),
        };
        Act::Executed(Plan { is_short: chance.below(400) < 4, most_gas: self.most_gas(), ..plan })
    }
}

/// A call of a contract.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Its code tells what it does.
    Executed(Plan),
    /// The network has no code that does this.
    Told(Call),
}

/// What goes wrong now and then in a contract whose code is not executed.
fn mishap(call: Call, chance: &mut Chance) -> Call {
    let code = match chance.below(400) {
        0..=3 => "INSUFFICIENT_GAS",
        4 => "CONTRACT_EXECUTION_EXCEPTION",
        5 => "INVALID_SOLIDITY_ADDRESS",
        6 => "MAX_CHILD_RECORDS_EXCEEDED",
        7..=8 => {
            return call.reverted(abi::call("Panic(uint256)", &[abi::uint(0x11u8)]));
        }
        _ => return call,
    };
    if call.failure.is_some() { call } else { call.failed(Failure::named(code)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::results::Origin;

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
