//! Parallel execution of results: a page waits for all of its results.

use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::thread;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::execution::Execution;
use super::results::Origin;

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
