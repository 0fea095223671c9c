//! Keys as the mirror node sends them: an encoding's name and the bytes.

use serde::{Deserialize, Serialize};

use super::{Field, HexBytes, Text};

/// The fields `admin_key` and `batch_key`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Key {
    /// `_type`: the encoding, for example `ED25519`, `ECDSA_SECP256K1` or `ProtobufEncoded`.
    pub kind: Field<Text>,
    /// `key`: the key's bytes.
    pub key: Field<HexBytes>,
}
