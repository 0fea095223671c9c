//! Which contract plays which part: what is known of it, and how the servers take it.
//!
//! The parts that show one code each are in [`rehearsals`]. The parts fit the code that the ledger holds at these numbers; the tests of this server say so.

use super::rehearsals::{self, Ending, Refused};

/// One contract of the embedded ledger and its part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    /// The number of the contract, `0.0.entity`.
    pub(super) entity: u64,
    /// What the server has stored of it from the start.
    pub(super) stored: Stored,
    /// What the explorer holds, from which the import mode takes.
    pub(super) listing: Listing,
    /// How the verification server behaves with it.
    pub(super) habit: Habit,
}

/// What is verified from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// Nothing.
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

/// What the built-in explorer answers when it is asked for sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// It has none.
    Nothing,
    /// Sources that compile to this build.
    Source(&'static str),
    /// The same, but only for the right key.
    Locked(&'static str),
    /// Sources without the name of the file that holds the contract.
    NoFileName,
    /// A Vyper contract, of a compiler that is not known here.
    Vyper,
    /// Sources that do not compile.
    Broken,
    /// Sources that do not compile, whose complaint holds control characters.
    Hostile,
    /// It is asked too often.
    RateLimited,
    /// It answers 500.
    Failing,
    /// It answers with a page.
    Page,
    /// It closes the connection.
    Lost,
    /// It answers with JSON of a shape that nobody expects.
    Malformed,
}

/// How the verification server takes submissions for a contract, and what becomes of their jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// A job of two to four seconds.
    Usual,
    /// A job that is complete when it is first looked at.
    Instant,
    /// A job of forty seconds.
    Slow,
    /// A success that is forwarded to three explorers, which answer two to four seconds later.
    Forwarded,
    /// A job that never completes and so refuses all further submissions.
    Stuck,
    /// A job that is gone when it is looked at a second time.
    Vanishing,
    /// A job whose record has a shape of its own.
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
        /// Whether the other job verifies the contract.
        won: bool,
    },
    /// That other job itself.
    Foreign,
    /// Every job ends with this failure.
    Ends(&'static Ending),
    /// Every submission is refused like this.
    Refuses(&'static Refused),
}

impl Role {
    pub(super) const fn of(entity: u64) -> Self {
        Self { entity, stored: Stored::Nothing, listing: Listing::Nothing, habit: Habit::Usual }
    }

    const fn stored(mut self, stored: Stored) -> Self {
        self.stored = stored;
        self
    }

    pub(super) const fn listed(mut self, listing: Listing) -> Self {
        self.listing = listing;
        self
    }

    pub(super) const fn takes(mut self, habit: Habit) -> Self {
        self.habit = habit;
        self
    }
}

/// The cast, in the order of its entity numbers. A contract that is not in it has no part.
pub(super) const CAST: &[Role] = &[
    Role::of(5001).listed(Listing::Source("Router")),
    Role::of(5002).stored(Stored::Exact),
    Role::of(5003).listed(Listing::Source("Escrow")),
    Role::of(5004).stored(Stored::Everywhere),
    Role::of(5005).listed(Listing::Source("Bazaar")).takes(Habit::Slow),
    Role::of(5006).listed(Listing::Source("GreeterReworded")),
    Role::of(5008).stored(Stored::NoCreation),
    Role::of(5010).listed(Listing::Source("Token")),
    Role::of(5012).listed(Listing::Hostile),
    Role::of(5013).takes(Habit::Forwarded),
    Role::of(5015).listed(Listing::Broken),
    Role::of(5016).takes(Habit::NoLedger),
    Role::of(5017).listed(Listing::Source("Items")).takes(Habit::Instant),
    Role::of(5018).listed(Listing::Locked("StorageYard")),
    Role::of(5019).listed(Listing::NoFileName),
    Role::of(5020).listed(Listing::Source("Counter")),
    Role::of(5021).listed(Listing::Source("Oracle")),
    Role::of(5022).listed(Listing::RateLimited),
    Role::of(5024).stored(Stored::Partial("TimelockReworded")).listed(Listing::Source("Timelock")),
    Role::of(5025).listed(Listing::Vyper),
    Role::of(5026).listed(Listing::Failing),
    Role::of(5027).listed(Listing::Page),
    Role::of(5028).listed(Listing::Source("Token")).takes(Habit::Stuck),
    Role::of(5029).listed(Listing::Source("Token")).takes(Habit::Vanishing),
    Role::of(5030).listed(Listing::Source("Token")).takes(Habit::Strange),
    Role::of(5031).listed(Listing::Source("Token")).takes(Habit::Nameless),
    Role::of(5032).listed(Listing::Source("Token")).takes(Habit::Silent),
    Role::of(5033).listed(Listing::Source("Token")).takes(Habit::Faulty),
    Role::of(5034).listed(Listing::Lost),
    Role::of(5035).listed(Listing::Source("Vault")).takes(Habit::Flaky),
    Role::of(5036).listed(Listing::Source("Factory")),
    Role::of(5037).listed(Listing::Source("Escrow")),
    Role::of(5038).stored(Stored::Exact),
    Role::of(5039).stored(Stored::Exact),
    Role::of(5040).listed(Listing::Source("Multisig")),
    Role::of(5139).listed(Listing::Malformed),
    Role::of(5141).listed(Listing::Source("Counter")).takes(Habit::Contested { won: false }),
    Role::of(5142).listed(Listing::Source("Counter")).takes(Habit::Contested { won: true }),
    Role::of(5202).stored(Stored::Exact),
    Role::of(5203).stored(Stored::Exact),
    Role::of(5204).stored(Stored::Exact),
    Role::of(5207).stored(Stored::Exact),
    Role::of(5209).stored(Stored::Exact),
    Role::of(5210).stored(Stored::Exact),
    Role::of(5213).stored(Stored::Exact),
    Role::of(5214).stored(Stored::Exact),
    Role::of(5215).stored(Stored::Exact),
];

/// The builds that are verified on some other ledger from the start, so that similarity search finds them.
pub(super) const ELSEWHERE: &[&str] =
    &["Router", "Items", "Vault", "Counter", "Greeter", "Escrow", "Factory", "Sorting", "Oracle", "Bazaar"];

/// The proxies, the contracts that they pass calls on to, and what kind they are.
pub(super) const PROXIES: [(u64, u64, &str); 5] = [
    (5038, 5039, "EIP1967Proxy"),
    (5207, 5204, "EIP1967Proxy"),
    (5209, 5204, "EIP1967BeaconProxy"),
    (5210, 5204, "DiamondProxy"),
    (5216, 5204, "EIP1167Proxy"),
];

/// The part of this contract, if it has one.
pub(super) fn role(entity: u64) -> Option<Role> {
    let usual = CAST.iter().find(|role| role.entity == entity).copied();
    usual.or_else(|| rehearsals::role(entity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::artifacts;

    #[test]
    fn the_cast_is_in_order_and_every_build_in_it_exists() {
        assert!(CAST.is_sorted_by_key(|role| role.entity));
        for role in CAST {
            if let Listing::Source(name) | Listing::Locked(name) = role.listing {
                assert!(artifacts::named(name).is_some(), "{name}");
            }
            if let Stored::Partial(name) = role.stored {
                assert!(artifacts::named(name).is_some(), "{name}");
            }
        }
        assert!(ELSEWHERE.iter().all(|name| artifacts::named(name).is_some()));
    }
}
