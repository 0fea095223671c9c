//! The code of an account, and what is worked out of it before it runs.

use std::ops::Deref;

use revm::bytecode::Bytecode;
use revm::primitives::Bytes;

/// Code, and where its jumps may lead: that is worked out once, whoever has a copy.
#[derive(Clone, Debug, Default)]
pub struct Code {
    bytes: Bytes,
    ready: Bytecode,
}

impl Code {
    /// The code as it runs.
    pub(super) fn ready(&self) -> &Bytecode {
        &self.ready
    }
}

impl From<Bytes> for Code {
    fn from(bytes: Bytes) -> Self {
        Self { ready: Bytecode::new_legacy(bytes.clone()), bytes }
    }
}

impl From<&[u8]> for Code {
    fn from(bytes: &[u8]) -> Self {
        Bytes::copy_from_slice(bytes).into()
    }
}

impl Deref for Code {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.bytes
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Code {}
