//! Calls, returns, errors and events with the vectors that are known, and any bytes at all.

use alloy_primitives::hex;

use super::*;
use crate::decode::known::Known;
use crate::ledger::{ContractRef, EntityId, HexBytes};

fn bytes(text: &str) -> HexBytes {
    HexBytes::parse(&text.replace([' ', '\n'], "")).unwrap()
}

fn call(contract: Option<ContractRef>, data: &str) -> Reading {
    let known = Known::default();
    Reader::new(&known).call(contract, bytes(data).bytes())
}

const TRANSFER: &str = "a9059cbb
    00000000000000000000000000000000000000000000000000000000000003eb
    00000000000000000000000000000000000000000000000000000000000000fa";

#[test]
fn a_call_that_everybody_knows() {
    let reading = call(None, TRANSFER);
    let best = reading.exact().unwrap();
    assert_eq!(best.signature.shown(), "transfer(address,uint256)");
    assert_eq!(best.provenance, Provenance::Shipped);
    assert_eq!(best.words(), "transfer(to 0.0.1003, amount 250)");
}

#[test]
fn what_does_not_say_the_same_bytes_is_marked() {
    let trailing = call(None, &format!("{TRANSFER}beef"));
    assert_eq!(trailing.best().unwrap().fault, Some(Fault::Trailing(2)));
    assert_eq!(trailing.best().unwrap().words(), "transfer?(to 0.0.1003, amount 250)");
    let short = call(None, TRANSFER.get(..61).unwrap());
    assert_eq!((short.exact(), short.best().unwrap().fault), (None, Some(Fault::TooShort)));
    let dirty = call(None, &TRANSFER.replacen("000000", "000001", 1));
    assert_eq!(dirty.best().unwrap().fault, Some(Fault::Differs));
    assert_eq!(call(None, "01020304").raw, Some(Raw::UnknownSelector([1, 2, 3, 4])));
    assert_eq!(call(None, "").raw, Some(Raw::Empty));
    assert_eq!(call(None, "010203").raw, Some(Raw::NoSelector));
    assert_eq!(call(None, "6080604052348015").raw, Some(Raw::Creation));
}

#[test]
fn a_redirect_unfolds_in_both_encodings() {
    let service = Some(ContractRef::Id(EntityId::of(0x167)));
    let inner = TRANSFER.replace([' ', '\n'], "");
    let packed = call(service, &format!("618dc65e{:040x}{inner}", 0x1234));
    let encoded =
        call(service, &format!("618dc65e{:064x}{:064x}{:064x}{inner}{}", 0x1234, 64, 68, "00".repeat(28)));
    for reading in [packed, encoded] {
        let best = reading.exact().unwrap();
        assert_eq!(best.provenance, Provenance::System);
        let [token, call] = &best.arguments[..] else { panic!("{best:?}") };
        assert_eq!(token.value.words(), "0.0.4660");
        assert_eq!(call.value.nested().unwrap().words(), "transfer(to 0.0.1003, amount 250)");
    }
}

#[test]
fn an_event_by_its_topics() {
    let known = Known::default();
    let topic = hex!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
    let word = |n: u8| HexBytes::from([vec![0; 31], vec![n]].concat());
    let topics = [HexBytes::from(topic.to_vec()), word(7), word(8)];
    let reading = Reader::new(&known).log(None, &topics, word(9).bytes());
    assert_eq!(reading.exact().unwrap().words(), "Transfer(from 0.0.7, to 0.0.8, amount 9)");
    let indexed: Vec<bool> = reading.exact().unwrap().arguments.iter().map(|one| one.indexed).collect();
    assert_eq!(indexed, [true, true, false]);
}

/// Offsets that all point at the same words: a decoder that follows them would be busy for seconds.
#[test]
fn overlapping_offsets_cost_nothing() {
    let entry = crate::decode::Interface::parse_line("f(uint256[][][][])").unwrap();
    let mut data = Vec::new();
    let word = |n: usize| alloy_primitives::U256::from(n).to_be_bytes::<32>();
    data.extend(word(32));
    for level in 0..4 {
        data.extend(word(16));
        data.extend((0..16).flat_map(|_| word(if level < 3 { 16 * 32 } else { 1 })));
    }
    let arguments = crate::decode::arguments::read(entry.inputs.iter(), &data);
    assert_eq!((arguments.list.len(), arguments.fault), (0, Some(Fault::Overlaps)));
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read(data: Vec<u8>, selector in 0..4_usize, count in 0..5_usize) {
        let known = Known::default();
        let reader = Reader::new(&known);
        let heads: [&[u8]; 4] = [&[], &hex!("a9059cbb"), &hex!("618dc65e"), &hex!("08c379a0")];
        let data = [heads[selector], &data].concat();
        let line = reader.call(None, &data).words() + &reader.error(None, &data).words();
        proptest::prop_assert!(!line.chars().any(char::is_control));
        let topics: Vec<HexBytes> = data.chunks(32).take(count).map(|topic| HexBytes::from(topic.to_vec())).collect();
        let _ = reader.log(None, &topics, &data);
    }
}

fn candidate(provenance: Provenance, fault: Option<Fault>) -> Candidate {
    let (signature, name) = (Text::from("f()"), Text::from("f"));
    Candidate { signature, name, provenance, arguments: Vec::new(), fault }
}

#[test]
fn exact_ones_come_first_then_the_better_source() {
    let reading = Reading::of(
        vec![
            candidate(Provenance::User, Some(Fault::TooShort)),
            candidate(Provenance::Shipped, None),
            candidate(Provenance::User, Some(Fault::Trailing(4))),
            candidate(Provenance::System, None),
        ],
        Raw::Empty,
    );
    let order: Vec<_> = reading.candidates.iter().map(|one| (one.provenance, one.is_exact())).collect();
    assert_eq!(
        order,
        [
            (Provenance::System, true),
            (Provenance::Shipped, true),
            (Provenance::User, false),
            (Provenance::User, false),
        ]
    );
    assert_eq!(reading.exact(), reading.best());
    assert_eq!(Reading::of(Vec::new(), Raw::NoSelector), Reading::raw(Raw::NoSelector));
}
