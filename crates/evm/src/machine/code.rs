//! The code of an account, and its analysis before execution.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use revm::bytecode::Bytecode;
use revm::primitives::Bytes;

/// Code and its valid jump destinations. Both are computed once, on first use, and shared by all clones.
#[derive(Clone, Debug)]
pub struct Code(Arc<LazyLock<Ready, Box<dyn FnOnce() -> Ready + Send + Sync>>>);

#[derive(Debug)]
pub(super) struct Ready {
    bytes: Bytes,
    bytecode: Bytecode,
}

impl Code {
    /// Code that `read` supplies on first use.
    pub fn read_by(read: impl FnOnce() -> Bytes + Send + Sync + 'static) -> Self {
        let ready = move || {
            let bytes = read();
            Ready { bytecode: Bytecode::new_legacy(bytes.clone()), bytes }
        };
        Self(Arc::new(LazyLock::new(Box::new(ready))))
    }

    /// The analysed code.
    pub(super) fn ready(&self) -> &Bytecode {
        &self.0.bytecode
    }
}

impl From<Bytes> for Code {
    fn from(bytes: Bytes) -> Self {
        Self::read_by(move || bytes)
    }
}

impl Default for Code {
    fn default() -> Self {
        Bytes::new().into()
    }
}

impl Deref for Code {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.0.bytes
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Code {}
