//! Which contract plays which part: what lies at it, what is known of it, and how the servers take it.
//!
//! The mirror node deploys [`Role::artifact`] at the entity; the verification server does the rest.

/// One contract of the embedded ledger and its part.
#[derive(Clone, Copy, Debug)]
pub(in crate::demo) struct Role {
    /// The number of the contract, `0.0.entity`.
    pub(in crate::demo) entity: u64,
    /// The build whose code lies there (a name in `demo::artifacts`).
    pub(in crate::demo) artifact: &'static str,
    /// What the server has stored of it from the start.
    pub(in crate::demo) stored: Stored,
    /// What the explorer holds, from which the import mode takes.
    pub(in crate::demo) listing: Listing,
    /// How the verification server behaves with it.
    pub(in crate::demo) habit: Habit,
}

/// What is verified from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::demo) enum Stored {
    /// Nothing.
    Nothing,
    /// Runtime and creation exact, on the embedded network's chain.
    Exact,
    /// The same, and on the two public chains too.
    Everywhere,
    /// Runtime and creation match but for their metadata.
    Partial,
    /// Runtime exact, creation unknown.
    NoCreation,
}

/// What the built-in explorer answers when it is asked for sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::demo) enum Listing {
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
}

/// How the verification server takes submissions for a contract, and what becomes of their jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::demo) enum Habit {
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
    /// A similarity search that cannot reach the ledger.
    NoLedger,
}

impl Role {
    const fn of(entity: u64, artifact: &'static str) -> Self {
        Self { entity, artifact, stored: Stored::Nothing, listing: Listing::Nothing, habit: Habit::Usual }
    }

    const fn stored(mut self, stored: Stored) -> Self {
        self.stored = stored;
        self
    }

    const fn listed(mut self, listing: Listing) -> Self {
        self.listing = listing;
        self
    }

    const fn takes(mut self, habit: Habit) -> Self {
        self.habit = habit;
        self
    }
}

/// The cast, in the order of its entity numbers, without gaps.
pub(in crate::demo) const CAST: &[Role] = &[
    Role::of(5001, "Router").listed(Listing::Source("Router")),
    Role::of(5002, "Token").stored(Stored::Exact),
    Role::of(5003, "Collectible").stored(Stored::Everywhere),
    Role::of(5004, "Items").listed(Listing::Source("Items")).takes(Habit::Forwarded),
    Role::of(5005, "Vault"),
    Role::of(5006, "Timelock").stored(Stored::Partial).listed(Listing::Source("Timelock")),
    Role::of(5007, "Multisig").stored(Stored::NoCreation),
    Role::of(5008, "Factory").listed(Listing::Source("Factory")),
    Role::of(5009, "Counter"),
    Role::of(5010, "GreeterReworded"),
    Role::of(5011, "StorageYard").listed(Listing::Locked("StorageYard")),
    Role::of(5012, "Reverter"),
    Role::of(5013, "Sorting"),
    Role::of(5014, "Oracle").listed(Listing::Source("Oracle")),
    Role::of(5015, "Proxy").stored(Stored::Exact),
    Role::of(5016, "Notebook").stored(Stored::Exact),
    Role::of(5017, "Bazaar").listed(Listing::Source("Bazaar")).takes(Habit::Slow),
    Role::of(5018, "Escrow").listed(Listing::Source("EscrowBrief")),
    Role::of(5019, "CounterByTwo").listed(Listing::Source("Counter")),
    Role::of(5020, "Ballot").listed(Listing::Broken),
    Role::of(5021, "Greeter").listed(Listing::Source("GreeterReworded")),
    Role::of(5022, "Greeter").listed(Listing::NoFileName),
    Role::of(5023, "Counter").listed(Listing::Vyper),
    Role::of(5024, "Escrow").listed(Listing::RateLimited),
    Role::of(5025, "Vault").listed(Listing::Failing),
    Role::of(5026, "Timelock").listed(Listing::Page),
    Role::of(5027, "Multisig").listed(Listing::Lost),
    Role::of(5028, "Router").listed(Listing::Source("Router")).takes(Habit::Stuck),
    Role::of(5029, "Items").listed(Listing::Source("Items")).takes(Habit::Vanishing),
    Role::of(5030, "Escrow").listed(Listing::Source("Escrow")).takes(Habit::Strange),
    Role::of(5031, "Counter").listed(Listing::Source("Counter")).takes(Habit::Nameless),
    Role::of(5032, "Greeter").listed(Listing::Source("Greeter")).takes(Habit::Silent),
    Role::of(5033, "Token").listed(Listing::Source("Token")).takes(Habit::Faulty),
    Role::of(5034, "Collectible").takes(Habit::NoLedger),
    Role::of(5035, "Factory").takes(Habit::Instant),
    Role::of(5036, "Oracle").listed(Listing::Source("Oracle")).takes(Habit::Flaky),
    Role::of(5037, "Ballot").listed(Listing::Hostile),
];

/// The builds that are verified on some other ledger from the start, so that similarity search finds them.
pub(super) const ELSEWHERE: &[&str] = &[
    "Router", "Items", "Vault", "Counter", "Greeter", "Escrow", "Factory", "Sorting", "Oracle", "Bazaar",
    "Multisig",
];

/// The contract created by another contract, whose creation cannot be compared.
pub(in crate::demo) const CHILD: u64 = 5009;

/// The proxy and the contract that it passes calls on to.
pub(in crate::demo) const PROXY: (u64, u64) = (5015, 5016);

/// The part of this contract, if it has one.
pub(in crate::demo) fn role(entity: u64) -> Option<&'static Role> {
    CAST.iter().find(|role| role.entity == entity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::artifacts;

    #[test]
    fn the_cast_is_complete_and_every_build_in_it_exists() {
        for (role, entity) in CAST.iter().zip(5001..) {
            assert_eq!(role.entity, entity);
            assert!(artifacts::named(role.artifact).is_some(), "{}", role.artifact);
            if let Listing::Source(name) | Listing::Locked(name) = role.listing {
                assert!(artifacts::named(name).is_some(), "{name}");
            }
        }
        assert!(ELSEWHERE.iter().all(|name| artifacts::named(name).is_some()));
    }

    #[test]
    fn the_library_lives_where_its_user_is_linked_to() {
        assert_eq!(role(artifacts::SORTING_ENTITY).unwrap().artifact, "Sorting");
    }
}
