//! The bytes of pages: in memory, or spilled to disk while they are not needed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ledger::packed::{Held, Shelf, Shelved};

/// Bytes that can leave memory.
#[derive(Debug)]
struct Leaving {
    count: usize,
    is_wanted: AtomicBool,
    state: Mutex<State>,
}

/// At least one of both.
#[derive(Debug)]
struct State {
    here: Option<Arc<[u8]>>,
    shelved: Option<Arc<dyn Shelved>>,
}

/// Wraps bytes that can be spilled to disk.
pub fn hold(bytes: Vec<u8>) -> Arc<dyn Held> {
    let (count, is_wanted) = (bytes.len(), AtomicBool::new(true));
    let state = Mutex::new(State { here: Some(bytes.into()), shelved: None });
    Arc::new(Leaving { count, is_wanted, state })
}

impl Leaving {
    /// It is never held while the disk is waited for.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held for Leaving {
    fn count(&self) -> usize {
        self.count
    }

    fn here(&self) -> Option<Arc<[u8]>> {
        self.state().here.clone()
    }

    fn read(&self) -> Option<Arc<[u8]>> {
        let shelved = {
            let state = self.state();
            if state.here.is_some() {
                return state.here.clone();
            }
            state.shelved.clone()?
        };
        Some(shelved.read()?.into())
    }

    fn hold(&self, bytes: Vec<u8>) -> Arc<dyn Held> {
        hold(bytes)
    }

    fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    fn set_wanted(&self, is_wanted: bool) -> bool {
        self.is_wanted.swap(is_wanted, Ordering::Relaxed) != is_wanted
    }

    fn put_away(&self, disk: &dyn Shelf) -> bool {
        let (here, shelved) = {
            let state = self.state();
            (state.here.clone(), state.shelved.clone())
        };
        let Some(here) = here.filter(|_| !self.is_wanted()) else { return true };
        // What was there before needs no second copy: it never changes.
        let Some(shelved) = shelved.or_else(|| disk.put(&here)) else { return false };
        let mut state = self.state();
        state.shelved = Some(shelved);
        if !self.is_wanted() {
            state.here = None;
        }
        true
    }

    fn fetch(&self) -> bool {
        if !self.is_wanted() {
            return true;
        }
        let Some(bytes) = self.read() else { return false };
        self.state().here = Some(bytes);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shelf in memory, with room for so many.
    #[derive(Debug)]
    struct Board(Mutex<usize>);

    #[derive(Debug)]
    struct OnBoard(Box<[u8]>);

    impl Shelf for Board {
        fn put(&self, bytes: &[u8]) -> Option<Arc<dyn Shelved>> {
            let mut room = self.0.lock().unwrap();
            *room = room.checked_sub(1)?;
            Some(Arc::new(OnBoard(bytes.into())))
        }
    }

    impl Shelved for OnBoard {
        fn read(&self) -> Option<Box<[u8]>> {
            Some(self.0.clone())
        }
    }

    #[test]
    fn bytes_go_and_come_back_and_are_written_once() {
        let (shelf, bytes) = (Board(Mutex::new(1)), hold(vec![1, 2, 3]));
        assert!(bytes.put_away(&shelf), "nothing is to be done");
        assert!(bytes.here().is_some(), "what is wanted stays");
        for _ in 0..2 {
            assert!(bytes.set_wanted(false) && !bytes.set_wanted(false));
            assert!(bytes.put_away(&shelf));
            assert_eq!((bytes.here(), bytes.read().as_deref()), (None, Some(&[1, 2, 3][..])));
            assert!(bytes.fetch());
            assert_eq!(bytes.here(), None, "what nobody wants is not fetched");
            assert!(bytes.set_wanted(true) && bytes.fetch());
            assert_eq!(bytes.here().as_deref(), Some(&[1, 2, 3][..]));
        }
    }

    #[test]
    fn bytes_that_find_no_room_stay() {
        let bytes = hold(vec![7]);
        bytes.set_wanted(false);
        assert!(!bytes.put_away(&Board(Mutex::new(0))));
        assert!(bytes.here().is_some());
    }
}
