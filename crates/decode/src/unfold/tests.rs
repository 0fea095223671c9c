//! Calls within calls, in the forms that wallets and governors make.

use alloy_dyn_abi::DynSolValue;
use alloy_primitives::{Address, U256, keccak256};

use super::*;
use crate::interface::Kind;
use crate::known::Known;
use crate::reading::Reading;
use crate::signatures::Signature;

/// A call of a function with these arguments.
fn call(signature: &str, arguments: Vec<DynSolValue>) -> Vec<u8> {
    let encoded = DynSolValue::Tuple(arguments).abi_encode_sequence().unwrap();
    [&keccak256(signature)[..4], &encoded].concat()
}

fn transfer(amount: u64) -> Vec<u8> {
    call("transfer(address,uint256)", vec![address(7), number(amount)])
}

fn address(last: u8) -> DynSolValue {
    DynSolValue::Address(Address::with_last_byte(last))
}

fn number(number: u64) -> DynSolValue {
    DynSolValue::Uint(U256::from(number), 256)
}

fn bytes(bytes: Vec<u8>) -> DynSolValue {
    DynSolValue::Bytes(bytes)
}

fn word() -> DynSolValue {
    DynSolValue::FixedBytes([0; 32].into(), 32)
}

fn list(values: Vec<DynSolValue>) -> DynSolValue {
    DynSolValue::Array(values)
}

/// The calls within a call, with how deep each lies.
fn within(input: &[u8]) -> Vec<String> {
    fn collect(reading: &Reading, depth: usize, lines: &mut Vec<String>) {
        let Some(best) = reading.exact() else { return };
        lines.push(format!("{depth} {} {}", best.name.escaped(), best.provenance.label()));
        best.arguments.iter().for_each(|argument| nested(&argument.value, depth + 1, lines));
    }
    fn nested(value: &Value, depth: usize, lines: &mut Vec<String>) {
        match value {
            Value::Bytes(_, Some(_)) => value.nested().into_iter().for_each(|one| collect(one, depth, lines)),
            Value::List(values) => values.iter().for_each(|value| nested(value, depth, lines)),
            Value::Tuple(members) => members.iter().for_each(|member| nested(&member.value, depth, lines)),
            _ => {}
        }
    }
    let mut lines = Vec::new();
    collect(&Reader::new(&Known::default()).call(None, input), 0, &mut lines);
    lines
}

#[test]
fn every_caller_is_a_signature_that_comes_with_the_program() {
    for caller in CALLERS {
        let selector = *keccak256(caller).first_chunk().unwrap();
        let mut found = Signature::by_selector(Kind::Function, selector);
        assert!(found.any(|one| one.entry().unwrap().signature.is(caller)), "{caller}");
    }
}

#[test]
fn a_multicall_and_what_it_calls() {
    let input = call("multicall(bytes[])", vec![list(vec![bytes(transfer(1)), bytes(transfer(2))])]);
    assert_eq!(within(&input), ["0 multicall built-in", "1 transfer built-in", "1 transfer built-in"]);
    let pair = DynSolValue::Tuple(vec![address(9), DynSolValue::Bool(true), bytes(transfer(3))]);
    let input = call("aggregate3((address,bool,bytes)[])", vec![list(vec![pair])]);
    assert_eq!(within(&input), ["0 aggregate3 built-in", "1 transfer built-in"]);
}

#[test]
fn a_safe_that_sends_packed_transactions() {
    let packed = |amount| {
        let inner = transfer(amount);
        let length = U256::from(inner.len()).to_be_bytes::<32>();
        [&[0][..], &[9; 20], &[0; 32], &length, &inner].concat()
    };
    let both = [packed(1), packed(2)].concat();
    let send = call("multiSend(bytes)", vec![bytes(both)]);
    let zero = || number(0);
    let input = call(
        "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
        vec![
            address(5),
            zero(),
            bytes(send),
            zero(),
            zero(),
            zero(),
            zero(),
            address(0),
            address(0),
            bytes(vec![1; 65]),
        ],
    );
    let wanted = [
        "0 execTransaction built-in",
        "1 multiSend built-in",
        "2 transactions built-in",
        "3 transfer built-in",
        "3 transfer built-in",
    ];
    assert_eq!(within(&input), wanted);
}

