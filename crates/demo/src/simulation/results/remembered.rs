//! Results that were worked out: for all who soon ask for them again.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::Origin;
use crate::simulation::execution::Execution;

/// How many results are young before those that are old are forgotten.
const MAX_YOUNG: usize = 4_096;

/// Results by where they come from. What is asked for again is young again.
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

/// The result, which is worked out if it is not remembered.
pub(super) fn result(origin: Origin, work_out: impl FnOnce() -> Execution) -> Arc<Execution> {
    static REMEMBERED: LazyLock<Mutex<Remembered>> = LazyLock::new(Mutex::default);
    let remembered = || REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
    let found = remembered().get(origin);
    if let Some(found) = found {
        return found;
    }
    // Not while it is locked: what is executed takes its time.
    let made = Arc::new(work_out());
    remembered().insert(origin, Arc::clone(&made));
    made
}
