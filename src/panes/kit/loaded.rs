//! How much of memory what is loaded takes.

/// What is loaded, of the most that may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// About how many bytes.
    pub bytes: usize,
    /// The ceiling, bytes.
    pub max_bytes: usize,
}

impl Loaded {
    /// In mebibytes, rounded up.
    pub fn words(self) -> String {
        let [loaded, ceiling] = [self.bytes, self.max_bytes].map(|bytes| bytes.div_ceil(1 << 20));
        format!("{loaded} of {ceiling} MiB loaded")
    }
}
