//! Converts the ledger's values to and from columns.

use ledger::{EntityId, Text, Timestamp};

/// Completes stored ids. They are written in full, so that no realm is needed.
pub(super) const HOME: EntityId = EntityId::from_num(0);

/// Nanoseconds since 1970. Times after the year 2262 become its end.
pub(super) fn nanos(at: Timestamp) -> i64 {
    i64::try_from(at.as_nanos()).unwrap_or(i64::MAX)
}

/// The time that [`nanos`] wrote.
pub(super) fn time(nanos: i64) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(nanos).unwrap_or_default())
}

/// A stranger's text, byte for byte.
pub(super) fn bytes(text: Option<&Text>) -> Option<&[u8]> {
    text.map(Text::raw)
}

/// The text that [`bytes()`] wrote.
pub(super) fn text(bytes: Option<Vec<u8>>) -> Option<Text> {
    bytes.map(Text::from_bytes)
}
