//! What was added is restored until it is forgotten.

use std::path::Path;
use std::sync::Arc;

use ledger::{ContractRef, EntityId, EvmAddress, HexBytes, RawJson, Timestamp};
use verification::{JobRecord, Verified};

use super::{MAX_ANSWERS, MAX_TEXT_BYTES};
use crate::message::{CustomAbi, CustomSignature, KeptAnswer, Persist, Saved, SlotName};
use crate::store::{Readers, Store};

fn open(dir: &Path) -> Store {
    let verified = |raw: &RawJson| Some(Verified { raw: raw.clone(), ..Verified::default() });
    Store::open(dir, Readers { job: |_| JobRecord::default(), verified }).unwrap()
}

fn saved(dir: &Path) -> Saved {
    open(dir).saved().unwrap()
}

fn interface(number: u64, origin: &str, seconds: u64) -> CustomAbi {
    CustomAbi {
        network: "testnet".into(),
        contract: ContractRef::Id(EntityId::from_num(number)),
        origin: origin.into(),
        text: format!("function of{seconds}(\"\u{1b}[2J)").into(),
        at: Timestamp::from_secs(seconds),
    }
}

fn answer(number: u64, text: &str, seconds: u64) -> KeptAnswer {
    let address = EvmAddress::long_zero(EntityId::from_num(number));
    let verified = Arc::new(Verified { raw: RawJson::new(text), ..Verified::default() });
    KeptAnswer { network: "testnet".into(), address, verified, at: Timestamp::from_secs(seconds) }
}

#[test]
fn interfaces_come_back_and_the_same_origin_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let by_address = CustomAbi {
        contract: ContractRef::Address(EvmAddress::new([0xab; 20])),
        network: "a network".into(),
        ..interface(1, "typed", 7)
    };
    for custom in [interface(1, "a.json", 5), interface(1, "b.json", 6), by_address.clone()] {
        store.persist(&Persist::Interface(Box::new(custom))).unwrap();
    }
    store.persist(&Persist::Interface(Box::new(interface(1, "a.json", 9)))).unwrap();
    store.persist(&Persist::Interface(Box::new(interface(2, "b.json", 8)))).unwrap();
    // The text of what is forgotten does not matter.
    let forgotten = CustomAbi { text: "".into(), at: Timestamp::from_secs(0), ..interface(1, "b.json", 0) };
    store.persist(&Persist::ForgetInterface(Box::new(forgotten))).unwrap();
    assert_eq!(
        saved(dir.path()).interfaces,
        [by_address, interface(2, "b.json", 8), interface(1, "a.json", 9)]
    );
}

#[test]
fn signatures_come_back_once_each() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let custom =
        |text: &str, seconds| CustomSignature { text: text.into(), at: Timestamp::from_secs(seconds) };
    for signature in [custom("b()", 1), custom("a()", 2), custom("b()", 3), custom("c()", 4)] {
        store.persist(&Persist::Signature(signature)).unwrap();
    }
    store.persist(&Persist::ForgetSignature("c()".into())).unwrap();
    assert_eq!(saved(dir.path()).signatures, [custom("b()", 1), custom("a()", 2)]);
}

#[test]
fn a_slot_has_one_name_and_none_takes_it_away() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let named = |number, slot, name: &str| SlotName {
        network: "testnet".into(),
        contract: ContractRef::Id(EntityId::from_num(number)),
        slot: HexBytes::from(vec![slot; 32]),
        name: name.into(),
    };
    for name in [named(1, 1, "x"), named(1, 2, "y"), named(2, 1, "z"), named(1, 1, "é"), named(1, 2, "")] {
        store.persist(&Persist::SlotName(name)).unwrap();
    }
    assert_eq!(saved(dir.path()).slots, [named(1, 1, "é"), named(2, 1, "z")]);
}

#[test]
fn the_newest_answer_of_a_contract_is_kept_unless_it_is_too_long() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let long = "x".repeat(MAX_TEXT_BYTES + 1);
    for kept in [answer(1, "{}", 5), answer(1, "{\"a\":1}", 6), answer(1, "[]", 4), answer(2, "{}", 7)] {
        store.persist(&Persist::Answer(Box::new(kept))).unwrap();
    }
    assert_eq!(saved(dir.path()).answers, [answer(1, "{\"a\":1}", 6), answer(2, "{}", 7)]);
    store.persist(&Persist::Answer(Box::new(answer(2, &long, 9)))).unwrap();
    assert_eq!(saved(dir.path()).answers, [answer(1, "{\"a\":1}", 6)]);
}

#[test]
fn the_oldest_answers_make_room() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    for number in 0..=u64::from(MAX_ANSWERS) {
        store.persist(&Persist::Answer(Box::new(answer(number + 1, "{}", number)))).unwrap();
    }
    let kept = saved(dir.path()).answers;
    assert_eq!(kept.len(), MAX_ANSWERS as usize);
    assert_eq!(kept.first().map(|answer| answer.at), Some(Timestamp::from_secs(1)));
}
