//! Parses the texts of a submission: the form's fields, and a command's flags.

use ledger::paste::{ChecksumVerdict, Shape, shapes};
use ledger::{ContractRef, EntityId, EvmAddress, LedgerId};

use super::{ApiKey, ChainId, CreationHash};

/// How a network names its entities, for parsing short and checksummed ids.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// The profile's name, for error messages.
    pub network: &'a str,
    /// Shard and realm that complete short ids.
    pub home: EntityId,
    /// The ledger id used in checksums, if known.
    pub ledger: Option<LedgerId>,
}

/// Parses a chain id.
///
/// # Errors
/// Says which form it must have.
pub fn chain(text: &str) -> Result<ChainId, String> {
    if text.is_empty() {
        return Err("write the chain's number, such as 295 or 296".to_owned());
    }
    if let Some(odd) = text.chars().find(|c| !c.is_ascii_digit()) {
        return Err(format!("{odd:?} is no digit: a chain id is decimal, such as 296"));
    }
    ChainId::parse(text).ok_or_else(|| match text.len() {
        21.. => "a chain id has 20 digits at most".to_owned(),
        _ => "leave out the zeros in front".to_owned(),
    })
}

/// Parses an EVM address or an entity id.
///
/// # Errors
/// Says which character, length, case or checksum is wrong.
pub fn contract(text: &str, naming: Naming<'_>) -> Result<ContractRef, String> {
    if text.is_empty() {
        return Err("write the contract's EVM address or its id".to_owned());
    }
    for shape in shapes(text, naming.home) {
        match shape {
            Shape::Entity(id, None) => return Ok(ContractRef::Id(id)),
            Shape::Entity(id, Some(letters)) => {
                return match ChecksumVerdict::check(id, &letters, naming.ledger) {
                    ChecksumVerdict::Right => Ok(ContractRef::Id(id)),
                    ChecksumVerdict::Elsewhere(name) => {
                        Err(format!("the checksum is right for {name}; this is {}", naming.network))
                    }
                    ChecksumVerdict::Wrong(Some(right)) => {
                        Err(format!("the checksum should be {right}: a digit may be wrong"))
                    }
                    ChecksumVerdict::Wrong(None) => Err("the checksum fits no known network".to_owned()),
                };
            }
            Shape::Address { address, wrong_case: false } => return Ok(ContractRef::Address(address)),
            _ => {}
        }
    }
    match EvmAddress::parse(text) {
        Err(fault) if text.starts_with("0x") || text.len() > 20 => Err(fault.to_string()),
        _ => Err("this is neither an EVM address nor an id such as 0.0.5001".to_owned()),
    }
}

/// Parses a key for the explorer; empty text is `None`.
///
/// # Errors
/// Says what a key cannot hold, without repeating it.
pub fn api_key(text: &str) -> Result<Option<ApiKey>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let key = ApiKey::parse(text);
    key.map(Some).ok_or_else(|| "a key holds no blank, & or #, which servers would misread".to_owned())
}

/// Parses a creation transaction hash; empty text and zeros are `None`. Lowers upper case, adds a missing `0x`, and
/// cuts the ledger's 48-byte hash to its first 32 bytes, the hash that the EVM uses.
///
/// # Errors
/// Says which character or length is at fault.
pub fn creation_hash(text: &str) -> Result<Option<CreationHash>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if let Some(odd) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("{odd:?} is no hex digit"));
    }
    let first = match digits.len() {
        64 => digits,
        96 => digits.get(..64).unwrap_or(digits),
        count => return Err(format!("{count} hex digits: a hash has 64")),
    };
    let hash = CreationHash::parse(&format!("0x{first}")).ok_or_else(|| "this is no hash".to_owned());
    hash.map(CreationHash::unless_zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";

    fn testnet() -> Naming<'static> {
        Naming { network: "testnet", home: EntityId::from_num(0), ledger: Some(LedgerId(1)) }
    }

    #[test]
    fn a_short_address_is_a_slip_and_no_contract() {
        for text in ["0x12", "0x65", "0x999", "0x"] {
            let words = contract(text, testnet()).unwrap_err();
            assert!(words.contains("40 hex digits"), "{text}: {words}");
        }
        assert!(contract("0x167", testnet()).is_ok(), "a system contract, of which more is said");
    }

    #[test]
    fn chains() {
        assert!(chain("296").is_ok());
        for (text, words) in [
            ("", "number"),
            ("0x128", "'x'"),
            ("-1", "'-'"),
            ("0296", "zeros"),
            (&"9".repeat(21), "20 digits"),
        ] {
            assert!(chain(text).is_err_and(|fault| fault.contains(words)), "{text}");
        }
    }

    #[test]
    fn contracts_in_every_form() {
        let id = Ok(ContractRef::Id(EntityId::from_num(123)));
        for text in ["123", "0.0.123", "0.0.123-esxsf"] {
            assert_eq!(contract(text, testnet()), id, "{text}");
        }
        let address = Ok(ContractRef::Address(EvmAddress::parse(HEX).unwrap()));
        for text in [HEX.to_owned(), format!("0x{HEX}"), format!("0x{}", HEX.to_uppercase())] {
            assert_eq!(contract(&text, testnet()), address, "{text}");
        }
        for (text, words) in [
            (String::new(), "write"),
            ("0.0.123-vfmkw".to_owned(), "mainnet"),
            ("0.0.123-aaaaa".to_owned(), "esxsf"),
            (format!("0x{}", HEX.replacen('b', "B", 1)), "EIP-55"),
            ("0x12g4".to_owned(), "hex digit"),
            ("0x1234".to_owned(), "4"),
            ("greeter".to_owned(), "neither"),
        ] {
            let fault = contract(&text, testnet());
            assert!(fault.as_ref().is_err_and(|fault| fault.contains(words)), "{text}: {fault:?}");
        }
    }

    #[test]
    fn hashes_are_brought_into_the_form_that_servers_want() {
        let wanted = format!("0x{}", "ab".repeat(32));
        for text in [
            wanted.clone(),
            wanted.to_uppercase(),
            "AB".repeat(32),
            format!("0x{}{}", "ab".repeat(32), "cd".repeat(16)),
        ] {
            let read = creation_hash(&text).ok().flatten().map(|hash| hash.to_string());
            assert_eq!(read.as_deref(), Some(wanted.as_str()), "{text}");
        }
        assert_eq!(creation_hash(""), Ok(None));
        assert!(creation_hash("0xab").is_err_and(|fault| fault.contains("2 hex digits")));
        assert!(creation_hash(&format!("0x{}", "g".repeat(64))).is_err_and(|fault| fault.contains("'g'")));
    }

    #[test]
    fn a_faulty_key_is_not_repeated() {
        assert_eq!(api_key(""), Ok(None));
        assert!(api_key("k&x").is_err_and(|fault| !fault.contains("k&x")));
        assert!(matches!(api_key("k"), Ok(Some(_))));
    }
}
