//! Contracts behind a proxy, as the verifier, its code and its storage say.

use ledger::{ContractRef, EvmAddress};

use super::Known;

/// Maximum number of contracts behind one proxy: each costs a request.
pub const MAX_BEHIND: usize = 32;
/// Maximum number of contracts behind proxies per pane.
pub const MAX_BEHIND_IN_ALL: usize = 64;
/// Maximum number of proxies in a chain.
pub(super) const MAX_PROXIES_DEEP: usize = 3;

/// The proxy targets of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Behind {
    /// The examined contracts, the nearest first: at most [`MAX_BEHIND`].
    pub addresses: Vec<EvmAddress>,
    /// Number of further targets named by the verifier.
    pub left_out: usize,
}

impl Known {
    /// The direct and indirect proxy targets of a contract, from the verifier, code and storage, each once. The data is
    /// untrusted: number and depth are bounded.
    pub fn behind(&self, contract: ContractRef) -> Behind {
        let Some(own) = self.address_of(contract) else { return Behind::default() };
        let (mut all, mut left_out, mut level) = (vec![own], 0, 0..1);
        for depth in 0.. {
            for at in level.clone() {
                let Some(own) = all.get(at).copied() else { continue };
                let own = self.address_of(ContractRef::Address(own)).unwrap_or(own);
                let (code, targets) = (self.codes.get(&own), self.targets.get(&own));
                left_out += code.map_or(0, |code| code.left_out);
                let named = code.into_iter().flat_map(|code| &code.implementations);
                for address in named.chain(targets.into_iter().flat_map(|targets| targets.iter())) {
                    if all.contains(address) {
                        continue;
                    }
                    if depth < MAX_PROXIES_DEEP && all.len() <= MAX_BEHIND {
                        all.push(*address);
                    } else {
                        left_out += 1;
                    }
                }
            }
            level = level.end..all.len();
            if level.is_empty() {
                break;
            }
        }
        Behind { addresses: all.split_off(1), left_out }
    }
}
