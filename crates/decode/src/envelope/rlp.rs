//! RLP encoding of numbers, bytes and lists, for hashing.

use alloy_primitives::{B256, U256, keccak256};
use alloy_rlp::{BufMut, Encodable, Header, length_of_length};
use ledger::{EvmAddress, HexBytes};

/// An RLP item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Number(U256),
    Word(B256),
    Bytes(HexBytes),
    Address(Option<EvmAddress>),
    List(Vec<Self>),
    /// An item that is already encoded.
    Encoded(HexBytes),
    /// A list whose items are encoded already.
    EncodedItems(HexBytes),
}

fn list_header(payload_length: usize) -> Header {
    Header { list: true, payload_length }
}

impl Encodable for Item {
    fn encode(&self, out: &mut dyn BufMut) {
        match self {
            Self::Number(number) => number.encode(out),
            Self::Word(word) => word.encode(out),
            Self::Bytes(bytes) => bytes.bytes().encode(out),
            Self::Address(address) => address_bytes(address.as_ref()).encode(out),
            Self::List(items) => alloy_rlp::encode_list(items, out),
            Self::Encoded(bytes) => out.put_slice(bytes.bytes()),
            Self::EncodedItems(bytes) => {
                list_header(bytes.len()).encode(out);
                out.put_slice(bytes.bytes());
            }
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Number(number) => number.length(),
            Self::Word(word) => word.length(),
            Self::Bytes(bytes) => bytes.bytes().length(),
            Self::Address(address) => address_bytes(address.as_ref()).length(),
            Self::List(items) => alloy_rlp::list_length(items),
            Self::Encoded(bytes) => bytes.len(),
            Self::EncodedItems(bytes) => bytes.len().saturating_add(length_of_length(bytes.len())),
        }
    }
}

fn address_bytes(address: Option<&EvmAddress>) -> &[u8] {
    address.map(|address| address.bytes().as_slice()).unwrap_or_default()
}

/// The hash of a list, behind the byte of its type if that is not 0.
pub(super) fn hash(kind: u8, items: Vec<Item>) -> B256 {
    let list = Item::List(items);
    let mut out = Vec::with_capacity(list.length().saturating_add(1));
    if kind > 0 {
        out.push(kind);
    }
    list.encode(&mut out);
    keccak256(out)
}
