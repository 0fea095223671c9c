//! Bytes that can be spilled from memory, and their storage.

use std::fmt;
use std::sync::Arc;

/// Storage for spilled bytes. Its calls block on disk I/O.
pub trait Shelf: fmt::Debug + Send + Sync {
    /// Puts bytes there; `None` if there is no room.
    fn put(&self, bytes: &[u8]) -> Option<Arc<dyn Shelved>>;
}

/// Bytes on a shelf, until the last that names them is dropped.
pub trait Shelved: fmt::Debug + Send + Sync {
    /// Reads the bytes. Blocks on disk I/O.
    fn read(&self) -> Option<Box<[u8]>>;
}

/// Bytes, wherever they are. They never change.
pub trait Held: fmt::Debug + Send + Sync {
    /// Number of bytes.
    fn count(&self) -> usize;

    /// The bytes, if they are in memory.
    fn here(&self) -> Option<Arc<[u8]>>;

    /// Reads the bytes without moving them. `None` if they cannot be read. May block on disk I/O.
    fn read(&self) -> Option<Arc<[u8]>> {
        self.here()
    }

    /// Stores other bytes in the same way.
    fn hold(&self, bytes: Vec<u8>) -> Arc<dyn Held>;

    /// Whether the bytes should be in memory.
    fn is_wanted(&self) -> bool {
        true
    }

    /// Sets whether the bytes should be in memory; `put_away` and `fetch` then move them. Returns `false` if nothing
    /// changes or the bytes cannot be moved.
    fn set_wanted(&self, _is_wanted: bool) -> bool {
        false
    }

    /// Moves the bytes to the shelf unless they should be in memory. Returns `false` if there is no room. Blocks on
    /// disk I/O.
    fn put_away(&self, _shelf: &dyn Shelf) -> bool {
        true
    }

    /// Loads the bytes from the shelf if they should be in memory. Returns `false` if they cannot be read. Blocks on
    /// disk I/O.
    fn fetch(&self) -> bool {
        true
    }
}

/// Bytes that stay in memory.
#[derive(Debug)]
pub(crate) struct InMemory(Arc<[u8]>);

impl InMemory {
    pub(crate) fn keep(bytes: Vec<u8>) -> Arc<dyn Held> {
        Arc::new(Self(bytes.into()))
    }
}

impl Held for InMemory {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn here(&self) -> Option<Arc<[u8]>> {
        Some(Arc::clone(&self.0))
    }

    fn hold(&self, bytes: Vec<u8>) -> Arc<dyn Held> {
        Self::keep(bytes)
    }
}
