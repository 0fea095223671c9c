//! The code of an account, and what is worked out of it before it runs.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use revm::bytecode::Bytecode;
use revm::primitives::Bytes;

/// Code, and where its jumps may lead: that is worked out when it is first looked at, once, whoever has a copy.
#[derive(Clone, Debug)]
pub struct Code(Arc<LazyLock<Ready, Box<dyn FnOnce() -> Ready + Send + Sync>>>);

#[derive(Debug)]
struct Ready {
    bytes: Bytes,
    bytecode: Bytecode,
}

impl Code {
    /// Code that is read when it is first looked at.
    pub fn read_by(read: impl FnOnce() -> Bytes + Send + Sync + 'static) -> Self {
        let ready = move || {
            let bytes = read();
            Ready { bytecode: Bytecode::new_legacy(bytes.clone()), bytes }
        };
        Self(Arc::new(LazyLock::new(Box::new(ready))))
    }

    /// The code as it runs.
    pub(super) fn ready(&self) -> &Bytecode {
        &self.0.bytecode
    }
}

impl From<Bytes> for Code {
    fn from(bytes: Bytes) -> Self {
        Self::read_by(move || bytes)
    }
}

impl From<&[u8]> for Code {
    fn from(bytes: &[u8]) -> Self {
        Bytes::copy_from_slice(bytes).into()
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