#[test]
fn a_timelock_a_governor_an_upgrade_and_a_schedule() {
    let schedule = call(
        "schedule(address,uint256,bytes,bytes32,bytes32,uint256)",
        vec![address(5), number(0), bytes(transfer(1)), word(), word(), number(60)],
    );
    let propose = call(
        "propose(address[],uint256[],bytes[],string)",
        vec![
            list(vec![address(5)]),
            list(vec![number(0)]),
            list(vec![bytes(schedule)]),
            DynSolValue::String("do it".into()),
        ],
    );
    assert_eq!(within(&propose), ["0 propose built-in", "1 schedule built-in", "2 transfer built-in"]);
    let upgrade =
        call("upgradeToAndCall(address,bytes)", vec![address(5), bytes(call("initialize()", Vec::new()))]);
    assert_eq!(within(&upgrade), ["0 upgradeToAndCall built-in", "1 initialize built-in"]);
    let later = call(
        "scheduleCall(address,uint256,uint256,uint64,bytes)",
        vec![address(5), number(1), number(2), number(0), bytes(transfer(1))],
    );
    assert_eq!(within(&later), ["0 scheduleCall built-in", "1 transfer built-in"]);
}

#[test]
fn functions_that_are_spelled_out() {
    let arguments = DynSolValue::Tuple(vec![address(7), number(1)]).abi_encode_sequence().unwrap();
    let texts = ["transfer(address,uint256)", "", "nonsense("];
    let texts = list(texts.map(|text| DynSolValue::String(text.into())).to_vec());
    let data = list(vec![bytes(arguments.clone()), bytes(transfer(2)), bytes(arguments)]);
    let three = || list(vec![number(0); 3]);
    let input = call(
        "propose(address[],uint256[],string[],bytes[],string)",
        vec![list(vec![address(5); 3]), three(), texts, data, DynSolValue::String("do it".into())],
    );
    assert_eq!(within(&input), ["0 propose built-in", "1 transfer built-in", "1 transfer guess"]);
}

#[test]
fn the_signatures_of_a_safe_are_no_call() {
    let input = call(
        "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
        [
            vec![address(5), number(0), bytes(transfer(1))],
            vec![number(0); 4],
            vec![address(0); 2],
            vec![bytes(vec![1; 65])],
        ]
        .concat(),
    );
    let reading = Reader::new(&Known::default()).call(None, &input);
    let nested: Vec<bool> =
        reading.exact().unwrap().arguments.iter().map(|argument| argument.value.nested().is_some()).collect();
    assert_eq!(nested.iter().filter(|nested| **nested).count(), 1);
    assert!(nested[2]);
}

#[test]
fn other_bytes_are_a_guess_and_only_if_they_fit() {
    let received = |data| {
        call(
            "onERC721Received(address,address,uint256,bytes)",
            vec![address(1), address(2), number(3), bytes(data)],
        )
    };
    assert_eq!(within(&received(transfer(1))), ["0 onERC721Received built-in", "1 transfer guess"]);
    assert_eq!(within(&received([transfer(1), vec![0]].concat())), ["0 onERC721Received built-in"]);
    assert_eq!(within(&received(vec![1, 2, 3, 4])), ["0 onERC721Received built-in"]);
}

#[test]
fn calls_within_calls_end() {
    let mut input = transfer(1);
    for _ in 0..20 {
        input = call("multicall(bytes[])", vec![list(vec![bytes(input)])]);
    }
    assert_eq!(within(&input).len(), 1 + MAX_CALL_DEPTH);
    let many = call("multicall(bytes[])", vec![list(vec![bytes(transfer(1)); 1000])]);
    assert_eq!(within(&many).len(), 1 + MAX_CALLS);
}
