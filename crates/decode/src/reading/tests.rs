//! Calls, returns, errors and events with the vectors that are known, and any bytes at all.

use alloy_primitives::hex;
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes, RawJson};

use super::*;
use crate::Revert;
use crate::interface::AddedInterface;
use crate::known::{Known, VerifiedCode};

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
    assert_eq!(best.signature.escaped(), "transfer(address,uint256)");
    assert_eq!(best.provenance, Provenance::Shipped);
    assert_eq!(best.summary(), "transfer(to 0.0.1003, amount 250)");
}

#[test]
fn what_does_not_say_the_same_bytes_is_marked() {
    let trailing = call(None, &format!("{TRANSFER}beef"));
    assert_eq!(trailing.best().unwrap().fault, Some(Fault::Trailing(2)));
    assert_eq!(trailing.best().unwrap().summary(), "transfer?(to 0.0.1003, amount 250)");
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
    let service = Some(ContractRef::Id(EntityId::from_num(0x167)));
    let inner = TRANSFER.replace([' ', '\n'], "");
    let packed = call(service, &format!("618dc65e{:040x}{inner}", 0x1234));
    let encoded =
        call(service, &format!("618dc65e{:064x}{:064x}{:064x}{inner}{}", 0x1234, 64, 68, "00".repeat(28)));
    for reading in [packed, encoded] {
        let best = reading.exact().unwrap();
        assert_eq!(best.provenance, Provenance::System);
        let [token, call] = &best.arguments[..] else { panic!("{best:?}") };
        assert_eq!(token.value.summary(), "0.0.4660");
        assert_eq!(call.value.nested().unwrap().summary(), "transfer(to 0.0.1003, amount 250)");
    }
}

#[test]
fn an_event_by_its_topics() {
    let known = Known::default();
    let topic = hex!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
    let word = |n: u8| HexBytes::from([vec![0; 31], vec![n]].concat());
    let topics = [HexBytes::from(topic.to_vec()), word(7), word(8)];
    let reading = Reader::new(&known).log(None, &topics, word(9).bytes());
    assert_eq!(reading.exact().unwrap().summary(), "Transfer(from 0.0.7, to 0.0.8, amount 9)");
    let indexed: Vec<bool> = reading.exact().unwrap().arguments.iter().map(|one| one.indexed).collect();
    assert_eq!(indexed, [true, true, false]);
}

/// A contract of which an artefact of the project is the verified ABI.
fn token() -> (Known, ContractRef) {
    let address = EvmAddress::new([9; 20]);
    let artefact: serde_json::Value =
        serde_json::from_str(include_str!("../../../demo/assets/artifacts/Token.json")).unwrap();
    let abi = RawJson::new(artefact["abi"].to_string());
    let mut known = Known::default();
    known.add_code(address, VerifiedCode { exact: true, abi: Some(abi.into()), ..VerifiedCode::default() });
    (known, ContractRef::Address(address))
}

fn added(contract: ContractRef, text: &str) -> AddedInterface {
    AddedInterface::new(Some(contract), "typed".into(), text.into())
}

#[test]
fn the_more_trusted_source_names_it() {
    let (mut known, contract) = token();
    let provenance = |known: &Known, contract| {
        Reader::new(known).call(Some(contract), bytes(TRANSFER).bytes()).exact().unwrap().provenance
    };
    assert_eq!(provenance(&known, contract), Provenance::Verified { exact: true });
    let other = ContractRef::Address(EvmAddress::new([8; 20]));
    assert_eq!(provenance(&known, other), Provenance::Shipped);
    known.book_mut().add(added(contract, "transfer(address whom, uint256 much)"));
    assert_eq!(provenance(&known, contract), Provenance::User);
    let reading = Reader::new(&known).call(Some(contract), bytes(TRANSFER).bytes());
    assert_eq!(
        (reading.candidates.len(), reading.summary()),
        (1, "transfer(whom 0.0.1003, much 250)".to_owned())
    );
}

