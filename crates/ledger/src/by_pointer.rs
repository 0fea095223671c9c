//! Equality of values that are shared: only clones of one value are equal.

/// Compares and hashes a type around an `Arc` by the place of its content in memory.
#[macro_export]
macro_rules! by_pointer {
    ($name:ty) => {
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                std::sync::Arc::ptr_eq(&self.0, &other.0)
            }
        }

        impl Eq for $name {}

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                std::sync::Arc::as_ptr(&self.0).cast::<()>().hash(state);
            }
        }
    };
}
