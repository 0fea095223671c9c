//! An ABI as received, parsed on first use.

use std::sync::OnceLock;

use ledger::RawJson;

use super::{Interface, Refusal};

/// The text of an ABI. Reading it costs some time, which is why it is done once, by the first analysis that asks.
#[derive(Clone, Debug)]
pub struct AbiText {
    text: RawJson,
    read: OnceLock<Result<Interface, Refusal>>,
}

impl AbiText {
    /// The text as it was received.
    pub fn raw(&self) -> &RawJson {
        &self.text
    }

    /// The interface that it describes.
    ///
    /// # Errors
    /// The reason for the refusal.
    pub fn interface(&self) -> Result<&Interface, Refusal> {
        self.read.get_or_init(|| Interface::from_json(self.text.raw())).as_ref().map_err(|refusal| *refusal)
    }
}

impl From<RawJson> for AbiText {
    fn from(text: RawJson) -> Self {
        Self { text, read: OnceLock::new() }
    }
}

impl PartialEq for AbiText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for AbiText {}
