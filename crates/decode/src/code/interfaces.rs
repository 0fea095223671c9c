//! Which standards a contract seems to follow, guessed from the selectors that its code dispatches to.

use alloy_primitives::keccak256;

/// A standard that code seems to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The standard's name: `ERC-20`.
    pub name: &'static str,
    /// How many of its functions the code dispatches to.
    pub found: usize,
    /// How many functions it asks for.
    pub of: usize,
}

/// The standards and the functions that each asks for. What is named first is shown first.
const STANDARDS: [(&str, &[&str]); 21] = [
    (
        "ERC-20",
        &[
            "totalSupply()",
            "balanceOf(address)",
            "transfer(address,uint256)",
            "transferFrom(address,address,uint256)",
            "approve(address,uint256)",
            "allowance(address,address)",
        ],
    ),
    ("ERC-20 metadata", &["name()", "symbol()", "decimals()"]),
    (
        "ERC-2612 permit",
        &["permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", "nonces(address)"],
    ),
    (
        "ERC-721",
        &[
            "balanceOf(address)",
            "ownerOf(uint256)",
            "safeTransferFrom(address,address,uint256)",
            "safeTransferFrom(address,address,uint256,bytes)",
            "transferFrom(address,address,uint256)",
            "approve(address,uint256)",
            "getApproved(uint256)",
            "setApprovalForAll(address,bool)",
            "isApprovedForAll(address,address)",
        ],
    ),
    ("ERC-721 metadata", &["name()", "symbol()", "tokenURI(uint256)"]),
    (
        "ERC-1155",
        &[
            "balanceOf(address,uint256)",
            "balanceOfBatch(address[],uint256[])",
            "setApprovalForAll(address,bool)",
            "isApprovedForAll(address,address)",
            "safeTransferFrom(address,address,uint256,uint256,bytes)",
            "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
        ],
    ),
    (
        "ERC-4626",
        &[
            "asset()",
            "totalAssets()",
            "convertToShares(uint256)",
            "convertToAssets(uint256)",
            "deposit(uint256,address)",
            "mint(uint256,address)",
            "withdraw(uint256,address,address)",
            "redeem(uint256,address,address)",
        ],
    ),
    ("ERC-165", &["supportsInterface(bytes4)"]),
    ("ERC-2981 royalties", &["royaltyInfo(uint256,uint256)"]),
    ("ERC-1271 signatures", &["isValidSignature(bytes32,bytes)"]),
    ("ERC-5267 domain", &["eip712Domain()"]),
    ("Ownable", &["owner()", "transferOwnership(address)", "renounceOwnership()"]),
    ("Ownable, two steps", &["pendingOwner()", "acceptOwnership()"]),
    (
        "AccessControl",
        &[
            "hasRole(bytes32,address)",
            "getRoleAdmin(bytes32)",
            "grantRole(bytes32,address)",
            "revokeRole(bytes32,address)",
            "renounceRole(bytes32,address)",
        ],
    ),
    ("Pausable", &["paused()"]),
    ("UUPS upgrades", &["proxiableUUID()", "upgradeToAndCall(address,bytes)"]),
    ("beacon", &["implementation()", "upgradeTo(address)"]),
    (
        "ERC-2535 loupe",
        &["facets()", "facetFunctionSelectors(address)", "facetAddresses()", "facetAddress(bytes4)"],
    ),
    ("ERC-2535 cut", &["diamondCut((address,uint8,bytes4[])[],address,bytes)"]),
    ("multicall", &["multicall(bytes[])"]),
    ("timelock", &["getMinDelay()", "schedule(address,uint256,bytes,bytes32,bytes32,uint256)"]),
];

/// The part of a standard's functions that must be there, in hundredths: a token without `totalSupply` is shown
/// as nearly one.
const MIN_FUNCTIONS_PERCENT: usize = 66;

impl Interface {
    /// The standards that code with these selectors implements, completely or nearly.
    pub(crate) fn guess(has: impl Fn([u8; 4]) -> bool) -> Vec<Self> {
        let guess = |(name, functions): (&'static str, &[&str])| {
            let found = functions.iter().filter(|signature| has(selector(signature))).count();
            let of = functions.len();
            (found * 100 >= of * MIN_FUNCTIONS_PERCENT).then_some(Self { name, found, of })
        };
        STANDARDS.into_iter().filter_map(guess).collect()
    }

    /// Whether every function is there.
    pub fn is_whole(&self) -> bool {
        self.found == self.of
    }
}

/// The selector of a function: the first four bytes of its signature's hash.
pub(crate) fn selector(signature: &str) -> [u8; 4] {
    keccak256(signature).first_chunk().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    #[test]
    fn selectors_are_the_published_ones() {
        for (signature, wanted) in [
            ("transfer(address,uint256)", hex!("a9059cbb")),
            ("proxiableUUID()", hex!("52d1902d")),
            ("upgradeToAndCall(address,bytes)", hex!("4f1ef286")),
            ("implementation()", hex!("5c60da1b")),
            ("facets()", hex!("7a0ed627")),
            ("diamondCut((address,uint8,bytes4[])[],address,bytes)", hex!("1f931c1c")),
            ("supportsInterface(bytes4)", hex!("01ffc9a7")),
        ] {
            assert_eq!(selector(signature), wanted, "{signature}");
        }
    }

    #[test]
    fn a_standard_is_guessed_when_most_of_it_is_there() {
        let token =
            ["totalSupply()", "balanceOf(address)", "transfer(address,uint256)", "approve(address,uint256)"];
        let has = |count: usize| {
            let selectors: Vec<_> = token.iter().take(count).map(|one| selector(one)).collect();
            Interface::guess(|wanted| selectors.contains(&wanted))
        };
        assert_eq!(has(4), [Interface { name: "ERC-20", found: 4, of: 6 }]);
        assert!(!has(4)[0].is_whole());
        assert_eq!(has(3), []);
    }
}
