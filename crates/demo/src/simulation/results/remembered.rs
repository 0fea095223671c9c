//! A cache of results: pages often ask for the same ones again.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::Origin;
use crate::simulation::execution::Execution;

/// The most young results; beyond it, the old ones are dropped.
const MAX_YOUNG: usize = 4_096;

/// Results by origin. A cache hit makes a result young again.
#[derive(Debug, Default)]
struct Remembered {
    young: HashMap<Origin, Arc<Execution>>,
    old: HashMap<Origin, Arc<Execution>>,
}

impl Remembered {
    fn get(&mut self, origin: Origin) -> Option<Arc<Execution>> {
        if let Some(found) = self.young.get(&origin) {
            return Some(Arc::clone(found));
        }
        let found = self.old.remove(&origin)?;
        self.insert(origin, Arc::clone(&found));
        Some(found)
    }

    fn insert(&mut self, origin: Origin, result: Arc<Execution>) {
        if self.young.len() == MAX_YOUNG {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(origin, result);
    }
}

/// The cached result, which is computed if missing.
pub(super) fn result(origin: Origin, work_out: impl FnOnce() -> Execution) -> Arc<Execution> {
    static REMEMBERED: LazyLock<Mutex<Remembered>> = LazyLock::new(Mutex::default);
    let remembered = || REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
    let found = remembered().get(origin);
    if let Some(found) = found {
        return found;
    }
    // Computed without the lock, because it may take long.
    let made = Arc::new(work_out());
    remembered().insert(origin, Arc::clone(&made));
    made
}
