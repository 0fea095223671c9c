//! What a page about a contract says of its code: how it passes calls on, what it seems to follow, and how many functions
//! it has. It takes a fraction of the time of all that can be read from code.

use super::{Code, Interface, interfaces::selector};
use crate::dispatch::{self, Dispatch};
use crate::proxy::{Proxy, Slot, passes_none_on};

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

/// Maximum number of bytes of code that are cut into instructions for it.
const MAX_CODE_BYTES: usize = dispatch::MAX_CODE_BYTES;
/// The standards of tokens.
const TOKENS: [&str; 3] = ["ERC-20", "ERC-721", "ERC-1155"];

impl CodeProfile {
    /// Outlines runtime code; of code longer than a network deploys, the beginning.
    pub fn outline(code: &[u8]) -> Self {
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
        let token = outline(include_str!("../../../../assets/demo/artifacts/Token.json"));
        assert_eq!(token.token().map(|found| found.name), Some("ERC-20"));
        assert_eq!((token.proxies.len(), token.implementation), (0, None));
        let beacon = outline(include_str!("../../../../assets/demo/artifacts/Beacon.json"));
        assert_eq!((beacon.functions, beacon.implementation), (3, Some([0; 32])));
        assert_eq!(beacon.token(), None);
        let proxy = outline(include_str!("../../../../assets/demo/artifacts/BeaconProxy.json"));
        assert_eq!(proxy.proxies.first().map(|proxy| proxy.kind), Some(ProxyKind::Beacon));
        assert_eq!(CodeProfile::outline(&[]), CodeProfile { passes_none: true, ..CodeProfile::default() });
    }
}
