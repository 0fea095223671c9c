//! Slots that standards set aside: single ones, and the first slots of namespaces whose members are known.

use alloy_primitives::{U256, keccak256};

use super::layout::{Layout, Type, Variable};

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

/// Namespaces of the common upgradeable contracts by ERC-7201, with their members in order. A member whose
/// name begins with `+` shares the slot of the one before it.
const NAMESPACES: [(&str, &[(&str, &str)]); 21] = [
    ("Initializable", &[("_initialized", "uint64"), ("+_initializing", "bool")]),
    ("Ownable", &[("_owner", "address")]),
    ("Ownable2Step", &[("_pendingOwner", "address")]),
    ("AccessControl", &[("_roles", "mapping(bytes32,roles)")]),
    ("AccessControlEnumerable", &[]),
    ("Pausable", &[("_paused", "bool")]),
    ("ReentrancyGuard", &[("_status", "uint256")]),
    (
        "ERC20",
        &[
            ("_balances", "mapping(address,uint256)"),
            ("_allowances", "mapping(address,mapping(address,uint256))"),
            ("_totalSupply", "uint256"),
            ("_name", "string"),
            ("_symbol", "string"),
        ],
    ),
    (
        "ERC721",
        &[
            ("_name", "string"),
            ("_symbol", "string"),
            ("_owners", "mapping(uint256,address)"),
            ("_balances", "mapping(address,uint256)"),
            ("_tokenApprovals", "mapping(uint256,address)"),
            ("_operatorApprovals", "mapping(address,mapping(address,bool))"),
        ],
    ),
    ("ERC721Enumerable", &[]),
    ("ERC721URIStorage", &[("_tokenURIs", "mapping(uint256,string)")]),
    (
        "ERC1155",
        &[
            ("_balances", "mapping(uint256,mapping(address,uint256))"),
            ("_operatorApprovals", "mapping(address,mapping(address,bool))"),
            ("_uri", "string"),
        ],
    ),
    ("ERC1155Supply", &[("_totalSupply", "mapping(uint256,uint256)"), ("_totalSupplyAll", "uint256")]),
    (
        "EIP712",
        &[
            ("_hashedName", "bytes32"),
            ("_hashedVersion", "bytes32"),
            ("_name", "string"),
            ("_version", "string"),
        ],
    ),
    ("Nonces", &[("_nonces", "mapping(address,uint256)")]),
    ("ERC4626", &[("_asset", "address"), ("+_underlyingDecimals", "uint8")]),
    ("ERC20Capped", &[("_cap", "uint256")]),
    (
        "Votes",
        &[("_delegatee", "mapping(address,address)"), ("_delegateCheckpoints", "mapping(address,list)")],
    ),
    ("Governor", &[]),
    ("GovernorVotes", &[("_token", "address")]),
    ("TimelockController", &[("_timestamps", "mapping(bytes32,uint256)"), ("_minDelay", "uint256")]),
];

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

/// A known slot: its name and its number.
pub(super) struct Known {
    /// What it is called.
    pub(super) name: &'static str,
    /// The slot, or the first of a namespace.
    pub(super) slot: U256,
    /// The layout from there on, counted from the slot.
    pub(super) layout: Layout,
}

/// Every known slot.
pub(super) fn all() -> Vec<Known> {
    let single = SINGLE.iter().map(|(name, id, rule, holds)| Known {
        name,
        slot: match rule {
            Rule::Hash => hash(id),
            Rule::BeforeHash => hash(id).wrapping_sub(U256::ONE),
        },
        layout: holds.layout(),
    });
    let namespaces = NAMESPACES.iter().map(|(name, members)| Known {
        name,
        slot: erc7201(&format!("openzeppelin.storage.{name}")),
        layout: members_layout(members),
    });
    single.chain(namespaces).collect()
}

/// The words that name known slots and common roles in code, with their kind: `slot` or `role`.
pub(in crate::decode) fn named_words() -> impl Iterator<Item = ([u8; 32], &'static str, &'static str)> {
    let slots = all().into_iter().map(|known| (known.slot.to_be_bytes(), known.name, "slot"));
    let roles = ROLES.into_iter().map(|role| (hash(role).to_be_bytes(), role, "role"));
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
            Self::Address => members_layout(&[("", "address")]),
            Self::Flag => members_layout(&[("", "bool")]),
            Self::Anything => Layout::default(),
        }
    }
}

fn members_layout(members: &[(&str, &str)]) -> Layout {
    let mut layout = Layout::default();
    let (mut slot, mut offset) = (0_u64, 0_u8);
    for (at, (name, label)) in members.iter().enumerate() {
        let shares = name.starts_with('+');
        if at > 0 && !shares {
            (slot, offset) = (slot + 1, 0);
        }
        let kind = layout.named(label);
        let size = layout.bytes_of(kind);
        let label = name.trim_start_matches('+').to_owned();
        layout.variables.push(Variable { label, slot: U256::from(slot), offset, kind });
        offset = offset.saturating_add(size);
    }
    layout
}

impl Layout {
    /// Adds a type by the few names that the tables above use.
    fn named(&mut self, label: &str) -> usize {
        let kind = match label.strip_prefix("mapping(").and_then(|rest| rest.strip_suffix(')')) {
            Some(rest) => {
                let (key, value) = rest.split_once(',').unwrap_or((rest, "uint256"));
                let (key, value) = (self.named(key), self.named(value));
                Type::Mapping { key, value }
            }
            None if label == "roles" => {
                let members = self.named("mapping(address,bool)");
                let admin = self.named("bytes32");
                Type::Struct {
                    members: vec![
                        Variable { label: "hasRole".to_owned(), slot: U256::ZERO, offset: 0, kind: members },
                        Variable { label: "adminRole".to_owned(), slot: U256::ONE, offset: 0, kind: admin },
                    ],
                    slots: 2,
                }
            }
            None if label == "list" => {
                let element = self.named("uint256");
                Type::Dynamic { element }
            }
            None => Type::scalar(label),
        };
        self.add(label.to_owned(), kind)
    }
}
