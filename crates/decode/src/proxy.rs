//! Detects proxies by the behaviour of their runtime code and by constants in it.

mod memory;
mod probe;
mod targets;

use std::ops::Range;

use alloy_primitives::{U256, b256, keccak256};
use ledger::EvmAddress;

use super::code::{Code, selector};
use super::dispatch::Dispatch;

use self::probe::{Passing, Target as To};
pub use probe::can_delegate;
pub use targets::{
    Answered, By, Found, Lookup, MAX_FACETS, Slots, Target, Trail, Wanted, named_slots, slots_query,
};

/// A proxy pattern found in code, or an implementation's part in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    /// The standard or pattern.
    pub kind: ProxyKind,
    /// The target contract or its beacon, if the code contains its address.
    pub target: Option<EvmAddress>,
    /// The storage slot with that address, if the code does not contain it.
    pub slot: Option<Slot>,
    /// The range of the immutable arguments after a minimal proxy's code; empty without arguments.
    pub data: Range<usize>,
}

/// A storage slot, as a big-endian number.
pub type Slot = [u8; 32];

/// The proxy patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyKind {
    /// A minimal proxy: the target is in the code and never changes.
    Minimal,
    /// The target is in the slot of ERC-1967.
    Erc1967,
    /// ERC-1967, but calls of the admin are not forwarded.
    Transparent,
    /// The slot of ERC-1967 holds a beacon, which reports the target.
    Beacon,
    /// The target is in the slot of ERC-1822.
    Erc1822,
    /// The target is in the slot of the first proxies of `OpenZeppelin`.
    Zos,
    /// The target is in slot 0, as in proxies of Safe wallets.
    Safe,
    /// The target is in another slot.
    Storage,
    /// A diamond: each selector has its target (ERC-2535).
    Diamond,
    /// Not a proxy, but the implementation of one that upgrades itself (UUPS).
    UupsLogic,
}

/// The slots of proxies, with their content.
pub const SLOTS: [(Slot, &str); 6] = [
    (IMPLEMENTATION, "ERC-1967 implementation"),
    (ADMIN, "ERC-1967 admin"),
    (BEACON, "ERC-1967 beacon"),
    (b256!("4910fdfa16fed3260ed0e7147f7cc6da11a60208b5b9406d12a635614ffd9143").0, "ERC-1967 rollback"),
    (PROXIABLE, "ERC-1822 implementation"),
    (ZOS, "ZeppelinOS implementation"),
];

const IMPLEMENTATION: Slot = b256!("360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc").0;
/// The slot in which a transparent proxy keeps its admin (ERC-1967).
pub const ADMIN: Slot = b256!("b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103").0;
/// The slot in which a beacon proxy keeps its beacon (ERC-1967).
pub(crate) const BEACON: Slot = b256!("a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50").0;
/// The first slot of a diamond's storage: what its selectors lead to, followed by its members.
const DIAMOND: Slot = b256!("c8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c").0;
const PROXIABLE: Slot = b256!("c5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7").0;
const ZOS: Slot = b256!("7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3").0;

/// Maximum number of bytes of code that a Safe's proxy has: its sign is a selector that longer code may have, too.
const MAX_SAFE_PROXY_BYTES: usize = 512;

/// The slots that may hold the number of a diamond's facets: their list is the second or the third member of its storage.
pub(crate) fn facet_counts() -> [Slot; 2] {
    [1, 2].map(|member| U256::from_be_bytes(DIAMOND).wrapping_add(U256::from(member)).to_be_bytes())
}

/// The slots of the elements of a list of addresses, of which the slot with their number is given.
pub(crate) fn element_slots(list: Slot, elements: usize) -> impl Iterator<Item = Slot> {
    let first = U256::from_be_bytes(keccak256(list).0);
    (0..elements).map(move |at| first.wrapping_add(U256::from(at)).to_be_bytes())
}

