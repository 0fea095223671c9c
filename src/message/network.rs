//! A network profile: where its two APIs are, how its servers spell things, and how its ids are completed.

use crate::ledger::{EntityId, EvmAddress, LedgerId};
use crate::verification::ChainId;
use crate::verification::reading::Naming;

/// One network, as a profile describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The profile's name.
    pub name: String,
    /// Base URL of the mirror node, possibly with a path, without a trailing slash.
    pub mirror: String,
    /// Base URL of the verification API, possibly with a path; none where a network has no verifier.
    pub verifier: Option<String>,
    /// The EVM chain id.
    pub chain: Option<ChainId>,
    /// The ledger id that seasons id checksums.
    pub ledger: Option<LedgerId>,
    /// Shard and realm that complete short ids; its number is zero.
    pub home: EntityId,
    /// Where a web explorer shows things.
    pub explorer: ExplorerLinks,
    /// The name of the unit parameter: `coin` as documented, `hbar` on public servers.
    pub unit_parameter: String,
    /// The path segment of import: `blockexplorer` as documented, `etherscan` on public servers.
    pub import_segment: String,
    /// Whether this is the embedded network, whose records are generated.
    pub generated: bool,
}

/// Patterns of a web explorer's addresses, with `{}` where the id goes. Empty means that there is none.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ExplorerLinks {
    /// A contract, by id or EVM address.
    pub contract: String,
    /// A transaction, by id.
    pub transaction: String,
    /// A schedule, by id.
    pub schedule: String,
    /// Verified sources, with `{chain}` and `{address}`.
    pub sources: String,
}

impl ExplorerLinks {
    /// The page with the verified sources of a contract, if there is a pattern for it.
    pub fn sources_of(&self, chain: &ChainId, address: EvmAddress) -> Option<String> {
        let page = self.sources.replace("{chain}", &chain.to_string());
        (!page.is_empty()).then(|| page.replace("{address}", &address.checksummed()))
    }
}

impl Network {
    /// The documented name of the unit parameter.
    pub const UNIT_PARAMETER: &'static str = "coin";
    /// The documented path segment of import.
    pub const IMPORT_SEGMENT: &'static str = "blockexplorer";

    /// How it names its entities.
    pub fn naming(&self) -> Naming<'_> {
        Naming { network: &self.name, home: self.home, ledger: self.ledger }
    }
}
