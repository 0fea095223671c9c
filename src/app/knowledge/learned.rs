//! Bounds the memory for data about contract code: the least recently used entry is evicted first, and loaded again on
//! demand.

use api::{Extent, VerifiedQuery};
use decode::Subject;
use decode::known::{MAX_BEHIND, VerifiedCode};
use decode::storage::Namespaces;
use ledger::{ContractRef, EvmAddress};
use verification::{Match, Verified};

use super::{Knowledge, OfNetwork};
use crate::message::Response;

impl Knowledge {
    /// What the codes take of memory, about, bytes.
    pub(in crate::app) fn bytes(&self) -> usize {
        self.networks.values().map(|of| of.known.code_bytes()).sum()
    }

    /// Forgets about so many bytes of codes, but none that was of use since a pane was opened last. `true` if it forgot any.
    pub(in crate::app) fn give_back(&mut self, bytes: usize) -> bool {
        let mut left = bytes;
        let period = self.period;
        let mut codes: Vec<(u64, String, EvmAddress)> = Vec::new();
        for (name, of) in &self.networks {
            let each = of.known.coded().map(|address| (of.used_in(address), name.clone(), address));
            codes.extend(each.filter(|(used, ..)| *used < period));
        }
        codes.sort_unstable_by_key(|(used, ..)| *used);
        for (_, name, address) in codes {
            if left == 0 {
                break;
            }
            if let Some(of) = self.networks.get_mut(&name) {
                left = left.saturating_sub(of.forget(address));
            }
        }
        left < bytes
    }
}

impl OfNetwork {
    /// In which period the code at an address was of use last; 0 if never.
    fn used_in(&self, address: EvmAddress) -> u64 {
        self.used.get(&address).copied().unwrap_or_default()
    }

    /// Notes that these are of use.
    pub(in crate::app) fn use_codes(&mut self, addresses: impl IntoIterator<Item = EvmAddress>, period: u64) {
        self.used.extend(addresses.into_iter().map(|address| (address, period)));
    }

    /// Takes the namespaces in the sources that a pane asked for. `true` if the response has any sources.
    pub(in crate::app) fn learn_namespaces(&mut self, response: &Response) -> bool {
        let Some((VerifiedQuery { address, extent: Extent::Sources, .. }, verified)) =
            response.request.ask.answered(&response.outcome)
        else {
            return false;
        };
        let sources = verified.sources.iter().filter_map(|(_, text)| text.known().cloned());
        self.known.change(|known| known.add_namespaces(*address, Namespaces::new(sources)));
        true
    }

    /// Evicts the code at an address, and its request. Returns the freed bytes.
    fn forget(&mut self, address: EvmAddress) -> usize {
        let before = self.known.code_bytes();
        for name in self.known.names_of(ContractRef::Address(address)) {
            self.asked.remove(&Subject::Contract(name));
        }
        self.behind.remove(&address);
        self.used.remove(&address);
        self.known.change(|known| known.forget_code(address));
        before - self.known.code_bytes()
    }
}

/// The code data in a verifier's record of a contract.
pub(crate) fn verified_code(verified: &Verified) -> VerifiedCode {
    let behind = verified.proxy.known().and_then(|proxy| proxy.implementations.known());
    let behind = behind.map(Vec::as_slice).unwrap_or_default();
    VerifiedCode {
        exact: verified.contract.runtime.value() == Some(Match::Exact),
        name: verified.compilation.known().and_then(|made| made.name.known().cloned()),
        language: verified.compilation.known().and_then(|made| made.language.known().cloned()),
        abi: verified.abi.clone().map(Into::into),
        layout: verified.layout.clone(),
        implementations: behind.iter().take(MAX_BEHIND).filter_map(|one| one.address.value()).collect(),
        left_out: behind.len().saturating_sub(MAX_BEHIND),
        libraries: verified.libraries.iter().copied().take(MAX_BEHIND).collect(),
    }
}
