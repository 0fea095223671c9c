//! Values of indexed arguments as topics: a word, or the hash of a longer value.

use alloy_primitives::{U256, keccak256};
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes};

use super::Topic;
use super::event::bare_topic;
use crate::input;

/// Reads a value of this canonical type; an empty type means that it is not known. `addresses` are all that an
/// entity is known by. Short ids are completed from `home`.
///
/// # Errors
/// The accepted forms.
pub fn topics(
    text: &str,
    kind: &str,
    home: EntityId,
    addresses: impl FnOnce(ContractRef) -> Vec<EvmAddress>,
) -> Result<Vec<Topic>, String> {
    let text = text.trim();
    let one =
        |topic: Option<Topic>, wanted: &str| topic.map(|topic| vec![topic]).ok_or_else(|| wanted.to_owned());
    match kind {
        "address" => {
            let wanted = "write an id such as 0.0.77, or an EVM address: 0x and 40 hex digits";
            ContractRef::parse(text, home)
                .map(|it| address_topics(&addresses(it)))
                .ok_or_else(|| wanted.to_owned())
        }
        "bool" => one(boolean(text), "write true or false"),
        "string" => Ok(vec![bare_topic(text).unwrap_or_else(|| keccak256(text).0)]),
        "bytes" => {
            let wanted = "write the bytes in hex after 0x: the hash of them is looked for";
            one(
                HexBytes::parse(text).filter(|_| text.starts_with("0x")).map(|it| keccak256(it.bytes()).0),
                wanted,
            )
        }
        "" => guess(text, home, addresses),
        _ if kind.ends_with(']') || kind.starts_with('(') => {
            one(bare_topic(text), "write its hash: 0x and 64 hex digits")
        }
        _ => sized(text, kind),
    }
}

/// Numbers and bytes of a fixed size.
fn sized(text: &str, kind: &str) -> Result<Vec<Topic>, String> {
    let bits = |prefix: &str, whole: usize| {
        let size = kind.strip_prefix(prefix)?;
        if size.is_empty() { Some(whole) } else { size.parse::<usize>().ok().filter(|it| *it <= whole) }
    };
    let (found, wanted) = if let Some(bits) = bits("uint", 256) {
        (unsigned(text, bits), input::unsigned_words(bits))
    } else if let Some(bits) = bits("int", 256) {
        (signed(text, bits), input::signed_words(bits))
    } else if let Some(size) = bits("bytes", 32) {
        (fixed(text, size), input::fixed_words(size))
    } else {
        (bare_topic(text), "the topic: 0x and 64 hex digits".to_owned())
    };
    found.map(|topic| vec![topic]).ok_or_else(|| format!("write {wanted}"))
}

/// A value of unknown type, by its look.
fn guess(
    text: &str,
    home: EntityId,
    addresses: impl FnOnce(ContractRef) -> Vec<EvmAddress>,
) -> Result<Vec<Topic>, String> {
    let number = || unsigned(text, 256).or_else(|| signed(text, 256));
    if let Some(topic) = bare_topic(text).or_else(|| boolean(text)).or_else(number) {
        return Ok(vec![topic]);
    }
    let wanted = "write a topic (0x and 64 hex digits), an id, an address, a number, or true or false";
    let entity = Some(text).filter(|text| text.contains('.') || text.starts_with("0x"));
    let entity = entity.and_then(|text| ContractRef::parse(text, home));
    entity.map(|it| address_topics(&addresses(it))).ok_or_else(|| wanted.to_owned())
}

fn address_topics(addresses: &[EvmAddress]) -> Vec<Topic> {
    addresses.iter().map(|address| word(address.bytes())).collect()
}

fn word(bytes: &[u8]) -> Topic {
    U256::try_from_be_slice(bytes).unwrap_or_default().to_be_bytes()
}

fn boolean(text: &str) -> Option<Topic> {
    input::boolean(text).map(|value| U256::from(u8::from(value)).to_be_bytes())
}

fn unsigned(text: &str, bits: usize) -> Option<Topic> {
    input::unsigned(text, bits).map(|number| number.to_be_bytes())
}

