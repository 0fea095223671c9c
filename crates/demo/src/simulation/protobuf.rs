//! Just enough protobuf writing for keys and for the bodies of scheduled transactions.

use prost::encoding;

#[derive(Clone, Debug, Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    #[must_use]
    pub(crate) fn number(mut self, field: u32, value: u64) -> Self {
        encoding::uint64::encode(field, &value, &mut self.0);
        self
    }

    /// Appends a signed number in zigzag form, the encoding of account amounts.
    #[must_use]
    pub(crate) fn signed(mut self, field: u32, value: i64) -> Self {
        encoding::sint64::encode(field, &value, &mut self.0);
        self
    }

    #[must_use]
    pub(crate) fn bytes(mut self, field: u32, value: impl AsRef<[u8]>) -> Self {
        encoding::bytes::encode(field, &value.as_ref().to_vec(), &mut self.0);
        self
    }

    #[must_use]
    pub(crate) fn message(self, field: u32, value: &Self) -> Self {
        self.bytes(field, &value.0)
    }

    /// Appends an entity id of shard 0 and realm 0.
    #[must_use]
    pub(crate) fn entity(self, field: u32, num: u64) -> Self {
        self.message(field, &Self::default().number(3, num))
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}
