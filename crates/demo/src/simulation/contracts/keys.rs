//! Admin keys, in every encoding.

use alloy_primitives::hex;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::simulation::chance::{Chance, subject};
use crate::simulation::protobuf::Message;

/// The admin of an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Admin {
    /// No key: null.
    None,
    #[default]
    Itself,
    Ed25519,
    Ecdsa,
    /// Two of three keys, one of them a list that holds another contract.
    Threshold,
    /// A list that is empty, as protobuf.
    EmptyList,
    /// An old RSA key next to one of an unknown kind.
    Unknown,
    /// Threshold keys in threshold keys, twenty deep.
    Deep,
}

impl Admin {
    /// The key as sent, for the entity with this number.
    pub(crate) fn to_json(self, num: u64) -> Value {
        let (kind, key) = match self {
            Self::None => return Value::Null,
            Self::Ed25519 => ("ED25519", ed25519(num).to_vec()),
            Self::Ecdsa => ("ECDSA_SECP256K1", ecdsa(num).to_vec()),
            Self::Itself => ("ProtobufEncoded", Message::default().entity(1, num).finish()),
            Self::Threshold => ("ProtobufEncoded", threshold(num).finish()),
            Self::EmptyList => ("ProtobufEncoded", Message::default().bytes(6, []).finish()),
            Self::Unknown => ("ProtobufEncoded", unknown(num).finish()),
            Self::Deep => ("ProtobufEncoded", deep(num).finish()),
        };
        json!({ "_type": kind, "key": hex::encode(key) })
    }
}

/// The ED25519 key of an entity.
pub(crate) fn ed25519(num: u64) -> [u8; 32] {
    Chance::new(subject::KEYS, num).bytes()
}

pub(crate) fn ecdsa(num: u64) -> [u8; 33] {
    let mut key: [u8; 33] = Chance::new(subject::KEYS, num).bytes();
    key[0] = 2 | (key[0] & 1);
    key
}

fn threshold(num: u64) -> Message {
    let ed = Message::default().bytes(2, ed25519(num));
    let ec = Message::default().bytes(7, ecdsa(num));
    let inner = Message::default()
        .message(1, &Message::default().entity(1, 5001))
        .message(1, &Message::default().bytes(2, ed25519(num + 1)));
    let list = Message::default().message(6, &inner);
    let keys = Message::default().message(1, &ed).message(1, &ec).message(1, &list);
    Message::default().message(5, &Message::default().number(1, 2).message(2, &keys))
}

fn unknown(num: u64) -> Message {
    let rsa = Message::default().bytes(3, Chance::new(subject::KEYS, num).bytes::<384>());
    let new = Message::default().bytes(99, b"a kind of key that is yet to come");
    Message::default().message(6, &Message::default().message(1, &rsa).message(1, &new))
}

fn deep(num: u64) -> Message {
    (0..20).fold(Message::default().bytes(2, ed25519(num)), |inner, _| {
        let keys = Message::default().message(1, &inner);
        Message::default().message(5, &Message::default().number(1, 1).message(2, &keys))
    })
}
