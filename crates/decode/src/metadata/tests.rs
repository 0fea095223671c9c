//! What solc and Vyper write behind code, and what only looks like it.

use super::*;

fn hex(digits: &str) -> Vec<u8> {
    alloy_primitives::hex::decode(digits).unwrap()
}

fn version(metadata: &Metadata) -> String {
    metadata.compiler.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// A trailer as solc 0.6.11 wrote it.
const SOLC: &str = "a2646970667358221220dceca8706b29e917dacf25fceef95acac8d90d765ac926663ce4096195952b6164736f6c634300060b0033";

#[test]
fn what_solc_writes() {
    let code = hex(&format!("6080604052fe{SOLC}"));
    let found = Metadata::at_end(&code).unwrap();
    assert_eq!(version(&found), "solc 0.6.11");
    assert_eq!(found.hash.as_ref().unwrap().encoded(), "QmdD3hpMj6mEFVy9DP4QqjHaoeYbhKsYvApX1YZNfjTVWp");
    assert_eq!(found.range, 6..code.len());
    let swarm = "a265627a7a72315820cc49fcf4178f41f3d9932ec51bbd5a7bf2d9f4f9e1b0e4d1a0e9d2a3c5b2d9ca64736f6c63430005110032";
    let found = Metadata::at_end(&hex(swarm)).unwrap();
    assert_eq!((version(&found).as_str(), found.hash.unwrap().kind()), ("solc 0.5.17", "Swarm"));
}

#[test]
fn a_nightly_compiler_writes_its_name_and_experiments_are_told() {
    let name = b"0.8.27-nightly.2024.7.1";
    let mut map = b"\xa2\x6cexperimental\xf5\x64solc".to_vec();
    map.push(0x60 + u8::try_from(name.len()).unwrap());
    map.extend_from_slice(name);
    let length = u16::try_from(map.len()).unwrap().to_be_bytes();
    let found = Metadata::at_end(&[&b"\x00"[..], &map, &length].concat()).unwrap();
    assert_eq!(version(&found), "solc 0.8.27-nightly.2024.7.1");
    assert!(found.experimental);
}

#[test]
fn what_vyper_writes() {
    for (trailer, wanted) in [
        ("a165767970657283000304", "vyper 0.3.4"),
        ("a165767970657283000307000b", "vyper 0.3.7"),
        ("8419012681184000a16576797065728300030a0015", "vyper 0.3.10"),
    ] {
        let found = Metadata::at_end(&hex(&format!("5f3560e01c{trailer}"))).unwrap();
        assert_eq!((version(&found).as_str(), found.range.start), (wanted, 5));
    }
    let list = [&[0x85, 0x58, 0x20][..], &[7; 32], &hex("18b2801820a165767970657283000401")].concat();
    let length = u16::try_from(list.len() + 2).unwrap().to_be_bytes();
    let found = Metadata::at_end(&[&list[..], &length].concat()).unwrap();
    assert_eq!(version(&found), "vyper 0.4.1");
    assert_eq!(found.hash, Some(MetadataHash::Integrity([7; 32].into())));
}

#[test]
fn every_trailer_in_creation_code_is_found_and_what_follows_the_last_is_not_lost() {
    let code = hex(&format!("6080fe6080fe{SOLC}6001fe{SOLC}{:064x}", 5));
    let found = Metadata::all(&code);
    assert_eq!(found.iter().map(|one| one.range.clone()).collect::<Vec<_>>(), [6..59, 62..115]);
    assert_eq!(Metadata::at_end(&code), None);
    let vyper = hex("5f3560e01ca165767970657283000304");
    assert_eq!(Metadata::all(&vyper).len(), 1);
}

#[test]
fn code_without_a_trailer_has_none() {
    for code in [
        "",
        "00",
        "6001",
        "a10000",
        "6080604052a0a10003",
        "a1616101000400",
        // More is promised than there is.
        "a164736f6c635bffffffffffffffff000e",
        "a164736f6c639bffffffffffffffff000e",
        "9bffffffffffffffff0009",
        "bbffffffffffffffff0009",
    ] {
        assert_eq!(Metadata::at_end(&hex(code)), None, "{code}");
    }
}

#[test]
fn what_is_nested_without_end_is_no_trailer() {
    for piece in ["81", "9f", "a16469706673", "a164697066739f", "8281a164697066739f"] {
        let code = hex(piece).repeat(1 << 12);
        assert_eq!((Metadata::all(&code), Metadata::at_end(&code)), (Vec::new(), None), "{piece}");
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_have_trailers_in_order_or_none(code: Vec<u8>, cut in 0..60_usize) {
        let trailer = hex(SOLC);
        let code = [&code[..], &trailer[..trailer.len().saturating_sub(cut)], &code].concat();
        let mut end = 0;
        for one in Metadata::all(&code) {
            proptest::prop_assert!(end <= one.range.start && one.range.end <= code.len());
            end = one.range.end;
        }
    }
}
