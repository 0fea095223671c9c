//! Public keys in the forms that other programs take: DER, and the EVM address of an ECDSA key.

use alloy_primitives::{U256, keccak256, uint};
use ledger::EvmAddress;

/// `SubjectPublicKeyInfo` of an Ed25519 key (RFC 8410), before the key's 32 bytes.
const ED25519: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
/// `SubjectPublicKeyInfo` of a secp256k1 key (RFC 5480), before the 33 bytes of its compressed point.
const SECP256K1: [u8; 23] = [
    0x30, 0x36, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b, 0x81,
    0x04, 0x00, 0x0a, 0x03, 0x22, 0x00,
];
/// The same as the ledger's own tools write it: without naming elliptic curves before the curve.
const SECP256K1_SHORT: [u8; 14] =
    [0x30, 0x2d, 0x30, 0x07, 0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x0a, 0x03, 0x22, 0x00];

/// The field prime of secp256k1.
const FIELD: U256 = uint!(0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f_U256);

/// An Ed25519 key in DER; `None` unless it has 32 bytes.
pub fn ed25519_der(key: &[u8]) -> Option<Vec<u8>> {
    (key.len() == 32).then(|| [&ED25519[..], key].concat())
}

/// A compressed secp256k1 key in DER: the standard form, then the form of the ledger's tools. `None` unless the key
/// has 33 bytes.
pub fn secp256k1_der(key: &[u8]) -> Option<[Vec<u8>; 2]> {
    (key.len() == 33).then(|| [[&SECP256K1[..], key].concat(), [&SECP256K1_SHORT[..], key].concat()])
}

/// The EVM address of a compressed secp256k1 key: the end of the hash of both coordinates. `None` if it is no
/// point of the curve.
pub fn evm_address(key: &[u8]) -> Option<EvmAddress> {
    let (sign, x) = key.split_first()?;
    let x = U256::from_be_bytes::<32>(x.try_into().ok()?);
    if !matches!(sign, 2 | 3) || x >= FIELD {
        return None;
    }
    // y² = x³ + 7; the field's number leaves 3 modulo 4, so a root is a power.
    let square = x.mul_mod(x, FIELD).mul_mod(x, FIELD).add_mod(U256::from(7), FIELD);
    let root = square.pow_mod((FIELD + U256::ONE) >> 2, FIELD);
    if root.mul_mod(root, FIELD) != square {
        return None;
    }
    let y = if root.bit(0) == (*sign == 3) { root } else { FIELD - root };
    let hash = keccak256([x.to_be_bytes::<32>(), y.to_be_bytes::<32>()].concat());
    hash.last_chunk().map(|end| EvmAddress::new(*end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::hex;

    #[test]
    fn the_address_of_a_key_is_the_published_one() {
        let one = hex!("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
        let address = evm_address(&one).unwrap();
        assert_eq!(address.to_string().to_lowercase(), "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf");
        let two = hex!("02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5");
        let address = evm_address(&two).unwrap();
        assert_eq!(address.to_string().to_lowercase(), "0x2b5ad5c4795c026514f8317c7a215e218dccd6cf");
        // The other root of the same x is another key.
        let other = [&[3][..], &one[1..]].concat();
        assert_ne!(evm_address(&other), evm_address(&one));
    }

    #[test]
    fn what_is_no_point_has_no_address() {
        assert_eq!(evm_address(&[&[2][..], &[0xff; 32]].concat()), None);
        assert_eq!(evm_address(&[&[2][..], &[0; 31], &[5]].concat()), None);
        assert_eq!(evm_address(&[4; 33]), None);
        assert_eq!(evm_address(&[]), None);
    }

    #[test]
    fn der_tells_its_own_length() {
        let [standard, short] = secp256k1_der(&[2; 33]).unwrap();
        let ed25519 = ed25519_der(&[1; 32]).unwrap();
        for der in [standard, short, ed25519] {
            assert_eq!(usize::from(der[1]) + 2, der.len());
        }
        assert_eq!((ed25519_der(&[1; 31]), secp256k1_der(&[1; 32])), (None, None));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_a_key_or_none(key: Vec<u8>) {
            let _ = (evm_address(&key), ed25519_der(&key), secp256k1_der(&key));
        }
    }
}
