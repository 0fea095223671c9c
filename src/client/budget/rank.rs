//! The priority of a request, which can change while it waits.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::host::Host;
use crate::message::Priority;

/// A request's place in the order of those that wait. Clones are of the same request.
#[derive(Clone, Debug)]
pub struct Rank(Arc<Ranked>);

#[derive(Debug)]
struct Ranked {
    priority: AtomicU8,
    /// The host that it waits for, or that answers it.
    host: Mutex<Weak<Host>>,
}

impl From<Priority> for Rank {
    fn from(priority: Priority) -> Self {
        Self(Arc::new(Ranked { priority: AtomicU8::new(priority as u8), host: Mutex::default() }))
    }
}

impl Rank {
    pub fn priority(&self) -> Priority {
        let number = self.0.priority.load(Ordering::Relaxed);
        Priority::ALL.into_iter().find(|priority| *priority as u8 == number).unwrap_or_default()
    }

    /// Gives it another priority from now on.
    pub fn set(&self, priority: Priority) {
        self.0.priority.store(priority as u8, Ordering::Relaxed);
        let host = self.0.host.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        if let Some(host) = host {
            host.wake_first();
        }
    }

    /// Notes which host it waits for.
    pub(super) fn waits_for(&self, host: &Arc<Host>) {
        *self.0.host.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(host);
    }
}
