//! The kinds of contracts. What their calls do is in `simulation::kinds`.

/// A kind of contract, by its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub(crate) enum ContractKind {
    /// Swaps and liquidity.
    Router,
    /// Fungible tokens.
    Token,
    /// Unique tokens.
    Collectible,
    /// Proposals and confirmations.
    Multisig,
    /// Announced calls, which call the busiest contract.
    Timelock,
    /// Makes other contracts.
    Factory,
    /// Prices.
    Oracle,
    #[default]
    Counter,
    /// Any function of its interface.
    Interface,
    Greeter,
    /// Notes behind an upgradeable proxy.
    Notebook,
    /// Calls the ledger's system contracts.
    Services,
    /// Rare events.
    Lighthouse,
    /// Gas limits and gas used.
    Mill,
    /// Storage as Vyper lays it out.
    Reversed,
    /// Storage of every kind.
    Strongbox,
    /// Cuts of a diamond.
    Diamond,
    /// Pinned results only.
    Gallery,
}
