//! The shared state of all routes: the network's settings and its time, and the ledger queries of the verification
//! server. Both addresses of a contract, long-zero or not, name it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ledger::{EvmAddress, Timestamp};

use super::simulation::contracts;
use super::simulation::contracts::{Code, Contract, Lifecycle, versions};
use super::simulation::results::Origin;

/// The network's settings, shared by its routes.
#[derive(Debug)]
pub(crate) struct World {
    /// The number of results of contract `0.0.5001`.
    pub(crate) results: u64,
    pub(crate) clock: Clock,
    /// Nanoseconds since 1970 of the last repeated execution of a result: the server allows one per second.
    pub(crate) executed_at: AtomicU64,
}

impl World {
    /// Whether at least this many nanoseconds have passed since this last returned true.
    pub(crate) fn is_time_for_opcodes(&self, nanos: u64) -> bool {
        let now = u64::try_from(self.clock.now().as_nanos()).unwrap_or(u64::MAX);
        let next = |last: u64| (last == 0 || now >= last.saturating_add(nanos)).then_some(now);
        self.executed_at.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
    }

    /// The runtime code at this address; `None` if there is no contract, or a deleted one.
    pub(crate) fn code_at(&self, address: EvmAddress) -> Option<Vec<u8>> {
        self.standing(address).map(|contract| contract.deployed().runtime)
    }

    /// The code that created the contract, with its constructor arguments.
    pub(crate) fn creation_at(&self, address: EvmAddress) -> Option<Vec<u8>> {
        self.standing(address).map(|contract| contract.deployed().creation)
    }

    /// The hash of the transaction that created the contract, cut to the 32 bytes that an EVM knows; `None` if
    /// another contract created it.
    pub(crate) fn creation_hash(address: EvmAddress) -> Option<[u8; 32]> {
        let contract = contracts::by_address(address).filter(|contract| contract.lists_creation())?;
        Origin::Creation(contract.num).execution().map(|made| made.hash)
    }

    /// The contract at this address, if it has code and is not deleted.
    fn standing(&self, address: EvmAddress) -> Option<&'static Contract> {
        let contract = contracts::by_address(address)?;
        let ends = matches!(contract.lifecycle, Lifecycle::Deleted(_) | Lifecycle::Removed);
        // A contract that ends does so with its second version.
        let ended = ends && versions::versions(contract, self.clock.now()).len() > 1;
        (!ended && contract.code != Code::None).then_some(contract)
    }
}

/// A clock. Clones of a set clock move together.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    /// Nanoseconds since 1970.
    Set(Arc<AtomicU64>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stops at this time until it is advanced.
    pub fn fixed(at: Timestamp) -> Self {
        let nanos = u64::try_from(at.as_nanos()).unwrap_or(u64::MAX);
        Self(Source::Set(Arc::new(AtomicU64::new(nanos))))
    }

    /// Moves a fixed clock and all its clones forward; no effect on the machine's clock.
    pub fn advance(&self, by: Duration) {
        if let Source::Set(nanos) = &self.0 {
            nanos.fetch_add(u64::try_from(by.as_nanos()).unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// Sets a fixed clock and all its clones back; no effect on the machine's clock.
    pub fn put_back(&self, by: Duration) {
        if let Source::Set(nanos) = &self.0 {
            nanos.fetch_sub(u64::try_from(by.as_nanos()).unwrap_or(0), Ordering::Relaxed);
        }
    }

    pub fn now(&self) -> Timestamp {
        let nanos = match &self.0 {
            Source::Set(nanos) => nanos.load(Ordering::Relaxed),
            Source::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)),
        };
        Timestamp::from_nanos(nanos)
    }
}
