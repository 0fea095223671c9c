//! Tests of the event search: which results can hold an event, by the vectors of real blooms.

use alloy_primitives::{Bloom, hex};
use ledger::EntityId;

use super::*;

const TRANSFER: Topic = hex!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
/// The topic of a log that a real network emitted, from the long-zero address of 0.0.1456985.
const REAL: Topic = hex!("5548c837ab068cf56a2c2479df0882a4922fd203edb7521317831d95078c5f62");

fn word(number: u64) -> Topic {
    let mut word = [0; 32];
    word[24..].copy_from_slice(&number.to_be_bytes());
    word
}

fn emitter(num: u64) -> EvmAddress {
    EvmAddress::long_zero(EntityId::from_num(num))
}

fn bloom(items: &[&[u8]]) -> Field<HexBytes> {
    let mut bloom = Bloom::ZERO;
    for item in items {
        bloom.m3_2048(item);
    }
    Field::Known(HexBytes::from(bloom.to_vec()))
}

fn log(contract: u64, topics: &[Topic]) -> Log {
    let topics = topics.iter().map(|it| Field::Known(HexBytes::from(it.to_vec()))).collect();
    Log {
        contract_id: Field::Known(EntityId::from_num(contract)),
        address: Field::Known(EvmAddress::new([9; 20])),
        topics: Field::Known(topics),
        ..Log::default()
    }
}

fn wanted_at(place: usize, topic: Topic) -> Wanted {
    Wanted { places: place..=place, topics: vec![topic] }
}

fn up_to(place: usize, topic: Topic) -> Wanted {
    Wanted { places: 1..=place, topics: vec![topic] }
}

#[test]
fn a_real_log_is_found_by_its_long_zero_emitter_and_both_of_its_topics() {
    let argument = word(0x3c_437a);
    let emitted = emitter(1_456_985);
    let real = bloom(&[emitted.bytes(), &REAL, &argument]);
    let wanted = |emitter| Pattern::new(vec![emitter], Some(REAL), vec![wanted_at(1, argument)]);
    assert_eq!(wanted(emitted).check_bloom(&real), BloomVerdict::May);
    assert_eq!(wanted(emitter(1)).check_bloom(&real), BloomVerdict::Cannot);
    assert_eq!(
        Pattern::new(vec![emitted], Some(TRANSFER), Vec::new()).check_bloom(&real),
        BloomVerdict::Cannot
    );
}

#[test]
fn a_topic_sets_three_bits_counted_from_the_last() {
    let mut bytes = vec![0; 256];
    for bit in [481, 1060, 1443] {
        bytes[255 - bit / 8] |= 1 << (bit % 8);
    }
    let pattern = Pattern::new(Vec::new(), Some(TRANSFER), Vec::new());
    assert_eq!(bloom(&[&TRANSFER]), Field::Known(HexBytes::from(bytes.clone())));
    assert_eq!(pattern.check_bloom(&Field::Known(HexBytes::from(bytes.clone()))), BloomVerdict::May);
    bytes[255 - 481 / 8] = 0;
    assert_eq!(pattern.check_bloom(&Field::Known(HexBytes::from(bytes))), BloomVerdict::Cannot);
}

#[test]
fn an_unreadable_bloom_says_nothing_and_an_empty_one_says_no() {
    let pattern = Pattern::new(Vec::new(), Some(TRANSFER), Vec::new());
    for unknown in [Field::Null, Field::Absent, Field::Known(HexBytes::default()), Field::Odd("?".into())] {
        assert_eq!(pattern.check_bloom(&unknown), BloomVerdict::Unknown);
    }
    let zero = Field::Known(HexBytes::from(vec![0; 256]));
    assert_eq!(pattern.check_bloom(&zero), BloomVerdict::Cannot);
    assert_eq!(Pattern::default().check_bloom(&zero), BloomVerdict::Cannot);
    let full = Field::Known(HexBytes::from(vec![0xff; 256]));
    assert_eq!(
        pattern.check_bloom(&full),
        BloomVerdict::May,
        "a bloom that says yes to all is looked behind"
    );
}

