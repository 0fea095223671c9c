//! The results of a page, worked out side by side: whoever looks at a page waits for all of them.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::thread;

use super::Origin;
use crate::demo::ledger::execution::Execution;

/// How many are worked out one after another at least: fewer take less time than to begin a thread.
const MIN_EACH: usize = 12;

static THREADS: LazyLock<usize> =
    LazyLock::new(|| thread::available_parallelism().map_or(1, NonZero::get).min(8));

/// The results, in their order, but for those that are none.
pub(crate) fn executions(origins: &[Origin]) -> Vec<Execution> {
    let each = origins.len().div_ceil(*THREADS).max(MIN_EACH);
    let made = |part: &[Origin]| part.iter().copied().filter_map(Origin::execution).collect::<Vec<_>>();
    if origins.len() <= each {
        return made(origins);
    }
    thread::scope(|scope| {
        let parts: Vec<_> = origins.chunks(each).map(|part| scope.spawn(move || made(part))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
