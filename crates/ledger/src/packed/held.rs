//! Bytes that may leave memory, and what keeps them meanwhile.

use std::fmt;
use std::sync::Arc;

/// What keeps bytes out of memory. Its calls wait for the disk.
pub trait Shelf: fmt::Debug + Send + Sync {
    /// Puts bytes there; `None` if there is no room.
    fn put(&self, bytes: &[u8]) -> Option<Arc<dyn Shelved>>;
}

/// Bytes on a shelf, until the last that names them is dropped.
pub trait Shelved: fmt::Debug + Send + Sync {
    /// Reads them, which waits for the disk.
    fn read(&self) -> Option<Box<[u8]>>;
}

/// Bytes, wherever they are. They never change.
pub trait Held: fmt::Debug + Send + Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The bytes, if they are in memory.
    fn here(&self) -> Option<Arc<[u8]>>;

    /// The bytes, which stay where they are. `None` if they cannot be read. It may wait for the disk.
    fn read(&self) -> Option<Arc<[u8]>> {
        self.here()
    }

    /// Holds other bytes in the same way.
    fn hold(&self, bytes: Vec<u8>) -> Arc<dyn Held>;

    /// Whether they are meant to be in memory.
    fn is_wanted(&self) -> bool {
        true
    }

    /// Has them leave memory, or stay there, once they are put away or fetched. `false` if that is so already, or cannot
    /// be.
    fn set_wanted(&self, _is_wanted: bool) -> bool {
        false
    }

    /// Puts them on the shelf, unless they are wanted. `false` if there is no room. It waits for the disk.
    fn put_away(&self, _shelf: &dyn Shelf) -> bool {
        true
    }

    /// Fetches them from the shelf, if they are wanted. `false` if they cannot be read. It waits for the disk.
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
