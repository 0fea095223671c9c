//! The hash of the transaction that created a contract, as verifiers want it.

use ledger::ContractResult;

use crate::CreationHash;

/// The creation hash from the result at a contract's creation time: 32 bytes unchanged, or the first 32 of the 48 bytes
/// that a native transaction has. It prints in lower case, as it is sent.
///
/// `None` if the result has no hash, a shorter one, or zeros.
pub fn creation_hash(creation: &ContractResult) -> Option<CreationHash> {
    CreationHash::new(*creation.hash.known()?.bytes().first_chunk::<32>()?).unless_zero()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, HexBytes};

    fn parse(hash: &str) -> Option<String> {
        let hash = HexBytes::parse(hash).map_or(Field::Null, Field::Known);
        creation_hash(&ContractResult { hash, ..ContractResult::default() }).map(|hash| hash.to_string())
    }

    #[test]
    fn forty_eight_bytes_are_cut_to_thirty_two_in_lower_case() {
        let wanted = format!("0x{}", "ab".repeat(32));
        assert_eq!(parse(&format!("0x{}{}", "AB".repeat(32), "CD".repeat(16))), Some(wanted.clone()));
        assert_eq!(parse(&wanted), Some(wanted.clone()));
        for none in ["0x", "0xabab", "x"] {
            assert_eq!(parse(none), None, "{none}");
        }
    }
}
