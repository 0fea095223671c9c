//! Just enough protobuf writing for keys and for the bodies of scheduled transactions.

/// A message under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// Appends a number field.
    #[must_use]
    pub(crate) fn number(mut self, field: u32, value: u64) -> Self {
        varint(&mut self.0, u64::from(field) << 3);
        varint(&mut self.0, value);
        self
    }

    /// Appends a signed number in zigzag form, as account amounts have it.
    #[must_use]
    pub(crate) fn signed(self, field: u32, value: i64) -> Self {
        self.number(field, ((value << 1) ^ (value >> 63)).cast_unsigned())
    }

    /// Appends bytes or a string.
    #[must_use]
    pub(crate) fn bytes(mut self, field: u32, value: impl AsRef<[u8]>) -> Self {
        varint(&mut self.0, u64::from(field) << 3 | 2);
        varint(&mut self.0, value.as_ref().len() as u64);
        self.0.extend(value.as_ref());
        self
    }

    /// Appends a message.
    #[must_use]
    pub(crate) fn message(self, field: u32, value: &Self) -> Self {
        self.bytes(field, &value.0)
    }

    /// Appends an entity id of shard 0 and realm 0.
    #[must_use]
    pub(crate) fn entity(self, field: u32, num: u64) -> Self {
        self.message(field, &Self::default().number(3, num))
    }

    /// The bytes written.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}

fn varint(into: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        into.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    into.push(value.to_le_bytes()[0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    #[test]
    fn writes_the_key_of_a_contract_that_is_its_own_admin() {
        assert_eq!(hex::encode(Message::default().entity(1, 5001).finish()), "0a03188927");
    }

    #[test]
    fn debits_are_zigzag() {
        let amount = Message::default().entity(1, 1003).signed(2, -1_000_000_000).finish();
        assert_eq!(hex::encode(amount), "0a0318eb0710ffa7d6b907");
    }
}
