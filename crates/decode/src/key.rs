//! Keys in words: the required signatures, including nested lists and thresholds.

use ledger::{ContractRef, EntityId, Field, HexBytes, Key, Text};

use super::protobuf::Message;

/// How deep keys are opened.
const MAX_KEY_DEPTH: usize = 16;

/// `Key` of the Hiero protobufs: a public key, a contract, or a list of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyTree {
    /// An Ed25519 public key, 32 bytes.
    Ed25519(HexBytes),
    /// A compressed ECDSA secp256k1 public key, 33 bytes.
    Ecdsa(HexBytes),
    /// A key of an obsolete kind, by its name.
    Old(&'static str, HexBytes),
    /// This contract, when it is called itself.
    Contract(ContractRef),
    /// This contract, also by code that it delegates to.
    Delegatable(ContractRef),
    /// At least this many of these keys.
    Threshold(u64, Vec<Self>),
    /// All of these keys.
    List(Vec<Self>),
    /// An empty key, which cannot sign.
    Nobody,
    /// A key nested deeper than the limit.
    TooDeep,
    /// An unknown encoding, by its name if it has one.
    Unknown(Text, HexBytes),
}

/// One key or list of a [`KeyTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// Number of enclosing lists.
    pub depth: usize,
    /// The text, safe to print; without the key's bytes.
    pub words: String,
    /// The key's bytes, if it is one that signs.
    pub bytes: Option<HexBytes>,
    /// The curve of those bytes, if other forms of them are known.
    pub curve: Option<Curve>,
    /// The contract that it names.
    pub contract: Option<ContractRef>,
}

/// The curve of a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// 32 bytes; no EVM address follows from such a key.
    Ed25519,
    /// ECDSA secp256k1.
    Secp256k1,
}

impl KeyTree {
    /// The key in a field; `None` if the field is absent, null or unreadable. A contract whose admin key is
    /// null is immutable.
    pub fn from_field(field: &Field<Key>) -> Option<Self> {
        field.known().map(Self::from_key)
    }

    /// Reads a key by the name of its encoding.
    pub fn from_key(key: &Key) -> Self {
        let kind = key.r#type.known().cloned().unwrap_or_default();
        let bytes = key.key.known().cloned().unwrap_or_default();
        if kind.is("ED25519") {
            Self::Ed25519(bytes)
        } else if kind.is("ECDSA_SECP256K1") {
            Self::Ecdsa(bytes)
        } else if kind.is("ProtobufEncoded") {
            Self::decode(bytes.bytes(), 0)
        } else {
            Self::Unknown(kind, bytes)
        }
    }

    /// Reads the protobuf message of a key.
    fn decode(bytes: &[u8], depth: usize) -> Self {
        if bytes.is_empty() {
            return Self::Nobody;
        }
        if depth > MAX_KEY_DEPTH {
            return Self::TooDeep;
        }
        let unknown = || Self::Unknown(Text::default(), HexBytes::from(bytes.to_vec()));
        let Some(message) = Message::decode_whole(bytes) else { return unknown() };
        let Some(field) = message.fields.last() else { return unknown() };
        let Some(value) = message.bytes(field.number) else { return unknown() };
        let leaf = || HexBytes::from(value.to_vec());
        let contract = || Message::decode(value).entity();
        match field.number {
            1 => contract().map_or_else(unknown, Self::Contract),
            2 => Self::Ed25519(leaf()),
            3 => Self::Old("RSA-3072", leaf()),
            4 => Self::Old("ECDSA-384", leaf()),
            5 => {
                let threshold = Message::decode(value);
                let keys = threshold.bytes(2).map(|keys| Self::keys(keys, depth)).unwrap_or_default();
                Self::Threshold(threshold.varint(1).unwrap_or_default(), keys)
            }
            6 => match Self::keys(value, depth) {
                keys if keys.is_empty() => Self::Nobody,
                keys => Self::List(keys),
            },
            7 => Self::Ecdsa(leaf()),
            8 => contract().map_or_else(unknown, Self::Delegatable),
            _ => unknown(),
        }
    }

    fn keys(list: &[u8], depth: usize) -> Vec<Self> {
        Message::decode(list).all_bytes(1).map(|key| Self::decode(key, depth + 1)).collect()
    }

    /// The key in one line, without bytes; `own` is the contract that it belongs to.
    pub fn summary(&self, own: Option<EntityId>) -> String {
        match self {
            Self::Ed25519(_) => "ED25519".to_owned(),
            Self::Ecdsa(_) => "ECDSA secp256k1".to_owned(),
            Self::Old(name, _) => format!("{name} (no longer made)"),
            Self::Contract(contract) if names(contract, own) => "the contract itself: immutable".to_owned(),
            Self::Contract(contract) => format!("contract {contract}"),
            Self::Delegatable(contract) if names(contract, own) => {
                "the contract itself, also by code that it delegates to".to_owned()
            }
            Self::Delegatable(contract) => format!("contract {contract}, also by code that it delegates to"),
            Self::Threshold(needed, keys) => format!("{needed} of {} keys", keys.len()),
            Self::List(keys) if keys.len() == 1 => "1 key".to_owned(),
            Self::List(keys) => format!("all of {} keys", keys.len()),
            Self::Nobody => "an empty key: nobody can sign".to_owned(),
            Self::TooDeep => "a key in more lists than are opened here".to_owned(),
            Self::Unknown(kind, _) if kind.is_empty() => "a key of unknown encoding".to_owned(),
            Self::Unknown(kind, _) => kind.escaped(),
        }
    }

