//! The address and the creation hash that are sent for a contract: an alias comes before the long-zero form.

use ledger::{Contract, ContractRef, ContractResult, EntityId, EvmAddress};

use crate::CreationHash;

/// The address of a contract in a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The path parameter `address` of the submission.
    pub address: EvmAddress,
    /// The reason for this address.
    pub why: Why,
}

/// The reason for an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The address itself was named.
    Named,
    /// The contract's record has this address. Verifiers look for code under it alone, not under the
    /// long-zero form of this number.
    Alias(u64),
    /// The contract's record has no address, so the long-zero form is the only one.
    LongZero,
}

impl Sent {
    /// The kind of address, and the form that is not sent: `its EVM address (alias); the long-zero form 0x…1389 is not
    /// sent`.
    pub fn reason(&self) -> String {
        match self.why {
            Why::Named => "the address as it was given".to_owned(),
            Why::Alias(num) => {
                format!("its EVM address (alias); the long-zero form 0x…{num:x} is not sent")
            }
            Why::LongZero => "its long-zero address; it has no alias".to_owned(),
        }
    }
}

/// The address to send for a named contract, given its record, if known.
///
/// `None` for an id without a record: whether it has an alias cannot be determined from the number.
pub fn sent(named: ContractRef, record: Option<&Contract>) -> Option<Sent> {
    let reported = record.and_then(|record| record.evm_address.value());
    let id = match named {
        ContractRef::Id(id) => Some(id),
        ContractRef::Address(address) => {
            let own = record.and_then(|record| record.contract_id.value());
            own.or_else(|| address.entity_num().map(EntityId::from_num))
        }
    };
    let long_zero = id.map(EvmAddress::long_zero);
    match (named, reported) {
        (ContractRef::Address(address), None) => Some(Sent { address, why: Why::Named }),
        (ContractRef::Address(address), Some(reported)) if address == reported => {
            Some(Sent { address, why: Why::Named })
        }
        (_, Some(reported)) => {
            let alias = id.filter(|_| long_zero != Some(reported));
            Some(Sent { address: reported, why: alias.map_or(Why::LongZero, |id| Why::Alias(id.num)) })
        }
        (ContractRef::Id(id), None) => {
            record.map(|_| Sent { address: EvmAddress::long_zero(id), why: Why::LongZero })
        }
    }
}

/// The creation hash from the result at a contract's creation time: 32 bytes unchanged, or the first 32 of the 48 bytes
/// that a native transaction has. It prints in lower case, as it is sent.
///
/// `None` if the result has no hash, a shorter one, or zeros.
pub fn creation_hash(creation: &ContractResult) -> Option<CreationHash> {
    CreationHash::new(*creation.hash.known()?.bytes().first_chunk::<32>()?).unless_zero()
}

#[cfg(test)]
mod tests {
    use ledger::{Field, HexBytes};

    use super::*;

    const ID: EntityId = EntityId::from_num(5001);

    fn record(address: Field<EvmAddress>) -> Contract {
        Contract { contract_id: Field::Known(ID), evm_address: address, ..Contract::default() }
    }

    #[test]
    fn an_alias_goes_before_the_long_zero_form() {
        let alias = EvmAddress::new([0xab; 20]);
        let record = record(Field::Known(alias));
        for named in [ContractRef::Id(ID), ContractRef::Address(EvmAddress::long_zero(ID))] {
            let sent = sent(named, Some(&record)).unwrap();
            assert_eq!(sent, Sent { address: alias, why: Why::Alias(5001) }, "{named}");
            assert_eq!(sent.reason(), "its EVM address (alias); the long-zero form 0x…1389 is not sent");
        }
        let same = sent(ContractRef::Address(alias), Some(&record)).unwrap();
        assert_eq!(same, Sent { address: alias, why: Why::Named });
    }

    #[test]
    fn without_an_alias_the_long_zero_form_is_sent() {
        let long_zero = EvmAddress::long_zero(ID);
        for reported in [Field::Known(long_zero), Field::Null, Field::Absent] {
            let sent = sent(ContractRef::Id(ID), Some(&record(reported))).unwrap();
            assert_eq!(sent, Sent { address: long_zero, why: Why::LongZero });
        }
    }

    #[test]
    fn an_id_without_a_record_has_no_address_yet() {
        assert_eq!(sent(ContractRef::Id(ID), None), None);
        let address = EvmAddress::new([1; 20]);
        let typed = Some(Sent { address, why: Why::Named });
        assert_eq!(sent(ContractRef::Address(address), None), typed);
    }

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
