//! Threads for work that takes its time: analyses and executions. A few run at once, the others wait for one of these.

use std::sync::{Arc, OnceLock, Weak};

use tokio::runtime::{Builder, Runtime};

/// The most threads of a pool. More would only take the processors from each other.
const MAX_THREADS: usize = 4;

/// Threads that start when there is work, and end once there was none for some seconds.
#[derive(Debug)]
pub(super) struct Pool {
    name: &'static str,
    stack_bytes: usize,
    threads: OnceLock<Option<Runtime>>,
}

impl Pool {
    /// A pool whose threads have this name and so much stack.
    pub(super) const fn new(name: &'static str, stack_bytes: usize) -> Self {
        Self { name, stack_bytes, threads: OnceLock::new() }
    }

    /// Runs work on one of the threads. Its argument has no owner any more once the future was dropped, which cancels a
    /// request. `None` without a thread, or after a panic.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Weak<()>) -> T + Send + 'static,
    ) -> Option<T> {
        let start = || {
            let mut threads = Builder::new_current_thread();
            threads.thread_name(self.name).thread_stack_size(self.stack_bytes);
            threads.max_blocking_threads(MAX_THREADS).build().ok()
        };
        let threads = self.threads.get_or_init(start).as_ref()?;
        let waiting = Arc::new(());
        let alive = Arc::downgrade(&waiting);
        let done = threads.spawn_blocking(move || work(alive)).await;
        drop(waiting);
        done.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn no_more_work_runs_at_once_than_there_are_threads_and_all_of_it_is_done() {
        let pool = Arc::new(Pool::new("test", 1 << 16));
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let works = (0..5 * MAX_THREADS).map(|number| {
            let (pool, running, most) = (Arc::clone(&pool), Arc::clone(&running), Arc::clone(&most));
            tokio::spawn(async move {
                let work = move |_| {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    running.fetch_sub(1, Ordering::SeqCst);
                    number
                };
                pool.run(work).await
            })
        });
        let works: Vec<_> = works.collect();
        for (number, work) in works.into_iter().enumerate() {
            assert_eq!(work.await.unwrap(), Some(number));
        }
        assert!(most.load(Ordering::SeqCst) <= MAX_THREADS);
        if let Some(pool) = Arc::into_inner(pool).and_then(|pool| pool.threads.into_inner().flatten()) {
            pool.shutdown_background();
        }
    }

    #[tokio::test]
    async fn a_panic_ends_one_work_and_not_its_thread() {
        static POOL: Pool = Pool::new("test", 1 << 16);
        assert_eq!(POOL.run(|_| -> u8 { panic!("wanted by a test") }).await, None);
        assert_eq!(POOL.run(|_| 7).await, Some(7));
    }

    #[tokio::test]
    async fn work_learns_that_nobody_waits_for_it() {
        static POOL: Pool = Pool::new("test", 1 << 16);
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (told, tells) = mpsc::channel();
        let work = tokio::spawn(POOL.run(move |waiting: Weak<()>| {
            let _ = begun.send(());
            while waiting.strong_count() > 0 {
                std::thread::yield_now();
            }
            told.send("it ends").unwrap();
        }));
        begins.await.unwrap();
        work.abort();
        assert!(work.await.is_err_and(|error| error.is_cancelled()));
        assert_eq!(tells.recv(), Ok("it ends"));
    }
}