    /// The key and all that lies within it, one line each; `own` is the contract that it belongs to.
    pub fn lines(&self, own: Option<EntityId>) -> Vec<KeyLine> {
        let mut lines = Vec::new();
        self.push(&mut lines, 0, own);
        lines
    }

    fn push(&self, lines: &mut Vec<KeyLine>, depth: usize, own: Option<EntityId>) {
        let bytes = match self {
            Self::Ed25519(bytes) | Self::Ecdsa(bytes) | Self::Old(_, bytes) | Self::Unknown(_, bytes) => {
                Some(bytes.clone())
            }
            _ => None,
        };
        let contract = match self {
            Self::Contract(contract) | Self::Delegatable(contract) => Some(*contract),
            _ => None,
        };
        let curve = match self {
            Self::Ed25519(_) => Some(Curve::Ed25519),
            Self::Ecdsa(_) => Some(Curve::Secp256k1),
            _ => None,
        };
        lines.push(KeyLine { depth, words: self.summary(own), bytes, curve, contract });
        if let Self::Threshold(_, keys) | Self::List(keys) = self {
            for key in keys {
                key.push(lines, depth + 1, own);
            }
        }
    }
}

fn names(contract: &ContractRef, own: Option<EntityId>) -> bool {
    own.is_some_and(|own| contract.entity_id(own) == Some(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn protobuf(hex: &str) -> KeyTree {
        KeyTree::from_key(&Key {
            r#type: Field::Known("ProtobufEncoded".into()),
            key: Field::Known(HexBytes::parse(hex).unwrap()),
        })
    }

    #[test]
    fn a_contract_that_is_its_own_key_is_immutable() {
        let key = protobuf("0a03188927");
        assert_eq!(key.summary(Some(EntityId::from_num(5001))), "the contract itself: immutable");
        assert_eq!(key.summary(Some(EntityId::from_num(7))), "contract 0.0.5001");
        assert_eq!(key.lines(None)[0].contract, Some(ContractRef::Id(EntityId::from_num(5001))));
    }

    #[test]
    fn thresholds_open_into_their_keys() {
        let key = protobuf(
            "2a710802126d0a221220444444444444444444444444444444444444444444444444444444444444444\
             40a22122055555555555555555555555555555555555555555555555555555555555555550a233a2103\
             6666666666666666666666666666666666666666666666666666666666666666",
        );
        let lines = key.lines(None);
        let words: Vec<(usize, &str)> = lines.iter().map(|line| (line.depth, line.words.as_str())).collect();
        assert_eq!(words, [(0, "2 of 3 keys"), (1, "ED25519"), (1, "ED25519"), (1, "ECDSA secp256k1")]);
        assert_eq!(lines[3].bytes.as_ref().map(HexBytes::len), Some(33));
    }

    #[test]
    fn lists_empty_keys_and_unknown_ones() {
        assert_eq!(protobuf("3200"), KeyTree::Nobody);
        assert_eq!(protobuf(""), KeyTree::Nobody);
        assert_eq!(protobuf("32060a0412020101").summary(None), "1 key");
        assert!(matches!(protobuf("ff"), KeyTree::Unknown(..)));
        assert!(matches!(protobuf("4a0101"), KeyTree::Unknown(..)));
        let odd = Key { r#type: Field::Known("NEW\u{1b}".into()), key: Field::Absent };
        assert_eq!(KeyTree::from_key(&odd).summary(None), "NEW\\x1b");
    }

    #[test]
    fn depth_is_bounded() {
        let mut key = vec![0x12, 1, 1];
        for _ in 0..40 {
            let list = [&[0x0a, u8::try_from(key.len()).unwrap()], key.as_slice()].concat();
            key = [&[0x32, u8::try_from(list.len()).unwrap()], list.as_slice()].concat();
            if key.len() > 100 {
                break;
            }
        }
        let lines = KeyTree::decode(&key, 0).lines(None);
        assert_eq!(
            lines.last().map(|line| (line.depth, line.words.contains("more lists"))),
            Some((17, true))
        );
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_a_key(bytes: Vec<u8>) {
            let lines = KeyTree::decode(&bytes, 0).lines(None);
            proptest::prop_assert!(!lines.iter().any(|line| line.words.chars().any(char::is_control)));
        }
    }
}
