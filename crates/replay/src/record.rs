//! Conversions from values in records to the EVM's types.

use alloy_primitives::{Address, Bytes, U256};
use ledger::{EvmAddress, Field, HexBytes};

pub fn address_of(address: &EvmAddress) -> Address {
    Address::from(*address.bytes())
}

/// The bytes; none if they are not known.
pub(super) fn bytes(field: &Field<HexBytes>) -> Bytes {
    field.known().map(|bytes| Bytes::copy_from_slice(bytes.bytes())).unwrap_or_default()
}

/// A word of at most 32 bytes.
pub(super) fn word(field: &Field<HexBytes>) -> Option<U256> {
    U256::try_from_be_slice(field.known()?.bytes())
}

pub(super) fn unsigned(field: &Field<i64>) -> Option<u64> {
    field.value().and_then(|number| u64::try_from(number).ok())
}
