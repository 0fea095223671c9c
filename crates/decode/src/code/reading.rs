//! The complete analysis of a contract's code, and the short profile on a contract's page.
//!
//! The complete analysis runs off the event loop's thread. The profile takes a fraction of its time.

use alloy_primitives::keccak256;
use ledger::{Contract, ContractRef, Field, HexBytes};

use super::interfaces::selector;
use super::{Code, Interface, Jumps, Names};
use crate::difference::Kind;
use crate::dispatch::{Dispatch, MAX_CODE_BYTES};
use crate::known::Snapshot;
use crate::proxy::{Proxy, Slot, passes_none_on};
use crate::reading::{CreationReading, Reader};
use crate::stop::Stop;
use crate::{Comparison, dispatch};

/// The codes of a contract, as input for an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Codes {
    /// The contract, if known: its verified interface gives names.
    pub contract: Option<ContractRef>,
    /// The runtime code; empty if unknown.
    pub runtime: HexBytes,
    /// The creation code; empty if unknown.
    pub creation: HexBytes,
}

impl Codes {
    /// The codes in a contract's record; empty if missing.
    pub fn from_contract(contract: &Contract) -> Self {
        let bytes = |field: &Field<HexBytes>| field.known().cloned().unwrap_or_default();
        Self {
            contract: contract.contract_id.value().map(ContractRef::Id),
            runtime: bytes(&contract.runtime_bytecode),
            creation: bytes(&contract.bytecode),
        }
    }
}

/// The analysed codes of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CodeReading {
    /// The full lengths of the runtime and creation code, including parts that are not analysed.
    pub lengths: Lengths,
    /// The code on the chain.
    pub runtime: Code,
    /// The keccak-256 hash of the runtime code, equal to `EXTCODEHASH`.
    pub hash: HexBytes,
    /// The jump destinations of the runtime code.
    pub runtime_jumps: Jumps,
    /// The code of the creating transaction with the constructor's arguments; empty if unknown.
    pub creation: Code,
    /// The jump destinations of the creation code.
    pub creation_jumps: Jumps,
    /// The functions of the runtime code.
    pub dispatch: Dispatch,
    /// The proxy patterns in the runtime code.
    pub proxies: Vec<Proxy>,
    /// Whether the runtime code certainly forwards no calls.
    pub passes_none: bool,
    /// The detected standard interfaces.
    pub interfaces: Vec<Interface>,
    /// Names of constants in it.
    pub names: Names,
    /// The constructor's arguments; `None` if the creation code is unknown.
    pub made: Option<CreationReading>,
}

/// The lengths of the codes, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Lengths {
    /// Bytes of the runtime code.
    pub runtime: usize,
    /// Bytes of the creation code.
    pub creation: usize,
}

/// Maximum number of bytes of a code that are cut into instructions; a ledger takes a tenth of it.
const MAX_READ_BYTES: usize = 512 * 1024;

impl CodeReading {
    /// Analyses the codes; of those longer than half a mebibyte, the beginning. `None` if stopped.
    pub fn new(codes: &Codes, known: &Snapshot, stop: &Stop) -> Option<Self> {
        let [runtime, creation] = [&codes.runtime, &codes.creation].map(|code| {
            let bytes = code.bytes();
            Code::new(bytes.get(..MAX_READ_BYTES).unwrap_or(bytes))
        });
        let [runtime_jumps, creation_jumps] = [&runtime, &creation].map(Jumps::find);
        if stop.is_set() {
            return None;
        }
        let dispatch = Dispatch::find(runtime.bytes());
        let proxies = Proxy::all(&runtime, &dispatch);
        let passes_none = proxies.is_empty() && passes_none_on(codes.runtime.bytes());
        let interfaces = Interface::guess(|selector| dispatch.has(selector));
        let names = Names::collect([&runtime, &creation], &dispatch, codes.contract, known);
        let made = (!codes.creation.is_empty())
            .then(|| Reader::new(known).creation(codes.contract, codes.creation.bytes()));
        Some(Self {
            lengths: Lengths { runtime: codes.runtime.len(), creation: codes.creation.len() },
            hash: keccak256(codes.runtime.bytes()).to_vec().into(),
            runtime,
            runtime_jumps,
            creation,
            creation_jumps,
            dispatch,
            proxies,
            passes_none,
            interfaces,
            names,
            made,
        })
    }
}

