//! Slots that standards set aside: single ones, and the first slots of namespaces whose members are known.

use std::sync::Arc;

use alloy_primitives::{U256, keccak256};

use super::layout::Layout;
use super::layouts::Namespace;

/// How the slot follows from the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// The hash of the name.
    Hash,
    /// The number before the hash of the name: ERC-1967.
    BeforeHash,
}

/// Single slots: what they are called, the name that is hashed, and what they hold.
const SINGLE: [(&str, &str, Rule, Holds); 11] = [
    ("ERC-1967 implementation", "eip1967.proxy.implementation", Rule::BeforeHash, Holds::Address),
    ("ERC-1967 admin", "eip1967.proxy.admin", Rule::BeforeHash, Holds::Address),
    ("ERC-1967 beacon", "eip1967.proxy.beacon", Rule::BeforeHash, Holds::Address),
    ("ERC-1967 rollback", "eip1967.proxy.rollback", Rule::BeforeHash, Holds::Flag),
    ("ERC-1822 implementation", "PROXIABLE", Rule::Hash, Holds::Address),
    ("ZeppelinOS implementation", "org.zeppelinos.proxy.implementation", Rule::Hash, Holds::Address),
    ("ZeppelinOS admin", "org.zeppelinos.proxy.admin", Rule::Hash, Holds::Address),
    ("Safe guard", "guard_manager.guard.address", Rule::Hash, Holds::Address),
    ("Safe fallback handler", "fallback_manager.handler.address", Rule::Hash, Holds::Address),
    ("Safe module guard", "module_manager.module_guard.address", Rule::Hash, Holds::Address),
    ("Diamond", "diamond.standard.diamond.storage", Rule::Hash, Holds::Anything),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Address,
    Flag,
    Anything,
}

/// Namespaces of the common upgradeable contracts by ERC-7201, with their members as a source declares them.
const NAMESPACES: [(&str, &str); 21] = [
    ("Initializable", "uint64 _initialized; bool _initializing;"),
    ("Ownable", "address _owner;"),
    ("Ownable2Step", "address _pendingOwner;"),
    ("AccessControl", "mapping(bytes32 => RoleData) _roles;"),
    ("AccessControlEnumerable", ""),
    ("Pausable", "bool _paused;"),
    ("ReentrancyGuard", "uint256 _status;"),
    (
        "ERC20",
        "mapping(address => uint256) _balances; mapping(address => mapping(address => uint256)) _allowances; \
         uint256 _totalSupply; string _name; string _symbol;",
    ),
    (
        "ERC721",
        "string _name; string _symbol; mapping(uint256 => address) _owners; mapping(address => uint256) _balances; \
         mapping(uint256 => address) _tokenApprovals; mapping(address => mapping(address => bool)) _operatorApprovals;",
    ),
    ("ERC721Enumerable", ""),
    ("ERC721URIStorage", "mapping(uint256 => string) _tokenURIs;"),
    (
        "ERC1155",
        "mapping(uint256 => mapping(address => uint256)) _balances; \
         mapping(address => mapping(address => bool)) _operatorApprovals; string _uri;",
    ),
    ("ERC1155Supply", "mapping(uint256 => uint256) _totalSupply; uint256 _totalSupplyAll;"),
    ("EIP712", "bytes32 _hashedName; bytes32 _hashedVersion; string _name; string _version;"),
    ("Nonces", "mapping(address => uint256) _nonces;"),
    ("ERC4626", "address _asset; uint8 _underlyingDecimals;"),
    ("ERC20Capped", "uint256 _cap;"),
    ("Votes", "mapping(address => address) _delegatee; mapping(address => uint256[]) _delegateCheckpoints;"),
    ("Governor", ""),
    ("GovernorVotes", "address _token;"),
    ("TimelockController", "mapping(bytes32 => uint256) _timestamps; uint256 _minDelay;"),
];

/// The struct that the members of namespaces refer to.
const ROLE_DATA: &str = "struct RoleData { mapping(address => bool) hasRole; bytes32 adminRole; }";

/// The names of roles that access control commonly hashes.
pub(super) const ROLES: [&str; 16] = [
    "MINTER_ROLE",
    "BURNER_ROLE",
    "PAUSER_ROLE",
    "UPGRADER_ROLE",
    "ADMIN_ROLE",
    "OPERATOR_ROLE",
    "SNAPSHOT_ROLE",
    "URI_SETTER_ROLE",
    "PROPOSER_ROLE",
    "EXECUTOR_ROLE",
    "CANCELLER_ROLE",
    "TIMELOCK_ADMIN_ROLE",
    "MANAGER_ROLE",
    "GOVERNOR_ROLE",
    "KEEPER_ROLE",
    "ORACLE_ROLE",
];

/// Every known slot.
pub(super) fn all() -> Vec<Namespace> {
    let single = SINGLE.iter().map(|(name, id, rule, holds)| Namespace {
        name: (*name).into(),
        slot: match rule {
            Rule::Hash => hash(id),
            Rule::BeforeHash => hash(id).wrapping_sub(U256::ONE),
        },
        layout: holds.layout(),
    });
    let namespaces = NAMESPACES.iter().map(|(name, members)| Namespace {
        name: (*name).into(),
        slot: erc7201(&format!("openzeppelin.storage.{name}")),
        layout: Layout::of_members(members, ROLE_DATA),
    });
    single.chain(namespaces).collect()
}

/// The words that name known slots and common roles in code, with their kind: `slot` or `role`.
pub(crate) fn named_words() -> impl Iterator<Item = ([u8; 32], Arc<str>, &'static str)> {
    let slots = all().into_iter().map(|known| (known.slot.to_be_bytes(), known.name, "slot"));
    let roles = ROLES.into_iter().map(|role| (hash(role).to_be_bytes(), role.into(), "role"));
    slots.chain(roles)
}

fn hash(id: &str) -> U256 {
    keccak256(id.as_bytes()).into()
}

/// The first slot of a namespace by ERC-7201.
pub fn erc7201(id: &str) -> U256 {
    let inner = hash(id).wrapping_sub(U256::ONE);
    let outer: U256 = keccak256(inner.to_be_bytes::<32>()).into();
    outer & !U256::from(0xff)
}

impl Holds {
    fn layout(self) -> Layout {
        match self {
            Self::Address => Layout::of_value("address"),
            Self::Flag => Layout::of_value("bool"),
            Self::Anything => Layout::default(),
        }
    }
}