fn signed(text: &str, bits: usize) -> Option<Topic> {
    input::signed(text, bits).map(|number| number.to_be_bytes())
}

/// Bytes stand left in their word.
fn fixed(text: &str, size: usize) -> Option<Topic> {
    let bytes = input::fixed(text, size)?;
    let mut topic = [0; 32];
    topic.iter_mut().zip(bytes.bytes()).for_each(|(to, from)| *to = *from);
    Some(topic)
}

#[cfg(test)]
mod tests {
    use alloy_primitives::{I256, hex};

    use super::*;

    fn parse(text: &str, kind: &str) -> Result<Vec<Topic>, String> {
        let own = |of| match of {
            ContractRef::Id(id) => vec![EvmAddress::long_zero(id)],
            ContractRef::Address(address) => vec![address],
        };
        topics(text, kind, EntityId::from_num(0), own)
    }

    fn number(value: u64) -> Vec<Topic> {
        vec![U256::from(value).to_be_bytes()]
    }

    #[test]
    fn an_id_is_looked_for_by_both_of_its_addresses() {
        let both = [EvmAddress::long_zero(EntityId::from_num(77)), EvmAddress::new([7; 20])];
        let found = topics("77", "address", EntityId::from_num(0), |_| both.to_vec()).unwrap();
        assert_eq!(found, [word(both[0].bytes()), word(&[7; 20])]);
        assert_eq!(parse("0.0.77", "address").unwrap().len(), 1);
        assert!(parse("0x12", "address").is_err());
    }

    #[test]
    fn numbers_have_a_range_and_a_sign() {
        assert_eq!(parse("255", "uint8"), Ok(number(255)));
        assert_eq!(parse("0xff", "uint256"), Ok(number(255)));
        for (text, kind) in
            [("256", "uint8"), ("-1", "uint8"), ("+1", "uint8"), ("128", "int8"), ("", "uint256")]
        {
            assert!(parse(text, kind).is_err(), "{text} {kind}");
        }
        assert_eq!(parse("-128", "int8"), Ok(vec![I256::unchecked_from(-128).to_be_bytes()]));
        assert_eq!(parse("-1", "int256"), Ok(vec![[0xff; 32]]));
    }

    #[test]
    fn short_bytes_stand_left_and_long_ones_are_hashed() {
        let mut word = [0; 32];
        word[..4].copy_from_slice(&[1, 2, 3, 4]);
        assert_eq!(parse("0x01020304", "bytes4"), Ok(vec![word]));
        assert!(parse("0x0102", "bytes4").is_err());
        let hash = hex!("1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8");
        assert_eq!(parse("hello", "string"), Ok(vec![hash]));
        assert_eq!(parse("0x68656c6c6f", "bytes"), Ok(vec![hash]));
        assert_eq!(parse(&hex::encode_prefixed(hash), "string"), Ok(vec![hash]));
        assert!(
            parse("1", "uint256[]").is_err() && parse(&hex::encode_prefixed(hash), "(bool,bool)").is_ok()
        );
    }

    #[test]
    fn a_value_of_unknown_type_is_taken_by_its_look() {
        assert_eq!(parse("true", ""), Ok(number(1)));
        assert_eq!(parse("77", ""), Ok(number(77)));
        assert_eq!(parse("0.0.77", ""), Ok(number(77)));
        assert_eq!(parse(&format!("0x{}", "07".repeat(20)), ""), Ok(vec![word(&[7; 20])]));
        assert!(parse("seven", "").is_err());
    }

    proptest::proptest! {
        #[test]
        fn any_value_of_any_type_can_be_typed(text: String, kind: String, size in 0_usize..400) {
            let _ = parse(&text, &kind);
            for prefix in ["uint", "int", "bytes"] {
                let _ = parse(&text, &format!("{prefix}{size}"));
            }
        }

        #[test]
        fn a_number_stands_as_it_is(value: u64) {
            proptest::prop_assert_eq!(parse(&value.to_string(), "uint64"), Ok(number(value)));
            proptest::prop_assert_eq!(parse(&value.to_string(), "int128"), Ok(number(value)));
        }
    }
}