/// Compares the codes of two contracts that are both deployed, runtime code first; a code that one of them lacks
/// is left out. `None` if it was stopped.
pub(crate) fn compare(one: &Codes, other: &Codes, stop: &Stop) -> Option<Vec<Comparison>> {
    let pairs =
        [(Kind::Runtime, &one.runtime, &other.runtime), (Kind::Creation, &one.creation, &other.creation)];
    let known = pairs.into_iter().filter(|(_, one, other)| !one.is_empty() && !other.is_empty());
    let mut found = Vec::new();
    for (kind, one, other) in known {
        if stop.is_set() {
            return None;
        }
        found.push(Comparison::of_deployed(kind, one.bytes(), other.bytes()));
    }
    Some(found)
}

/// The outline of runtime code.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CodeProfile {
    /// How many functions it dispatches to.
    pub functions: usize,
    /// How it passes calls on.
    pub proxies: Vec<Proxy>,
    /// Whether it is certain that it passes no call on.
    pub passes_none: bool,
    /// The standards that it seems to follow.
    pub interfaces: Vec<Interface>,
    /// The slot that its `implementation()` reads, if it is a beacon's.
    pub implementation: Option<Slot>,
}

/// The standards of tokens.
const TOKENS: [&str; 3] = ["ERC-20", "ERC-721", "ERC-1155"];

impl CodeProfile {
    /// Outlines runtime code; of code longer than a network deploys, the beginning.
    pub(crate) fn outline(code: &[u8]) -> Self {
        let read = Code::new(code.get(..MAX_CODE_BYTES).unwrap_or(code));
        let dispatch = Dispatch::selectors(code);
        let getter = selector("implementation()");
        let proxies = Proxy::all(&read, &dispatch);
        let is_beacon = dispatch.has(getter) && proxies.is_empty();
        Self {
            functions: dispatch.functions.len(),
            passes_none: proxies.is_empty() && passes_none_on(code),
            proxies,
            interfaces: Interface::guess(|selector| dispatch.has(selector)),
            implementation: is_beacon.then(|| dispatch::slot_read_by(code, getter)).flatten(),
        }
    }

    /// The standard of tokens that it seems to follow, if it is one.
    pub fn token(&self) -> Option<&Interface> {
        self.interfaces.iter().find(|found| TOKENS.contains(&found.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proxy::ProxyKind;

    fn outline(artifact: &str) -> CodeProfile {
        let artifact: serde_json::Value = serde_json::from_str(artifact).unwrap();
        CodeProfile::outline(&alloy_primitives::hex::decode(artifact["runtime"].as_str().unwrap()).unwrap())
    }

    #[test]
    fn a_token_seems_to_be_one_and_a_beacon_says_where_it_points() {
        let token = outline(include_str!("../../../demo/assets/artifacts/Token.json"));
        assert_eq!(token.token().map(|found| found.name), Some("ERC-20"));
        assert_eq!((token.proxies.len(), token.implementation), (0, None));
        let beacon = outline(include_str!("../../../demo/assets/artifacts/Beacon.json"));
        assert_eq!((beacon.functions, beacon.implementation), (3, Some([0; 32])));
        assert_eq!(beacon.token(), None);
        let proxy = outline(include_str!("../../../demo/assets/artifacts/BeaconProxy.json"));
        assert_eq!(proxy.proxies.first().map(|proxy| proxy.kind), Some(ProxyKind::Beacon));
        assert_eq!(CodeProfile::outline(&[]), CodeProfile { passes_none: true, ..CodeProfile::default() });
    }
}
