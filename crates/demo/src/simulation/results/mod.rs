//! Contract results: their origins, and how each is generated on request. Those of a page are generated in parallel.

use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::thread;

use ledger::{Timestamp, TransactionId};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::simulation::blocks::Position;
use crate::simulation::execution::Execution;
use crate::simulation::{contracts, schedules};

pub(crate) mod child;
mod creation;
mod drawn;
pub(crate) mod envelope;
pub(crate) mod listing;
pub(crate) mod logged;
pub(crate) mod lookup;
pub(crate) mod pinned;
mod remembered;
pub(crate) mod scheduled;

/// The origin of a result, which is enough to generate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Result `index` of a contract's endless row.
    Drawn {
        contract: u64,
        index: u64,
    },
    /// Nested call of result `index` of a contract.
    Child {
        contract: u64,
        index: u64,
        /// 1 for the first call.
        nonce: u32,
    },
    Creation(u64),
    /// A recorded result, by its place among them.
    Pinned(usize),
    /// The call of a schedule chosen by hand, by its number and when it was executed.
    Scheduled(u64, Timestamp),
}

/// The filter fields of a result, cheap to generate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) at: Timestamp,
    pub(crate) id: TransactionId,
    pub(crate) sender: u64,
    /// Its place in a block, if one covers it.
    pub(crate) position: Option<Position>,
}

/// The execution behind a result; `None` for nested calls, and for results that were not executed.
pub(crate) fn trace(it: &Execution) -> Option<evm::Execution> {
    if it.nonce > 0 {
        return None;
    }
    let contract = contracts::by_num(it.contract?)?;
    pinned::trace(it).or_else(|| drawn::trace(contract, it))
}

impl Execution {
    fn head(&self) -> Head {
        Head { at: self.at, id: self.id, sender: self.sender, position: self.position }
    }
}

impl Origin {
    /// Whether another module lists its transaction: with the schedule that made it, or with a family chosen by hand.
    pub(crate) fn is_told_elsewhere(self) -> bool {
        match self {
            Self::Scheduled(..) => true,
            Self::Pinned(place) => pinned::all().get(place).is_some_and(|pin| pin.has_family),
            _ => false,
        }
    }

    /// The filter fields; `None` if the result does not exist.
    pub(crate) fn head(self) -> Option<Head> {
        match self {
            Self::Drawn { contract, index } => {
                contracts::by_num(contract).map(|found| drawn::head(found, index).0)
            }
            Self::Child { contract, index, nonce } => {
                contracts::by_num(contract).map(|found| child::head(found, index, nonce))
            }
            Self::Creation(num) => contracts::by_num(num).map(creation::head),
            Self::Pinned(place) => pinned::all().get(place).map(|pin| pin.result.head()),
            Self::Scheduled(..) => self.execution().map(|it| it.head()),
        }
    }

    /// The whole result; `None` if it does not exist.
    pub(crate) fn execution(self) -> Option<Arc<Execution>> {
        match self {
            Self::Drawn { contract, index } => {
                contracts::by_num(contract).map(|found| drawn::execution(found, index))
            }
            Self::Child { contract, index, nonce } => contracts::by_num(contract)
                .and_then(|found| child::execution(found, index, nonce))
                .map(Arc::new),
            Self::Creation(num) => contracts::by_num(num).map(creation::execution),
            Self::Pinned(place) => pinned::all().get(place).map(pinned::Pin::executed),
            Self::Scheduled(num, at) => schedules::by_num(num, at).as_ref().and_then(scheduled::execution),
        }
    }
}

/// The fewest results per thread: smaller batches cost more to hand over than to compute.
const MIN_EACH: usize = 12;

/// The most threads: a page has work for this many.
const MAX_THREADS: usize = 8;

/// A separate thread pool: a page does not wait for searches of the program around the network.
static THREADS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
    let name = |_| "demo-ledger".to_owned();
    ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build().ok()
});

/// The executions in order, without origins that have none.
pub(crate) fn executions(origins: &[Origin]) -> Vec<Arc<Execution>> {
    match THREADS.as_ref().filter(|_| origins.len() > MIN_EACH) {
        Some(threads) => threads.install(|| {
            origins.par_iter().with_min_len(MIN_EACH).filter_map(|origin| origin.execution()).collect()
        }),
        None => origins.iter().filter_map(|origin| origin.execution()).collect(),
    }
}