/// `many_msg_babbage(bytes1)` has the same selector as `transfer(address,uint256)`.
#[test]
fn all_candidates_are_listed_where_signatures_collide() {
    let (mut known, contract) = token();
    known.book_mut().add(added(contract, "many_msg_babbage(bytes1)"));
    let reading = Reader::new(&known).call(Some(contract), bytes(TRANSFER).bytes());
    let all: Vec<String> = reading.candidates.iter().map(|one| one.signature.escaped()).collect();
    assert_eq!(all, ["transfer(address,uint256)", "many_msg_babbage(bytes1)"]);
    assert!(reading.candidates[0].is_exact() && !reading.candidates[1].is_exact());
}

fn question(contract: u64, input: &str, output: &str) -> CallQuestion {
    let contract = Some(ContractRef::Id(EntityId::from_num(contract)));
    CallQuestion { contract, input: bytes(input), output: Some(bytes(output)), ..CallQuestion::default() }
}

#[test]
fn a_response_code_hides_in_a_call_that_succeeded() {
    let known = Known::default();
    let associate = format!("49146bde{:064x}{:064x}", 1003, 1234);
    let reading = Reader::new(&known).read_call(&question(0x167, &associate, &format!("{:064x}", 184)));
    assert_eq!(reading.input.best().unwrap().provenance, Provenance::System);
    let failure = reading.failure().unwrap();
    assert!(failure.starts_with("TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: "), "{failure}");
    let fine = Reader::new(&known).read_call(&question(0x167, &associate, &format!("{:064x}", 22)));
    assert_eq!((fine.failure(), fine.response.unwrap().is_success()), (None, true));
    // Another contract may return what it likes, and a valid alias is no code.
    let other = Reader::new(&known).read_call(&question(5001, &associate, &format!("{:064x}", 184)));
    assert_eq!(other.response, None);
    let alias = Reader::new(&known).read_call(&question(
        0x16a,
        &format!("308ef301{:064x}", 7),
        &format!("{:064x}", 1),
    ));
    assert_eq!(alias.response, None);
    // A redirected balance is no code; a redirected association has one.
    let balance = format!("618dc65e{:040x}70a08231{:064x}", 1234, 7);
    let reading = Reader::new(&known).read_call(&question(0x167, &balance, &format!("{:064x}", 184)));
    assert_eq!((reading.response, reading.output.unwrap().summary()), (None, "balanceOf(184)".to_owned()));
    let associate = format!("618dc65e{:040x}0a754de6", 1234);
    let reading = Reader::new(&known).read_call(&question(0x167, &associate, &format!("{:064x}", 194)));
    assert!(reading.failure().unwrap().starts_with("TOKEN_ALREADY_ASSOCIATED"));
}

#[test]
fn an_error_that_a_contract_defines() {
    let known = Known::default();
    let insufficient = format!("0xe450d38c{:064x}{:064x}{:064x}", 1003, 5, 10);
    let error =
        |message: &str| Reader::new(&known).read_error(None, Revert::parse(&message.into())).summary();
    assert_eq!(error(&insufficient), "ERC20InsufficientBalance(sender 0.0.1003, balance 5, needed 10)");
    assert_eq!(error("0xdeadbeef"), "error 0xdeadbeef");
    assert_eq!(error("INSUFFICIENT_GAS"), "INSUFFICIENT_GAS: the gas limit was too low");
    let wrapped = format!(
        "0x65c8fd4d{:064x}{:064x}{:064x}{:064x}{}{:064x}{}{}",
        1,
        0x60,
        0xa0,
        4,
        "41413233".to_owned() + &"00".repeat(28),
        100,
        insufficient.trim_start_matches("0x"),
        "00".repeat(28)
    );
    assert_eq!(
        error(&wrapped),
        "FailedOpWithRevert(opIndex 1, reason \"AA23\", inner ERC20InsufficientBalance(sender 0.0.1003, balance 5, needed 10))"
    );
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read(data: Vec<u8>, selector in 0..4_usize, count in 0..5_usize) {
        let known = Known::default();
        let reader = Reader::new(&known);
        let heads: [&[u8]; 4] = [&[], &hex!("a9059cbb"), &hex!("618dc65e"), &hex!("08c379a0")];
        let data = [heads[selector], &data].concat();
        let line = reader.call(None, &data).summary() + &reader.error(None, &data).summary();
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
    let reading = Reading::new(
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
    assert_eq!(Reading::new(Vec::new(), Raw::NoSelector), Reading::raw(Raw::NoSelector));
}