impl Proxy {
    /// Every way that the code takes when it is executed, or shows signs of. Signs are constants in the code: what they
    /// say is likely, not certain.
    pub fn all(code: &Code, dispatch: &Dispatch) -> Vec<Self> {
        let bytes = code.bytes();
        let pushes = |wanted: &[u8]| code.pieces().iter().any(|piece| code.immediate(piece) == wanted);
        let dispatches = |signature: &str| dispatch.has(selector(signature));
        let of = |kind, slot| Self { kind, target: None, slot, data: 0..0 };
        let replaces_itself = dispatches("proxiableUUID()");
        let mut found = Vec::new();
        if replaces_itself {
            found.push(of(ProxyKind::UupsLogic, None));
        }
        if !can_delegate(bytes) {
            return found;
        }
        let guarded = || pushes(&ADMIN) || pushes(&selector("upgradeToAndCall(address,bytes)"));
        let erc1967 = || if guarded() { ProxyKind::Transparent } else { ProxyKind::Erc1967 };
        if pushes(&BEACON) {
            found.push(of(ProxyKind::Beacon, Some(BEACON)));
        } else if pushes(&IMPLEMENTATION) && !replaces_itself {
            found.push(of(erc1967(), Some(IMPLEMENTATION)));
        }
        if pushes(&PROXIABLE) && !replaces_itself {
            found.push(of(ProxyKind::Erc1822, Some(PROXIABLE)));
        }
        if pushes(&ZOS) {
            found.push(of(ProxyKind::Zos, Some(ZOS)));
        }
        let master_copy = selector("masterCopy()");
        let padded = [&master_copy[..], &[0; 28]].concat();
        if bytes.len() <= MAX_SAFE_PROXY_BYTES && (pushes(&master_copy) || pushes(&padded)) {
            found.push(of(ProxyKind::Safe, Some([0; 32])));
        }
        let facets = pushes(&DIAMOND);
        if facets || dispatches("facetAddress(bytes4)") && dispatches("facets()") {
            found.push(of(ProxyKind::Diamond, None));
        }
        let passing = Passing::find(bytes);
        let behind = if passing.whole && code.metadata().is_none() { passing.end } else { bytes.len() };
        for to in passing.targets {
            let executed = match to {
                To::Code(target) => {
                    let data = behind..bytes.len();
                    Self { target: Some(target), data, ..of(ProxyKind::Minimal, None) }
                }
                To::Beacon(beacon) => Self { target: Some(beacon), ..of(ProxyKind::Beacon, None) },
                To::BeaconSlot(slot) => of(ProxyKind::Beacon, Some(slot)),
                To::Slot(slot) => of(
                    match slot {
                        IMPLEMENTATION => erc1967(),
                        PROXIABLE => ProxyKind::Erc1822,
                        ZOS => ProxyKind::Zos,
                        _ => ProxyKind::Storage,
                    },
                    Some(slot),
                ),
                To::Unknown => continue,
            };
            let beacon = |known: &&mut Self| (known.kind, known.target) == (ProxyKind::Beacon, None);
            if let (To::Beacon(_), Some(known)) = (to, found.iter_mut().find(beacon)) {
                known.target = executed.target;
            } else if !found
                .iter()
                .any(|known| (known.target, known.slot) == (executed.target, executed.slot))
            {
                found.push(executed);
            }
        }
        found
    }
}

/// Whether it is certain that code passes no call on: it cannot, or no path of it does.
pub(crate) fn passes_none_on(code: &[u8]) -> bool {
    if !can_delegate(code) {
        return true;
    }
    let passing = Passing::find(code);
    passing.whole && passing.targets.is_empty()
}

/// Maximum number of bytes of a minimal proxy that are executed.
const MAX_MINIMAL_BYTES: usize = 128;

