//! Contracts to look into: storage of every kind, proxies of every kind, calls within calls, rare events, gas.

use super::{Admin, Code, Contract, Fate, USUAL};
use crate::demo::ledger::trades::Trade;

/// The box with something of every kind in its storage, which most of the proxies run.
pub(crate) const STRONGBOX: u64 = 5204;
/// What tells [`BEACON_PROXY`] what to run.
pub(crate) const BEACON: u64 = 5208;
/// The proxy that asks it.
pub(crate) const BEACON_PROXY: u64 = 5209;
/// Two vaults that differ in their constants.
pub(crate) const VAULTS: [u64; 2] = [5202, 5203];
/// What passes calls on in every way.
pub(crate) const SWITCHBOARD: u64 = 5211;
/// What has an interface and a source to beware of.
pub(crate) const SNARE: u64 = 5215;

/// All of them, in the order of their numbers.
pub(super) static ALL: [Contract; 15] = [
    Contract {
        memo: "five versions: keys, memo, renewal, then immutable",
        code: Code::Built("Greeter"),
        admin: Admin::None,
        trade: Trade::Greeter,
        fate: Fate::Settled,
        ..shown(5201)
    },
    Contract { memo: "vault, fee of 25", code: Code::Built("Vault"), trade: Trade::Interface, ..shown(5202) },
    Contract {
        memo: "vault, fee of 40, one word of a comment differs",
        code: Code::Built("VaultReworded"),
        trade: Trade::Interface,
        ..shown(5203)
    },
    Contract { memo: "storage of every kind", ..boxed(STRONGBOX, "Strongbox") },
    Contract { memo: "the same, never verified", ..boxed(5205, "Strongbox") },
    Contract {
        memo: "storage as Vyper lays it out",
        code: Code::Built("Token"),
        trade: Trade::Reversed,
        ..shown(5206)
    },
    Contract { memo: "transparent proxy of 0.0.5204", ..boxed(5207, "Transparent") },
    Contract { memo: "beacon, points to 0.0.5204", code: Code::Built("Beacon"), most: 0, ..shown(BEACON) },
    Contract { memo: "proxy, asks beacon 0.0.5208", ..boxed(BEACON_PROXY, "BeaconProxy") },
    Contract { memo: "diamond with two facets", ..boxed(5210, "Diamond") },
    Contract {
        memo: "calls within calls",
        code: Code::Built("Switchboard"),
        trade: Trade::Gallery,
        most: 0,
        ..shown(SWITCHBOARD)
    },
    Contract {
        memo: "rare events: an alarm in about a hundred results",
        code: Code::Built("Lighthouse"),
        trade: Trade::Lighthouse,
        every: 600,
        most: 600,
        ..shown(5213)
    },
    Contract {
        memo: "gas: much asked for, little used",
        code: Code::Built("Mill"),
        trade: Trade::Mill,
        every: 300,
        most: 300,
        ..shown(5214)
    },
    Contract {
        memo: "interface and source to beware of",
        code: Code::Built("Snare"),
        trade: Trade::Gallery,
        most: 0,
        ..shown(SNARE)
    },
    Contract {
        memo: "minimal proxy of 0.0.5204",
        code: Code::Minimal(STRONGBOX),
        ..boxed(5216, "Strongbox")
    },
];

const fn shown(num: u64) -> Contract {
    Contract { num, every: 3_600, ..USUAL }
}

const fn boxed(num: u64, name: &'static str) -> Contract {
    Contract { code: Code::Built(name), trade: Trade::Strongbox, ..shown(num) }
}