#[test]
fn an_emitter_counts_by_its_alias_and_by_its_id() {
    let [transfer, other] = [log(5002, &[TRANSFER]), log(5003, &[TRANSFER])];
    let by_id = Pattern::new(vec![emitter(5002)], Some(TRANSFER), Vec::new());
    assert!(by_id.is(&transfer) && !by_id.is(&other));
    let by_alias = Pattern::new(vec![EvmAddress::new([9; 20])], Some(TRANSFER), Vec::new());
    assert!(by_alias.is(&transfer));
    assert!(Pattern::new(Vec::new(), Some(TRANSFER), Vec::new()).is(&other));
    assert!(!Pattern::new(Vec::new(), Some(REAL), Vec::new()).is(&other));
    assert!(!Pattern::new(Vec::new(), Some(REAL), Vec::new()).is(&Log::default()));
}

#[test]
fn an_argument_counts_only_in_its_topic() {
    let sent = log(1, &[TRANSFER, word(5), word(7)]);
    let wanted = |arguments| Pattern::new(Vec::new(), Some(TRANSFER), arguments);
    assert!(wanted(vec![wanted_at(1, word(5)), wanted_at(2, word(7))]).is(&sent));
    assert!(!wanted(vec![wanted_at(1, word(7))]).is(&sent));
    assert!(
        !wanted(vec![wanted_at(3, word(7))]).is(&sent) && !wanted(vec![wanted_at(0, TRANSFER)]).is(&sent)
    );
    let either = Wanted { places: 2..=2, topics: vec![word(8), word(7)] };
    assert!(wanted(vec![either]).is(&sent));
}

#[test]
fn where_it_is_not_known_what_is_indexed_the_order_counts() {
    let sent = log(1, &[TRANSFER, word(5), word(7)]);
    let wanted = |arguments| Pattern::new(Vec::new(), Some(TRANSFER), arguments);
    assert!(wanted(vec![up_to(3, word(5))]).is(&sent));
    assert!(wanted(vec![up_to(2, word(5)), up_to(3, word(7))]).is(&sent));
    assert!(!wanted(vec![up_to(2, word(7)), up_to(3, word(5))]).is(&sent));
    assert!(!wanted(vec![up_to(1, word(7))]).is(&sent));
    assert!(!wanted(vec![up_to(2, word(5)), up_to(3, word(5))]).is(&sent));
    let third = Wanted { places: 3..=3, topics: vec![word(5)] };
    assert!(!wanted(vec![third]).is(&sent), "a sender's number is no amount");
}

proptest::proptest! {
    #[test]
    fn what_a_bloom_was_made_of_is_never_passed_over(
        emitted in 1_u64..1000, topics in proptest::collection::vec(0_u64..1000, 0..4), noise: Vec<u8>,
    ) {
        let words: Vec<Topic> = topics.iter().map(|it| word(*it)).collect();
        let address = emitter(emitted);
        let mut items: Vec<&[u8]> = words.iter().map(<[u8; 32]>::as_slice).collect();
        items.extend([address.bytes().as_slice(), &noise]);
        let arguments = words.iter().enumerate().skip(1).map(|(place, it)| wanted_at(place, *it)).collect();
        let pattern = Pattern::new(vec![address], words.first().copied(), arguments);
        proptest::prop_assert_eq!(pattern.check_bloom(&bloom(&items)), BloomVerdict::May);
        proptest::prop_assert!(pattern.is(&log(emitted, &words)));
    }

    #[test]
    fn any_bytes_are_a_bloom(bytes: Vec<u8>, place in 0_usize..9, topics in proptest::collection::vec(0_u64..3, 0..6)) {
        let pattern = Pattern::new(Vec::new(), None, vec![wanted_at(place, word(1)), up_to(place, word(2))]);
        pattern.check_bloom(&Field::Known(HexBytes::from(bytes)));
        pattern.is(&log(1, &topics.into_iter().map(word).collect::<Vec<_>>()));
    }
}