/// The target of a minimal proxy; `None` if the code is not a minimal proxy.
///
/// A minimal proxy has no source to verify: the target's code is executed. Bytes after the proxy's code are data,
/// such as immutable arguments.
pub fn minimal_proxy_target(code: &[u8]) -> Option<EvmAddress> {
    // Code of a compiler begins with its free memory.
    if !can_delegate(code.get(..MAX_MINIMAL_BYTES).unwrap_or(code))
        || code.starts_with(&[0x60, 0x80, 0x60, 0x40])
    {
        return None;
    }
    let passing = Passing::find(code);
    match passing.targets.as_slice() {
        [To::Code(target)] if passing.whole && passing.end <= MAX_MINIMAL_BYTES => Some(*target),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(before: &str, behind: &str) -> Vec<u8> {
        alloy_primitives::hex::decode(format!("{before}{}{behind}", "be".repeat(20))).unwrap()
    }

    #[test]
    fn both_forms_name_their_target() {
        let target = Some(EvmAddress::new([0xbe; 20]));
        let plain = code("363d3d373d3d3d363d73", "5af43d82803e903d91602b57fd5bf3");
        assert_eq!(plain.len(), 45);
        assert_eq!(minimal_proxy_target(&plain), target);
        let push0 = code("365f5f375f5f365f73", "5af43d5f5f3e5f3d91602a57fd5bf3");
        assert_eq!(push0.len(), 44);
        assert_eq!(minimal_proxy_target(&push0), target);
        let with_arguments = [plain.as_slice(), &[1, 2, 3]].concat();
        assert_eq!(minimal_proxy_target(&with_arguments), target);
    }

    /// Code that dispatches to functions and pushes these words, and passes calls on.
    fn passing_on(functions: &[&str], words: &[&[u8]]) -> (Code, Dispatch) {
        let pushes: Vec<u8> = words
            .iter()
            .flat_map(|word| [&[0x5f + u8::try_from(word.len()).unwrap()], *word].concat())
            .collect();
        let code = Code::new(&[pushes.as_slice(), &[0xf4]].concat());
        (code, Dispatch::with(functions.iter().map(|function| selector(function))))
    }

    #[test]
    fn the_facets_of_a_diamond_are_listed_behind_its_selectors() {
        assert_eq!(DIAMOND, keccak256("diamond.standard.diamond.storage").0);
        let [second, third] = facet_counts().map(alloy_primitives::hex::encode);
        assert!(second.ends_with("131d") && third.ends_with("131e"), "{second} {third}");
        let elements: Vec<_> =
            element_slots(facet_counts()[0], 2).map(alloy_primitives::hex::encode).collect();
        assert!(elements[0].ends_with("b922") && elements[1].ends_with("b923"), "{elements:?}");
    }

    #[test]
    fn every_kind_has_its_signs() {
        let upgrade = selector("upgradeToAndCall(address,bytes)");
        let diamond = keccak256("diamond.standard.diamond.storage");
        let master = selector("masterCopy()");
        let uups = &["proxiableUUID()", "upgradeToAndCall(address,bytes)"][..];
        for (functions, words, kind, slot) in [
            (&[][..], &[&IMPLEMENTATION[..]][..], ProxyKind::Erc1967, Some(IMPLEMENTATION)),
            (&[], &[&IMPLEMENTATION, &ADMIN], ProxyKind::Transparent, Some(IMPLEMENTATION)),
            (&[], &[&upgrade, &IMPLEMENTATION], ProxyKind::Transparent, Some(IMPLEMENTATION)),
            (&[], &[&BEACON, &IMPLEMENTATION], ProxyKind::Beacon, Some(BEACON)),
            (&[], &[&PROXIABLE], ProxyKind::Erc1822, Some(PROXIABLE)),
            (&[], &[&ZOS], ProxyKind::Zos, Some(ZOS)),
            (&[], &[&master], ProxyKind::Safe, Some([0; 32])),
            (&[], &[diamond.as_slice()], ProxyKind::Diamond, None),
            (&["facets()", "facetAddress(bytes4)"], &[], ProxyKind::Diamond, None),
            (uups, &[&IMPLEMENTATION], ProxyKind::UupsLogic, None),
        ] {
            let (code, dispatch) = passing_on(functions, words);
            let wanted = Proxy { kind, target: None, slot, data: 0..0 };
            assert_eq!(Proxy::all(&code, &dispatch), [wanted]);
        }
    }

    #[test]
    fn small_proxies_are_recognised_by_what_they_do() {
        use alloy_primitives::hex;
        let be = "be".repeat(20);
        let forms = [
            ("0age", format!("3d3d3d3d363d3d37363d73{be}5af43d3d93803e602a57fd5bf3")),
            ("Solady with PUSH0", format!("5f5f365f5f37365f73{be}5af43d5f5f3e6029573d5ffd5b3d5ff3")),
            (
                "immutable arguments",
                format!(
                    "3d3d3d3d363d3d3761000a603736393661000a013d73{be}5af43d3d93803e603557fd5bf3{}",
                    "07".repeat(10)
                ),
            ),
            ("Vyper", format!("366000600037611000600036600073{be}5af4602c57600080fd5b6110006000f3")),
            (
                "a shorter push",
                "363d3d373d3d3d363d6fbebebebebebebebebebebebebebebebe5af43d82803e903d91602757fd5bf3"
                    .to_owned(),
            ),
        ];
        for (name, form) in forms {
            let code = Code::new(&hex::decode(form).unwrap());
            let found = Proxy::all(&code, &Dispatch::default());
            let kinds: Vec<_> = found.iter().map(|proxy| (proxy.kind, proxy.target.is_some())).collect();
            assert_eq!(kinds, [(ProxyKind::Minimal, true)], "{name}");
            assert!(!passes_none_on(code.bytes()) && minimal_proxy_target(code.bytes()).is_some(), "{name}");
        }
        // The slot of ERC-1967, worked out from its name, in memory.
        let name = hex::encode("eip1967.proxy.implementation");
        let computed =
            format!("7b{name}60201b600052601c6000206001900354365f5f375f5f365f5f945af43d5f5f3e3d5ff3");
        let code = Code::new(&hex::decode(computed).unwrap());
        let found = Proxy::all(&code, &Dispatch::default());
        assert_eq!(found.iter().map(|proxy| proxy.slot).collect::<Vec<_>>(), [Some(IMPLEMENTATION)]);
        // A slot that no standard names.
        let code = Code::new(&hex!("365f5f375f5f365f5f6007545af43d5f5f3e3d5ff3"));
        let found = Proxy::all(&code, &Dispatch::default());
        assert_eq!(found.iter().map(|proxy| proxy.kind).collect::<Vec<_>>(), [ProxyKind::Storage]);
        // What it delegates to depends on the call: no proof that it passes none on.
        let by_call = hex!("365f5f375f5f365f5f5f355af43d5f5f3e3d5ff3");
        assert!(!passes_none_on(&by_call) && passes_none_on(&hex!("60016000f4")) && passes_none_on(&[]));
    }

    #[test]
    fn signs_alone_are_no_proxy() {
        let (code, dispatch) = passing_on(&["transfer(address,uint256)"], &[]);
        assert_eq!(Proxy::all(&code, &dispatch), []);
        let keeps_the_slot = Code::new(&[&[0x7f][..], &IMPLEMENTATION, &[0x54]].concat());
        assert_eq!(Proxy::all(&keeps_the_slot, &dispatch), []);
    }

    #[test]
    fn a_clone_keeps_its_arguments_behind_its_code() {
        let plain = code("363d3d373d3d3d363d73", "5af43d82803e903d91602b57fd5bf3");
        let clone = Code::new(&[plain.as_slice(), &[9; 32]].concat());
        let found = Proxy::all(&clone, &Dispatch::default());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].kind, found[0].data.clone()), (ProxyKind::Minimal, 45..77));
        assert_eq!(found[0].target, Some(EvmAddress::new([0xbe; 20])));
    }

    #[test]
    fn other_code_is_no_minimal_proxy() {
        let plain = code("363d3d373d3d3d363d73", "5af43d82803e903d91602b57fd5bf3");
        // Without its first byte it takes more from the stack than there is.
        for other in [&[][..], &plain[..31], &plain[1..], &[0x60, 0x80, 0x60, 0x40]] {
            assert_eq!(minimal_proxy_target(other), None);
        }
    }
}
