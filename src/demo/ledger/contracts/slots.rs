//! What stands behind proxies: whose code runs in their place, and the slots that say so.

use alloy_primitives::hex;

use super::showcase::{BEACON, STRONGBOX, VAULTS};
use super::{Code, address_of};
use crate::demo::ledger::abi::{self, Word, address, number};
use crate::demo::ledger::accounts;

/// The upgradeable proxy, and what it runs.
const NOTEBOOK_PROXY: u64 = 5038;
const NOTEBOOK: u64 = 5039;
/// The slot of ERC-1967 that names a proxy's implementation.
pub(crate) const IMPLEMENTATION: Word =
    hex!("360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc");
/// The one that names its administrator.
pub(crate) const ADMIN: Word = hex!("b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103");
/// The one that names its beacon.
pub(crate) const BEACON_SLOT: Word = hex!("a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50");
/// Where a diamond keeps its facets.
const FACETS: &str = "diamond.standard.diamond.storage";
/// The functions of each facet of the diamond.
const CUT: [(u64, &[&str]); 2] = [
    (
        STRONGBOX,
        &[
            "rearrange(address,uint256,bytes32,int24,int24,string)",
            "turn(uint8)",
            "take(uint256)",
            "balances(address)",
        ],
    ),
    (VAULTS[0], &["deposit(uint256,address)", "totalAssets()"]),
];

impl Code {
    /// The contract that runs in place of the one with this number, if that passes its calls on.
    pub(crate) fn behind(self, num: u64) -> Option<u64> {
        match self {
            Self::Minimal(target) => Some(target),
            Self::Built("Proxy") if num == NOTEBOOK_PROXY => Some(NOTEBOOK),
            Self::Built("Transparent" | "BeaconProxy" | "Diamond") => Some(STRONGBOX),
            _ => None,
        }
    }

    /// The beacon that it asks what to run.
    pub(crate) fn beacon(self) -> Option<u64> {
        (self == Self::Built("BeaconProxy")).then_some(BEACON)
    }

    /// What the constructor left in the storage of the contract with this number.
    pub(crate) fn storage(self, num: u64) -> Vec<(Word, Word)> {
        let deployer = address(accounts::address(1002));
        let boxed = address(address_of(STRONGBOX));
        match self {
            Self::Built("Proxy") if num == NOTEBOOK_PROXY => {
                vec![(IMPLEMENTATION, address(address_of(NOTEBOOK)))]
            }
            Self::Built("Transparent") => vec![(IMPLEMENTATION, boxed), (ADMIN, deployer)],
            Self::Built("Beacon") => vec![(number(0), boxed), (number(1), deployer)],
            Self::Built("BeaconProxy") => vec![(BEACON_SLOT, address(address_of(BEACON)))],
            Self::Built("Diamond") => facets(),
            _ => Vec::new(),
        }
    }
}

/// The facet of each selector, and the list of facets one slot further.
fn facets() -> Vec<(Word, Word)> {
    let place = abi::topic(FACETS);
    let list = abi::after(place, 1);
    let mut all = vec![(list, number(CUT.len() as u128))];
    for (index, (facet, functions)) in CUT.into_iter().enumerate() {
        let facet = address(address_of(facet));
        all.push((abi::after(abi::data_of(list), index as u64), facet));
        for function in functions {
            let mut key = [0; 32];
            key[..4].copy_from_slice(&abi::selector(function));
            all.push((abi::mapped(key, place), facet));
        }
    }
    all
}
