//! What is worked out side by side: whoever looks at a page waits for all of its results.

use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::thread;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::execution::Execution;
use super::results::Origin;

/// How many results are worked out one after another at least: fewer take less time than to hand them over.
const MIN_EACH: usize = 12;

/// The most threads: for so many there is work in a page.
const MAX_THREADS: usize = 8;

/// Threads of its own: a page does not wait for searches of the program around the network.
static THREADS: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
    let name = |_| "demo-ledger".to_owned();
    ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build().ok()
});

/// The results, in their order, but for those that are none.
pub(crate) fn executions(origins: &[Origin]) -> Vec<Arc<Execution>> {
    match THREADS.as_ref().filter(|_| origins.len() > MIN_EACH) {
        Some(threads) => threads.install(|| {
            origins.par_iter().with_min_len(MIN_EACH).filter_map(|origin| origin.execution()).collect()
        }),
        None => origins.iter().filter_map(|origin| origin.execution()).collect(),
    }
}
