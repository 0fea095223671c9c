//! Where sweeps go: places of every kind.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hieroscope::message::place::Row;

use super::part::Part;

/// Places whose contents are hard to draw, besides one of each kind.
const HARD: [&str; 11] = [
    "contract/0.0.5001@1760000000",
    "contract/0.0.5008",
    "contract/0.0.5013",
    "contract/0.0.5043",
    "contract/0.0.5022/gas?internal=true",
    "contract/0.0.5022/find?event=Transfer(address,address,uint256)&emitter=any",
    "contract/0.0.5011/results?limit=1&order=asc",
    "contract/0.0.5022/results?internal=true",
    "pending?contract=0.0.5001",
    "schedule/0.0.7010",
    "verify/298/0.0.5018?mode=import",
];

/// One place of each kind, and those whose contents are hard to draw.
pub(crate) fn places() -> Vec<&'static str> {
    Row::all().map(|row| row.example).chain(HARD).collect()
}

/// What is found at the places of this run's part, which are shared among threads.
pub(crate) fn found(look: impl Fn(&str) -> Vec<String> + Sync) -> Vec<String> {
    shared_out(&Part::chosen().of(places()), |place| look(place))
}

/// What is found with each of these, which are shared among threads.
pub(crate) fn shared_out<T: Sync, R: Send>(all: &[T], look: impl Fn(&T) -> Vec<R> + Sync) -> Vec<R> {
    in_order(all, threads(), look).into_iter().flatten().collect()
}

/// As many threads as there are processors.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What comes of each of these, in their order, which so many threads share.
pub(crate) fn in_order<T: Sync, R: Send>(all: &[T], threads: usize, look: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let places = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        places.map_while(|at| all.get(at).map(|it| (at, look(it)))).collect::<Vec<_>>()
    };
    let mut come: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    come.sort_by_key(|(at, _)| *at);
    come.into_iter().map(|(_, it)| it).collect()
}
