//! Ids, addresses, hashes and keys of explorers: what is read is written as it is read again.

use std::fmt::Display;

use ledger::entity_id::{checksum, network_of};
use ledger::{
    AccountRef, ContractRef, EntityId, EvmAddress, ExecutionRef, HexBytes, LedgerId, Timestamp, TransactionId,
};
use verification::submission_text::{Naming, api_key, chain, contract, creation_hash};
use verification::{ChainId, CompilerVersion, ContractIdentifier, CreationHash, JobId, JobKey};

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    let text = &*super::text(bytes);
    let home = EntityId::from_num(0);
    is_read_again(text, EntityId::parse);
    is_read_again(text, EntityId::parse_lenient);
    is_read_again(text, |text| EntityId::parse_short(text, home));
    is_read_again(text, TransactionId::parse);
    is_read_again(text, TransactionId::parse_digits);
    is_read_again(text, Timestamp::parse);
    is_read_again(text, |text| AccountRef::parse(text, home));
    is_read_again(text, |text| ContractRef::parse(text, home));
    is_read_again(text, ExecutionRef::parse);
    is_read_again(text, ChainId::parse);
    is_read_again(text, JobId::parse);
    is_read_again(text, JobKey::parse);
    is_read_again(text, CreationHash::parse);
    is_read_again(text, CompilerVersion::parse);
    if let Some(contract) = ContractIdentifier::parse(text) {
        // Sent as it is, and shown as text of others.
        assert_eq!(ContractIdentifier::parse(&contract.to_string()), Some(contract));
    }
    if let Some(id) = TransactionId::parse(text) {
        assert_eq!(TransactionId::parse(&id.at_form()), Some(id));
    }
    if let Some(id) = EntityId::parse(text) {
        for ledger in 0..4 {
            let sum = checksum(id, LedgerId(ledger));
            assert!(sum.len() == 5 && sum.bytes().all(|letter| letter.is_ascii_lowercase()), "{sum}");
            let _ = network_of(id, &sum);
        }
    }
    if let Some(hex) = HexBytes::parse(text) {
        assert_eq!(HexBytes::parse(&hex.to_hex()).as_ref(), Some(&hex));
        let _ = (hex.spelled(), hex.bloom());
    }
    if let Ok(address) = EvmAddress::parse_any_case(text) {
        assert_eq!(EvmAddress::parse(&address.checksummed()), Ok(address));
        assert_eq!(EvmAddress::parse(&address.to_string()), Ok(address));
        if let Some(num) = address.entity_num() {
            assert_eq!(EvmAddress::long_zero(EntityId::from_num(num)).entity_num(), Some(num));
        }
    }
    let naming = Naming { network: "testnet", home, ledger: Some(LedgerId(1)) };
    for fault in
        [chain(text).err(), contract(text, naming).err(), creation_hash(text).err(), api_key(text).err()]
    {
        assert_harmless(&fault.unwrap_or_default());
    }
}

/// What a text is read as, written, is read as the same; and it is harmless.
fn is_read_again<T: Display + PartialEq + std::fmt::Debug>(text: &str, read: impl Fn(&str) -> Option<T>) {
    if let Some(value) = read(text) {
        let written = value.to_string();
        assert_eq!(read(&written), Some(value), "{text:?} is written {written:?}");
        assert_harmless(&written);
    }
}
