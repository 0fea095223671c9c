//! Where sweeps go: places of every kind.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// At least one place of each kind, and those whose contents are hard to draw.
pub(crate) const PLACES: [&str; 35] = [
    "home",
    "contract/0.0.5001",
    "contract/0.0.5001@1760000000",
    "contract/0.0.5008",
    "contract/0.0.5013",
    "contract/0.0.5043",
    "contract/0.0.5001/versions",
    "contract/0.0.5001/interfaces",
    "code/0.0.5001",
    "code/0.0.5001/compare/0.0.5002",
    "contract/0.0.5001/logs",
    "contract/0.0.5001/state",
    "contract/0.0.5001/economics",
    "contract/0.0.5022/economics?internal=true",
    "contract/0.0.5022/hunt",
    "contract/0.0.5022/hunt?event=Transfer(address,address,uint256)&emitter=any",
    "contract/0.0.5001/results",
    "contract/0.0.5011/results?limit=1&order=asc",
    "contract/0.0.5022/results?internal=true",
    "result/0.0.5001/1795216207.123456789",
    "transaction/0.0.1005-1795216518-468117137",
    "schedules",
    "radar",
    "radar?contract=0.0.5001",
    "schedule/0.0.7001",
    "schedule/0.0.7010",
    "verify/298/0.0.5001",
    "verify/298/0.0.5018?mode=import",
    "verified/298/0.0.5038",
    "sources/298/0.0.5215",
    "result/0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87",
    "jobs",
    "batch",
    "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",
    "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f/difference",
];

/// How much stack a thread of a sweep gets, in bytes: a session hears answers within the question.
const STACK_BYTES: usize = 64 << 20;

/// What is found at all these places, which are shared among threads.
pub(crate) fn found(look: impl Fn(&str) -> Vec<String> + Sync) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let places = std::iter::from_fn(|| PLACES.get(next.fetch_add(1, Ordering::Relaxed)));
        places.flat_map(|place| look(place)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).unwrap();
        let threads: Vec<_> = (0..threads).map(start).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}
