//! A batch of inputs for one analysis.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// An ordered batch of questions. Copies share it, and comparing costs the same however many there are.
#[derive(Clone, Debug, Eq)]
pub struct Questions<T> {
    all: Arc<[T]>,
    hash: u64,
}

impl<T: Hash> FromIterator<T> for Questions<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let all: Arc<[T]> = all.into_iter().collect();
        let mut hasher = DefaultHasher::new();
        all.hash(&mut hasher);
        Self { all, hash: hasher.finish() }
    }
}

impl<T: Hash> Default for Questions<T> {
    fn default() -> Self {
        Self::from_iter([])
    }
}

impl<T: Hash> From<Vec<T>> for Questions<T> {
    fn from(all: Vec<T>) -> Self {
        all.into_iter().collect()
    }
}

impl<T> Deref for Questions<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T: PartialEq> PartialEq for Questions<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.all, &other.all) || (self.hash == other.hash && self.all == other.all)
    }
}

impl<T> Hash for Questions<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}
